// Makes the demo world as new while the sandbox runs: in one transaction, so that no request sees it half empty.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { Importer } from '../../import/importer';
import type { OrganizationId } from '../../organizations/organization';
import { demoOrganization, demoWorld } from './demo-world';

/** What callers make, those first that refer to others. Keys stay: a page that resets should not lock its reader out. */
const TABLES = ['idempotency_keys', 'cyber_assets', 'cyber_systems', 'control_centers', 'facilities'];

export function createResetDemoWorld({ knex }: Database, importer: Importer): () => Promise<void> {
  const deletes = TABLES.map((table) =>
    compile<{ organization: OrganizationId }, never>((param) => knex(table).where('organization_id', param('organization')).delete()),
  );
  return async () => {
    await importer.run(demoOrganization, demoWorld, {
      keepTimestamps: true,
      before: async (transaction) => {
        for (const statement of deletes) await transaction.run(statement, { organization: demoOrganization.id });
      },
    });
  };
}
