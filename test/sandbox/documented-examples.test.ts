// Tests that the sandbox returns each documented response to the request that the contract documents for it.
import { isDeepStrictEqual } from 'node:util';
import { demoData } from '../../src/sandbox/demo-data/demo-data';
import type { Client, Reply } from '../support/client';
import {
  type DocumentedRequest,
  type DocumentedResponse,
  documentedResponses,
  importedRequests,
  optionsOf,
} from './documented-requests';
import { type Fields, examples, isSuccess, objectsIn, operations } from '../support/examples';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { type TestServer, startTestServer } from '../support/server';
import { read } from '../support/world';
import { createWorld } from '../support/worlds';

let sandbox: Sandbox;
let client: Client;
/** The user behind the key. */
let me: string;
let startedAt: number;
beforeAll(async () => {
  startedAt = Date.now();
  sandbox = await startSandbox();
  ({ client } = sandbox);
  me = ((await read(client, '/users/me')) as { id: string }).id;
});
afterAll(() => sandbox.close());

const reset = (): Promise<void> => resetDemoData(sandbox);

const inventoryIds = new Set<unknown>(
  Object.values(demoData() as unknown as Record<string, { id: string }[]>).flatMap((rows) =>
    rows.map(({ id }) => id),
  ),
);
const documentedIds = examples
  .filter((example) => isSuccess(example) && example.method === 'GET')
  .flatMap(({ value }) => objectsIn(value).map(({ id }) => id));
/** Ids of records that a fresh world has. */
const seededIds = new Set<unknown>([...inventoryIds, ...documentedIds]);

const ID = /^[a-z]+_[0-9a-z]{26}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Random values. The client checks them against their schemas. */
const RANDOM = ['token', 'nextCursor', 'snapshotUrl', 'downloadUrl', 'etag'];

/** Compares a response with the documented one. Only the server can make ids, times of now and random values. */
class Comparison {
  private readonly ids = new Map<string, string>();
  /** Milliseconds from the documented times to those of this run: one period in a response. */
  private period: number | undefined;
  /** The earliest time of this run. An expiry lies after it. */
  earliest: number | undefined;

  constructor(
    private readonly isChange: boolean,
    private readonly isCreation: boolean,
  ) {}

  private isMade(documented: string, actual: string, key: string): boolean {
    if (documented === actual) return true;
    if (RANDOM.includes(key)) return actual !== '';
    if (MOMENT.test(documented) && MOMENT.test(actual)) {
      const time = Date.parse(actual);
      this.period ??= time - Date.parse(documented);
      this.earliest = Math.min(this.earliest ?? time, time);
      return time - Date.parse(documented) === this.period && time >= startedAt;
    }
    if (!ID.test(documented) || !ID.test(actual)) return false;
    if (this.isChange && key.endsWith('By')) return actual === me;
    const isNew = this.isCreation && key === 'id'; // its example may be a seed
    if (seededIds.has(actual) || (seededIds.has(documented) && !isNew)) return false;
    if (documented.split('_')[0] !== actual.split('_')[0]) return false;
    if (!this.ids.has(documented)) this.ids.set(documented, actual);
    return this.ids.get(documented) === actual;
  }

  /** Returns `actual` with the documented value in place of each value that only the server can make. */
  toDocumented(documented: unknown, actual: unknown, key = ''): unknown {
    if (typeof documented === 'string' && typeof actual === 'string')
      return this.isMade(documented, actual, key) ? documented : actual;
    if (typeof documented !== 'object' || typeof actual !== 'object' || !documented || !actual) return actual;
    if (Array.isArray(documented) && Array.isArray(actual))
      return excerpt(documented, actual).map((row, index) => this.toDocumented(documented[index], row, key));
    return Object.fromEntries(
      Object.entries(actual).map(([name, value]) => [
        name,
        this.toDocumented((documented as Fields)[name], value, name),
      ]),
    );
  }
}

/** Examples of the demo inventory show some of its records, in order. Removes the records that they omit. */
function excerpt(documented: unknown[], actual: unknown[]): unknown[] {
  const idOf = (row: unknown): unknown => (typeof row === 'string' ? row.split('"')[1] : (row as Fields)?.id);
  const shown = new Set(documented.map(idOf));
  if (![...shown].some((id) => inventoryIds.has(id))) return actual;
  return actual.filter((row) => !inventoryIds.has(idOf(row)) || shown.has(idOf(row)));
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);

function expectDocumented(documented: DocumentedResponse, { status, headers, body, text }: Reply): void {
  const { method, operation, body: example, headers: headerExamples } = documented;
  expect(headers.get('x-answered-by')).toBe(operation.availability === 'planned' ? 'world' : 'server');
  const isText = typeof example === 'string';
  const [wanted, actual] = isText ? [linesOf(example), linesOf(text)] : [example, body as unknown];
  const comparison = new Comparison(method !== 'GET', status === 201);
  expect([status, comparison.toDocumented(wanted, actual)]).toEqual([documented.status, wanted]);
  if (method !== 'GET') expect(comparison.earliest ?? 0).toBeLessThanOrEqual(Date.now());
  const { Location: location, 'Content-Disposition': disposition } = headerExamples;
  const { id } = (example ?? {}) as Fields;
  if (location !== undefined)
    expect(headers.get('location')).toBe(location.replace(String(id), String(body.id)));
  if (disposition !== undefined) expect(headers.get('content-disposition')).toBe(disposition);
}

