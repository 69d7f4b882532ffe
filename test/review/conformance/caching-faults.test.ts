// Plants faults of Cache-Control and Vary one at a time, and expects a finding for each.
import { checkLists } from '../../../src/review/conformance/checks/lists';
import { checkReads } from '../../../src/review/conformance/checks/reads';
import type { Session } from '../../../src/review/conformance/session';
import type { Exchange } from '../../support/faulty-proxy';
import { type TestServer, startTestServer } from '../../support/server';
import { type Planted, ONE_ASSET, expectFound, findingsOf, is } from './planted';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

const checkGets = async (session: Session): Promise<void> => checkReads(session, await checkLists(session));

const set =
  (name: string, value: string | undefined, matches: (exchange: Exchange) => boolean) =>
  () =>
  (exchange: Exchange) => {
    if (!matches(exchange)) return;
    if (value === undefined) exchange.headers.delete(name);
    else exchange.headers.set(name, value);
  };

const isList = (exchange: Exchange): boolean => is(exchange, 'GET', '/cyber-assets');
const isRecord = (exchange: Exchange): boolean => is(exchange, 'GET', ONE_ASSET) && exchange.status === 200;
const hasStatus = (status: number) => (exchange: Exchange) => isListOrRecord(exchange, status);
const isListOrRecord = (exchange: Exchange, status: number): boolean =>
  exchange.path.startsWith('/cyber-assets') && exchange.status === status;

const CONTROL = 'cache-control';
const PLANTED: Planted[] = [
  [
    'no Cache-Control on a list',
    'getCyberAssets',
    /Cache-Control is not .* on 200/,
    set(CONTROL, undefined, isList),
  ],
  [
    'no Cache-Control on a record',
    'getCyberAsset',
    /Cache-Control is not/,
    set(CONTROL, undefined, isRecord),
  ],
  [
    'no Cache-Control on 304',
    'getCyberAssets',
    /Cache-Control is not .* on 304/,
    set(CONTROL, undefined, hasStatus(304)),
  ],
  [
    'no Cache-Control on 404',
    'getCyberAsset',
    /Cache-Control lacks no-store on 404/,
    set(CONTROL, undefined, hasStatus(404)),
  ],
  ['a public record', 'getCyberAsset', /Cache-Control is not/, set(CONTROL, 'public, max-age=60', isRecord)],
  ['a list without no-cache', 'getCyberAssets', /Cache-Control is not/, set(CONTROL, 'private', isList)],
  ['a list that is not private', 'getCyberAssets', /Cache-Control is not/, set(CONTROL, 'no-cache', isList)],
  [
    'a list with max-age',
    'getCyberAssets',
    /Cache-Control is not/,
    set(CONTROL, 'private, no-cache, max-age=60', isList),
  ],
  [
    'a cacheable 404',
    'getCyberAsset',
    /Cache-Control lacks no-store/,
    set(CONTROL, 'max-age=60', hasStatus(404)),
  ],
  [
    'no Vary on a list',
    'getCyberAssets',
    /Vary lacks accept-encoding, x-api-key/,
    set('vary', undefined, isList),
  ],
  ['no Vary on 304', 'getCyberAsset', /Vary lacks .* on 304/, set('vary', undefined, hasStatus(304))],
  ['Vary without the key', 'getCyberAsset', /Vary lacks x-api-key/, set('vary', 'Accept-Encoding', isRecord)],
  [
    'Vary without the encoding',
    'getCyberAssets',
    /Vary lacks accept-encoding/,
    set('vary', 'X-API-Key', isList),
  ],
  ['Vary: *', 'getCyberAssets', /Vary lacks/, set('vary', '*', isList)],
];

it.each(PLANTED)('reports %s', async (_planted, operationId, message, fault) => {
  const { url, cedar } = server;
  expectFound(await findingsOf({ url, key: cedar.key }, fault(), checkGets), operationId, message);
});

it.each([
  ['directives in another order and case', set(CONTROL, 'No-Cache,private', hasStatus(200))],
  ['further names in Vary', set('vary', 'Origin, accept-encoding , x-api-key', hasStatus(200))],
  ['no-cache on an error', set(CONTROL, 'private, no-cache', hasStatus(404))],
])('accepts %s', async (_accepted, fault) => {
  expect(await findingsOf({ url: server.url, key: server.cedar.key }, fault(), checkGets)).toEqual([]);
});
