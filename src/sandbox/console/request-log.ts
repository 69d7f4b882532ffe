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
  event(name: 'request', line: LogLine): void;
  event(name: 'cleared', data: object): void;
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
  let closed = false;
  const subscribers = new Set<Subscriber>();

  return {
    add(observation: Observation): LogEntry {
      const masked = maskObservation(observation);
      const rule = masked.error && ruleOf(masked);
      const entry = { ...masked, number: ++count, ...(rule ? { rule } : {}) };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries.shift();
      for (const subscriber of subscribers) subscriber.event('request', toLine(entry));
      onRequest?.(entry);
      return entry;
    },

    /** Newest first. */
    lines: (): LogLine[] => entries.map(toLine).reverse(),

    find: (number: number): LogEntry | undefined => entries.find((entry) => entry.number === number),

    clear(): void {
      entries = [];
      for (const subscriber of subscribers) subscriber.event('cleared', {});
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
