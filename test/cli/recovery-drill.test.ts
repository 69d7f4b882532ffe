// Runs the recovery drill of the guide on real backups.
import { copyFileSync, readFileSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, cli, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { MARK, installed, processesMarked } from '../support/left-processes';
import { openBeside } from '../support/serving';

const page = readFileSync(join(ROOT, 'spec/guide/backup-and-move.md'), 'utf8');
const [, script] = /<!-- the drill.*-->\n```bash\n([^]*?)```/.exec(page)!;

const folder = temporaryFolder();
const installation = installed();
afterEach(() => expect(processesMarked(folder)).toEqual([]));
const environment = { DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}` };
const backups = temporaryFolder();
const file = join(backups, 'monday.sqlite');

let key: string;
beforeAll(async () => {
  const { inventory, newKey } = await openBeside(environment.DATABASE_URL);
  key = await newKey();
  await inventory.close();
  expect(await cli(['backup', file], environment)).toMatchObject({ status: 0 });
});

const drill = (variables: Record<string, string> = {}) =>
  ended(
    start(
      ['-c', `cd '${installation}'\n${script}`],
      { ...environment, BACKUP_FOLDER: backups, API_KEY: key, [MARK]: folder, ...variables },
      ['/bin/bash'],
    ),
  );

test('the drill restores the newest backup beside the database and sends a request to it', async () => {
  const before = readdirSync(folder);
  const { status, stdout, stderr } = await drill();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Restoring ${file}, written 20`);
  expect(stdout).toMatch(
    /cedar-power +cyber_systems +\d+\n[^]*The restored server responds\. The drill took \d+ s/,
  );
  expect(readdirSync(folder)).toEqual(before);
});

test('the drill fails for a key that the backup does not have', async () => {
  const { status, stdout } = await drill({ API_KEY: 'cik_live_unknown' });
  expect(status).not.toBe(0);
  expect(stdout).not.toContain('responds');
});

test('the drill fails for a damaged newest backup', async () => {
  const damaged = join(backups, 'tuesday.sqlite');
  for (const ending of ['', '.sha256']) copyFileSync(file + ending, damaged + ending);
  truncateSync(damaged, 6000);
  const tomorrow = Date.now() / 1000 + 86_400;
  utimesSync(damaged, tomorrow, tomorrow);
  const { status, stdout, stderr } = await drill();
  expect([status === 0, stdout.includes('responds')]).toEqual([false, false]);
  expect(stderr).toContain('is not restored.');
  rmSync(damaged);
});
