// Verifies an organization's log: its chain, and the current records against it.
import type { ReadSource } from '../../database/database';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { RecordFault, RecordKind } from './compare-records';
import { ARCHIVES_TABLE, type Archive, archivesOf } from './archives';
import { createActivityReader } from './read';
import { gapBetween, verifyArchives } from './verify-archives';
import {
  type ChainFault,
  type ChainVerification,
  type OnProgress,
  chainOf,
  verifyChain,
} from './verify-chain';
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
  ...[organization, by, noted, folder, onProgress]: Parameters<VerifyOrganization>
): Promise<OrganizationVerification> {
  const { source, tables } = log;
  const readArchives = (): Promise<Archive[]> =>
    (tables?.has(ARCHIVES_TABLE) ?? true) ? archivesOf(source, organization) : Promise.resolve([]);
  const archives = await readArchives();
  const verification = await verifyWith(log, archives, [organization, by, noted, folder, onProgress]);
  // Entries that are archived during the check leave the database, and look like removed ones.
  const isCurrent = (await readArchives()).length === archives.length;
  return isCurrent ? verification : verifyOrganization(log, organization, by, noted, folder, onProgress);
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
    : await verifyChain(chainOf(createActivityReader(source), organization, end), noted, onProgress);
  const inArchive = files?.noted ?? archives.find(({ hash }) => hash === noted)?.last_sequence;
  const earlier = last && (files?.records ?? 'unread');
  const { faults, unchecked } = chain.fault
    ? { faults: [chain.fault], unchecked: 0 }
    : await verifyRecords(source, kinds, organization, { organization, by }, earlier, tables);
  const archived = { entries: end?.sequence ?? 0, isRead: files !== undefined, unchecked };
  return { ...chain, noted: chain.noted ?? inArchive, faults, archived };
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
