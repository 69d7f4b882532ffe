// Plants faults of changes one at a time: not applied, without a new updated_at, not in the list.
import type { Fault } from '../../support/faulty-proxy';
import { type TestServer, startTestServer } from '../../support/server';
import {
  type Planted,
  type Rows,
  ONE_ASSET,
  change,
  expectFound,
  findingsOf,
  inList,
  inRecords,
  is,
} from './planted';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

/** Keeps the first value of fields of each asset, in the responses to the methods. */
function frozen(fields: string[], methods: string[]): Fault {
  const first = new Map<string, Record<string, unknown>>();
  return inRecords('/cyber-assets', (row, method) => {
    if (!first.has(row.id)) first.set(row.id, { ...row });
    if (methods.includes(method)) for (const field of fields) row[field] = first.get(row.id)![field];
  });
}
const notApplied =
  (...fields: string[]) =>
  () =>
    frozen(fields, ['GET']);
const inResponse = (method: string, edit: (row: Rows[number]) => unknown) => () => {
  return inRecords('/cyber-assets', (row, used) => void (used === method && edit(row)));
};

const assets = (edit: (rows: Rows) => unknown): Fault => inList('/cyber-assets', edit);

/** Returns rows as they were when the list first had them. */
function firstRows(): Fault {
  const first = new Map<string, unknown>();
  return assets((rows) => rows.map((row) => first.get(row.id) ?? (first.set(row.id, row), row)));
}

