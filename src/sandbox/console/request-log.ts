// The newest requests, in memory only, with their keys masked.
import type { Observation } from '../../api/observe';
import { maskObservation } from './mask';
import type { Rule, RuleOf } from './rule';

const NEWEST = 500;

export interface LogEntry extends Observation {
  /** Counts up for as long as the sandbox runs. */
  number: number;
  /** Which rule of the contract refused the request. */
  rule?: Rule;
}

/** An entry as lists show it: without headers and bodies. */
export type LogLine = Omit<LogEntry, 'request' | 'response'>;

export interface Subscriber {
  event(name: 'request', line: LogLine): void;
  event(name: 'cleared', data: object): void;
  /** The log is closed; nothing comes any more. */
  end(): void;
}

function toLine(entry: LogEntry): LogLine {
  const line: Partial<LogEntry> = { ...entry };
  delete line.request;
  delete line.response;
  return line as LogLine;
}

export function createRequestLog(ruleOf: RuleOf, newest = NEWEST) {
  let entries: LogEntry[] = []; // oldest first
  let count = 0;
  let closed = false;
  const subscribers = new Set<Subscriber>();

  return {
    add(observation: Observation): void {
      const masked = maskObservation(observation);
      const rule = ruleOf(masked);
      const entry = { ...masked, number: ++count, ...(rule ? { rule } : {}) };
      entries.push(entry);
      if (entries.length > newest) entries.shift();
      for (const subscriber of subscribers) subscriber.event('request', toLine(entry));
    },

    /** Newest first. */
    lines: (): LogLine[] => entries.map(toLine).reverse(),

    find: (number: number): LogEntry | undefined => entries.find((entry) => entry.number === number),

    clear(): void {
      entries = [];
      for (const subscriber of subscribers) subscriber.event('cleared', {});
    },

    /** Returns how to end the subscription. */
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
