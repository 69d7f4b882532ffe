// Replays a recording: rewrites each request with the values of the candidate, sends it, compares the responses.
import type { Operation } from '../../contract/document';
import { Bindings } from '../probe/bindings';
import type { Candidate, Place } from './candidate';
import { ResponseComparison } from '../probe/compare-responses';
import type { Found } from '../probe/compare-bodies';
import type { ContractParts, Level } from './contract-parts';
import type { HarEntry } from '../../../generated/files';
import { type Recording, toTarget } from '../probe/har';
import {
  NOT_SENDABLE,
  type Reason,
  SENT,
  isChange,
  isRead,
  isUnseen,
  reasonAgainst,
  unknownOrigin,
} from './left-out';
import { NoResponse, sendPatiently } from '../probe/send';

/** A difference of one call. The number of the first call is 1. */
export interface CallDifference extends Found {
  level: Level;
  call: number;
  operation: Operation | undefined;
  method: string;
  target: string;
}

export type RecordingResult = ReturnType<typeof createResult>;

const createResult = ({ name, entries }: Recording) => ({
  name,
  calls: entries.length,
  sent: 0,
  /** The operations of the sent calls. */
  operationIds: [] as string[],
  /** Sent calls without a breaking or provisional difference. */
  same: 0,
  skipped: [] as { call: number; reason: string }[],
  differences: [] as CallDifference[],
});

/** The log of activity shows the user agent. */
const SENT_HEADERS = ['content-type', 'idempotency-key', 'prefer', 'accept', 'accept-language', 'user-agent'];
const TAG_HEADERS = ['if-match', 'if-none-match'];
const TOLERANCE_MILLISECONDS = 5000;

function createHeaders({ request }: HarEntry, bindings: Bindings): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of request.headers) {
    if (SENT_HEADERS.includes(name.toLowerCase())) headers[name] = value;
    if (TAG_HEADERS.includes(name.toLowerCase())) headers[name] = bindings.rewriteTags(value);
  }
  return headers;
}

/** Divides a recording at each reset, after which the world begins again. `before`: the number of earlier calls. */
function divide(recording: Recording): { part: Recording; before: number }[] {
  const { entries } = recording;
  const resets = entries.flatMap(({ _reset }, index) => (_reset && index > 0 ? [index] : []));
  const starts = [0, ...resets];
  return starts.map((before, index) => {
    const part = { ...recording, entries: entries.slice(before, starts[index + 1]) };
    return { part, before };
  });
}

/** Replays one recording in a new world for each of its parts, or with the key of a server. @throws ReviewError. */
export async function replayRecording(recording: Recording, candidate: Candidate, parts: ContractParts) {
  const result = createResult(recording);
  for (const { part, before } of divide(recording)) {
    const place = await candidate.open(part);
    await sendAll(part, { candidate, place, parts, result, before }).finally(() => place.close());
  }
  return result;
}

interface Replaying {
  candidate: Candidate;
  place: Place;
  parts: ContractParts;
  /** Of all parts. Each part adds its own calls. */
  result: RecordingResult;
  before: number;
}

async function sendAll(
  { world, entries }: Recording,
  { candidate, place, parts, result, before }: Replaying,
): Promise<void> {
  const bindings = new Bindings();
  const comparison = new ResponseComparison(bindings, place.setTime !== undefined);
  const lacksCalls = before === 0 && (world?.missing ?? 0) > 0 && !entries[0]?._reset;
  let isDependent = false;
  let clock = world?.now ?? '';
  for (const [index, entry] of entries.entries()) {
    const call = before + index + 1;
    const { method } = entry.request;
    const target = toTarget(entry);
    const operation = parts.match(method, target);
    const skip = (reason: Reason): void => {
      isDependent ||= !SENT.includes(reason) && isChange(entry);
      result.skipped.push({ call, reason: NOT_SENDABLE[reason] });
    };
    const reason = isDependent
      ? 'dependent'
      : before > 0 && candidate.kind === 'server'
        ? 'reset'
        : (reasonAgainst(entry, target, world !== undefined, operation, candidate) ??
          unknownOrigin(entry, target, bindings));
    const key = reason === undefined ? await keyFor(entry, place, bindings, world?.key) : undefined;
    if (key === undefined) {
      skip(reason ?? 'person');
      continue;
    }
    const recordedNow = entry._now ?? world?.now ?? entry.startedDateTime;
    if (place.setTime && recordedNow > clock) await place.setTime((clock = recordedNow));
    const reply = await sendEntry(entry, target, bindings, place, key);
    const isMissing = 'status' in reply && reply.status === 501 && candidate.kind === 'server';
    if (isMissing && operation?.availability === 'planned') {
      skip('planned');
      continue;
    }
    if (isUnseen(entry)) {
      skip('unseen');
      continue;
    }
    const isFailure = reply instanceof NoResponse || reply.status >= 500;
    const now = {
      recorded: Date.parse(recordedNow),
      candidate: place.setTime ? Date.parse(recordedNow) : Date.now(),
      tolerance: TOLERANCE_MILLISECONDS + (entry.time ?? 0),
    };
    const found = comparison.compare(target, entry, reply, now).map((each) => {
      const level = parts.levelOf(operation, entry, each);
      return { ...each, level, call, operation, method, target };
    });
    if (lacksCalls && !isFailure && found.some(({ level }) => level !== 'equal')) {
      skip('earlier');
      continue;
    }
    result.sent += 1;
    if (operation && !result.operationIds.includes(operation.operationId))
      result.operationIds.push(operation.operationId);
    if (found.every(({ level }) => level === 'equal')) result.same += 1;
    result.differences.push(...found);
  }
}

/** The key of a call; {} for that of the candidate. */
type Key = { key?: string | null };

/** Returns a key like that of a call, or undefined if the candidate cannot have one. `first`: the id of the world's own key. */
async function keyFor(
  { request, response, _user = '', _key }: HarEntry,
  { keyOf, own }: Place,
  bindings: Bindings,
  first: string | undefined,
): Promise<Key | undefined> {
  const isRejected = _key?.rejection !== undefined;
  // The recording masks keys: an unknown one is not sent.
  if (response.status === 401 && !(isRejected && keyOf)) return { key: null };
  if (!keyOf) return _key?.access === 'read_only' && !isRead(request) ? undefined : {};
  if (own === undefined || (_user === '' && !isRejected)) return {};
  const keyAs = async (userId: string): Promise<Key | undefined> => {
    if (userId === own && (_key === undefined || _key.id === first)) return {};
    const key = await keyOf(userId, _key);
    return key === undefined ? undefined : { key };
  };
  const key = await keyAs(bindings.ids.get(_user) ?? _user);
  // The user behind the first key of an empty world has an id that no recorded response shows before.
  if (key !== undefined || _user === '' || bindings.isBound(own)) return key;
  bindings.bindId(_user, own);
  return keyAs(own);
}

function sendEntry(entry: HarEntry, target: string, bindings: Bindings, { send }: Place, key: Key) {
  const { method, postData } = entry.request;
  const outgoing = {
    method,
    path: bindings.rewrite(target),
    headers: createHeaders(entry, bindings),
    ...key,
    ...(postData?.text ? { body: bindings.rewrite(postData.text) } : {}),
  };
  return sendPatiently(() => send(outgoing)).catch((error: unknown) => {
    if (error instanceof NoResponse) return error;
    throw error;
  });
}
