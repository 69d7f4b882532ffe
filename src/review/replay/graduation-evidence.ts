// Records what the planned operation does in the sandbox: its examples, journeys and the calls of callers, each also in
// the forms that recordings rarely have: invalid, repeated and conditional.
import { type ContractDocument, operationsOf, type Operation } from '../../contract/document';
import type { Recording } from '../probe/har';
import { exampleRequests, parametersIn } from '../probe/requests';
import type { Outgoing, Send } from '../probe/send';
import { type Access, record, startOf } from './candidate';
import { createContractParts } from './contract-parts';
import { travel } from './journeys';
import { replayRecording } from './replay';
import { jsonFieldsOf, rejectionsOf, withHeader } from '../probe/invalid-requests';

/** The sandbox has demo records of March 2026, some of which are overdue on this day. */
const NOW = '2026-04-01T08:00:00.000Z';
const DEMO = { from: 'demo', now: NOW };
/** Ids of the demo belong to another organization there. */
const EMPTY = { from: 'empty', now: NOW };

/**
 * Records each documented request alone and with its twins, all of them in an empty world, journeys in both worlds,
 * and the calls of callers with their twins and in an empty world.
 * @param recordings those of callers.
 */
export async function recordEvidence(
  document: ContractDocument,
  operationId: string,
  sandbox: Access,
  recordings: Recording[] = [],
): Promise<Recording[]> {
  const operation = operationsOf(document).find((each) => each.operationId === operationId)!;
  const withTwins = createTwins(document, operation);
  const parts = createContractParts(document);
  const evidence: Recording[] = [];
  const add = async (title: string, start: typeof DEMO, work: (send: Send) => Promise<unknown>) =>
    evidence.push(await record(sandbox, `${operationId} ${title}`, start, ({ send }) => work(send)));
  const sendAll = async (send: Send, requests: Outgoing[]) => {
    for (const outgoing of requests) await send(outgoing);
  };

  const documented = exampleRequests(operation);
  for (const [name, outgoing] of documented) {
    await add(`example ${name}`, DEMO, (send) => send(outgoing));
    await add(`example ${name} with twins`, DEMO, (send) => withTwins(send)(outgoing));
  }
  const requests = documented.map(([, outgoing]) => outgoing);
  await add('examples in the empty world', EMPTY, (send) => sendAll(withSingleIds(send), requests));
  for (const start of [EMPTY, DEMO])
    await add(`journey in the ${start.from} world`, start, (send) =>
      travel({ document, operation, isEmpty: start === EMPTY }, withTwins(send)),
    );
  for (const recording of recordings) {
    const { name } = recording;
    const again = (title: string, start: ReturnType<typeof startOf>, wrap: (send: Send) => Send) =>
      record(sandbox, `${name} ${title}`, start, async (place) => {
        const open = () =>
          Promise.resolve({ ...place, send: wrap(place.send), close: () => Promise.resolve() });
        await replayRecording(recording, { url: sandbox.url, kind: 'sandbox', open }, parts);
      });
    const start = startOf(recording);
    evidence.push(await again('with twins', start, withTwins));
    evidence.push(await again('in the empty world', { ...start, from: 'empty' }, withSingleIds));
  }
  return evidence;
}

/**
 * Returns a function that adds twins to a sender. A creation gets an `Idempotency-Key` and is repeated. A read is
 * repeated with its entity tag. The invalid forms are sent once for the calls that have the same fields.
 */
function createTwins(document: ContractDocument, operation: Operation): (send: Send) => Send {
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
const withSingleIds =
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
