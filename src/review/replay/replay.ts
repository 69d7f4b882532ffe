// Replays a recording: rewrites each request with the values of the candidate, sends it, compares the responses.
import type { Operation } from '../../contract/document';
import { Bindings } from '../probe/bindings';
import type { Candidate, Place } from './candidate';
import { ResponseComparison } from '../probe/compare-responses';
import type { ContractParts, Level } from './contract-parts';
import type { Found } from '../probe/differences';
import { type HarEntry, type Recording, targetOf } from '../probe/har';
import { NoResponse, type Reply, sendPatiently } from '../probe/send';
import { NOT_SENDABLE, type Reason, isChange, reasonAgainst } from './sendable';

/** A difference of one call. The number of the first call is 1. */
export interface CallDifference extends Found {
  level: Level;
  call: number;
  operation: Operation | undefined;
  method: string;
  target: string;
}

export interface RecordingResult {
  name: string;
  calls: number;
  sent: number;
  /** The operations of the sent calls. */
  operationIds: string[];
  /** Sent calls without a breaking or provisional difference. */
  same: number;
  skipped: { call: number; reason: string }[];
  differences: CallDifference[];
}

const SENT_HEADERS = ['content-type', 'idempotency-key', 'prefer', 'accept', 'accept-language'];
const TAG_HEADERS = ['if-match', 'if-none-match'];
const TOLERANCE_MILLISECONDS = 5000;

function headersOf({ request }: HarEntry, bindings: Bindings): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of request.headers) {
    if (SENT_HEADERS.includes(name.toLowerCase())) headers[name] = value;
    if (TAG_HEADERS.includes(name.toLowerCase())) headers[name] = bindings.rewriteTags(value);
  }
  return headers;
}

/** Replays one recording in a new world, or with the key of a server. @throws UnusableCandidate. */
export async function replayRecording(
  recording: Recording,
  candidate: Candidate,
  parts: ContractParts,
): Promise<RecordingResult> {
  const place = await candidate.open(recording);
  try {
    return await sendAll(recording, candidate, place, parts);
  } finally {
    await place.close();
  }
}

async function sendAll(
  { name, world, entries }: Recording,
  candidate: Candidate,
  place: Place,
  parts: ContractParts,
): Promise<RecordingResult> {
  const bindings = new Bindings();
  const comparison = new ResponseComparison(bindings, place.setTime !== undefined);
  const result: RecordingResult = {
    name,
    calls: entries.length,
    sent: 0,
    operationIds: [],
    same: 0,
    skipped: [],
    differences: [],
  };
  let isDependent = false;
  let clock = world?.now ?? '';
  for (const [index, entry] of entries.entries()) {
    const call = index + 1;
    const { method } = entry.request;
    const target = targetOf(entry);
    const operation = parts.match(method, target);
    const skip = (reason: Reason): void => {
      isDependent ||= isChange(entry);
      result.skipped.push({ call, reason: NOT_SENDABLE[reason] });
    };
    const reason = isDependent
      ? 'dependent'
      : reasonAgainst(entry, target, world !== undefined, operation, candidate);
    if (reason !== undefined) {
      skip(reason);
      continue;
    }
    const recordedNow = entry._now ?? world?.now ?? entry.startedDateTime;
    if (place.setTime && recordedNow > clock) await place.setTime((clock = recordedNow));
    const reply = await sendEntry(entry, target, bindings, place);
    if (
      !(reply instanceof NoResponse) &&
      reply.status === 501 &&
      candidate.kind === 'server' &&
      isPlanned(operation)
    ) {
      skip('planned');
      continue;
    }
    const now = {
      recorded: Date.parse(recordedNow),
      candidate: place.setTime ? Date.parse(recordedNow) : Date.now(),
      tolerance: TOLERANCE_MILLISECONDS + (entry.time ?? 0),
    };
    const found: Found[] =
      reply instanceof NoResponse
        ? [
            {
              kind: 'no-response',
              part: ['status'],
              recorded: entry.response.status,
              candidate: reply.message,
            },
          ]
        : comparison.compare(target, entry, reply, now);
    const levelled = found.map((each) => ({ ...each, level: parts.levelOf(operation, entry, each) }));
    result.sent += 1;
    if (operation && !result.operationIds.includes(operation.operationId))
      result.operationIds.push(operation.operationId);
    if (levelled.every(({ level }) => level === 'equal')) result.same += 1;
    result.differences.push(...levelled.map((each) => ({ ...each, call, operation, method, target })));
  }
  return result;
}

const isPlanned = (operation: Operation | undefined): boolean => operation?.availability === 'planned';

async function sendEntry(
  entry: HarEntry,
  target: string,
  bindings: Bindings,
  { send }: Place,
): Promise<Reply | NoResponse> {
  const { method, postData } = entry.request;
  try {
    return await sendPatiently(send, {
      method,
      path: bindings.rewrite(target),
      headers: headersOf(entry, bindings),
      ...(postData?.text ? { body: bindings.rewrite(postData.text) } : {}),
    });
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}
