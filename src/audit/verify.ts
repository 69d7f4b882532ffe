// Verifies an organization's log: its chain, and the current records against it.
import type { Inspect } from '../database/backup';
import type { ReadSource } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import type { RecordFault } from './compare-records';
import { createActivityReader } from './read';
import { type ChainFault, type ChainVerification, chainOf, verifyChain } from './verify-chain';
import { verifyRecords } from './verify-records';

export interface OrganizationVerification extends ChainVerification {
  /**
   * The first fault of the chain, or the first faults of the records.
   * A broken chain proves nothing about records.
   */
  faults: (ChainFault | RecordFault)[];
}

/** `by`: the database role that reads. `noted`: a hash that the caller noted as the head earlier. */
export type VerifyOrganization = (
  organization: OrganizationId,
  by: 'operator' | 'settings',
  noted?: string,
) => Promise<OrganizationVerification>;

export function createVerifyOrganization(
  source: ReadSource,
  tables?: ReadonlySet<string>,
): VerifyOrganization {
  const activity = createActivityReader(source);
  return async (organization, by, noted) => {
    const chain = await verifyChain(chainOf(activity, organization), noted);
    const faults = chain.fault
      ? [chain.fault]
      : await verifyRecords(source, organization, { organization, by }, tables);
    return { ...chain, faults };
  };
}

/** Verifies every organization of a backup. A backup without a log has nothing to verify. */
export const inspectLogs: Inspect = async (source, tables) => {
  if (!tables.has('activity')) return [];
  type Named = { id: OrganizationId; slug: string };
  const organizations = compile<object, Named>(() =>
    source.knex('organizations').select('id', 'slug').orderBy('slug'),
  );
  const verify = createVerifyOrganization(source, tables);
  const problems: string[] = [];
  for (const { id, slug } of await source.read('operator', organizations, {})) {
    const { faults } = await verify(id, 'operator');
    problems.push(...faults.map(({ message }) => `The activity log of ${slug}: ${message}`));
  }
  return problems;
};
