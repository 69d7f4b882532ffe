// Runs the Jest and node:test files of the guide, and tests the sandbox that a suite starts.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Fault, type Sandbox, startSandbox } from 'compliance-inventory/sandbox';
import { ROOT, ended, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { RELEASED, partOfContract } from '../support/part-of-contract';

const folder = temporaryFolder();
const run = promisify(execFile);
const PAGE = readFileSync(join(ROOT, 'spec/guide/test-suites.md'), 'utf8');

/** Writes a branch of the contract with the operation `GET /breaker`. */
function branchFile(): string {
  const document = partOfContract(RELEASED);
  const content = { 'application/json': { schema: {}, examples: { shown: { value: { name: 'B1' } } } } };
  const responses = { 200: { description: 'One.', content } };
  document.paths['/breaker'] = {
    get: { operationId: 'getBreaker', 'x-availability': 'planned', summary: 'Read', responses },
  };
  const file = join(folder, 'branch.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

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
    ['Jest', [join(ROOT, 'node_modules/jest/bin/jest.js'), 'tasks.test.js'], /Tests: +3 passed, 3 total/],
    ['node:test', ['--test', 'tasks.test.mjs'], /pass 1\n[^]*fail 0/],
  ])('has a test file for %s that passes and ends', async (_runner, args, passed) => {
    const { stdout, stderr } = await run(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout + stderr).toMatch(passed);
  });
});

