// Records what the planned operation does in the sandbox: its examples, its rejections, and journeys.
import { type ContractDocument, operationsOf } from '../../contract/document';
import { type NamedRequest, requestsOf, sendableBody } from '../probe/requests';
import type { Access } from './candidate';
import type { Recording } from './har';
import { travel } from './journeys';
import { record } from './record';
import { refusalsOf } from './refusals';
import type { Send } from './send';

/** The sandbox has demo records of March 2026, some of which are overdue on this day. */
const NOW = '2026-04-01T08:00:00.000Z';

const sendRequest = (send: Send, { request }: Pick<NamedRequest, 'request'>) => {
  const body = sendableBody(request);
  const { method, target: path, headers } = request;
  return send({ method, path, headers, ...(body === undefined ? {} : { body }) });
};

/** Records each documented request in a world of its own, then all rejections, then two journeys. */
export async function recordEvidence(
  document: ContractDocument,
  operationId: string,
  sandbox: Access,
): Promise<Recording[]> {
  const operation = operationsOf(document).find((each) => each.operationId === operationId)!;
  const demo = { from: 'demo', now: NOW };
  const documented = requestsOf(document, operation);
  const recordings: Recording[] = [];
  for (const each of documented)
    recordings.push(
      await record(sandbox, `${operationId} example ${each.example}`, demo, (send) =>
        sendRequest(send, each),
      ),
    );
  const rejections = documented.flatMap(({ request }) => refusalsOf(document, operation, request));
  recordings.push(
    await record(sandbox, `${operationId} rejections`, demo, async (send) => {
      for (const request of withoutRepeated(rejections)) await sendRequest(send, { request });
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
