// Records what the planned operation does in the sandbox: its examples, journeys and the calls of callers, with twins.
import { type ContractDocument, operationsOf } from '../../contract/document';
import type { Recording } from '../probe/har';
import { exampleRequests } from '../probe/requests';
import type { Outgoing, Send } from '../probe/send';
import { type Access, record, startOf } from './candidate';
import { createContractParts } from './contract-parts';
import { travel } from './journeys';
import { replayRecording } from './replay';
import { createTwins, withSingleIds } from './twins';

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
