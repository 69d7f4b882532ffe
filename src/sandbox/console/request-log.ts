// Keeps the newest requests in memory. The secrets of a request and its response are masked, also for recordings.
import { maskBody, maskHeader, maskUrl } from '../../base/secrets/mask-body';
import { maskKeys, maskText } from '../../base/secrets/mask-text';
import { mapInSlices } from '../../base/scheduling/time-slices';
import type { Observation } from '../../server/api/observe';
import type { Rule, RuleOf } from './rule';

const MAX_ENTRIES = 500;

export interface LogEntry extends Observation {
  /** Starts at 1 and increases. */
  number: number;
  /** The rule of the contract that rejected the request. */
  rule?: Rule;
}

/** An entry without headers and bodies. */
export type LogLine = Omit<LogEntry, 'request' | 'response'>;

/** An event of the stream. `id` is the number of the last request that a subscriber knows after it. */
export type LogEvent =
  { name: 'request'; data: LogLine; id: number } | { name: 'cleared'; data: object; id: number };

export interface Subscriber {
  /** The log has a further event. */
  wake(): void;
  /** The log is closed. */
  end(): void;
}

type Message = Observation['request'];

/** Bodies have at most 64 KiB. */
const MAX_KEPT = 300;
/** Headers and bodies without a secret, by their masks and names, the oldest first: most are sent again and again. */
const known = new Set<string>();

function maskUnknown<Masked extends string | undefined>(
  mask: (name: string, text: string) => Masked,
  name: string,
  text: string,
): Masked | string {
  const key = `${mask.name} ${name} ${text}`;
  const masked = known.has(key) ? text : mask(name, text);
  if (masked !== text) return masked;
  known.delete(key);
  known.add(key);
  if (known.size > MAX_KEPT) known.delete(known.keys().next().value!);
  return masked;
}

const maskContent = (mediaType: string, text: string): string | undefined => maskBody(text, mediaType);

function maskMessage({ headers, body }: Message): Message {
  const fields = Object.entries(headers).map(([name, value]) => [
    maskKeys(name),
    maskUnknown(maskHeader, name, value),
  ]);
  const message: Message = { headers: Object.fromEntries(fields) as Record<string, string> };
  if (!body) return message;
  const { bytes, cut } = body;
  const masked = (text: string | undefined) =>
    text && maskUnknown(maskContent, headers['content-type'] ?? '', text);
  const [text, outline] = [masked(body.text), masked(body.outline)];
  message.body =
    text === undefined ? { bytes } : { bytes, text, ...(cut && { cut }), ...(outline && { outline }) };
  return message;
}

function maskLine({ request, response, ...observation }: Observation): Omit<LogLine, 'number'> {
  void [request, response];
  const { requestId, path, user, error, fault } = observation;
  const details = error?.details?.map(({ field, message }) => ({
    field: maskKeys(field),
    message: maskText(message),
  }));
  return {
    ...observation,
    requestId: maskKeys(requestId),
    path: maskUrl(path),
    ...(user && { user: { ...user, name: maskKeys(user.name) } }),
    ...(error && { error: { ...error, message: maskText(error.message), ...(details && { details }) } }),
    ...(fault && { fault: { ...fault, path: maskUrl(fault.path) } }),
  };
}

/** Receives each request. `masked` returns it without its secrets. */
export type OnRequest = (observation: Observation, masked: () => Observation) => void;

/** Masks are made when a line or an entry is read: most are not. A line has no bodies, whose masks take longer. */
interface Kept {
  number: number;
  line(): LogLine;
  entry(): LogEntry;
}

export function createRequestLog(ruleOf: RuleOf, onRequest?: OnRequest) {
  let entries: Kept[] = []; // oldest first
  let count = 0;
  /** The number of the last clearing, which takes one as a request does. */
  let clearedAt = 0;
  let closed = false;
  const subscribers = new Set<Subscriber>();

  function toKept(observation: Observation, number: number): Kept {
    const { request, response } = observation;
    let [line, entry]: [LogLine?, LogEntry?] = [];
    const makeLine = (): LogLine => {
      const masked = maskLine(observation);
      const rule = masked.error && ruleOf(masked);
      return { ...masked, number, ...(rule ? { rule } : {}) };
    };
    const kept: Kept = {
      number,
      line: () => (line ??= makeLine()),
      entry: () =>
        (entry ??= { ...kept.line(), request: maskMessage(request), response: maskMessage(response) }),
    };
    return kept;
  }

  return {
    add(observation: Observation): void {
      const kept = toKept(observation, ++count);
      if (observation.error) kept.line(); // the rule is that of the present contract
      entries.push(kept);
      if (entries.length > MAX_ENTRIES) entries.shift();
      for (const subscriber of subscribers) subscriber.wake();
      onRequest?.(observation, kept.entry);
    },

    /** Newest first. */
    lines: async (): Promise<LogLine[]> => (await mapInSlices(entries, ({ line }) => line())).reverse(),

    find: (wanted: number): LogEntry | undefined => entries.find(({ number }) => number === wanted)?.entry(),

    clear(): void {
      entries = [];
      clearedAt = ++count;
      for (const subscriber of subscribers) subscriber.wake();
    },

    lastId: (): number => count,

    /** Returns the first event after the one with this id, as far as the log still has it. */
    eventAfter(id: number): LogEvent | undefined {
      // A greater number is that of an earlier process.
      if (id < clearedAt || id > count) return { name: 'cleared', data: {}, id: clearedAt };
      const kept = entries[Math.max(0, id + 1 - (entries[0]?.number ?? 0))];
      return kept && { name: 'request', data: kept.line(), id: kept.number };
    },

    /** Returns a function that unsubscribes. */
    subscribe(subscriber: Subscriber): () => void {
      if (closed) subscriber.end();
      else subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },

    close(): void {
      closed = true;
      for (const subscriber of subscribers) subscriber.end();
      subscribers.clear();
    },
  };
}