/** Keeps rows that the list had once. */
function deletedRows(): Fault {
  const seen = new Map<string, Rows[number]>();
  return assets((rows) => {
    for (const row of rows) seen.set(row.id, row);
    return [...seen.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  });
}

/** Always returns the first list. */
function firstList(): Fault {
  let first: string | undefined;
  return (exchange) => {
    if (is(exchange, 'GET', '/cyber-assets') && exchange.status === 200)
      exchange.text = first ??= exchange.text;
  };
}

/** Returns 304 for the first GET after each change, which sends the ETag before it. */
function notModified(path: string | RegExp): Fault {
  let written = false;
  return (exchange) => {
    if (exchange.method === 'PATCH') written = true;
    else if (written && is(exchange, 'GET', path) && exchange.status === 200) {
      written = false;
      Object.assign(exchange, { status: 304, text: '' }).headers.delete('content-type');
    }
  };
}

const DIFFERS = (field: string) => new RegExp(`the record differs from the response in .*${field}`);
const STILL = /updated_at does not increase/;
const RATING = /the impact_rating is not that of the cyber system/;

const PLANTED: Planted[] = [
  [
    'a change that is not applied',
    'updateCyberAsset',
    DIFFERS('name'),
    notApplied('name', 'asset_type', 'cyber_system_id', 'impact_rating', 'updated_at'),
  ],
  [
    'a change that moves only updated_at',
    'updateCyberAsset',
    DIFFERS('name'),
    notApplied('name', 'asset_type', 'cyber_system_id', 'impact_rating'),
  ],
  ['a name that is not applied', 'updateCyberAsset', DIFFERS('name'), notApplied('name')],
  ['a type that is not applied', 'updateCyberAsset', DIFFERS('asset_type'), notApplied('asset_type')],
  [
    'a move that is not applied',
    'updateCyberAsset',
    DIFFERS('cyber_system_id'),
    notApplied('cyber_system_id', 'impact_rating'),
  ],
  [
    'a response with the old name',
    'updateCyberAsset',
    /another value than the request in name/,
    () => frozen(['name'], ['PATCH']),
  ],
  [
    'a change of a field that was not supplied',
    'updateCyberAsset',
    /changed fields that the request does not supply: asset_type/,
    inResponse('PATCH', (row) => (row.asset_type = 'hardware')),
  ],
  [
    'another created_at after a change',
    'updateCyberAsset',
    /changed fields that the request does not supply: created_at/,
    inResponse('PATCH', (row) => (row.created_at = row.updated_at)),
  ],
  ['updated_at that stands still', 'updateCyberAsset', STILL, () => frozen(['updated_at'], ['GET', 'PATCH'])],
  [
    'updated_at that stands still in the response',
    'updateCyberAsset',
    STILL,
    () => frozen(['updated_at'], ['PATCH']),
  ],
  ['updated_at that stands still in the record', 'updateCyberAsset', STILL, notApplied('updated_at')],
  [
    'updated_at that goes back',
    'updateCyberAsset',
    STILL,
    inResponse('PATCH', (row) => (row.updated_at = '2020-01-01T00:00:00.000Z')),
  ],
  [
    'updated_at that is not created_at at first',
    'createCyberAsset',
    /is not its created_at/,
    inResponse('POST', (row) => (row.updated_at = '2020-01-01T00:00:00.000Z')),
  ],
  [
    'a creation with another rating',
    'createCyberAsset',
    RATING,
    inResponse('POST', (row) => (row.impact_rating = 'low')),
  ],
  [
    'a move with the old rating',
    'updateCyberAsset',
    RATING,
    () => frozen(['impact_rating'], ['GET', 'PATCH']),
  ],
  [
    'a record with another rating',
    'createCyberAsset',
    DIFFERS('impact_rating'),
    inResponse('GET', (row) => (row.impact_rating = 'low')),
  ],
  ['a list that never changes', 'getCyberAssets', /after a creation: the list lacks a record/, firstList],
  [
    'a list without new assets',
    'getCyberAssets',
    /after a creation: the list lacks a record/,
    () => assets((rows) => rows.filter(({ name }) => !name.startsWith('conformance-'))),
  ],
  [
    'a list with old rows',
    'getCyberAssets',
    /after a change: a row differs from its record in name/,
    firstRows,
  ],
  [
    'a list with deleted assets',
    'getCyberAssets',
    /after a deletion: the list has a record that the server does not return/,
    deletedRows,
  ],
  [
    '304 for a list that has changed',
    'getCyberAssets',
    /the ETag before the last write: expected 200, got 304/,
    () => notModified('/cyber-assets'),
  ],
  [
    '304 for a record that has changed',
    'getCyberAsset',
    /the ETag before the last write: expected 200, got 304/,
    () => notModified(ONE_ASSET),
  ],
];

it.each(PLANTED)('reports %s', async (_planted, operationId, message, fault) => {
  expectFound(await findingsOf({ url: server.url, key: server.cedar.key }, fault()), operationId, message);
});

it('reports an empty change that sets updated_at', async () => {
  let count = 0;
  const findings = await findingsOf({ url: server.url, key: server.cedar.key }, (exchange) => {
    if (is(exchange, 'PATCH', ONE_ASSET) && exchange.sent === '{}' && ++count > 0)
      change(exchange, (body) => void (body.updated_at = '2099-01-01T00:00:00.000Z'));
  });
  expectFound(findings, 'updateCyberAsset', /changed fields that the request does not supply: updated_at/);
  expect(count).toBe(1);
});

it.each([
  ['with an offset', '$1+00:00"'],
  ['without milliseconds', '$2Z"'],
])('reports times %s in all fields, rows and operations as one finding', async (_form, replacement) => {
  const findings = await findingsOf({ url: server.url, key: server.cedar.key }, (exchange) => {
    exchange.text = exchange.text.replace(/((:\d\d)\.\d{3})Z"/g, replacement);
  });
  const ofTimes = findings.filter(([, message]) => message.includes('time'));
  expect(new Set(ofTimes.map(([, message]) => message))).toEqual(
    new Set(['the body has a time of another form than 2026-01-31T08:15:30.123Z on 200, 201']),
  );
  expect(ofTimes.map(([operationId]) => operationId)).toEqual(
    expect.arrayContaining(['getCyberAssets', 'getCyberAsset', 'createCyberAsset']),
  );
});
