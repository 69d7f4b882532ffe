// Checks HEAD and conditional requests on each GET operation.
import type { Operation } from '../../../contract/document';
import { type Values, missingPath, parametersIn, validValues, getValues } from '../../probe/requests';
import { quoted } from '../../../base/report/report';
import type { Session } from '../session';
import type { Collections } from './lists';

export async function checkReads(session: Session, collections: Collections): Promise<void> {
  const reads = session.active.filter(({ method }) => method === 'GET');
  await session.each(reads, async (operation) => {
    const path = findPath(operation, collections);
    const { query = {} } = validValues(operation);
    // HEAD of a missing record returns what GET returns.
    await checkHead(session, operation, { path: path ?? missingPath(operation), query });
    if (path) await checkNotModified(session, operation, { path, query });
    else if (operation.availability === 'available')
      session.notes.push(
        `${operation.operationId}: checked with missing ids only, because there is no record to read.`,
      );
  });
}

/** Returns the path of the first record of the collection; undefined without one. */
function findPath(operation: Operation, collections: Collections): Values['path'] | undefined {
  const [parameter, ...others] = parametersIn(operation, 'path');
  if (!parameter) return {};
  const [, list = ''] = /^(\/[^{]+?)\/\{/.exec(operation.path) ?? [];
  const id = collections.get(list)?.[0]?.id;
  return others.length > 0 || id === undefined ? undefined : { [parameter.name]: id };
}

/** Compares HEAD with GET: the same status, and the same headers of the representation, without a body. */
async function checkHead(session: Session, operation: Operation, values: Values): Promise<void> {
  session.ledger.count('guarantees');
  const read = await session.send(operation, values);
  // Its contract is that of the GET. A body, which this response lacks, is not checked.
  const head =
    read &&
    read.status < 500 &&
    (await session.send(undefined, { ...read.outgoing, method: 'HEAD' }, { label: 'HEAD', status: 0 }));
  if (!read || !head || head.status >= 500) return session.ledger.count('guarantees', 'unjudged');
  const report = (fault: string): void => session.report('guarantees', operation, fault, head);
  if (head.status !== read.status) return report(`HEAD returns ${head.status}, GET ${read.status}`);
  if (head.text !== '') report('HEAD returns a body');
  for (const name of ['ETag', 'Content-Type', 'Cache-Control'])
    if (read.headers.has(name) && !head.headers.has(name)) report(`HEAD lacks ${name}`);
  // Another client may change the record in between.
  const tag = read.headers.get('ETag');
  const isSame = tag !== null && tag === head.headers.get('ETag');
  for (const name of isSame ? ['Content-Type', 'Cache-Control', 'Content-Length'] : ['Content-Type']) {
    const [value, expected] = [head, read].map(({ headers }) => headers.get(name));
    if (value && expected && value !== expected) report(`HEAD returns a ${name} other than that of GET`);
  }
}

/** Checks 304 for the current ETag and 200 for a stale one. */
async function checkNotModified(session: Session, operation: Operation, values: Values): Promise<void> {
  const parameter = parametersIn(operation, 'header').find(({ name }) => name === 'If-None-Match');
  if (!parameter) return;
  const conditional = (tag: string) => ({ ...values, headers: { 'If-None-Match': tag } });
  const stale = { label: 'a stale If-None-Match', status: 200 };
  for (const example of getValues(parameter))
    await session.expect('examples', operation, conditional(String(example)), stale);
  const first = await session.send(operation, values);
  const tag = first?.headers.get('etag');
  if (!tag) return;
  const label = 'the ETag in If-None-Match';
  // Another client may change the record in between.
  const expected = { label, status: [304, 200] };
  const reply = await session.expect('guarantees', operation, conditional(tag), expected);
  if (reply?.status !== 200) return;
  const other = reply.headers.get('etag');
  if (other !== tag && reply.text !== first!.text) return;
  const fault = `expected 304, got 200 with ${other === tag ? 'the same ETag' : 'the same body and another ETag'}`;
  const detail = `the ETag was ${quoted(tag)}, and is ${quoted(other ?? undefined)}`;
  session.report('guarantees', operation, fault, reply, { label, detail });
}
