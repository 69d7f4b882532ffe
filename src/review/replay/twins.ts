// Sends each call of an operation also in the forms that recordings rarely have: invalid, repeated and conditional.
import type { ContractDocument, Operation } from '../../contract/document';
import { jsonFieldsOf, rejectionsOf, withHeader } from '../probe/invalid-requests';
import { parametersIn } from '../probe/requests';
import type { Outgoing, Send } from '../probe/send';
import { createContractParts } from './contract-parts';

/**
 * Returns a function that adds twins to a sender. A creation gets an `Idempotency-Key` and is repeated. A read is
 * repeated with its entity tag. The invalid forms are sent once for the calls that have the same fields.
 */
export function createTwins(document: ContractDocument, operation: Operation): (send: Send) => Send {
  const { match } = createContractParts(document);
  const shapes = new Set<string>();
  let keys = 0;
  const declares = (name: string): boolean =>
    parametersIn(operation, 'header').some((parameter) => parameter.name === name);

  function invalidForms(outgoing: Outgoing): Outgoing[] {
    const shape = shapeOf(outgoing);
    if (shapes.has(shape)) return [];
    shapes.add(shape);
    return rejectionsOf(document, operation, outgoing);
  }

  function withKey(outgoing: Outgoing): Outgoing {
    const names = Object.keys(outgoing.headers ?? {}).map((name) => name.toLowerCase());
    const hasKey = names.includes('idempotency-key') || !declares('Idempotency-Key');
    return hasKey ? outgoing : withHeader(outgoing, 'Idempotency-Key', `twin-${++keys}`);
  }

  return (send) => async (outgoing) => {
    const { method, path } = outgoing;
    if (match(method, path)?.operationId !== operation.operationId) return send(outgoing);
    const invalid = invalidForms(outgoing);
    // A rejected form of a change needs the record, and one of a creation could take its name.
    if (method !== 'POST') for (const form of invalid) await send(form);
    const sent = withKey(outgoing);
    const reply = await send(sent);
    if (declares('Idempotency-Key')) await send(sent);
    const tag = reply.headers.get('etag');
    if (method === 'GET' && tag !== null) await send(withHeader(outgoing, 'If-None-Match', tag));
    if (method === 'POST') for (const form of invalid) await send(form);
    return reply;
  };
}

/** Returns the query parameters and the fields of a call with the types of their values. */
function shapeOf({ path, body }: Outgoing): string {
  const { searchParams } = new URL(path, 'http://localhost');
  const withoutScalars = (_name: string, value: unknown) =>
    typeof value === 'object' ? value : typeof value;
  return JSON.stringify([Object.fromEntries(searchParams), jsonFieldsOf(body)], withoutScalars);
}

const ID = /^[a-z]{2,10}_[0-9a-z]{26}$/;

/** Returns a sender that repeats a call with each of its ids alone: another one would be rejected first. */
export const withSingleIds =
  (send: Send): Send =>
  async (outgoing) => {
    const reply = await send(outgoing);
    const fields = jsonFieldsOf(outgoing.body) ?? {};
    const isId = (name: string): boolean => ID.test(String(fields[name]));
    const ids = Object.keys(fields).filter(isId);
    for (const id of ids.length > 1 ? ids : []) {
      const kept = Object.entries(fields).filter(([name]) => name === id || !isId(name));
      await send({ ...outgoing, body: JSON.stringify(Object.fromEntries(kept)) });
    }
    return reply;
  };
