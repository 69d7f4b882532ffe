// Tests startup, output and shutdown of `serve` and `sandbox`.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { cli, ended, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { takenPort } from './taken-port';

const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'made/inventory.sqlite')}`, PORT: '0' };

describe('serve', () => {
  let server: ReturnType<typeof start>;
  let url: string;
  let key: string;
  beforeAll(async () => {
    server = start(['serve'], environment);
    url = (await said(server, 'stderr', /"url":"([^"]+)"/))[1]!;
  });
  const facilities = () => fetch(`${url}/facilities`, { headers: { 'X-API-Key': key } });

  it('logs its configuration without secrets, and a warning about a misspelled variable', async () => {
    const secret = 'x'.repeat(32);
    const settings = { SETTINGS_PORT: '0', SETTINGS_SECRET: secret, PORTT: '80' };
    const other = start(['serve'], { ...environment, ...settings });
    const [text] = await said(other, 'stderr', /^[^]*"msg":"listening"[^\n]*/);
    await stop(other);
    const lines = text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('Did you mean PORT?') },
      {
        msg: 'configuration',
        variables: { DATABASE_URL: environment.DATABASE_URL, SETTINGS_SECRET: '****', WORKERS: '1' },
      },
      { msg: 'listening' },
    ]);
    expect(text).not.toContain(secret);
  });

  it('accepts a key that another process creates', async () => {
    await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
    key = (await cli(['key', 'create', 'cedar', '--label', 'x'], environment)).stdout.trim();
    const response = await facilities();
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  it('rejects a key immediately after another process revokes it', async () => {
    const keys = JSON.parse((await cli(['key', 'list', 'cedar', '--json'], environment)).stdout) as {
      id: string;
    }[];
    await cli(['key', 'revoke', keys[0]!.id], environment);
    expect((await facilities()).status).toBe(401);
  });

  it('shuts down gracefully on SIGTERM', async () => {
    expect(await stop(server)).toBe(0);
  });
});

describe('the mode of the database file', () => {
  const database = join(folder, 'open/inventory.sqlite');
  const linesOfStart = async (): Promise<Record<string, unknown>[]> => {
    const server = start(['serve'], { DATABASE_URL: `sqlite:${database}`, PORT: '0' });
    const [text] = await said(server, 'stderr', /^[^]*"msg":"listening"[^\n]*/);
    await stop(server);
    return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const WARNING = { level: 'warn', msg: 'other users can access the database; run chmod 600 on these files' };

  it('logs no warning for a file that the server creates', async () => {
    expect((await linesOfStart()).filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it.each(['640', '604', '620'])('logs a warning at startup when it is %s', async (mode) => {
    chmodSync(database, mode);
    const files: unknown = expect.arrayContaining([database]);
    expect(await linesOfStart()).toContainEqual(expect.objectContaining({ ...WARNING, files }));
  });
});

test('sandbox prints its address, key and a working curl command, and logs to standard error', async () => {
  const sandbox = start(['sandbox'], { PORT: '0' });
  const [greeting, line] = await said(
    sandbox,
    'stdout',
    /^Sandbox +http[^]*Test key +cik_test_[^]*(curl [^\n]+)[^]*Ctrl-C/,
  );
  expect(greeting).not.toContain('"level"');
  const curl = await ended(start(['-c', `${line} --silent`], {}, ['/bin/sh']));
  expect(JSON.parse(curl.stdout)).toHaveLength(13);
  expect(await stop(sandbox)).toBe(0);
});

test('serve prints one line per configuration error before startup', async () => {
  const wrong = await cli(['serve'], {
    PORT: 'eighty',
    HOST: '0.0.0.0',
    DATABASE_URL: 'mysql://x:secret@y',
    LOG_LEVEL: 'loud',
    RATE_LIMIT: '-1',
  });
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(
    wrong.stderr
      .trim()
      .split('\n')
      .map((text) => text.split(' ')[0]),
  ).toEqual(['PORT', 'HOST', 'DATABASE_URL', 'LOG_LEVEL', 'RATE_LIMIT']);
  expect(wrong.stderr).not.toContain('secret');
});

test.each(['PORT', 'OPERATIONS_PORT'])('serve prints a single line when %s is in use', async (variable) => {
  const { port, release } = await takenPort();
  const result = await cli(['serve'], { ...environment, [variable]: port });
  expect(result).toMatchObject({
    status: 1,
    stderr: `Port ${port} of 127.0.0.1 is in use. Set ${variable} to another port.\n`,
  });
  release();
});

test('migrate lists the applied migrations, and then reports that none are pending', async () => {
  const database = { DATABASE_URL: `sqlite:${join(folder, 'fresh/inventory.sqlite')}` };
  expect((await cli(['migrate'], database)).stdout).toMatch(/^applied 0001-inventory\n/);
  expect((await cli(['migrate'], database)).stdout).toBe('nothing to apply\n');
  expect(existsSync(join(folder, 'fresh/inventory.sqlite'))).toBe(true);
});
