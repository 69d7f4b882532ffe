// Runs the point-in-time recovery of the guide on Debian's PostgreSQL. Without it the test passes with a message, except in
// CI.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import { cli, ROOT } from '../support/cli';
import { freePort } from '../support/external-program';
import { temporaryFolder } from '../support/folder';
import { createTenant } from '../support/inventory';
import { until } from '../support/until';

const section = /## Point-in-time recovery\n([^]*?)\n## /.exec(
  readFileSync(join(ROOT, 'spec/guide/backup-and-move.md'), 'utf8'),
)![1]!;
const blocks = [...section.matchAll(/^ *```\w+\n([^]*?)^ *```/gm)].map(([, text]) =>
  text!.replace(/^ {3}/gm, ''),
);
const [archive, base, recovery, removal] = blocks as [string, string, string, string];

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
/** PostgreSQL refuses to run as root. */
const account = (() => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
})();
const DEBIAN = '/usr/lib/postgresql';
const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().at(-1) : undefined;
const programs = `${DEBIAN}/${version}/bin`;
let port: number;
let standbyPort: number;
const STANDBY = () => ({ PGDATA: at('standby'), PGPORT: String(standbyPort) });
const environment = () => ({
  PATH: `${programs}:${process.env['PATH']}`,
  LC_ALL: 'C',
  PGHOST: '127.0.0.1',
  PGPORT: String(port),
  PGUSER: 'postgres',
  PGDATA: at('data'),
  OLD: at('old'),
});
const run = (script: string, variables: Record<string, string> = {}): string =>
  execFileSync('/bin/bash', ['-euo', 'pipefail', '-c', script.replaceAll('/mnt/', `${folder}/`)], {
    ...account,
    cwd: folder,
    encoding: 'utf8',
    env: { ...environment(), ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const start = () => run(`pg_ctl start --wait --silent --log='${at('log')}'`);
const stop = (mode: string) => run(`pg_ctl stop --wait --silent --mode=${mode}`);

afterAll(() => {
  if (version)
    spawnSync('/bin/bash', ['-c', 'pg_ctl stop --mode=immediate --silent'], {
      ...account,
      env: environment(),
    });
});

const title = 'recovers to the moment before a deletion, with every entry of the log up to it';
test(title, async () => {
  if (version === undefined) {
    const reason = `PostgreSQL is not installed (postgresql). Install it to run "${title}".`;
    if (process.env['CI'] === 'true') throw new Error(reason);
    return console.info(reason);
  }
  port = await freePort();
  chmodSync(folder, 0o755);
  for (const name of ['wal', 'base', 'place']) mkdirSync(at(name));
  if (account.uid !== undefined)
    for (const name of ['.', 'wal', 'base']) chownSync(at(name), account.uid, account.gid);
  run('initdb --username=postgres --auth=trust --encoding=UTF8 --no-sync >/dev/null');
  appendFileSync(
    at('data/postgresql.conf'),
    `${archive.replaceAll('/mnt/', `${folder}/`)}unix_socket_directories = ''\n`,
  );
  start();
  run('createdb inventory');
  const url = `postgres://postgres@127.0.0.1:${port}/inventory`;
  const inventory = await openInventory(url);
  await createTenant(inventory, 'cedar');
  run(base);
  const birch = await createTenant(inventory, 'birch');
  await inventory.close();
  const TIME = run(`psql --tuples-only --no-align --command='select now()' inventory`).trim();
  const deleted = [
    'organization',
    'delete',
    'cedar-power',
    '--export',
    at('place/export'),
    '--confirm',
    'cedar power',
  ];
  expect(await cli(deleted, { DATABASE_URL: url })).toMatchObject({ status: 0 });
  stop('fast');
  renameSync(at('data'), at('old'));

  const [day] = readdirSync(at('base'));
  run(recovery, { BASE: at(`base/${day}`), TIME });
  start();
  const recovering = `psql --tuples-only --no-align --command='select pg_is_in_recovery()' inventory`;
  await until(() => run(recovering) === 'f\n');
  for (const slug of ['cedar-power', 'birch-power'])
    expect(await cli(['activity', 'verify', slug], { DATABASE_URL: url })).toMatchObject({ status: 0 });
  const { stdout } = await cli(['organization', 'list', '--json'], { DATABASE_URL: url });
  expect((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)).toContain(birch.organization.id);

  run(removal);
  run(`pg_basebackup --write-recovery-conf --checkpoint=fast --pgdata='${at('standby')}'`);
  standbyPort = await freePort();
  run(`pg_ctl start --wait --silent --log='${at('standby-log')}' --options='-p ${standbyPort}'`, STANDBY());
  const later = await openInventory(url);
  await createTenant(later, 'alder');
  await later.close();
  const position = run(
    `psql --tuples-only --no-align --command='select pg_current_wal_lsn()' inventory`,
  ).trim();
  const replayed = `psql --tuples-only --no-align --command="select pg_last_wal_replay_lsn() >= '${position}', pg_is_in_recovery()" inventory`;
  await until(() => run(replayed, STANDBY()).startsWith('t'));
  expect(run(replayed, STANDBY())).toBe('t|t\n');
  run('pg_ctl stop --wait --silent --mode=fast', STANDBY());
  stop('fast');
});
