// Creates and reads records of a sandbox through the API, and tests rules that many operations share.
import type { Client, Reply } from './client';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

let count = 0;
/** Returns a text that no other record of this test file has. */
export const unique = (text: string): string => `${text} ${++count}`;
export const uniqueEmail = (): string => `person.${++count}@cedar-valley.example`;

/** Creates a record and returns it. Throws unless the status is 201. */
export async function create(client: Client, path: string, body: unknown): Promise<any> {
  const reply = await client('POST', path, { body });
  if (reply.status !== 201) throw new Error(`POST ${path} returned ${reply.status}: ${reply.text}`);
  return reply.body;
}

/** Reads a record or a list. Throws unless the status is 200. */
export async function read(client: Client, path: string): Promise<any> {
  const reply = await client('GET', path);
  if (reply.status !== 200) throw new Error(`GET ${path} returned ${reply.status}: ${reply.text}`);
  return reply.body;
}

export const createUser = (client: Client, fields: object = {}): Promise<any> =>
  create(client, '/users', { name: 'Ana Flores', email: uniqueEmail(), role: 'contributor', ...fields });
export const createFacility = (client: Client): Promise<any> =>
  create(client, '/facilities', { name: unique('Kestrel Ridge Substation') });
export const createTask = (client: Client): Promise<any> =>
  create(client, '/tasks', { title: unique('Review baselines') });
export const createDocument = (client: Client, fields: object = {}): Promise<any> =>
  create(client, '/policy-documents', { title: unique('Recovery Plan'), ...fields });

export const formWith = (name: string, type: string, content = '%PDF-1.7', part = 'file'): FormData => {
  const form = new FormData();
  form.append(part, new Blob([content], { type }), name);
  return form;
};
/** Uploads a file and returns it while it is processing. */
export const uploadFile = (client: Client, name = 'plan.pdf'): Promise<any> =>
  client('POST', '/policy-documents/upload', { body: formWith(name, 'application/pdf') }).then(
    ({ body }) => body,
  );

const MAX_PAGES = 10_000;

/** Reads every page of a list and returns its rows. */
export async function everyRow(client: Client, path: string, limit = 3): Promise<any[]> {
  const rows: any[] = [];
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  let cursor = '';
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await read(client, start + cursor);
    rows.push(...page.data);
    if (page.nextCursor === undefined) return rows;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  throw new Error(`${path} has more than ${MAX_PAGES} pages.`);
}

/** Returns `[status, error, ...fields of details]` of a response, to compare it in one assertion. */
export const outcome = ({ status, body }: Reply): unknown[] => [
  status,
  body?.error,
  ...new Set((body?.details ?? []).map(({ field }: { field: string }) => field)),
];

export const countStatuses = (replies: Reply[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Sends the same request several times at once. */
export const atOnce = (times: number, send: (index: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => send(index)));

/** Returns the entries of the activity log about one record, oldest first. */
export const historyOf = async (client: Client, resourceType: string, id: string): Promise<any[]> =>
  (await read(client, `/activity/by-resource-type/${resourceType}/${id}`)).data;
export const operationsOf = async (client: Client, resourceType: string, id: string): Promise<string[]> =>
  (await historyOf(client, resourceType, id)).map(({ operation }) => operation);

/** Sends one request with a new Idempotency-Key twice, then with another body. Returns the three replies. */
export async function retried(client: Client, path: string, body: unknown, otherBody?: unknown) {
  const headers = { 'Idempotency-Key': unique('retry') };
  const first = await client('POST', path, { body, headers });
  const second = await client('POST', path, { body, headers });
  const other =
    otherBody === undefined ? undefined : await client('POST', path, { body: otherBody, headers });
  return { first, second, other };
}

/** Asserts the rules of Idempotency-Key on a POST, except the rule that a retry changes nothing. */
export async function expectSafeRetries(client: Client, path: string, body: unknown, otherBody?: unknown) {
  const { first, second, other } = await retried(client, path, body, otherBody);
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([first.status, null]);
  expect(first.status).toBeLessThan(300);
  expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([
    first.status,
    first.text,
    'true',
  ]);
  if (other) expect(outcome(other)).toEqual([422, 'idempotency_mismatch']);
  return first.body;
}

/** Asserts that a GET returns 304 for its tag, and 200 with another tag after the change. */
export async function expectTagToMove(client: Client, path: string, change: () => Promise<unknown>) {
  const tag = (await client('GET', path)).headers.get('etag')!;
  const held = { headers: { 'If-None-Match': tag } };
  const unchanged = await client('GET', path, held);
  expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag]);
  await change();
  const changed = await client('GET', path, held);
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(tag);
}

