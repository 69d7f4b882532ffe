// Keeps the newest requests in memory, with masked keys.
import type { Observation } from '../../server/api/observe';
import { maskObservation } from '../mask';
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

export interface Subscriber {
  /** `id` is the number of the last request that the subscriber knows after the event. */
  event(name: 'request', line: LogLine, id: number): void;
  event(name: 'cleared', data: object, id: number): void;
  /** The log is closed. */
  end(): void;
}

function toLine(entry: LogEntry): LogLine {
  const line: Partial<LogEntry> = { ...entry };
  delete line.request;
  delete line.response;
  return line as LogLine;
}

interface LogOptions {
  /** Receives each request without its secrets. */
  onRequest?: ((observation: Observation) => void) | undefined;
}

export function createRequestLog(ruleOf: RuleOf, { onRequest }: LogOptions = {}) {
  let entries: LogEntry[] = []; // oldest first
  let count = 0;
  /** The last number before the log was cleared. */
  let clearedAt = 0;
  let closed = false;
  const subscribers = new Set<Subscriber>();

  return {
    add(observation: Observation): LogEntry {
      const masked = maskObservation(observation);
      const rule = masked.error && ruleOf(masked);
      const entry = { ...masked, number: ++count, ...(rule ? { rule } : {}) };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries.shift();
      for (const subscriber of subscribers) subscriber.event('request', toLine(entry), entry.number);
      onRequest?.(entry);
      return entry;
    },

    /** Newest first. */
    lines: (): LogLine[] => entries.map(toLine).reverse(),

    find: (number: number): LogEntry | undefined => entries.find((entry) => entry.number === number),

    clear(): void {
      entries = [];
      clearedAt = count;
      for (const subscriber of subscribers) subscriber.event('cleared', {}, count);
    },

    /**
     * Sends what a subscriber missed since event `after`, as far as the log still has it, and then each event.
     * Returns a function that unsubscribes.
     */
    subscribe(subscriber: Subscriber, after = count): () => void {
      // A greater number is that of an earlier process.
      const isStale = after < clearedAt || after > count;
      if (isStale) subscriber.event('cleared', {}, clearedAt);
      for (const entry of entries)
        if (isStale || entry.number > after) subscriber.event('request', toLine(entry), entry.number);
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
