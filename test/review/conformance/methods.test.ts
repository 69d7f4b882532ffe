// Plants faults of HEAD and OPTIONS, which clients and browsers send to each path.
import { checkErrors } from '../../../src/review/conformance/checks/errors';
import { checkReads } from '../../../src/review/conformance/checks/reads';
import { OwnAssets } from '../../../src/review/conformance/own-assets';
import type { Session } from '../../../src/review/conformance/session';
import { contractDocument, listOperations } from '../../../src/contract/document';
import type { Fault } from '../../support/faulty-proxy';
import { type TestServer, startTestServer } from '../../support/server';
import { findingsOf, is } from './planted';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());

/** Without collections, each operation below a record reads a missing one. */
const reads = (session: Session) => checkReads(session, new Map());
const errors = (session: Session) => checkErrors(session, new OwnAssets(session, undefined, []));
const found = (check: (session: Session) => Promise<unknown>, fault: Fault) =>
  findingsOf({ url: server.url, key: server.cedar.key }, fault, check);

it.each<[planted: string, fault: Fault, finding: [string, string]]>([
  [
    'HEAD of a list',
    (exchange) => {
      if (is(exchange, 'HEAD', '/facilities')) exchange.headers.delete('etag');
    },
    ['getFacilities', 'HEAD lacks ETag'],
  ],
  [
    'HEAD of a missing record',
    (exchange) => {
      if (is(exchange, 'HEAD', /^\/facilities\/[^/]+$/)) exchange.status = 200;
    },
    ['getFacility', 'HEAD returns 200, GET 404'],
  ],
  [
    'the length of a list',
    (exchange) => {
      if (is(exchange, 'HEAD', '/facilities')) exchange.headers.set('content-length', '7');
    },
    ['getFacilities', 'HEAD returns a Content-Length other than that of GET'],
  ],
  [
    'the media type of a missing record',
    (exchange) => {
      if (is(exchange, 'HEAD', /^\/facilities\/[^/]+$/)) exchange.headers.set('content-type', 'text/html');
    },
    ['getFacility', 'HEAD returns a Content-Type other than that of GET'],
  ],
])('reports a fault of %s', async (_planted, fault, finding) => {
  expect(await found(reads, fault)).toContainEqual(finding);
});

it('asks OPTIONS of each path, and reports a path of which it lacks a method', async () => {
  const asked = new Set<string>();
  const findings = await found(errors, (exchange) => {
    if (exchange.method !== 'OPTIONS') return;
    asked.add(exchange.path);
    const allowed = exchange.headers.get('allow')!;
    if (exchange.path === '/tasks') exchange.headers.set('allow', allowed.replace(/, *POST/, ''));
  });
  expect(findings).toEqual([[null, 'Allow of OPTIONS lacks a method of the path']]);
  expect(asked.size).toBe(new Set(listOperations(contractDocument).map(({ path }) => path)).size);
});
