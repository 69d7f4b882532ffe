// Requests made up from the schemas: valid ones are accepted or refused for a documented reason, invalid ones are refused, and none gets a 5xx.
import fc from 'fast-check';
import type { Operation } from '../../contract/document';
import { eachOf } from '../each-of';
import type { Reply } from '../http-client';
import type { OwnAssets } from '../own-assets';
import { type MadeUp, type Part, partsOf } from '../parts';
import { type Values, parametersIn, toOutgoing } from '../requests';
import type { Session } from '../session';
import type { Collections } from './reads';

/** Looking for the smallest request that fails should not take longer than finding one. */
const MAX_SHRINKS = 60;
/** Planned operations share the code that refuses, so that fewer cases do. */
const PLANNED_SHARE = 5;

export async function checkProperties(
  session: Session,
  own: OwnAssets,
  collections: Collections,
): Promise<void> {
  await eachOf(session.served, async (operation) => {
    const record = operation === own.update ? await own.make('properties') : undefined;
    const target = targetOf(operation, own, collections, record?.id);
    for (const part of partsOf(session.options.document, session.answers.schemas, operation, own))
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
  let tried = 0;
  let sinceFailure = 0;
  let tellLast: (() => void) | undefined;

  async function send({ what, values }: MadeUp): Promise<void> {
    if (sinceFailure > MAX_SHRINKS) return;
    // fast-check gives up after a hundred times the runs; a filter would search for ever for what is not to be had.
    fc.pre(part.holds(values) === part.valid);
    tried += 1;
    session.ledger.count('properties');
    const outgoing = toOutgoing(operation, { ...target, ...values });
    const reply = await session.exchange(operation, outgoing);
    if (operation === own.create) await own.discard(own.remember(reply));
    const message = reply && faultOf(what, part, reply, values);
    if (tellLast || message !== undefined) sinceFailure += 1;
    if (message === undefined) return;
    tellLast = () => session.find('properties', operation, message, outgoing, reply);
    throw new Error(message);
  }

  const numRuns = operation.availability === 'available' ? runs : Math.ceil(runs / PLANNED_SHARE);
  const outcome = await fc.check(fc.asyncProperty(part.made, send), { seed, numRuns });
  if (tellLast)
    tellLast(); // of the requests that failed, the last one is the smallest
  else if (outcome.errorInstance) throw outcome.errorInstance as Error;
  else if (outcome.failed)
    session.notes.push(
      `${operation.operationId} was tried with ${tried} ${part.kind} of ${numRuns}: no more could be made up from its schema.`,
    );
}

/** Why a status is not what such a request should get; undefined when it is. */
function faultOf(
  what: string,
  { valid }: Part,
  { status, body }: Reply,
  { path }: Partial<Values>,
): string | undefined {
  if (!valid) {
    const expected = path ? 404 : 400;
    return status === expected ? undefined : `${what}: expected ${expected}, answered ${status}`;
  }
  if (status >= 500) return `${what}: answered ${status}`;
  const code = (body as { error?: unknown } | null | undefined)?.error;
  return code === 'validation_error' || code === 'invalid_json'
    ? `${what}: refused with ${code}, and the contract allows it`
    : undefined;
}

/** A record that may be read; for what changes records, one of our own or none. */
function targetOf(
  operation: Operation,
  own: OwnAssets,
  collections: Collections,
  ownId: string | undefined,
): Values {
  const harmless = own.harmless(operation);
  if (ownId !== undefined) return { ...harmless, path: { id: ownId } };
  const first =
    operation.method === 'GET' ? collections.get(operation.path.replace(/\/\{[^/]*$/, ''))?.[0] : undefined;
  const [parameter] = parametersIn(operation, 'path');
  return first !== undefined && parameter ? { ...harmless, path: { [parameter.name]: first } } : harmless;
}
