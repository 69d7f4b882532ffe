// GET /cyber-assets of an organization with more than a client may hold in memory here: it goes through a
// file.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { get } from 'node:http';
import os from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unavailable } from '../../src/base/errors';
import { newAsset } from '../support/assets';
import { type TestServer, startTestServer } from '../support/server';
import { until } from '../support/until';

const ASSETS = 20_500;
const idAt = (index: number): string => `ca_large${String(index).padStart(5, '0')}`;

let test: TestServer;
let folder: string;

beforeAll(async () => {
  test = await startTestServer({ validateResponses: false });
  const cyber_assets = Array.from({ length: ASSETS }, (_, index) => ({
    id: idAt(index),
    name: `large-${index}`,
    cyber_system_id: 'cs_cedar_relays',
    asset_type: 'hardware',
  }));
  await test.inventory.importer.run(test.cedar.organization, { cyber_assets });
  folder = mkdtempSync(join(os.tmpdir(), 'compliance-inventory-large-'));
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
}, 60_000);

afterAll(async () => {
  jest.restoreAllMocks();
  await test.close();
  rmSync(folder, { recursive: true });
});

const list = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${test.url}/cyber-assets`, {
    method,
    headers: { 'X-API-Key': test.cedar.key, 'Accept-Encoding': 'identity', ...headers },
  });

interface Asset {
  id: string;
}

describe('getCyberAssets, large', () => {
  it('returns 200 with every asset once, in the order of ids, and nothing left behind on the disk', async () => {
    const answer = await list();
    const text = await answer.text();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const ids = (JSON.parse(text) as Asset[]).map(({ id }) => id);
    expect(ids).toEqual([
      'ca_cedar_app',
      'ca_cedar_rtu',
      ...Array.from({ length: ASSETS }, (_, index) => idAt(index)),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('returns 200 to 16 requests at once, some of which leave, from fewer files, and closes each', async () => {
    const opened = jest.spyOn(promises, 'open');
    const leaving = new AbortController();
    const left = fetch(`${test.url}/cyber-assets`, {
      headers: { 'X-API-Key': test.cedar.key },
      signal: leaving.signal,
    });
    const lists = Array.from({ length: 16 }, async () => (await list()).text());
    const gone = left.then(async (response) => (leaving.abort(), response.text()));
    await expect(gone).rejects.toThrow();
    const [first, ...others] = await Promise.all(lists);
    for (const other of others) expect(other === first).toBe(true);
    expect(opened.mock.calls.length).toBeLessThan(16);
    const handles = await Promise.all(
      opened.mock.results.map(({ value }) => value as Promise<promises.FileHandle>),
    );
    opened.mockRestore();
    await until(() => handles.every(({ fd }) => fd === -1));
  });

  it('returns 200 with each asset as GET of its id tells it', async () => {
    const asset = ((await (await list()).json()) as Asset[]).at(-1)!;
    expect((await test.client('GET', `/cyber-assets/${asset.id}`)).body).toEqual(asset);
  });

  it('returns a compressed list with its own ETag, and 304 for either ETag', async () => {
    const plain = await list();
    const whole = await plain.text();
    const [response] = (await once(
      get(`${test.url}/cyber-assets`, {
        headers: { 'X-API-Key': test.cedar.key, 'Accept-Encoding': 'gzip' },
      }),
      'response',
    )) as [import('node:http').IncomingMessage];
    const parts = (await response.toArray()) as Buffer[];
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(whole);
    const tags = [plain.headers.get('etag')!, response.headers.etag!];
    expect(new Set(tags).size).toBe(2);
    for (const tag of tags) expect((await list({ 'If-None-Match': tag })).status).toBe(304);
  });

  it('HEAD 200 with the length of the list, and no body', async () => {
    const answer = await list({}, 'HEAD');
    expect([
      answer.status,
      Number(answer.headers.get('content-length')) > 1_000_000,
      await answer.text(),
    ]).toEqual([200, true, '']);
  });

  it('is one consistent state: a change during a slow read succeeds at once and is in the next list', async () => {
    const [slow] = (await once(
      get(`${test.url}/cyber-assets`, {
        headers: { 'X-API-Key': test.cedar.key, 'Accept-Encoding': 'identity' },
      }),
      'response',
    )) as [import('node:http').IncomingMessage];
    const created = await test.client('POST', '/cyber-assets', {
      body: newAsset({ cyber_system_id: 'cs_cedar_ems' }),
    });
    expect(created.status).toBe(201);
    const { id } = created.body as Asset;
    const idsOf = (text: string) => (JSON.parse(text) as Asset[]).map((asset) => asset.id);
    expect(idsOf(Buffer.concat((await slow.toArray()) as Buffer[]).toString())).not.toContain(id);
    expect(idsOf(await (await list()).text())).toContain(id);
    await test.client('DELETE', `/cyber-assets/${id}`);
  });

  it('a client that goes in the middle is no error', async () => {
    const request = get(`${test.url}/cyber-assets`, {
      headers: { 'X-API-Key': test.cedar.key, 'Accept-Encoding': 'identity' },
    });
    await once(request, 'response');
    const before = test.logs.length;
    request.destroy();
    await until(() => test.logs.length !== before);
    expect(test.logs.slice(before)).toEqual([
      expect.objectContaining({ level: 'info', operationId: 'getCyberAssets', aborted: true }),
    ]);
    expect(((await (await list()).json()) as Asset[]).length).toBe(ASSETS + 2);
  });

  it('returns 503 when there is no room for it, and whole again when there is', async () => {
    jest.mocked(os.tmpdir).mockReturnValue(join(folder, 'missing'));
    const refused = await list();
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      503,
      'unavailable',
    ]);
    jest.mocked(os.tmpdir).mockReturnValue(folder);
    expect(existsSync(folder)).toBe(true);
    expect(((await (await list()).json()) as Asset[]).length).toBe(ASSETS + 2);
  });

  it('returns 503 when its snapshot does not end well, and no file stays open', async () => {
    const { database } = test.inventory;
    const { snapshot } = database;
    const open = jest.spyOn(promises, 'open');
    database.snapshot = async (...call) => {
      await snapshot(...call);
      throw unavailable();
    };
    expect((await list()).status).toBe(503);
    database.snapshot = snapshot;
    const files = await Promise.all(
      open.mock.results.map(({ value }) => value as ReturnType<typeof promises.open>),
    );
    open.mockRestore();
    expect(files.map(({ fd }) => fd)).toEqual([-1]);
  });

  it('is cut off when its file cannot be read on, which is logged once with the request id', async () => {
    const { open } = promises;
    const opened = jest.spyOn(promises, 'open').mockImplementation(async (...parameters) => {
      const file = await open(...parameters);
      const { read } = file;
      return Object.assign(file, {
        read: (options: { buffer: Buffer; position: number }) =>
          options.position === 0
            ? Reflect.apply(read, file, [options])
            : file.close().then(() => Promise.reject(new Error('the disk is broken'))),
      });
    });
    const before = test.logs.length;
    const reply = await list({ 'X-Request-Id': 'cut-off' });
    await expect(reply.text()).rejects.toThrow();
    opened.mockRestore();
    const told = test.logs
      .slice(before)
      .filter(({ requestId, level }) => requestId === 'cut-off' && level === 'error');
    expect(told).toEqual([
      expect.objectContaining({
        msg: 'response aborted',
        err: expect.objectContaining({ message: 'the disk is broken' }) as unknown,
      }),
    ]);
    expect(((await (await list()).json()) as Asset[]).length).toBe(ASSETS + 2);
  });

  it('is checked against the contract where answers are', async () => {
    const checked = await startTestServer(
      { validateResponses: true },
      { ...test, close: () => Promise.resolve() },
    );
    const answer = await fetch(`${checked.url}/cyber-assets`, { headers: { 'X-API-Key': test.cedar.key } });
    expect([answer.status, ((await answer.json()) as Asset[]).length]).toEqual([200, ASSETS + 2]);
    await checked.close();
  });
});
