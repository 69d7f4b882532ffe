// Tests the options of `sandbox`: --persist, --contract, --watch, --public-url and --allow-origin.
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSandbox } from '../../src/app/sandbox';
import type { ContractDocument } from '../../src/contract/document';
import { type Environment, MAIN, ROOT, cliIn, ended, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { rawRequest } from '../support/raw';
import { until } from '../support/until';

const folder = temporaryFolder();
const LISTENING = /Sandbox +(\S+)[^]*Test key +(\S+)[^]*Ctrl-C[^\n]*\n/;

async function sandbox(args: string[], environment: Environment = {}) {
  const child = start(['sandbox', ...args], { PORT: '0', ...environment });
  const [greeting, url, key] = await said(child, 'stdout', LISTENING);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { 'X-API-Key': key!, 'Content-Type': 'application/json', ...init.headers },
    });
  return { child, greeting, url: url!, call, stop: () => stop(child) };
}

/** Returns a contract of the available operations and one planned operation. */
function withOperation(name = 'Ashford'): ContractDocument {
  const document = partOfContract(RELEASED);
  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 255 } } };
  const content = { 'application/json': { schema, examples: { first: { value: { name } } } } };
  document.paths['/substations'] = {
    get: {
      operationId: 'getSubstations',
      'x-availability': 'planned',
      summary: 'List',
      tags: ['Facilities'],
      responses: { 200: { description: 'All.', content } },
    },
  };
  return document;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s during startup ends the sandbox and removes its files',
  async (signal) => {
    const temporary = join(folder, signal);
    mkdirSync(temporary);
    const watcher = watch(temporary);
    const made = once(watcher, 'change');
    const child = start(['sandbox'], { PORT: '0', TMPDIR: temporary });
    await made;
    watcher.close();
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([null, signal]);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test('--port and --host replace PORT and HOST, and a killed sandbox leaves no folder after the next start', async () => {
  const temporary = join(folder, 'killed');
  mkdirSync(temporary);
  const environment = { PORT: 'wrong', HOST: 'wrong', TMPDIR: temporary };
  const begin = () => start(['sandbox', '--port', '0', '--host', '127.0.0.1'], environment);
  const killed = begin();
  const [, url] = await said(killed, 'stdout', LISTENING);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const [left] = readdirSync(temporary);
  const next = begin();
  await said(next, 'stdout', LISTENING);
  expect(readdirSync(temporary)).toEqual([expect.not.stringMatching(left!)]);
  await stop(next);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a killed terminal stops the sandbox and the sandbox removes its files', async () => {
  const temporary = join(folder, 'window');
  mkdirSync(temporary);
  const terminal = start(
    ['-qefc', `${process.execPath} ${MAIN} sandbox`, '/dev/null'],
    { PORT: '0', TMPDIR: temporary },
    ['script'],
  );
  await said(terminal, 'stdout', LISTENING);
  const watcher = watch(temporary);
  const gone = new Promise<void>((resolve) =>
    watcher.on('change', () => existsSync(temporary) && readdirSync(temporary).length === 0 && resolve()),
  );
  terminal.kill('SIGKILL');
  await gone;
  watcher.close();
});

describe('a sandbox without options', () => {
  const temporary = join(folder, 'closed');
  let plain: Awaited<ReturnType<typeof sandbox>>;
  beforeAll(async () => {
    mkdirSync(temporary);
    plain = await sandbox([], { TMPDIR: temporary });
  });

  test('prints a console, docs and a guide that open, and a request that succeeds', async () => {
    for (const name of ['Console', 'Docs', 'Guide']) {
      const address = new RegExp(`^${name} +(\\S+)$`, 'm').exec(plain.greeting)![1]!;
      expect(await (await fetch(address)).text()).toContain(`<title>${name} ·`);
    }
    const request = await ended(start(['-c', /^curl .+$/m.exec(plain.greeting)![0]], {}, ['/bin/sh']));
    expect(JSON.parse(request.stdout)).toHaveLength(13);
  });

  test('stops gracefully when its terminal is closed, and removes its files', async () => {
    plain.child.kill('SIGHUP');
    expect(await once(plain.child, 'close')).toEqual([0, null]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('--persist keeps changes until the next startup', async () => {
  const file = join(folder, 'kept/sandbox.sqlite');
  const first = await sandbox(['--persist', file]);
  const body = JSON.stringify({
    name: 'MLB345-RTU02',
    cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
    asset_type: 'hardware',
  });
  const { id } = (await (await first.call('/cyber-assets', { method: 'POST', body })).json()) as {
    id: string;
  };
  expect(first.greeting).toContain(`Data stays in ${file}`);
  await first.stop();
  const second = await sandbox(['--persist', file]);
  expect((await second.call(`/cyber-assets/${id}`)).status).toBe(200);
  await second.stop();
});

test('the test key of a persisted sandbox works at any age of the database', async () => {
  const file = join(folder, 'old.sqlite');
  const first = await openSandbox(`sqlite:${file}`);
  await first.inventory.database.knex('api_keys').update({ expires_at: '2025-01-01T00:00:00.000Z' });
  await first.inventory.close();
  const later = await sandbox(['--persist', file]);
  expect((await later.call('/facilities')).status).toBe(200);
  await later.stop();
  // The key is valid, so the sandbox does not extend it again.
  const { inventory } = await openSandbox(`sqlite:${file}`);
  const [key] = await inventory.database.knex<{ expires_at: string }>('api_keys').select('expires_at');
  expect(Date.parse(key!.expires_at)).toBeGreaterThan(Date.now());
  const again = Date.parse(key!.expires_at);
  await inventory.close();
  const reopened = await openSandbox(`sqlite:${file}`);
  const [same] = await reopened.inventory.database
    .knex<{ expires_at: string }>('api_keys')
    .select('expires_at');
  expect(Date.parse(same!.expires_at)).toBe(again);
  await reopened.inventory.close();
});

test('--contract rejects a document that is no branch, and names the command of Prism', async () => {
  const file = join(folder, 'substations.json');
  const { paths, ...document } = withOperation();
  writeFileSync(file, JSON.stringify({ ...document, paths: { '/substations': paths['/substations'] } }));
  expect(await cliIn(folder, ['sandbox', '--contract', file], { PORT: '0' })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `${file} cannot be served: #/paths/~1facilities/get is not getFacilities. A branch of this contract keeps released operations. For other documents, run: npx @stoplight/prism-cli mock FILE\n`,
  });
});

test('--contract accepts a document that is split into several files', async () => {
  const authored = await sandbox(['--contract', join(ROOT, 'spec/openapi.yaml')]);
  expect((await authored.call('/training-modules')).status).toBe(200);
  await authored.stop();
});

test('--watch reloads a changed document, keeps the data and ignores an invalid document', async () => {
  const file = join(folder, 'watched.json');
  writeFileSync(file, JSON.stringify(withOperation('Ashford')));
  const watched = await sandbox(['--contract', file, '--watch']);
  await watched.call('/cyber-assets/ca_01kbs4t885enxtxcxapjygarsc', { method: 'DELETE' });
  const name = async () => ((await (await watched.call('/substations')).json()) as { name: string }).name;
  expect(await name()).toBe('Ashford');

  const reloaded = said(watched.child, 'stderr', /^Reloaded /m);
  writeFileSync(file, JSON.stringify(withOperation('Brightwater')));
  await reloaded;
  expect(await name()).toBe('Brightwater');
  expect((await watched.call('/cyber-assets/ca_01kbs4t885enxtxcxapjygarsc')).status).toBe(404);

  const foreign = { ...withOperation('Cedar'), openapi: '3.0.3' };
  for (const content of ['{"openapi":', JSON.stringify(foreign)]) {
    const rejected = said(watched.child, 'stderr', /still serves the previous document/);
    writeFileSync(file, content);
    await rejected;
    expect(await name()).toBe('Brightwater');
  }
  await watched.stop();
});

test('--watch reloads when a referenced file is missing, created or changed', async () => {
  const [file, part] = [join(folder, 'parted.json'), join(folder, 'parts/later/substations.json')];
  const write = (name: string) =>
    writeFileSync(part, JSON.stringify(withOperation(name).paths['/substations']));
  writeFileSync(file, JSON.stringify(withOperation('Ashford')));
  const watched = await sandbox(['--contract', file, '--watch']);
  const currentName = async () =>
    ((await (await watched.call('/substations')).json()) as { name: string }).name;
  const staysAfter = async (change: () => void) => {
    const warning = said(watched.child, 'stderr', /still serves the previous document/);
    change();
    await warning;
    return currentName();
  };
  /** Waits for the change. One change can cause several reloads. */
  const becomesAfter = async (change: () => void, name: string) => {
    change();
    await until(async () => (await currentName()) === name);
  };
  const document = {
    ...withOperation(),
    paths: {
      ...partOfContract(RELEASED).paths,
      '/substations': { $ref: 'parts/later/substations.json' },
    },
  };
  expect(await staysAfter(() => writeFileSync(file, JSON.stringify(document)))).toBe('Ashford');
  expect(await staysAfter(() => mkdirSync(dirname(part), { recursive: true }))).toBe('Ashford');
  await becomesAfter(() => write('Brightwater'), 'Brightwater');
  await becomesAfter(() => write('Cedar'), 'Cedar');
  const recreate = () => {
    rmSync(dirname(part), { recursive: true });
    mkdirSync(dirname(part));
    write('Dunmore');
  };
  await becomesAfter(recreate, 'Dunmore');
  await becomesAfter(() => write('Eastfield'), 'Eastfield'); // the folder is new
  expect(await watched.stop()).toBe(0);
});

test.each([
  ['a missing file', 'none.yaml', undefined],
  ['a file that is not OpenAPI', 'other.json', '{"swagger":"2.0"}'],
  [
    'a document that refers to a URL',
    'remote.json',
    '{"openapi":"3.1.0","info":{"title":"x","version":"1"},' +
      '"paths":{"/a":{"$ref":"http://127.0.0.1:9/x.yaml"}}}',
  ],
])('--contract rejects %s with a single line', async (_what, name, content) => {
  const file = join(folder, name);
  if (content !== undefined) writeFileSync(file, content);
  const result = await cliIn(folder, ['sandbox', '--contract', file], { PORT: '0' });
  expect(result).toMatchObject({ status: 1, stdout: '' });
  expect(result.stderr).toMatch(/^[^\n]*(cannot be read|is not an OpenAPI)[^\n]*\n$/);
});

test.each(['', ':memory:', 'postgres://localhost/inventory', 'sqlite:inventory.sqlite'])(
  '--persist rejects %j, which is not a file',
  async (persist) => {
    expect(await cliIn(folder, ['sandbox', '--persist', persist])).toMatchObject({
      status: 2,
      stderr: '--persist needs a file name, for example sandbox.sqlite.\n',
    });
  },
);

test('--watch requires --contract', async () => {
  expect(await cliIn(folder, ['sandbox', '--watch'])).toMatchObject({
    status: 2,
    stderr: '--watch needs --contract <file>.\n',
  });
});

test('--public-url serves its host, and --allow-origin lets pages of several origins use the sandbox', async () => {
  const origins = ['https://app.example', 'http://second.example:8080'];
  const allowed = origins.flatMap((origin) => ['--allow-origin', origin]);
  const open = await sandbox(['--public-url', 'https://sandbox.example', ...allowed]);
  for (const origin of [...origins, 'http://localhost:5173']) {
    const reply = await rawRequest(open.url, 'GET', '/facilities', {
      host: 'sandbox.example',
      headers: [['Origin', origin]],
    });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([401, origin]);
  }
  await open.stop();
});

test.each([
  ['--public-url', 'sandbox.example'],
  ['--public-url', 'https://sandbox.example/path'],
  ['--public-url', '*'],
  ['--allow-origin', 'app.example'],
  ['--allow-origin', 'https://*.app.example'],
  ['--allow-origin', 'null'],
])('%s rejects %s, which is not an origin', async (option, value) => {
  const { status, stderr } = await cliIn(folder, ['sandbox', option, value]);
  expect([status, stderr]).toEqual([2, expect.stringContaining('Write an origin without a path')]);
});
