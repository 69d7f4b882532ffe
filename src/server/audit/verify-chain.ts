// Verifies a chain, and describes the first entry that was altered, removed, inserted or reordered.
import { setImmediate } from 'node:timers/promises';
import type { OrganizationId } from '../../base/organization';
import type { Head } from './append';
import { type ActivityRow, GENESIS_HASH, computeHash } from './chain';
import { type ActivityReader, type ReadPage, readPages, readRows } from './read';

export interface ChainFault {
  kind: 'altered' | 'removed' | 'inserted' | 'reordered';
  /** The position in the chain. For an archive, its first entry. */
  sequence: number;
  /** The entry at this position, unless it was removed. */
  id?: string;
  occurredAt?: string;
  message: string;
}

export interface ChainVerification {
  /** Includes archived entries. */
  entries: number;
  /** The hash of the last entry; null for a chain without entries. */
  head: string | null;
  /** The sequence of the entry with the hash that the caller noted, if any has it. */
  noted: number | undefined;
  fault: ChainFault | undefined;
  /** The first entries that are dated before the entry that they follow: a clock was set back. */
  outOfOrder: Dated[];
}

type Dated = Required<Pick<ChainFault, 'sequence' | 'id' | 'occurredAt'>>;

export type OnProgress = (done: number, total: number) => void;
const PROGRESS_ENTRIES = 1000;

/** `noted`: a hash that may have been the head earlier. `archived`: the last entry in archives. */
export async function verifyChain(
  activity: ActivityReader,
  organization: OrganizationId,
  noted?: string,
  archived: Head = NOTHING,
  onProgress?: OnProgress,
): Promise<ChainVerification> {
  const read = activity.pages(organization);
  let head = await activity.head(organization);
  let last: ActivityRow | undefined;
  const result: ChainVerification = {
    entries: archived.sequence,
    head: archived.sequence > 0 ? archived.hash : null,
    noted: archived.hash === noted ? archived.sequence : undefined,
    fault: undefined,
    outOfOrder: [],
  };
  for await (const page of readPages(read))
    for (const row of page) {
      // A request may have appended entries since the head was read.
      if (row.sequence > (head?.sequence ?? 0)) head = await activity.head(organization);
      const left = { sequence: row.sequence - 1, hash: row.previous_hash };
      const { sequence: before, hash } = last ?? (isLeft(row, archived) ? left : archived);
      const sequence = before + 1;
      const fault = await faultAt(row, { organization, head, read, sequence, hash, last });
      if (fault) return { ...result, fault };
      if (row.sequence === archived.sequence && row.hash !== archived.hash)
        return { ...result, fault: alteredTo(row, 'its archive has a different hash') };
      if (row.hash === noted) result.noted = row.sequence;
      if (row.sequence > archived.sequence) result.entries++;
      result.head = row.hash;
      if (last && isSetBack(last, row) && result.outOfOrder.length < MAX_NAMED)
        result.outOfOrder.push({ sequence: row.sequence, id: row.id, occurredAt: row.occurred_at });
      last = row;
      if (row.sequence % PROGRESS_ENTRIES === 0) onProgress?.(row.sequence, head!.sequence);
    }
  if (head && head.sequence > result.entries) result.fault = missingEnd(result.entries, head, last);
  if (!head && !last) result.fault = archived.sequence > 0 ? WITHOUT_HEAD : EMPTY;
  if (head && !last && (head.sequence !== archived.sequence || head.hash !== archived.hash))
    result.fault ??= {
      kind: 'altered',
      sequence: archived.sequence,
      message:
        `activity_heads names entry ${head.sequence} as the last one, ` +
        `but entry ${archived.sequence} is archived and no later entry is in the database, or the hashes differ.`,
    };
  return result;
}

const MAX_NAMED = 20;

/** Servers that share a database have clocks that differ a little. */
const CLOCK_DIFFERENCE = 5000;

const isSetBack = (before: ActivityRow, row: ActivityRow): boolean =>
  Date.parse(before.occurred_at) - Date.parse(row.occurred_at) > CLOCK_DIFFERENCE;

/** Archived entries stay in the database for a moment: the last ones, because the first leave first. */
const isLeft = ({ sequence }: ActivityRow, archived: Head): boolean =>
  sequence > 0 && sequence <= archived.sequence;

/** Before the first entry. */
const NOTHING: Head = { sequence: 0, hash: GENESIS_HASH };

const WITHOUT_HEAD: ChainFault = {
  kind: 'removed',
  sequence: 1,
  message: 'The row of this organization was removed from activity_heads.',
};

/** Properties of the next entry that follow from the verified entries. */
interface Expected {
  organization: string;
  head: Head | undefined;
  read: ReadPage;
  sequence: number;
  hash: string;
  last: ActivityRow | undefined;
}