it('sandbox --json prints one line of JSON and nothing else', async () => {
  const child = start(['sandbox', '--json'], { PORT: '0' });
  const output = ended(child);
  const [line] = await said(child, 'stdout', /^.*\n/);
  const { url, key, worldsUrl, docsUrl, consoleUrl, contractVersion } = JSON.parse(line);
  expect([contractVersion, docsUrl, worldsUrl, consoleUrl]).toEqual([
    '1.0.0',
    `${url}/docs`,
    `${url}/sandbox/worlds`,
    url,
  ]);
  expect((await fetch(`${url}/tasks`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  await stop(child);
  expect(await output).toEqual({ status: 0, stdout: line, stderr: '' });
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
    await fork.delete();
    await fork.delete();
    expect((await send(fork.key, '/tasks')).status).toBe(401);
  });

  it('saves the records of a world, and creates worlds with them', async () => {
    const world = await sandbox.createWorld({ from: 'empty' });
    await send(world.key, '/tasks', 'POST', { title: 'A' });
    const records = await world.records();
    expect(records.Task).toEqual([expect.objectContaining({ title: 'A', status: 'open' })]);
    const copy = await sandbox.createWorld({ records });
    expect(await copy.records()).toEqual(records);
    await expect(sandbox.createWorld({ records: { Tasks: [] } })).rejects.toThrow(
      /^Wrong options of createWorld: records.Tasks is no kind of records\./,
    );
  });

  it('creates keys that act for users of a world, and scripts faults', async () => {
    const world = await sandbox.createWorld();
    const userId = 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr';
    const key = await world.createKey({ userId, access: 'read_only', expiresIn: 'P30D' });
    expect(key).toMatchObject({ userId, access: 'read_only', expiresAt: '2026-04-01T08:00:00.000Z' });
    expect(((await (await send(key.key, '/users/me')).json()) as { id: string }).id).toBe(userId);
    await expect(world.createKey({ userId: 'usr_none' })).rejects.toThrow(
      'Wrong options of createKey: userId names no user of the world. List them with GET /users.',
    );
    await expect(world.createKey({ userId, expiresIn: 'soon' })).rejects.toThrow(
      /^Wrong options of createKey: /,
    );
    await world.faults([{ method: 'GET', path: '/tasks', count: 1, status: 503 }]);
    expect((await send(world.key, '/tasks')).status).toBe(503);
    expect((await send(world.key, '/tasks')).status).toBe(200);
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

  it('keeps the data and the clock of persist in its file', async () => {
    const persist = join(folder, 'kept.sqlite');
    const create = async (now: string, title: string) => {
      const kept = await startSandbox({ persist, now });
      const headers = { 'X-API-Key': kept.key, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ title });
      const response = await fetch(`${kept.url}/tasks`, { method: 'POST', headers, body });
      const list = (await (await fetch(`${kept.url}/tasks`, { headers })).json()) as {
        data: { title: string }[];
      };
      await kept.close();
      const { createdAt } = (await response.json()) as { createdAt: string };
      return { createdAt, titles: list.data.map((task) => task.title) };
    };
    expect((await create('2027-01-01T00:00:00Z', 'A')).createdAt).toBe('2027-01-01T00:00:00.000Z');
    expect(existsSync(persist)).toBe(true);
    const { createdAt, titles } = await create('2028-01-01T00:00:00Z', 'B');
    expect(createdAt).toBe('2027-01-01T00:00:00.000Z');
    expect(titles).toEqual(expect.arrayContaining(['A', 'B']));
  });

  it('dates the demo invitations of the default world by its clock', async () => {
    const { data } = (await (await send(sandbox.key, '/invitations?status=pending')).json()) as {
      data: { sentAt: string }[];
    };
    expect(new Set(data.map(({ sentAt }) => sentAt))).toEqual(new Set(['2026-03-02T08:00:00.000Z']));
  });

  it('starts a world at its own time, and a fork at the time of its parent', async () => {
    const timeOf = async (key: string) =>
      ((await (await send(key, '/tasks', 'POST', { title: 'A' })).json()) as { createdAt: string }).createdAt;
    const world = await sandbox.createWorld({ from: 'empty', now: '2025-01-01T00:00:00Z', label: 'Old' });
    await world.advance('P1D');
    const forks = [
      await world.fork(),
      await world.fork({ now: '2030-01-01T00:00:00Z' }),
      await sandbox.createWorld({ from: world.id }),
    ];
    expect(await Promise.all([world, ...forks].map(({ key }) => timeOf(key)))).toEqual([
      '2025-01-02T00:00:00.000Z',
      '2025-01-02T00:00:00.000Z',
      '2030-01-01T00:00:00.000Z',
      '2025-01-02T00:00:00.000Z',
    ]);
    await world.reset();
    expect([await timeOf(world.key), await totalOf(world.key)]).toEqual(['2025-01-01T00:00:00.000Z', 1]);
  });

  it('does not limit the requests of a key', async () => {
    expect((await send(sandbox.key, '/tasks')).headers.get('ratelimit')).toBeNull();
  });

  it.each([true, false])(
    'with quiet: %j, ends after close() with open requests, and leaves no signal handlers or files',
    async (quiet) => {
      const temporary = join(folder, `quiet-${quiet}`);
      mkdirSync(temporary);
      const contract = branchFile();
      const script = `
        import { readdirSync } from 'node:fs';
        import { startSandbox } from 'compliance-inventory/sandbox';
        const signals = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal));
        const sandbox = await startSandbox(${JSON.stringify({ quiet, contract })});
        const folders = readdirSync(process.env.TMPDIR).length;
        const world = await sandbox.createWorld();
        const headers = { 'X-API-Key': world.key };
        await (await fetch(sandbox.url + '/breaker', { headers })).text();
        const events = await fetch(sandbox.url + '/console/events');
        const since = performance.now();
        void fetch(sandbox.url + '/breaker', { headers: { ...headers, Prefer: 'delay=10' } }).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 200));
        await sandbox.close();
        process.on('exit', () => {
          const isDelayed = performance.now() - since >= 10_000;
          console.log(JSON.stringify([signals(), folders, events.status, isDelayed]));
        });
      `;
      const ended = await run(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: folder,
        env: { PATH: process.env['PATH'], TMPDIR: temporary },
        timeout: 60_000,
      });
      expect(JSON.parse(ended.stdout)).toEqual([[0, 0, 0], 1, 200, false]);
      expect(ended.stderr).toEqual('');
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  it('removes its temporary folder when it cannot start', async () => {
    const temporary = join(folder, 'failed');
    mkdirSync(temporary);
    const script = `require('compliance-inventory/sandbox').startSandbox({ contract: 'none.json' }).catch(() => {})`;
    const env = { PATH: process.env['PATH'], TMPDIR: temporary };
    await run(process.execPath, ['--eval', script], { cwd: folder, env });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('serves a branch of the contract', async () => {
    const other = await startSandbox({ contract: branchFile() });
    const response = await fetch(`${other.url}/breaker`, { headers: { 'X-API-Key': other.key } });
    expect(await response.json()).toEqual({ name: 'B1' });
    await other.close();
  });

  it.each([
    [{ prot: 1 }, /prot is not a known field/],
    [{ now: 'tomorrow' }, /Wrong options of startSandbox: now/],
    [{ persist: '' }, /persist is "". Give a file name/],
    [{ persist: 'sqlite:a.sqlite' }, /persist is "sqlite:a.sqlite". Give a file name/],
    [{ persist: __dirname }, /cannot be used: .*Give another file as `persist`/],
    [{ persist: __filename }, /cannot be used: .*Give another file as `persist`/],
    [{ contract: '/nowhere/contract.json' }, /nowhere/],
    [{ port: 65536 }, /port must be at most 65535/],
    [{ quiet: 'no' }, /quiet must be of type boolean/],
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

  it('drops the response of a committed request, and the calls say so', async () => {
    const world = await sandbox.createWorld({ from: 'empty' });
    const fault: Fault = { method: 'POST', path: '/tasks', count: 1, drop: 'after' };
    await world.faults([fault]);
    await expect(send(world.key, '/tasks', 'POST', { title: 'A' })).rejects.toThrow('fetch failed');
    expect(await totalOf(world.key)).toBe(1);
    const [dropped, listed] = (await world.calls()).log.entries;
    expect([dropped!.response.status, listed!.response.status]).toEqual([0, 200]);
    expect(dropped!._fault).toEqual({ method: 'POST', path: '/tasks', drop: 'after' });
    await world.faults([{ method: 'GET', path: '/tasks', count: 9, status: 503 }]);
    await world.faults([]);
    expect((await send(world.key, '/tasks')).status).toBe(200);
    await expect(world.faults([{ ...fault, path: '/task' }])).rejects.toThrow(
      /Wrong options of faults: 0.path is "\/task".* Near paths: \/tasks/,
    );
    await expect(world.faults(undefined as never)).rejects.toThrow(
      /Wrong options of faults: body must be of type array/,
    );
    await world.delete();
  });

  it('explains wrong arguments of a world', async () => {
    const world = await sandbox.createWorld({ from: 'empty' });
    await expect(world.advance('35 days')).rejects.toThrow(
      /Wrong options of advance: advance must be a duration/,
    );
    await expect(sandbox.createWorld({ from: 'org_1' })).rejects.toThrow(/from names no world/);
    await expect(world.setTime('2020-01-01T00:00:00Z')).rejects.toThrow(/forward only/);
    await expect(world.setTime(undefined as never)).rejects.toThrow(/Wrong options of setTime: now must/);
    await world.delete();
    for (const work of [world.reset, world.fork, world.calls, () => world.advance('P1D')])
      await expect(work()).rejects.toThrow(/This world does not exist: .* Create another world/);
  });
});
