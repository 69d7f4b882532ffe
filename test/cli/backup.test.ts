// Tests `backup`, `backup verify` and `restore`.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
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

describe('with BACKUP_KEY', () => {
  const sealed = join(folder, 'sealed.sqlite');
  const withKey = { ...environment, BACKUP_KEY: 'a key of backups, for tests, long enough' };
  const reject = async (args: string[], at: Record<string, string>, message: RegExp) => {
    expect(await cli(args, at)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
  };

  test('backup adds an HMAC to the digest file, which sha256sum still accepts', async () => {
    expect(await cli(['backup', sealed], withKey)).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(`${sealed}.sha256`, 'utf8')).toMatch(
      /^[0-9a-f]{64}  sealed\.sqlite\n# HMAC-SHA256 [0-9a-f]{64}\n$/,
    );
    const checked = spawnSync('sha256sum', ['--check', '--strict', 'sealed.sqlite.sha256'], { cwd: folder });
    expect([checked.status, String(checked.stderr)]).toEqual([0, '']);
  });

  test('backup verify and restore accept the HMAC of the key, and commands without the key ignore it', async () => {
    const at = { ...withKey, DATABASE_URL: `sqlite:${join(folder, 'sealed/inventory.sqlite')}` };
    for (const [args, environmentOf] of [
      [['backup', 'verify', sealed], withKey],
      [['restore', sealed], at],
      [['backup', 'verify', sealed], environment],
    ] as const)
      expect(await cli([...args], environmentOf)).toMatchObject({ status: 0, stderr: '' });
  });

  test('backup verify and restore reject a backup without an HMAC, or with that of another key', async () => {
    const unused = { ...withKey, DATABASE_URL: `sqlite:${join(folder, 'unused.sqlite')}` };
    const other = { ...unused, BACKUP_KEY: 'another key of backups, also long enough' };
    for (const command of [['backup', 'verify'], ['restore']]) {
      await reject(
        [...command, file],
        unused,
        /^\S+monday\.sqlite\.sha256 has no HMAC, and BACKUP_KEY is set\./,
      );
      await reject([...command, sealed], other, /^The HMAC in \S+ is not that of BACKUP_KEY\./);
    }
  });

  test('a changed backup with the digest of its content is rejected', async () => {
    const forged = join(folder, 'forged.sqlite');
    copyFileSync(sealed, forged);
    truncateSync(forged, 6000);
    const digest = createHash('sha256').update(readFileSync(forged)).digest('hex');
    const hmac = readFileSync(`${sealed}.sha256`, 'utf8').split('\n')[1];
    writeFileSync(`${forged}.sha256`, `${digest}  forged.sqlite\n${hmac}\n`);
    await reject(['backup', 'verify', forged], withKey, /is not that of BACKUP_KEY/);
  });

  test('a key of fewer than 32 characters is wrong usage', async () => {
    expect(await cli(['backup', 'verify', sealed], { ...environment, BACKUP_KEY: 'short' })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'BACKUP_KEY must have at least 32 characters. To create one, run `openssl rand -base64 32`.\n',
    });
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
