// Runs the command lines of the shipped systemd units and of the script for cron as they stand, in a prepared folder.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Ended, cli, ended } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';
import { netBox, serveCmdb } from '../sync/cmdb-servers';

jest.setTimeout(60_000);

const PACKAGE = '/opt/compliance-inventory/current/node_modules/compliance-inventory';
const root = temporaryFolder();
let server: TestServer;
let cmdb: Awaited<ReturnType<typeof serveCmdb>>;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  cmdb = await serveCmdb(
    {
      ...netBox,
      rowOf: (number) => ({
        ...netBox.rowOf(number),
        site: { name: 'cedar Millbrook 345 kV Substation' },
        custom_fields: { bes_cyber_system: 'cedar Protection' },
      }),
    },
    { count: 5 },
  );
});
afterAll(async () => {
  await cmdb.close();
  await server.close();
});
beforeEach(() => void (folder = mkdtempSync(join(root, 'var-'))));

/** Replaces the paths and programs that a test machine lacks. */
const here = (text: string): string =>
  text
    .replaceAll(PACKAGE, ROOT)
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('https://inventory.example', server.url);

const settingsOf = (unit: string): [string, string][] =>
  readFileSync(join(ROOT, '.github', unit), 'utf8')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value!]];
    });

/** Splits a command line as systemd does: quotes, `$$`, `%%` and `${VARIABLE}`, and no pattern of file names. */
const wordsOf = (line: string, environment: Record<string, string>): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) =>
    (quoted ?? plain)!
      .replace(/(?<!\$)\$\{(\w+)\}/g, (_all, name: string) => environment[name] ?? '')
      .replaceAll('$$', '$')
      .replaceAll('%%', '%'),
  );

const run = (command: string[], environment: Record<string, string>): Promise<Ended> =>
  ended(
    spawn(command[0]!, command.slice(1), { cwd: folder, env: { PATH: process.env['PATH'], ...environment } }),
  );

/** Runs the lines of a service until one fails. */
async function runUnit(unit: string, environment: Record<string, string>): Promise<Ended> {
  let result: Ended | undefined;
  for (const [name, value] of settingsOf(unit))
    if (/^ExecStart(Pre|Post)?$/.test(name)) {
      result = await run(wordsOf(here(value), environment), environment);
      if (result.status !== 0) return result;
    }
  return result!;
}

const keys = () => ({
  API_KEY: server.cedar.key,
  CMDB_URL: `${cmdb.url}/api/dcim/devices/`,
  CMDB_AUTHORIZATION: 'Token 0123',
});
const prepareSync = (): void =>
  copyFileSync(join(ROOT, 'src/sync/maps/netbox.yaml'), join(folder, 'netbox.yaml'));
const names = async (): Promise<string[]> =>
  ((await server.client('GET', '/cyber-assets')).body as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name.startsWith('RTU'));

test('the unit of the nightly sync creates the devices, and has nothing to do in the next night', async () => {
  prepareSync();
  expect(await runUnit('compliance-inventory-sync.service', keys())).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Receipt: receipts/'),
  });
  expect(await names()).toHaveLength(5);
  expect(await runUnit('compliance-inventory-sync.service', keys())).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing to do.'),
  });
});

test('the script for cron does the same with the variables in a file', async () => {
  prepareSync();
  for (const { id, name } of (await server.client('GET', '/cyber-assets')).body as {
    id: string;
    name: string;
  }[])
    if (name.startsWith('RTU')) await server.client('DELETE', `/cyber-assets/${id}`);
  writeFileSync(
    join(folder, 'keys'),
    Object.entries(keys())
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const page = readFileSync(join(ROOT, 'spec/guide/cmdb-sync.md'), 'utf8');
  const [, script] = /```bash\n(cd \/var\/lib[^]*?)```/.exec(page)!;
  const inFolder = here(script!)
    .replace('/var/lib/compliance-inventory/sync', folder)
    .replaceAll('node "', `'${process.execPath}' "`);
  expect(await run(['/bin/bash', '-c', inFolder], {})).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Converged'),
  });
});

test('the backup unit writes a backup that verifies, and deletes those of more than 30 days after a success only', async () => {
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const environment = { DATABASE_URL: `sqlite:${folder}/inventory.sqlite`, BACKUP_FOLDER: backups };
  const plant = (name: string, days: number): void => {
    for (const file of [name, `${name}.sha256`]) {
      writeFileSync(join(backups, file), '');
      utimesSync(join(backups, file), new Date(), new Date(Date.now() - days * 86_400_000));
    }
  };
  plant('old.sqlite', 40);
  plant('kept.sqlite', 20);
  expect((await runUnit('compliance-inventory-backup.service', environment)).status).not.toBe(0); // no database yet
  expect(existsSync(join(backups, 'old.sqlite'))).toBe(true);

  expect(await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment)).toMatchObject({
    status: 0,
  });
  expect(await runUnit('compliance-inventory-backup.service', environment)).toMatchObject({ status: 0 });
  const left = readdirSync(backups).sort();
  expect(left).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sqlite$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sqlite\.sha256$/),
    'kept.sqlite',
    'kept.sqlite.sha256',
  ]);
  expect(await cli(['backup', 'verify', join(backups, left[0]!)])).toMatchObject({ status: 0 });
  rmSync(backups, { recursive: true });
});

test.each(readdirSync(join(ROOT, '.github')).filter((name) => name.endsWith('.service')))(
  '%s runs in folders that it makes or that the guide makes, as its user, with absolute paths',
  (unit) => {
    const settings = settingsOf(unit);
    const valueOf = (name: string) => settings.filter(([each]) => each === name).map(([, value]) => value);
    expect(valueOf('User')).toEqual(['compliance-inventory']);
    const made = valueOf('StateDirectory')
      .flatMap((value) => value.split(' '))
      .map((name) => `/var/lib/${name}`);
    expect([...made, '/opt/compliance-inventory/current']).toContain(valueOf('WorkingDirectory')[0]);
    for (const [name, value] of settings)
      if (name.startsWith('Exec')) expect(value).toMatch(/^-?\/(usr\/bin\/(node|find)|bin\/sh) /);
  },
);
