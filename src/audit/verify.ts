// Verifies a chain: goes through it once, and says where it first is not what was written.
import type { Head } from './append';
import { type ActivityRow, GENESIS_HASH } from './chain';
import { type Evidence, type LogFault, faultAt } from './faults';
import type { OrganizationId } from '../organizations/organization';
import { type ActivityReader, type ReadPage, rowsOf } from './read';

export interface Verification {
  entries: number;
  /** The hash of the last entry; null for a chain without entries. */
  head: string | null;
  /** The sequence of the entry with the hash that was asked for, if any has it. */
  noted: number | undefined;
  fault: LogFault | undefined;
}

export interface Chain {
  organization: string;
  head: () => Promise<Head | undefined>;
  read: ReadPage;
}

export const chainOf = (activity: ActivityReader, organization: OrganizationId): Chain => ({
  organization,
  head: () => activity.head(organization),
  read: activity.pages(organization),
});

/** `noted`: a hash that may have been the head earlier. */
export async function verifyChain(
  { organization, head: readHead, read }: Chain,
  noted?: string,
): Promise<Verification> {
  let head = await readHead();
  let last: ActivityRow | undefined;
  const result: Verification = { entries: 0, head: null, noted: undefined, fault: undefined };
  for await (const row of rowsOf(read)) {
    if (row.sequence > (head?.sequence ?? 0)) head = await readHead(); // it may have been appended meanwhile
    const evidence: Evidence = {
      organization,
      head,
      read,
      sequence: (last?.sequence ?? 0) + 1,
      hash: last?.hash ?? GENESIS_HASH,
      last,
    };
    const fault = await faultAt(row, evidence);
    if (fault) return { ...result, fault };
    if (row.hash === noted) result.noted = row.sequence;
    result.entries++;
    result.head = row.hash;
    last = row;
  }
  if (head && head.sequence > result.entries) result.fault = missingEnd(result.entries, head, last);
  if (!head && result.entries === 0) result.fault = EMPTY;
  return result;
}

/** The creation of an organization is its first entry. */
const EMPTY: LogFault = {
  kind: 'removed',
  sequence: 1,
  message: 'The log has no entries. It had one since the organization was created.',
};

function missingEnd(entries: number, head: Head, last: ActivityRow | undefined): LogFault {
  const after = last ? `after ${last.id} of ${last.occurred_at}` : 'there are none';
  return {
    kind: 'removed',
    sequence: entries + 1,
    message: `Entry ${entries + 1} was removed, with all after it up to entry ${head.sequence}: ${after}.`,
  };
}
