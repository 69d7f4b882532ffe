// Verifies an organization's log: its archives, its chain, and the current records against it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOfFile } from '../../base/digest';
import type { ReadSource } from '../../database/database';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { Head } from './append';
import { ARCHIVES_TABLE, type Archive, selectArchives, findProblem, readArchive } from './archives';
import { GENESIS_HASH } from './chain';
import {
  type ArchivedRecords,
  type Logged,
  type RecordFault,
  type RecordKind,
  applyEntry,
} from './compare-records';
import { createActivityReader } from './read';
import { type ChainFault, type ChainVerification, type OnProgress, verifyChain } from './verify-chain';
import { verifyRecords } from './verify-records';

export interface OrganizationVerification extends ChainVerification {
  /**
   * The first fault of the archives or the chain, or the first faults of the records.
   * A broken chain proves nothing about records.
   */
  faults: (ChainFault | RecordFault)[];
  archived: {
    /** The number of entries in archives. */
    entries: number;
    isRead: boolean;
    /** Records that were compared in part or not at all, because archives that were not read describe them. */
    unchecked: number;
  };
}

/** A database, and the kinds of its records, which `app` hands in. */
export interface LogSource {
  source: ReadSource;
  kinds: readonly RecordKind[];
  /** The tables of an older backup. */
  tables?: ReadonlySet<string>;
}

/**
 * `by`: the database role that reads. `noted`: a hash that the caller noted as the head earlier.
 * `folder`: the archives, which are otherwise not read.
 */
export type VerifyOrganization = (
  organization: OrganizationId,
  by: 'operator' | 'settings',
  noted?: string,
  folder?: string,
  onProgress?: OnProgress,
) => Promise<OrganizationVerification>;

export async function verifyOrganization(
  log: LogSource,
  ...given: Parameters<VerifyOrganization>
): Promise<OrganizationVerification> {
  const { source, tables } = log;
  const readArchives = async (): Promise<Archive[]> =>
    (tables?.has(ARCHIVES_TABLE) ?? true) ? selectArchives(source, given[0]) : [];
  const archives = await readArchives();
  const verification = await verifyWith(log, archives, given);
  // Entries that are archived during the check leave the database, and look like removed ones.
  const isCurrent = (await readArchives()).length === archives.length;
  return isCurrent ? verification : verifyOrganization(log, ...given);
}

async function verifyWith(
  { source, kinds, tables }: LogSource,
  archives: readonly Archive[],
  [organization, by, noted, folder, onProgress]: Parameters<VerifyOrganization>,
): Promise<OrganizationVerification> {
  const last = archives.at(-1);
  const files =
    last && folder !== undefined
      ? await verifyArchives(folder, organization, archives, kinds, noted)
      : undefined;
  const end = last && { sequence: last.last_sequence, hash: last.hash };
  const archiveFault = gapBetween(archives) ?? files?.fault;
  const chain: ChainVerification = archiveFault
    ? { entries: 0, head: null, noted: undefined, fault: archiveFault, outOfOrder: [] }
    : await verifyChain(createActivityReader(source), organization, noted, end, onProgress);
  const inArchive = files?.noted ?? archives.find(({ hash }) => hash === noted)?.last_sequence;
  const earlier = last && (files?.records ?? 'unread');
  const { faults, unchecked } = chain.fault
    ? { faults: [chain.fault], unchecked: 0 }
    : await verifyRecords(source, kinds, organization, { organization, by }, earlier, tables);
  const archived = { entries: end?.sequence ?? 0, isRead: files !== undefined, unchecked };
  return { ...chain, noted: chain.noted ?? inArchive, faults, archived };
}

interface ArchivesVerification {
  fault: ChainFault | undefined;
  /** The sequence of the entry with the hash that the caller noted, if an archive has it. */
  noted: number | undefined;
  records: ArchivedRecords;
}