const sendTo = (
  to: Client,
  { operation, request }: Pick<DocumentedResponse, 'operation' | 'request'>,
): Promise<Reply> => to(operation.method, request.path + request.query, optionsOf(request));

/** Two responses to one request document two states of a world: the empty list is that of an empty world. */
const showsEmptyWorld = ({ operation, title, body, request }: DocumentedResponse): boolean =>
  isDeepStrictEqual(body, { data: [], total: 0 }) &&
  documentedResponses.some(
    (other) =>
      other.operation === operation && other.title !== title && isDeepStrictEqual(other.request, request),
  );

const isRead = ({ method }: DocumentedResponse): boolean => method === 'GET';
const inDemoWorld = documentedResponses.filter((each) => !showsEmptyWorld(each));

describe('in a fresh world', () => {
  it.each(inDemoWorld.filter(isRead))('$title returns the documented response', async (documented) => {
    expectDocumented(documented, await sendTo(client, documented));
  });
});

describe('after a reset', () => {
  beforeEach(reset);

  it.each(inDemoWorld.filter((each) => !isRead(each)))(
    '$title returns the documented response',
    async (documented) => expectDocumented(documented, await sendTo(client, documented)),
  );
});

/** Returns how a request failed; undefined for a success. */
async function failureOf(to: Client, imported: (typeof importedRequests)[number]): Promise<unknown> {
  const { status, text } = await sendTo(to, imported);
  return status >= 200 && status < 300 ? undefined : [imported.operation.operationId, status, text];
}

describe('as importers make them of the document', () => {
  it('each read succeeds with all its parameters', async () => {
    const { client: fresh } = await createWorld(sandbox);
    const reads = importedRequests.filter(({ operation }) => operation.method === 'GET');
    const failures = await Promise.all(reads.map((imported) => failureOf(fresh, imported)));
    expect(failures).toEqual(reads.map(() => undefined));
  });

  it('each change is a documented request, which succeeds alone', () => {
    const parts = ({ path, query, headers, body }: DocumentedRequest) => ({ path, query, headers, body });
    for (const { operation, request } of importedRequests.filter((each) => each.operation.method !== 'GET')) {
      const documented = documentedResponses.filter((each) => each.operation === operation);
      expect(documented.map((each) => parts(each.request))).toContainEqual(parts(request));
    }
  });

  it('all succeed in one world in the order of the document', async () => {
    const { client: inOrder } = await createWorld(sandbox);
    const failures: unknown[] = [];
    for (const imported of importedRequests) failures.push(await failureOf(inOrder, imported));
    expect(failures).toEqual(importedRequests.map(() => undefined));
    expect(failures).toHaveLength(operations.length);
  });
});

describe('in an empty world', () => {
  let empty: TestServer;
  beforeAll(async () => void (empty = await startTestServer({ sandbox: true, environment: 'test' })));
  afterAll(() => empty.close());

  it.each(documentedResponses.filter(showsEmptyWorld))(
    '$title returns the documented response',
    async (documented) => {
      expectDocumented(documented, await sendTo(empty.client, documented));
    },
  );
});

const ID_IN_PATH = /(?<=\/[a-z]+_)[0-9a-z]{26}/;

/** Returns the request with another field, without a tag, if its body is that of a cyber asset. */
const onAsset = ({ path, body }: DocumentedRequest, field: Fields): Partial<DocumentedRequest> | false =>
  path.startsWith('/cyber-assets') &&
  body !== undefined && { body: { ...(body as Fields), ...field }, headers: {} };

/** How a request differs from the documented one to get an error example, where the operation can return it. */
const MISTAKES: Record<string, (request: DocumentedRequest) => Partial<DocumentedRequest> | false> = {
  unknownId: ({ path }) => ID_IN_PATH.test(path) && { path: path.replace(ID_IN_PATH, '0'.repeat(26)) },
  staleVersion: ({ headers }) => ({ headers: { ...headers, 'If-Match': '"Zk3vJ0qHkN2l8mXyT1cUaw"' } }),
  unknownCyberSystem: (request) => onAsset(request, { cyber_system_id: `cs_${'0'.repeat(26)}` }),
};

/** All operations share one 404 example. Returns it for any kind of record. */
function exampleFor(example: unknown): unknown {
  const { message } = example as Fields;
  const [first, rest] = String(message).split('No record');
  return first === ''
    ? { ...(example as Fields), message: expect.stringMatching(`^No [a-z ]+${rest}$`) }
    : example;
}

const errors = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(MISTAKES).flatMap(([name, mistake]) => {
      const example = content?.['application/json']?.examples?.[name];
      const documented = documentedResponses.find((each) => each.operation === operation)!;
      const difference = mistake(documented.request);
      // A creation has no record to compare.
      const hasTag =
        operation.method === 'GET' || operation.parameters.some((each) => each.name === 'If-Match');
      if (name === 'staleVersion' && !hasTag) return [];
      const title = `${operation.operationId} ${name}`;
      const request = { ...documented.request, ...difference };
      return example && difference ? [{ title, operation, request, status, example }] : [];
    }),
  ),
);

describe('after a mistake', () => {
  beforeAll(reset);

  it.each(errors)(
    '$title returns the documented response',
    async ({ operation, request, status, example }) => {
      const reply = await client(operation.method, request.path + request.query, optionsOf(request));
      expect([String(reply.status), reply.body]).toEqual([status, exampleFor(example.value)]);
    },
  );
});
