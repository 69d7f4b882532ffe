// Plants a fault in a proxy before a server, and runs the checks of records and lists.
import { checkChanges } from '../../../src/review/conformance/checks/changes';
import type { Finding } from '../../../src/review/conformance/findings';
import { checkLists } from '../../../src/review/conformance/checks/lists';
import { OwnAssets } from '../../../src/review/conformance/own-assets';
import { Session } from '../../../src/review/conformance/session';
import { contractDocument as document } from '../../../src/contract/document';
import { type Exchange, type Fault, type Ignored, startFaultyProxy } from '../../support/faulty-proxy';

export interface Target {
  url: string;
  key: string;
}

/** `[operationId, message]` of a finding. */
export type Found = [operationId: string | null, message: string];

/** A planted fault: `fault` makes a new one, which may remember earlier exchanges. */
export type Planted = [planted: string, operationId: string, message: RegExp, fault: () => Fault];

/** Returns each operation of a finding with each of its requests. */
export const foundOf = ({ operations, message, fault, cases }: Finding): Found[] =>
  operations.flatMap(({ operationId }) =>
    [message, ...cases.map((label) => `${label}: ${fault}`)].map((text): Found => [operationId, text]),
  );

export async function findingsOf(
  { url, key }: Target,
  fault: Fault,
  check: (session: Session) => Promise<unknown> = checkListsAndChanges,
  { ignored, ...more }: { knownIds?: string[]; ignored?: Ignored } = {},
): Promise<Found[]> {
  const proxy = await startFaultyProxy(url, fault, ignored);
  const options = { document, url: proxy.url, key, seed: 7, runs: 1, milliseconds: 60_000 };
  const session = new Session({ ...options, ...more });
  await check(session).finally(() => proxy.close());
  return session.ledger.findings.flatMap(foundOf);
}

async function checkListsAndChanges(session: Session): Promise<void> {
  const collections = await checkLists(session);
  const systems = collections.get('/cyber-systems') ?? [];
  const others = (collections.get('/cyber-assets') ?? []).map(({ id }) => id);
  const own = new OwnAssets(session, systems[0]?.id, others);
  await checkChanges(session, own, systems).finally(() => own.cleanUp());
}

/** Expects a finding of the operation with the message. */
export function expectFound(findings: Found[], operationId: string, message: RegExp): void {
  const found = findings.some(([operation, text]) => operation === operationId && message.test(text));
  expect(found ? [] : findings).toEqual(found ? [] : [operationId, message]);
}

/** Changes the body in place, or replaces a list by the returned one. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any body
export const change = (exchange: Exchange, edit: (body: any) => unknown): void => {
  const body = JSON.parse(exchange.text);
  const edited = edit(body);
  exchange.text = JSON.stringify(Array.isArray(edited) ? edited : body);
};

export const is = (exchange: Exchange, method: string, path: string | RegExp): boolean =>
  exchange.method === method &&
  (typeof path === 'string' ? exchange.path === path : path.test(exchange.path));

export const ONE_ASSET = /^\/cyber-assets\/[^/?]+$/;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any row
export type Rows = any[];

/** Changes the rows of the successful responses of a list. */
export const inList =
  (path: string, edit: (rows: Rows) => unknown): Fault =>
  (exchange) => {
    if (is(exchange, 'GET', path) && exchange.status === 200) change(exchange, edit);
  };

/** Changes each record of the path: in its list and where it is returned singly. */
export const inRecords =
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any row
  (path: string, edit: (row: any, method: string) => unknown): Fault =>
    (exchange) => {
      if (!exchange.path.startsWith(path) || exchange.status > 299 || exchange.text === '') return;
      change(exchange, (body) => [body].flat().forEach((row) => edit(row, exchange.method)));
    };