async function faultAt(row: ActivityRow, expected: Expected): Promise<ChainFault | undefined> {
  const { organization, head, sequence, hash, last } = expected;
  if (row.sequence < sequence) return fault('inserted', row, 'was inserted: its number is invalid');
  if (!head) return { ...WITHOUT_HEAD, sequence: row.sequence };
  if (row.sequence > head.sequence)
    return fault('inserted', row, `was inserted after the last entry, which is ${head.sequence}`);
  if (row.sequence > sequence)
    return removed(sequence, row.sequence - 1, `the next entry is ${row.sequence} (${timed(row)})`);
  if (computeHash(organization, row) !== row.hash) return mismatch(row, expected);
  if (row.previous_hash !== hash) {
    const begins =
      sequence === 1 ? 'it does not begin the chain' : `it does not follow archived entry ${sequence - 1}`;
    const reason = last ? `entry ${sequence} follows a different hash` : begins;
    return alteredTo(last ?? row, reason);
  }
  if (row.sequence === head.sequence && row.hash !== head.hash)
    return alteredTo(row, 'activity_heads has a different hash');
  return undefined;
}

/** Returns the id of an entry and its time. */
const timed = ({ id, occurred_at }: ActivityRow): string => `${id} of ${occurred_at}`;

const fault = (kind: ChainFault['kind'], row: ActivityRow, problem: string): ChainFault => ({
  kind,
  sequence: row.sequence,
  id: row.id,
  occurredAt: row.occurred_at,
  message: `Entry ${row.sequence} (${timed(row)}) ${problem}.`,
});

const alteredTo = (row: ActivityRow, reason: string): ChainFault =>
  fault('altered', row, `was altered and given a new hash: ${reason}`);

/** Describes removed entries, `first` to `last`. */
function removed(first: number, last: number, next: string): ChainFault {
  const entries = first === last ? `Entry ${first} was` : `Entries ${first} to ${last} were`;
  return { kind: 'removed', sequence: first, message: `${entries} removed: ${next}.` };
}

function missingEnd(entries: number, head: Head, last: ActivityRow | undefined): ChainFault {
  const end = entries > 0 ? `the last archived entry is ${entries}` : 'the log is empty';
  return removed(
    entries + 1,
    head.sequence,
    last ? `the last entry is ${last.sequence} (${timed(last)})` : end,
  );
}

/** The creation of an organization is its first entry. */
const EMPTY: ChainFault = {
  kind: 'removed',
  sequence: 1,
  message: 'The log has no entries. It had one since the organization was created.',
};

const MAX_DISTANCE = 100_000;
/** Numbers to try before yielding to the event loop: a few milliseconds of work. */
const BATCH = 1000;

/** Finds the original number of an entry, within MAX_DISTANCE of its current one and up to the head. */
async function findNumber({ sequence }: ActivityRow, head: number, matches: (number: number) => boolean) {
  const last = Math.min(head, sequence + MAX_DISTANCE);
  for (let number = Math.max(1, sequence - MAX_DISTANCE); number <= last; number++) {
    if (matches(number)) return number;
    if (number % BATCH === 0) await setImmediate();
  }
  return undefined;
}

/** Finds out why an entry does not match its hash: it was renumbered or altered, or another was inserted. */
async function mismatch(
  row: ActivityRow,
  { organization, head, read, sequence, hash, last }: Expected,
): Promise<ChainFault> {
  const matchesAs = (entry: ActivityRow, number: number): boolean =>
    computeHash(organization, { ...entry, sequence: number }) === entry.hash;
  const original = await findNumber(row, head!.sequence, (number) => matchesAs(row, number));
  if (original === undefined) {
    const [next] = await read(sequence);
    if (next && matchesAs(next, sequence))
      return fault('inserted', row, `was inserted: entry ${next.sequence} had its number`);
    return fault('altered', row, 'was altered: it does not match its hash');
  }
  if (last && original === last.sequence && row.previous_hash === last.previous_hash)
    return fault('inserted', last, `was inserted: entry ${row.sequence} had its number`);
  if (await isFollowed(read, hash))
    return fault('reordered', row, `was reordered: it was written as entry ${original}`);
  const next = `${timed(row)} was written as entry ${original}`;
  const message = `Entry ${sequence} was removed, and later entries were renumbered: ${next}.`;
  return { kind: 'removed', sequence, message };
}

/** Returns whether any entry still follows this hash. */
async function isFollowed(read: ReadPage, hash: string): Promise<boolean> {
  for await (const row of readRows(read)) if (row.previous_hash === hash) return true;
  return false;
}
