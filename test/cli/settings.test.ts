// Tests the Settings pages of `serve`, with and without workers.
import { join } from 'node:path';
import { cli, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { takenPort } from './taken-port';

const folder = temporaryFolder();
const EMAIL = 'compliance.manager@cedar-valley.example';
const SETTINGS_SECRET = 'a secret of these tests, and of no other';

test.each(['1', '2'])(
  'with WORKERS=%s, the link of admin invite opens the pages, which stop with the server',
  async (WORKERS) => {
    const database = { DATABASE_URL: `sqlite:${join(folder, `${WORKERS}.sqlite`)}` };
    await cli(['organization', 'create', 'cedar-valley', '--name', 'Cedar Valley Power & Light'], database);
    const server = start(['serve'], { ...database, PORT: '0', SETTINGS_PORT: '0', SETTINGS_SECRET, WORKERS });
    const [, url] = await said(server, 'stderr', /"settings":"(http:[^"]+)"/);
    const { stdout } = await cli(['admin', 'invite', 'cedar-valley', EMAIL], {
      ...database,
      SETTINGS_URL: url!,
    });
    const page = await (await fetch(stdout.trim())).text();
    expect(page).toContain('Join Cedar Valley Power &amp; Light');
    expect(page).toContain(EMAIL);
    expect(await stop(server)).toBe(0);
    await expect(fetch(url!)).rejects.toThrow();
  },
);

test('serve names SETTINGS_PORT and exits when the port is in use', async () => {
  const database = { DATABASE_URL: `sqlite:${join(folder, 'taken.sqlite')}` };
  const { port, release } = await takenPort();
  const { status, stderr } = await cli(['serve'], {
    ...database,
    PORT: '0',
    SETTINGS_PORT: port,
    SETTINGS_SECRET,
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`Port ${port} of 127.0.0.1 is in use. Set SETTINGS_PORT to another port.`),
  ]);
  release();
});