/** Asserts that a GET returns 304 for its tag, for a list that contains it and for `*`. */
export async function expectNotModified(client: Client, path: string) {
  const tag = (await client('GET', path)).headers.get('etag')!;
  for (const held of [tag, `"other", ${tag}`, `W/${tag}`, '*'])
    expect((await client('GET', path, { headers: { 'If-None-Match': held } })).status).toBe(304);
}

/** Asserts the rules of `limit` and `cursor` on a list of at least four rows. */
export async function expectPages(client: Client, path: string, foreignList: string) {
  const first = await read(client, `${path}?limit=1`);
  expect([first.data.length, typeof first.nextCursor]).toEqual([1, 'string']);
  const rows = await everyRow(client, path);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(first.total);
  expect(rows).toEqual((await read(client, `${path}?limit=200`)).data);
  const second = await read(client, `${path}?cursor=${encodeURIComponent(first.nextCursor)}`);
  expect(second.data).toEqual(rows.slice(1, 51)); // without a limit, a page has the default size
  for (const limit of ['0', '201', '-1', '1.5', 'ten', ''])
    expect(outcome(await client('GET', `${path}?limit=${limit}`))).toEqual([
      400,
      'validation_error',
      'limit',
    ]);
  expect(await read(client, `${path}?limit=1&cursor=start`)).toEqual(first);
  const foreign = (await read(client, `${foreignList}?limit=1`)).nextCursor;
  const moved = { ...JSON.parse(Buffer.from(first.nextCursor, 'base64url').toString()), after: 0 };
  for (const cursor of [
    foreign,
    Buffer.from(JSON.stringify(moved)).toString('base64url'),
    'garbled',
    first.nextCursor.slice(0, -4),
    `x${first.nextCursor}`,
    '..%2F',
    '0',
  ])
    expect(outcome(await client('GET', `${path}?limit=1&cursor=${cursor}`))).toEqual([
      400,
      'validation_error',
      'cursor',
    ]);
  await expectNotModified(client, `${path}?limit=1`);
}

/** Asserts that rows created or deleted between two pages neither hide nor repeat another row. */
export async function expectStablePages(
  client: Client,
  path: string,
  createRow: () => Promise<{ id: string }>,
  deleteRow: (row: any) => Promise<unknown>,
) {
  const ids = async () => (await everyRow(client, path, 200)).map(({ id }) => id);
  for (let rows = 0; rows < 4; rows++) await createRow();
  const before = await ids();
  const page = await read(client, `${path}?limit=${before.length - 2}`);
  await deleteRow(page.data.at(-1));
  const created = await createRow();
  const next = `${path}?limit=200&cursor=${encodeURIComponent(page.nextCursor)}`;
  const rest: string[] = (await read(client, next)).data.map(({ id }: { id: string }) => id);
  expect(rest).toEqual([...before.slice(-2), created.id]);
}

/** Ids that name no record: unknown, of another kind, malformed, hostile. */
export const unknownIds = (prefix: string): string[] => [
  `${prefix}_01kk0000000000000000000000`,
  'nil_01kk0000000000000000000000',
  '1',
  '__proto__',
  'constructor',
  `${prefix}_`,
  `${prefix}_${'x'.repeat(65)}`,
  `${prefix}_${'x'.repeat(300)}`,
  encodeURIComponent(`${prefix}_' OR 1=1 --`),
  `${prefix}_%00`,
  `${prefix}_%F0%9F%94%92`,
  `${prefix}_%2e%2e%2fx`,
];

/** Asserts that an operation with an id in its path returns 404 for every id that names no record. */
export async function expectNotFound(
  client: Client,
  prefix: string,
  method: string,
  path: (id: string) => string,
  body?: unknown,
) {
  for (const id of unknownIds(prefix)) {
    const reply = await client(method, path(id), body === undefined ? {} : { body });
    expect([id, ...outcome(reply)]).toEqual([id, 404, 'not_found']);
  }
}

/** Asserts that If-Match with a stale tag returns 412, and that the record's tag, `*` or a list is accepted. */
export async function expectConditionalChanges(
  client: Client,
  read: string,
  change: (headers: Record<string, string>) => Promise<Reply>,
) {
  const current = async () => (await client('GET', read)).headers.get('etag')!;
  const stale = await current();
  expect((await change({ 'If-Match': stale })).status).toBe(200);
  const tag = await current();
  expect(tag).not.toBe(stale);
  for (const held of [stale, '"other"', `W/${tag}`])
    expect(outcome(await change({ 'If-Match': held }))).toEqual([412, 'precondition_failed']);
  expect(await current()).toBe(tag);
  expect((await change({ 'If-Match': `"other", ${tag}` })).status).toBe(200);
  expect((await change({ 'If-Match': '*' })).status).toBe(200);
}
