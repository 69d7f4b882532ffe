// What is wrong with an entry of a chain: altered, removed, inserted or reordered.
import { setImmediate } from 'node:timers/promises';
import type { Head } from './append';
import { type ActivityRow, hashOf } from './chain';
import { type ReadPage, rowsOf } from './read';

export interface LogFault {
  kind: 'altered' | 'removed' | 'inserted' | 'reordered';
  /** The place in the chain. */
  sequence: number;
  /** The entry itself, where it is still there. */
  id?: string;
  occurredAt?: string;
  message: string;
}

/** What the entries before say of the one that should follow. */
export interface Evidence {
  organization: string;
  head: Head | undefined;
  read: ReadPage;
  sequence: number;
  hash: string;
  last: ActivityRow | undefined;
}

const nameOf = ({ sequence, id, occurred_at }: ActivityRow): string =>
  `Entry ${sequence} (${id} of ${occurred_at})`;

const fault = (kind: LogFault['kind'], row: ActivityRow, what: string): LogFault => ({
  kind,
  sequence: row.sequence,
  id: row.id,
  occurredAt: row.occurred_at,
  message: `${nameOf(row)} ${what}.`,
});

/** Undefined for an entry that is what was written. */
export async function faultAt(row: ActivityRow, evidence: Evidence): Promise<LogFault | undefined> {
  const { organization, head, sequence, hash, last } = evidence;
  if (row.sequence < sequence) return fault('inserted', row, 'was inserted: no entry gets such a number');
  if (!head)
    return {
      kind: 'removed',
      sequence: row.sequence,
      message: 'The note of where the chain ends was removed from activity_heads.',
    };
  if (row.sequence > head.sequence)
    return fault('inserted', row, `was inserted after the end: the last entry is ${head.sequence}`);
  if (row.sequence > sequence) return gap(row, sequence);
  if (hashOf(organization, row) !== row.hash) return misfit(row, evidence);
  if (row.previous_hash !== hash) {
    return fault(
      'altered',
      last ?? row,
      `was altered and given a new hash: ${last ? `entry ${sequence} follows another` : 'it does not begin the chain'}`,
    );
  }
  if (row.sequence === head.sequence && row.hash !== head.hash)
    return fault('altered', row, 'was altered and given a new hash: activity_heads has another for it');
  return undefined;
}

const gap = (row: ActivityRow, sequence: number): LogFault => ({
  kind: 'removed',
  sequence,
  message: `Entry ${sequence} was removed${row.sequence - sequence > 1 ? `, with all after it up to entry ${row.sequence - 1}` : ''}: the next is ${row.sequence} (${row.id} of ${row.occurred_at}).`,
});

const MAX_DISTANCE = 100_000;
/** Numbers to try before yielding to the event loop: a few milliseconds of work. */
const BATCH = 1000;

/**
 * Finds the original number of an entry, near its present one and below the head, which may hold any number.
 */
async function findNumber(
  { sequence }: ActivityRow,
  head: number,
  isIt: (number: number) => boolean,
): Promise<number | undefined> {
  const last = Math.min(head, sequence + MAX_DISTANCE);
  for (let number = Math.max(1, sequence - MAX_DISTANCE); number <= last; number++) {
    if (isIt(number)) return number;
    if (number % BATCH === 0) await setImmediate();
  }
  return undefined;
}

/** An entry that does not fit its hash may be genuine and have another number than it was given, or be none at all. */
async function misfit(
  row: ActivityRow,
  { organization, head, read, sequence, hash, last }: Evidence,
): Promise<LogFault> {
  const wasMadeAs = (entry: ActivityRow, number: number): boolean =>
    hashOf(organization, { ...entry, sequence: number }) === entry.hash;
  const original = await findNumber(row, head!.sequence, (number) => wasMadeAs(row, number));
  if (original === undefined) {
    const [next] = await read(sequence);
    if (next && wasMadeAs(next, sequence))
      return fault('inserted', row, `was inserted: entry ${next.sequence} had its number`);
    return fault('altered', row, 'was altered: it does not fit its hash');
  }
  if (last && original === last.sequence && row.previous_hash === last.previous_hash)
    return fault('inserted', last, `was inserted: entry ${row.sequence} had its number`);
  if (await isFollowed(read, hash))
    return fault('reordered', row, `was reordered: it was made as entry ${original}`);
  const message = `Entry ${sequence} was removed, and those after it were given other numbers: ${row.id} of ${row.occurred_at} was made as entry ${original}.`;
  return { kind: 'removed', sequence, message };
}

/** Whether the entry that follows this hash is still somewhere. */
async function isFollowed(read: ReadPage, hash: string): Promise<boolean> {
  for await (const row of rowsOf(read)) if (row.previous_hash === hash) return true;
  return false;
}
