// Checks generated requests: the server accepts valid ones, rejects invalid ones, and never returns a 5xx.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { quoted } from '../../../base/report/report';
import type { Operation } from '../../../contract/document';
import type { Reply } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { type GeneratedValues, type Part, partsOf } from '../generated-parts';
import type { Values } from '../../probe/requests';
import { type Session, codeOf, namedFields } from '../session';
import type { Collections } from './lists';

/** The check reports a 5xx itself, with the smallest request. */
const FAILURES = [500, 501, 502, 503, 504];
/** Limits the search for the smallest failing request. */
const MAX_SHRINKS = 60;
/** Planned operations share the validation code, so that fewer cases suffice. */
const PLANNED_SHARE = 5;

export async function checkGenerated(
  session: Session,
  own: OwnAssets,
  collections: Collections,
): Promise<void> {
  await session.eachOperation(session.active, async (operation) => {
    const record = operation === own.update ? await own.createAsset('generated') : undefined;
    const target = targetOf(operation, own, collections, record?.id);
    for (const part of partsOf(session.options.document, session.responses.schemas, operation, own))
      await checkPart(session, operation, own, target, part);
    if (record) await own.discard(record.id);
  });
}

async function checkPart(
  session: Session,
  operation: Operation,
  own: OwnAssets,
  target: Values,
  part: Part,
): Promise<void> {
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
    if (!reply || isKnown) return session.ledger.countUnjudged('generated');
    const fault = faultOf(operation, part, reply, values);
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
function faultOf(
  { availability, path }: Operation,
  { valid, fieldsOf }: Part,
  reply: Reply,
  values: Partial<Values>,
): string | undefined {
  const { status } = reply;
  if (!valid) {
    const expected = values.path ? 404 : 400;
    if (status !== expected) return `expected ${expected}, got ${status}`;
    const [named, wrong] = [namedFields(reply), fieldsOf?.(values)];
    return named && wrong && !isDeepStrictEqual(named, wrong)
      ? `\`details\` names ${named.map(quoted).join(', ')}, not ${wrong.map(quoted).join(', ')}`
      : undefined;
  }
  if (status >= 500) return `got ${status}`;
  const code = codeOf(reply);
  const relatesFields = availability === 'planned' || !INVENTORY.test(path);
  if (relatesFields && code === 'validation_error') return undefined;
  return code === 'validation_error' || code === 'invalid_json'
    ? `rejected with ${code} although the contract allows it`
    : undefined;
}

/** Returns an existing record for a read; for a write, an asset of the run or a missing record. */
function targetOf(
  operation: Operation,
  own: OwnAssets,
  collections: Collections,
  ownId: string | undefined,
): Values {
  const harmless = own.harmless(operation);
  if (ownId !== undefined) return { ...harmless, path: {}, id: ownId };
  const first =
    operation.method === 'GET'
      ? collections.get(operation.path.replace(/\/\{[^/]*$/, ''))?.[0]?.id
      : undefined;
  return first === undefined ? harmless : { ...harmless, path: {}, id: first };
}
