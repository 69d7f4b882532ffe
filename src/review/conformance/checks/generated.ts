// Checks generated requests: the server accepts valid ones, rejects invalid ones, and never returns a 5xx.
import fc from 'fast-check';
import type { Operation } from '../../../contract/document';
import { forEachConcurrently } from '../../probe/send';
import type { Reply } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { type GeneratedValues, type Part, partsOf } from '../generated-parts';
import { type Values, parametersIn, toOutgoing } from '../../probe/requests';
import type { Session } from '../session';
import type { Collections } from './lists';

/** Limits the search for the smallest failing request. */
const MAX_SHRINKS = 60;
/** Planned operations share the validation code, so that fewer cases suffice. */
const PLANNED_SHARE = 5;

export async function checkGenerated(
  session: Session,
  own: OwnAssets,
  collections: Collections,
): Promise<void> {
  await forEachConcurrently(session.active, async (operation) => {
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
    const outgoing = toOutgoing(operation, { ...target, ...values });
    const reply = await session.send(operation, outgoing);
    if (operation === own.create) await own.discard(own.remember(reply));
    const message = reply && faultOf(operation, label, part, reply, values);
    if (reportLast || message !== undefined) sinceFailure += 1;
    if (message === undefined) return;
    reportLast = () => session.report('generated', operation, message, outgoing, reply);
    throw new Error(message);
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

/** Returns why the response is wrong for the request; undefined when it is right. */
function faultOf(
  { availability }: Operation,
  label: string,
  { valid }: Part,
  { status, body }: Reply,
  { path }: Partial<Values>,
): string | undefined {
  if (!valid) {
    const expected = path ? 404 : 400;
    return status === expected ? undefined : `${label}: expected ${expected}, got ${status}`;
  }
  if (status >= 500) return `${label}: got ${status}`;
  const code = (body as { error?: unknown } | null | undefined)?.error;
  // Descriptions of planned operations relate fields, for example the ends of a range. No schema says it.
  if (availability === 'planned' && code === 'validation_error') return undefined;
  return code === 'validation_error' || code === 'invalid_json'
    ? `${label}: rejected with ${code} although the contract allows it`
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
  if (ownId !== undefined) return { ...harmless, path: { id: ownId } };
  const first =
    operation.method === 'GET'
      ? collections.get(operation.path.replace(/\/\{[^/]*$/, ''))?.[0]?.id
      : undefined;
  const [parameter] = parametersIn(operation, 'path');
  return first !== undefined && parameter ? { ...harmless, path: { [parameter.name]: first } } : harmless;
}
