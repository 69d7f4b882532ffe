// `serve` and `sandbox`: how they start, what they say, and how they end.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cli, ended, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'made/inventory.sqlite')}`, PORT: '0' };

test('serve listens, answers with a key made beside it, and ends in good order on SIGTERM', async () => {
  const server = start(['serve'], environment);
  const [, url] = await said(server, 'stderr', /"url":"([^"]+)"/);
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
  const key = (await cli(['key', 'create', 'cedar', '--label', 'x'], environment)).stdout.trim();
  const answer = await fetch(`${url}/facilities`, { headers: { 'X-API-Key': key } });
  expect([answer.status, await answer.json()]).toEqual([200, []]);
  expect(await stop(server)).toBe(0);
});

test('a key that is revoked beside a running server is refused on its next request', async () => {
  const server = start(['serve'], environment);
  const [, url] = await said(server, 'stderr', /"url":"([^"]+)"/);
  const key = (await cli(['key', 'create', 'cedar', '--label', 'revoked'], environment)).stdout.trim();
  const status = async () => (await fetch(`${url}/facilities`, { headers: { 'X-API-Key': key } })).status;
  expect(await status()).toBe(200);
  const keys = JSON.parse((await cli(['key', 'list', 'cedar', '--json'], environment)).stdout) as { id: string; label: string }[];
  await cli(['key', 'revoke', keys.find(({ label }) => label === 'revoked')!.id], environment);
  expect(await status()).toBe(401);
  await stop(server);
});

test('sandbox prints its address, its key and a line that works, keeps its logs to standard error and its data to itself', async () => {
  const sandbox = start(['sandbox'], { PORT: '0' });
  const [greeting, line] = await said(sandbox, 'stdout', /^Sandbox +http[^]*Test key +cik_test_[^]*(curl [^\n]+)[^]*Ctrl-C/);
  expect(greeting).not.toContain('"level"');
  const curl = await ended(start(['-c', `${line} --silent`], {}, ['/bin/sh']));
  expect(JSON.parse(curl.stdout)).toHaveLength(12);
  expect(await stop(sandbox)).toBe(0);
});

test('every mistake of the configuration is told in a line of its own, before anything starts', async () => {
  const wrong = await cli(['serve'], { PORT: 'eighty', HOST: '0.0.0.0', DATABASE_URL: 'mysql://x:secret@y', LOG_LEVEL: 'loud', RATE_LIMIT: '-1' });
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr.trim().split('\n').map((text) => text.split(' ')[0])).toEqual(['PORT', 'HOST', 'DATABASE_URL', 'LOG_LEVEL', 'RATE_LIMIT']);
  expect(wrong.stderr).not.toContain('secret');
});

test.each(['PORT', 'OPERATIONS_PORT'])('a %s that is in use is told in a sentence', async (variable) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as AddressInfo).port);
  const refused = await cli(['serve'], { ...environment, [variable]: port });
  expect(refused).toMatchObject({ status: 1, stderr: `Port ${port} of 127.0.0.1 is in use. Set ${variable} to another one.\n` });
  taken.close();
});

test('migrate says what it applied, and then that there is nothing to apply', async () => {
  const database = { DATABASE_URL: `sqlite:${join(folder, 'fresh/inventory.sqlite')}` };
  expect((await cli(['migrate'], database)).stdout).toMatch(/^applied 0001-inventory\n/);
  expect((await cli(['migrate'], database)).stdout).toBe('nothing to apply\n');
  expect(existsSync(join(folder, 'fresh/inventory.sqlite'))).toBe(true);
});
