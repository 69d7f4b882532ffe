// Statements that take longer than a second, by the names under which the log and the metrics report them. A name has a
// statement's verb, its table and a digest of its SQL, and no values.
import { hash } from 'node:crypto';

export const SLOW_MILLISECONDS = 1000;

export interface SlowStatement {
  /** For example `select cyber_assets`. */
  kind: string;
  /** The first digits of the SHA-256 of the SQL, which tell statements of one kind apart. */
  digest: string;
  milliseconds: number;
}

type Listener = (statement: SlowStatement) => void;
const listeners = new Set<Listener>();
const counts = new Map<string, number>();

/** Tables have names without capitals, digits or quotes. Names in values and aliases never follow these words. */
const TABLE = /\b(?:from|into|update|table)\s+["`]?([a-z_]+)\b/i;
const VERB = /^[\s(]*([a-z]+)/i;

export const hasTable = (sql: string): boolean => TABLE.test(sql);

/** Returns the verb and the first table. There are few, so that they can be a label of a metric. */
export function getKind(sql: string): string {
  const verb = VERB.exec(sql)?.[1]?.toLowerCase() ?? 'other';
  const table = TABLE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? verb : `${verb} ${table}`;
}

export function noteDuration(sql: string, milliseconds: number): void {
  if (milliseconds < SLOW_MILLISECONDS) return;
  const kind = getKind(sql);
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const digest = hash('sha256', sql, 'hex').slice(0, 8);
  for (const listener of listeners) listener({ kind, digest, milliseconds: Math.round(milliseconds) });
}

/** Calls `listener` for each slow statement of this process. Returns a function that ends this. */
export function onSlowStatement(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The number of slow statements of this process by kind. */
export const slowStatements: ReadonlyMap<string, number> = counts;
