// Tests the helpers of the client: paginate, upload and confirmChange.
import {
  type Client,
  type User,
  confirmChange,
  createClient,
  paginate,
  unwrap,
  upload,
} from '../../src/client';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
let proxy: FaultyProxy;
let lose = false;
let client: Client;
let viaProxy: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  proxy = await startFaultyProxy(sandbox.url, () => {
    if (!lose) return;
    lose = false;
    throw new Error('lost');
  });
  client = createClient({ baseUrl: sandbox.url, apiKey: sandbox.key });
  viaProxy = createClient({ baseUrl: proxy.url, apiKey: sandbox.key, retries: 0 });
});
afterAll(async () => {
  await proxy.close();
  await sandbox.close();
});

describe('paginate', () => {
  it('yields the records of every page in order', async () => {
    const all = unwrap(await client.GET('/users', { params: { query: { limit: 100 } } })).data;
    const paths: string[] = [];
    const counting = createClient({
      baseUrl: sandbox.url,
      apiKey: sandbox.key,
      onRequest: ({ url }) => paths.push(url),
    });
    const read: User[] = [];
    for await (const user of paginate(counting, '/users', { params: { query: { limit: 2 } } }))
      read.push(user);
    expect(read).toEqual(all);
    expect(paths).toHaveLength(Math.ceil(all.length / 2));
    expect(paths.length).toBeGreaterThan(1);
  });

  it('keeps the filters of the first page', async () => {
    const query = { role: 'contributor', limit: 1 } as const;
    for await (const { role } of paginate(client, '/users', { params: { query } }))
      expect(role).toBe('contributor');
    expect.assertions(unwrap(await client.GET('/users', { params: { query } })).total);
  });

  it('throws the error of a page that cannot be read', async () => {
    const pages = paginate(client, '/users', { params: { query: { cursor: 'none' } } });
    await expect(pages.next()).rejects.toMatchObject({ kind: 'api', status: 400 });
  });
});

describe('upload', () => {
  it.each([
    ['plan.pdf', '', '%PDF-1.7'],
    ['Plan.DOCX', '', 'PK\u0003\u0004'],
    ['plan', 'application/pdf', '%PDF-1.7'],
  ])('sends %s of type "%s" so that the server accepts it', async (name, type, content) => {
    const result = await upload(client, '/policy-documents/upload', new File([content], name, { type }));
    expect(result).toMatchObject({ status: 201, data: { fileName: name } });
  });

  it('sends a CSV file to a path with parameters', async () => {
    const { id } = unwrap(await client.GET('/cyber-systems'))[0]!;
    const file = new File(['name,asset_type\nMLB345-RTU77,hardware\n'], 'assets.csv');
    const path = { cyberSystemId: id };
    const result = await upload(client, '/cyber-systems/{cyberSystemId}/cyber-assets/import', file, {
      params: { path },
    });
    expect(unwrap(result).created).toBe(1);
  });
});

describe('confirmChange after a lost response', () => {
  const createAsset = async (name: string) => {
    const { id } = unwrap(await client.GET('/cyber-systems'))[0]!;
    const body = { name, cyber_system_id: id, asset_type: 'hardware' } as const;
    const path = { id: unwrap(await client.POST('/cyber-assets', { body })).id };
    return { params: { path }, read: () => client.GET('/cyber-assets/{id}', { params: { path } }) };
  };

  it('returns the record when the change was made', async () => {
    const { params, read } = await createAsset('CONFIRM-01');
    const body = { name: 'CONFIRM-02', asset_type: 'software' } as const;
    lose = true;
    const result = await viaProxy.PATCH('/cyber-assets/{id}', { params, body });
    expect(result.error).toMatchObject({ kind: 'connection', maybeDone: true });
    expect(await confirmChange(result, body, read)).toMatchObject({
      data: body,
      status: 200,
      replayed: true,
    });
  });

  it('returns the error when the record has other values', async () => {
    const { params, read } = await createAsset('CONFIRM-03');
    const body = { name: 'CONFIRM-04' };
    lose = true;
    const result = await viaProxy.PATCH('/cyber-assets/{id}', { params, body });
    await client.PATCH('/cyber-assets/{id}', { params, body: { name: 'CONFIRM-05' } });
    expect(await confirmChange(result, body, read)).toBe(result);
  });

  it('returns the error when the record cannot be read', async () => {
    const { params, read } = await createAsset('CONFIRM-06');
    const body = { name: 'CONFIRM-07' };
    lose = true;
    const result = await viaProxy.PATCH('/cyber-assets/{id}', { params, body });
    await client.DELETE('/cyber-assets/{id}', { params });
    expect(await confirmChange(result, body, read)).toBe(result);
  });

  it('does not read when the result is certain', async () => {
    const { params } = await createAsset('CONFIRM-08');
    const read = () => Promise.reject(new Error('read'));
    const done = await client.PATCH('/cyber-assets/{id}', { params, body: {} });
    expect(await confirmChange(done, {}, read)).toBe(done);
    const rejected = await client.PATCH('/cyber-assets/{id}', { params, body: { name: '' } });
    expect(await confirmChange(rejected, { name: '' }, read)).toBe(rejected);
  });

  it('compares nested values and lists', async () => {
    const lost = { error: { maybeDone: true } } as Parameters<typeof confirmChange<object>>[0];
    const confirms = async (record: object, change: object) =>
      (await confirmChange(lost, change, () =>
        Promise.resolve({ data: record } as Parameters<typeof confirmChange<object>>[0]),
      )) !== lost;
    expect(await confirms({ a: { b: [1, 2] }, c: 1 }, { a: { b: [1, 2] } })).toBe(true);
    expect(await confirms({ a: { b: [1, 2, 3] } }, { a: { b: [1, 2] } })).toBe(false);
    expect(await confirms({ a: null }, { a: { b: 1 } })).toBe(false);
    expect(await confirms({ a: null }, { a: null, skipped: undefined })).toBe(true);
  });
});
