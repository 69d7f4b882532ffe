// Verifies the archives of an organization: each file is complete, unaltered, and continues the one before.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOfFile } from '../../base/digest';
import type { OrganizationId } from '../../base/organization';
import type { Head } from './append';
import { problemOf, readArchive, type Archive } from './archives';
import { type ActivityRow, GENESIS_HASH } from './chain';
import type { ChainFault } from './verify-chain';
import { type Logged, type RecordKind, applyEntry } from './compare-records';

export interface ArchivesVerification {
  fault: ChainFault | undefined;
  /** The sequence of the entry with the hash that the caller noted, if an archive has it. */
  noted: number | undefined;
  records: ArchivedRecords;
}

const fault = (kind: ChainFault['kind'], sequence: number, message: string): ChainFault => ({
  kind,
  sequence,
  message,
});

/** Returns a fault when the archives do not follow each other. */
export function gapBetween(archives: readonly Archive[]): ChainFault | undefined {
  let next = 1;
  for (const { first_sequence: first, last_sequence: last, file } of archives) {
    if (first !== next)
      return fault(
        'removed',
        next,
        `activity_archives has no archive of entry ${next}: ${file} begins with ${first}.`,
      );
    next = last + 1;
  }
  return undefined;
}

/** Entries between two turns of the event loop. */
const BATCH = 500;

/** `noted`: a hash that may have been the head earlier. */
export async function verifyArchives(
  folder: string,
  organization: OrganizationId,
  archives: readonly Archive[],
  kinds: readonly RecordKind[],
  noted?: string,
): Promise<ArchivesVerification> {
  const result: ArchivesVerification = {
    fault: undefined,
    noted: undefined,
    records: noRecords(kinds),
  };
  let previous: Head = { sequence: 0, hash: GENESIS_HASH };
  for (const archive of archives) {
    const { file, first_sequence: first, last_sequence: last, hash } = archive;
    result.fault = await fileFault(folder, archive);
    if (result.fault) return result;
    for await (const entry of readArchive(join(folder, file), organization)) {
      const problem = problemOf(entry, previous);
      if (problem !== undefined || entry.sequence > last) {
        const message = `In ${file}, ${problem ?? `entry ${entry.sequence} follows the last one, ${last}`}.`;
        return { ...result, fault: fault('altered', previous.sequence + 1, message) };
      }
      if (entry.hash === noted) result.noted = entry.sequence;
      addTo(result.records, kinds, entry);
      previous = { sequence: entry.sequence, hash: entry.hash };
      if (entry.sequence % BATCH === 0) await setImmediate();
    }
    if (previous.sequence < last)
      result.fault = fault(
        'removed',
        first,
        `${file} ends at entry ${previous.sequence}, and must end at ${last}.`,
      );
    else if (previous.hash !== hash)
      result.fault = fault(
        'altered',
        last,
        `Entry ${last} in ${file} has another hash than activity_archives.`,
      );
    if (result.fault) return result;
  }
  return result;
}

/** Returns a fault when the file of an archive is missing or altered. */
export async function fileFault(
  folder: string,
  { file, digest, first_sequence: first, last_sequence: last }: Archive,
): Promise<ChainFault | undefined> {
  const path = join(folder, file);
  if (!existsSync(path))
    return fault(
      'removed',
      first,
      `${file} is missing from ${folder}. It has the entries ${first} to ${last}.`,
    );
  const found = await digestOfFile(path);
  if (found === digest) return undefined;
  return fault(
    'altered',
    first,
    `${file} was altered: its SHA-256 is ${found}, and the database recorded ${digest}. ` +
      `It has the entries ${first} to ${last}.`,
  );
}

/** The records as the archived entries leave them, from which verification replays the later entries. */
export type ArchivedRecords = ReadonlyMap<string, Map<string, Logged>>;

const noRecords = (kinds: readonly RecordKind[]): ArchivedRecords =>
  new Map(kinds.map(({ resourceType }) => [resourceType, new Map()]));

function addTo(records: ArchivedRecords, kinds: readonly RecordKind[], entry: ActivityRow): void {
  const { resource_type, resource_id: id } = entry;
  const kind = kinds.find(({ resourceType }) => resourceType === resource_type);
  const ofKind = records.get(resource_type);
  if (kind) ofKind?.set(id, applyEntry(ofKind.get(id), entry, kind));
}