/** Returns a fault when the archives do not follow each other. */
function gapBetween(archives: readonly Archive[]): ChainFault | undefined {
  let sequence = 1;
  for (const { first_sequence: first, last_sequence: last, file } of archives) {
    const message = `activity_archives has no archive of entry ${sequence}: ${file} begins with ${first}.`;
    if (first !== sequence) return { kind: 'removed', sequence, message };
    sequence = last + 1;
  }
  return undefined;
}

/** Entries between two turns of the event loop. */
const BATCH = 500;

/** `noted`: a hash that may have been the head earlier. */
async function verifyArchives(
  folder: string,
  organization: OrganizationId,
  archives: readonly Archive[],
  kinds: readonly RecordKind[],
  noted?: string,
): Promise<ArchivesVerification> {
  const records = new Map(kinds.map((kind) => [kind.resourceType, new Map<string, Logged>()]));
  const result: ArchivesVerification = { fault: undefined, noted: undefined, records };
  let previous: Head = { sequence: 0, hash: GENESIS_HASH };
  for (const archive of archives) {
    const { file, first_sequence: first, last_sequence: last, hash } = archive;
    result.fault = await fileFault(folder, archive);
    if (result.fault) return result;
    for await (const entry of readArchive(join(folder, file), organization)) {
      const problem = findProblem(entry, previous);
      if (problem !== undefined || entry.sequence > last) {
        const message = `In ${file}, ${problem ?? `entry ${entry.sequence} follows the last one, ${last}`}.`;
        return { ...result, fault: { kind: 'altered', sequence: previous.sequence + 1, message } };
      }
      if (entry.hash === noted) result.noted = entry.sequence;
      const kind = kinds.find(({ resourceType }) => resourceType === entry.resource_type);
      const ofKind = kind && records.get(kind.resourceType)!;
      ofKind?.set(entry.resource_id, applyEntry(ofKind.get(entry.resource_id), entry, kind!));
      previous = { sequence: entry.sequence, hash: entry.hash };
      if (entry.sequence % BATCH === 0) await setImmediate();
    }
    if (previous.sequence < last) {
      const message = `${file} ends at entry ${previous.sequence}, and must end at ${last}.`;
      return { ...result, fault: { kind: 'removed', sequence: first, message } };
    }
    if (previous.hash !== hash) {
      const message = `Entry ${last} in ${file} has another hash than activity_archives.`;
      return { ...result, fault: { kind: 'altered', sequence: last, message } };
    }
  }
  return result;
}

/** Returns a fault when the file of an archive is missing or altered. */
export async function fileFault(
  folder: string,
  { file, digest, first_sequence: sequence, last_sequence: last }: Archive,
): Promise<ChainFault | undefined> {
  const path = join(folder, file);
  const entries = `It has the entries ${sequence} to ${last}.`;
  if (!existsSync(path))
    return { kind: 'removed', sequence, message: `${file} is missing from ${folder}. ${entries}` };
  const found = await digestOfFile(path);
  if (found === digest) return undefined;
  const fault = `its SHA-256 is ${found}, and the database recorded ${digest}`;
  return { kind: 'altered', sequence, message: `${file} was altered: ${fault}. ${entries}` };
}

/** Verifies every organization of a backup, and returns the problems. A backup without a log has none. */
export async function inspectLogs(
  source: ReadSource,
  tables: ReadonlySet<string>,
  kinds: readonly RecordKind[],
): Promise<string[]> {
  if (!tables.has('activity')) return [];
  type Named = { id: OrganizationId; slug: string };
  const organizations = source.knex('organizations').select('id', 'slug').orderBy('slug');
  const problems: string[] = [];
  for (const { id, slug } of await source.read('operator', once<Named>(organizations), {})) {
    const { faults } = await verifyOrganization({ source, kinds, tables }, id, 'operator');
    problems.push(...faults.map(({ message }) => `The activity log of ${slug}: ${message}`));
  }
  return problems;
}
