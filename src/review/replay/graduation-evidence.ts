// Records what the planned operation does in the sandbox: its examples, its rejections, and journeys.
import { type ContractDocument, operationsOf } from '../../contract/document';
import { rejectionsOf } from '../probe/invalid-requests';
import { exampleRequests } from '../probe/requests';
import { type Access, record } from './candidate';
import type { Recording } from '../probe/har';
import { travel } from './journeys';

/** The sandbox has demo records of March 2026, some of which are overdue on this day. */
const NOW = '2026-04-01T08:00:00.000Z';

/** Records each documented request in a world of its own, then all rejections, then two journeys. */
export async function recordEvidence(
  document: ContractDocument,
  operationId: string,
  sandbox: Access,
): Promise<Recording[]> {
  const operation = operationsOf(document).find((each) => each.operationId === operationId)!;
  const demo = { from: 'demo', now: NOW };
  const documented = exampleRequests(operation);
  const recordings: Recording[] = [];
  for (const [name, outgoing] of documented)
    recordings.push(await record(sandbox, `${operationId} example ${name}`, demo, (send) => send(outgoing)));
  const rejections = documented.flatMap(([, outgoing]) => rejectionsOf(document, operation, outgoing));
  recordings.push(
    await record(sandbox, `${operationId} rejections`, demo, async (send) => {
      for (const outgoing of withoutRepeated(rejections)) await send(outgoing);
    }),
  );
  for (const from of ['empty', 'demo'])
    recordings.push(
      await record(sandbox, `${operationId} journey in the ${from} world`, { from, now: NOW }, (send) =>
        travel({ document, operation, isEmpty: from === 'empty' }, send),
      ),
    );
  return recordings;
}

const withoutRepeated = <Value>(values: Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
