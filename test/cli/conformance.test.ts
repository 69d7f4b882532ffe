// Tests the command `conformance`: options, exit statuses and signals. CI runs it without arguments.
import { readdirSync } from 'node:fs';
import { cli, ended, start } from '../support/cli';
import { startFaultyProxy } from '../support/faulty-proxy';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';
import { until } from '../support/until';

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

test('--url checks a server with a key from the environment and prints the seed', async () => {
  const { status, stdout } = await cli(
    ['conformance', '--url', `${server.url}/`, '--key-from-env', 'INVENTORY_KEY', '--runs', '1'],
    { INVENTORY_KEY: server.cedar.key },
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(
    new RegExp(
      `^The server conforms to the contract\\.\nserver ${server.url}, seed \\d+: [\\d,]+ requests in [\\d.]+ s\n\nChecks\n[^]*\n {2}authentication +\\d+ +ok +every operation returns 401 without`,
    ),
  );
  expect(stdout).toMatch(
    /\nResponse times of the slowest operations, in milliseconds\n {2}OPERATION +REQUESTS +50 % +95 % +99 % +MAXIMUM\n/,
  );
  expect(stdout).not.toContain(server.cedar.key);
});

test('conformance exits with 1 on findings and prints request, response and advice for each', async () => {
  const proxy = await startFaultyProxy(server.url, ({ headers }) => headers.delete('x-request-id'));
  const { status, stdout } = await cli([
    'conformance',
    '--url',
    proxy.url,
    '--key',
    server.cedar.key,
    '--runs',
    '1',
  ]);
  await proxy.close();
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^The server does not conform to the contract: 1 finding\.\n[^]*\n- headers: 99 operations: X-Request-Id is missing on 200, [\d, ]+ \(\d+ times\)\n {4}To fix: Set the header.*\n {4}request {3}GET \/facilities.*\n {4}response {2}401 .*\n {4}Operations:\n {6}getFacilities: \d+ times\n[^]*\n {6}and 95 more; --format json lists all\n/,
  );
  expect(stdout).toMatch(/\nTo repeat the same requests, add --seed \d+\./);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a run with exit status 1 after the deletion of its assets',
  async (signal) => {
    const assets = async () => (await server.client('GET', '/cyber-assets')).body as unknown;
    const before = await assets();
    let made = 0;
    const proxy = await startFaultyProxy(server.url, ({ method, status }) => {
      if (method === 'POST' && status === 201 && made++ === 0) running.kill(signal);
    });
    const running = start(['conformance', '--url', proxy.url, '--key', server.cedar.key, '--runs', '1']);
    expect(await ended(running)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('The run was stopped.'),
    });
    await proxy.close();
    expect([made > 0, await assets()]).toEqual([true, before]);
  },
);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a check of its own servers with exit status 1 and a report, and removes its folders',
  async (signal) => {
    const running = start(['conformance', '--runs', '1'], { TMPDIR: folder });
    const over = ended(running);
    await until(() => readdirSync(folder).length !== 0);
    running.kill(signal);
    expect(await over).toMatchObject({ status: 1, stdout: expect.stringContaining('The run was stopped.') });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.each([
  ['an address without a listener', ['--url', 'http://127.0.0.1:1', '--key', 'x'], /Cannot reach/],
  ['a key that the server rejects', ['--key', 'cik_live_x'], /rejects the key/],
])('conformance rejects %s with a single line', async (_what, args, sentence) => {
  const refused = await cli([
    'conformance',
    ...(args.includes('--url') ? [] : ['--url', server.url]),
    ...args,
  ]);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(sentence);
  expect(refused.stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['--url without a key', ['--url', 'http://127.0.0.1:1']],
  ['a key without --url', ['--key', 'x']],
  ['two keys', ['--url', 'http://127.0.0.1:1', '--key', 'x', '--key-from-env', 'HOME']],
  ['a variable that is not set', ['--url', 'http://127.0.0.1:1', '--key-from-env', 'NO_SUCH_VARIABLE']],
  ['an invalid address', ['--url', 'inventory', '--key', 'x']],
  ['an address with a query', ['--url', 'http://127.0.0.1:1/?a=b', '--key', 'x']],
  ['a seed that is not a number', ['--seed', 'x']],
  ['no runs', ['--runs', '0']],
])('%s is a usage error', async (_what, args) => {
  expect(await cli(['conformance', ...args])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('error: '),
  });
});
