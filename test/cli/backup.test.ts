// Tests `backup`, `backup verify` and `restore`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}` };
const file = join(folder, 'monday.sqlite');

test('backup writes a file, prints its size and rejects an existing file', async () => {
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
  const taken = await cli(['backup', file], environment);
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  expect(taken.stdout).toMatch(new RegExp(`^${file}: \\d+ bytes\n$`));
  expect(await cli(['backup', file], environment)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${file} is there already. A backup goes into a new file.\n`,
  });
});

test('backup verify prints the row counts as a table and as JSON', async () => {
  const [asTable, asJson] = await Promise.all([
    cli(['backup', 'verify', file], environment),
    cli(['backup', 'verify', file, '--json'], environment),
  ]);
  expect(asTable.stdout).toMatch(
    /^ORGANIZATION +TABLE +ROWS\n[^]*cedar +cyber_assets +0\n[^]*- +organizations +1\n/,
  );
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    file,
    sound: true,
    problems: [],
    counts: expect.arrayContaining([{ organization: 'cedar', table: 'facilities', rows: 0 }]),
  });
});

test('backup verify and restore require the digest file of the backup', async () => {
  const alone = join(folder, 'alone.sqlite');
  copyFileSync(file, alone);
  const stderr =
    `There is no ${alone}.sha256, which \`backup\` writes beside each backup. ` +
    'Copy both files together.\n';
  const elsewhere = { DATABASE_URL: `sqlite:${join(folder, 'none/inventory.sqlite')}` };
  for (const [args, at] of [
    [['backup', 'verify', alone], environment],
    [['restore', alone], elsewhere],
  ] as const) {
    expect(await cli([...args], at)).toEqual({ status: 1, stdout: '', stderr });
  }
});

test('sha256sum accepts the digest file of a backup', () => {
  const { status, stdout } = spawnSync('sha256sum', ['--check', 'monday.sqlite.sha256'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, 'monday.sqlite: OK\n']);
});

test('restore creates the database at DATABASE_URL and rejects an existing database', async () => {
  const other = { DATABASE_URL: `sqlite:${join(folder, 'elsewhere/inventory.sqlite')}` };
  expect(await cli(['restore', file], other)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/organizations +1\n/),
  });
  expect(JSON.parse((await cli(['organization', 'list', '--json'], other)).stdout)).toMatchObject([
    { slug: 'cedar' },
  ]);
  expect(await cli(['restore', file], other)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is a database at .* already\./),
  });
});

test('backup verify and restore exit with 1 for a damaged backup and create no database', async () => {
  truncateSync(file, 6000);
  const other = join(folder, 'never/inventory.sqlite');
  const [verified, restored] = await Promise.all([
    cli(['backup', 'verify', file, '--json'], environment),
    cli(['restore', file], { DATABASE_URL: `sqlite:${other}` }),
  ]);
  expect(verified).toMatchObject({ status: 1, stderr: expect.stringMatching(/is not a valid backup\.\n$/) });
  expect(JSON.parse(verified.stdout)).toMatchObject({ sound: false, problems: [expect.any(String)] });
  expect(restored).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/is not restored\.\n$/),
  });
  expect(existsSync(other)).toBe(false);
});
