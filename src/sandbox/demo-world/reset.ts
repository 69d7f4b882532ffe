// Makes the demo world as new while the sandbox runs: in one transaction, so that no request sees it half empty.
import { byOperator } from '../../audit/actors';
import { createLog, recordBy } from '../../audit/append';
import type { Activity } from '../../audit/entry';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { Importer } from '../../import/importer';
import type { OrganizationId } from '../../organizations/organization';
import { demoOrganization, demoWorld } from './demo-world';

/** What callers make, those first that refer to others. Keys stay: a page that resets should not lock its reader out. */
const TABLES = ['idempotency_keys', 'cyber_assets', 'cyber_systems', 'control_centers', 'facilities'];

const RESET: Activity = {
  operation: 'reverted',
  resourceType: 'organization',
  resourceId: demoOrganization.id,
  description: 'Removed every record, to make the demo world as new.',
  changes: [],
};

export function createResetDemoWorld(database: Database, importer: Importer): () => Promise<void> {
  const { knex } = database;
  const record = recordBy(createLog(database), byOperator('sandbox'));
  const deletes = TABLES.map((table) =>
    compile<{ organization: OrganizationId }, never>((param) =>
      knex(table).where('organization_id', param('organization')).delete(),
    ),
  );
  return async () => {
    await importer.run(demoOrganization, demoWorld, {
      keepTimestamps: true,
      before: async (transaction) => {
        for (const statement of deletes)
          await transaction.run(statement, { organization: demoOrganization.id });
        await record(transaction, demoOrganization.id, [RESET]);
      },
    });
  };
}
