// Checks generated requests: the server accepts valid ones, rejects invalid ones, and never returns a 5xx.
import fc from 'fast-check';
import type { Operation } from '../../../contract/document';
import type { Reply } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { type GeneratedValues, type Part, listParts } from '../generated-parts';
import type { Values } from '../../probe/requests';
import { type Session, getCode, detailsFault } from '../session';
import type { Collections } from './lists';

/** The check reports a 5xx itself, with the smallest request. */
const FAILURES = [500, 501, 502, 503, 504];
/** Limits the search for the smallest failing request. */
const MAX_SHRINKS = 60;
/** Planned operations share the validation code, so that fewer cases suffice. */
const PLANNED_SHARE = 5;

export async function checkGenerated(session: Session, own: OwnAssets, collections: Collections) {
  await session.eachOperation(session.active, async (operation) => {
    const record = operation === own.update ? await own.createAsset('generated') : undefined;
    const target = findTarget(operation, own, collections, record?.id);
    for (const part of listParts(session, own, operation))
      await checkPart(session, operation, own, target, part);
    if (record) await own.discard(record.id);
  });
}

async function checkPart(session: Session, operation: Operation, own: OwnAssets, target: Values, part: Part) {
  const { seed, runs } = session.options;
  let cases = 0;
  let sinceFailure = 0;
  let reportLast: (() => void) | undefined;

  async function send({ label, values }: GeneratedValues): Promise<void> {
    if (sinceFailure > MAX_SHRINKS) return;
    // fc.pre gives up after 100 times the runs. A filter would search forever for values that do not exist.
    fc.pre(part.isValid(values) === part.valid);
    cases += 1;
    session.ledger.count('generated');
    const reply = await session.send(operation, { ...target, ...values }, { label, status: FAILURES });
    if (operation === own.create) await own.discard(own.remember(reply));
    // The operation fails for other requests too: this is the same finding.
    const isKnown = reply && reply.status >= 500 && session.ledger.has('responses', operation.operationId);
    if (!reply || isKnown) return session.ledger.count('generated', 'unjudged');
    const fault = findFault(operation, part, reply, values);
    if (reportLast || fault !== undefined) sinceFailure += 1;
    if (fault === undefined) return;
    reportLast = () => session.report('generated', operation, fault, reply, { label });
    throw new Error(fault);
  }

  const numRuns = operation.availability === 'available' ? runs : Math.ceil(runs / PLANNED_SHARE);
  const outcome = await fc.check(fc.asyncProperty(part.generated, send), { seed, numRuns });
  if (reportLast)
    reportLast(); // the last failing request is the smallest
  else if (outcome.errorInstance) throw outcome.errorInstance as Error;
  else if (outcome.failed)
    session.notes.push(
      `${operation.operationId}: only ${cases} of ${numRuns} ${part.kind} ` +
        'could be generated from its schema.',
    );
}

/**
 * What these released operations demand is in their schemas. Descriptions of others relate fields, for example the ends of
 * a range.
 */
const INVENTORY = /^\/(facilities|control-centers|cyber-systems|cyber-assets)\b/;

/** Returns why the response is wrong for the request; undefined when it is right. */
function findFault(
  { availability, path }: Operation,
  { valid, fieldsOf }: Part,
  reply: Reply,
  values: Values,
): string | undefined {
  const { status } = reply;
  if (!valid) {
    const expected = values.path ? 404 : 400;
    if (status !== expected) return `expected ${expected}, got ${status}`;
    const wrong = fieldsOf?.(values);
    return wrong && detailsFault(reply, wrong);
  }
  if (status >= 500) return `got ${status}`;
  const code = getCode(reply);
  const relatesFields = availability === 'planned' || !INVENTORY.test(path);
  return code === 'invalid_json' || (code === 'validation_error' && !relatesFields)
    ? `rejected with ${code} although the contract allows it`
    : undefined;
}

/** Returns an existing record for a read; for a write, an asset of the run or a missing record. */
function findTarget(
  operation: Operation,
  own: OwnAssets,
  collections: Collections,
  ownId: string | undefined,
): Values {
  const isRead = operation.method === 'GET';
  const [listed] = (isRead && collections.get(operation.path.replace(/\/\{[^/]*$/, ''))) || [];
  const id = ownId ?? listed?.id;
  const harmless = own.harmless(operation);
  return id === undefined ? harmless : { ...harmless, path: {}, id };
}
