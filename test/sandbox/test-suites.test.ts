// Runs the Jest and node:test files of the guide, and tests the sandbox that a suite starts.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from 'compliance-inventory/sandbox';
import { ROOT, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const run = promisify(execFile);
const PAGE = readFileSync(join(ROOT, 'spec/guide/test-suites.md'), 'utf8');

/** Writes the files of the guide where `compliance-inventory` is this package. */
beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/compliance-inventory'));
  writeFileSync(join(folder, 'package.json'), '{"jest":{"rootDir":"."}}');
  for (const [code, name] of PAGE.matchAll(/(?<=```js\n)\/\/ (\S+)\n[^]*?(?=```)/g))
    writeFileSync(join(folder, name!), code);
});

describe('the guide', () => {
  it.each([
    ['Jest', [join(ROOT, 'node_modules/jest/bin/jest.js'), 'tasks.test.js'], /Tests: +2 passed, 2 total/],
    ['node:test', ['--test', 'tasks.test.mjs'], /pass 1\n[^]*fail 0/],
  ])('has a test file for %s that passes and ends', async (_runner, args, passed) => {
    const { stdout, stderr } = await run(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout + stderr).toMatch(passed);
  });
});

it('sandbox --json prints one line of JSON', async () => {
  const child = start(['sandbox', '--json'], { PORT: '0' });
  const [line] = await said(child, 'stdout', /^.*\n/);
  const { url, key, worldsUrl, docsUrl, consoleUrl, contractVersion } = JSON.parse(line);
  expect([contractVersion, docsUrl, worldsUrl, consoleUrl]).toEqual([
    '1.0.0',
    `${url}/docs`,
    `${url}/sandbox/worlds`,
    url,
  ]);
  expect((await fetch(`${url}/tasks`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  expect(await stop(child)).toBe(0);
});

describe('startSandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await startSandbox({ now: '2026-03-02T08:00:00Z' })));
  afterAll(() => sandbox.close());
  const send = (key: string, path: string, method = 'GET', body?: object) =>
    fetch(sandbox.url + path, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const totalOf = async (key: string) =>
    ((await (await send(key, '/tasks')).json()) as { total: number }).total;

  it('serves the demo data to the default key', async () => {
    expect(((await (await send(sandbox.key, '/cyber-assets')).json()) as unknown[]).length).toBe(400);
  });

  it('gives each world its records, and new worlds the clock of the sandbox', async () => {
    const world = await sandbox.createWorld({ from: 'empty' });
    const created = (await (await send(world.key, '/tasks', 'POST', { title: 'A' })).json()) as {
      createdAt: string;
    };
    expect(created.createdAt).toBe('2026-03-02T08:00:00.000Z');
    const fork = await world.fork();
    await world.reset();
    expect([await totalOf(world.key), await totalOf(fork.key)]).toEqual([0, 1]);
    expect(await fork.advance('P35D')).toBe('2026-04-06T08:00:00.000Z');
    expect(await fork.setTime('2027-01-01T00:00:00Z')).toBe('2027-01-01T00:00:00.000Z');
    expect((await fork.calls()).log.entries).toHaveLength(1);
    await fork.close();
    await fork.close();
    expect((await send(fork.key, '/tasks')).status).toBe(401);
  });

  it('runs beside another sandbox of the process', async () => {
    const other = await startSandbox();
    expect(other.url).not.toBe(sandbox.url);
    await other.close();
    await other.close();
    await expect(fetch(other.url)).rejects.toThrow();
    await expect(other.createWorld()).rejects.toThrow(
      'This sandbox is closed. Start another one with startSandbox().',
    );
  });

  it('keeps the data of persist in its file', async () => {
    const persist = join(folder, 'kept.sqlite');
    const first = await startSandbox({ persist });
    await first.close();
    expect(existsSync(persist)).toBe(true);
    await (await startSandbox({ persist })).close();
  });

  it('serves another contract', async () => {
    const contract = join(folder, 'contract.json');
    const responses = {
      200: { description: 'One.', content: { 'application/json': { example: { name: 'B1' } } } },
    };
    const paths = { '/breaker': { get: { responses } } };
    writeFileSync(contract, JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }));
    const other = await startSandbox({ contract });
    const response = await fetch(`${other.url}/breaker`, { headers: { 'X-API-Key': other.key } });
    expect(await response.json()).toEqual({ name: 'B1' });
    await other.close();
  });

  it.each([
    [{ prot: 1 }, /prot is not a known field/],
    [{ now: 'tomorrow' }, /Wrong options of startSandbox: now/],
    [{ persist: '' }, /persist is "". Give a file name/],
    [{ contract: '/nowhere/contract.json' }, /nowhere/],
  ])('rejects %j', async (options, message) => {
    await expect(startSandbox(options as object)).rejects.toThrow(message);
  });

  it('says that a port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await expect(startSandbox({ port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use. Leave out \`port\``,
    );
    server.close();
  });

  it('explains wrong arguments of a world', async () => {
    const world = await sandbox.createWorld({ from: 'empty' });
    await expect(world.advance('35 days')).rejects.toThrow(
      /Wrong options of advance: advance must be a duration/,
    );
    await expect(sandbox.createWorld({ from: 'org_1' })).rejects.toThrow(/from names no world/);
    await expect(world.setTime('2020-01-01T00:00:00Z')).rejects.toThrow(/forward only/);
  });
});
