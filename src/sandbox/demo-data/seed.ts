// Seeds the demo organization: its inventory, the records of planned operations, and their log.
import { createLog } from '../../server/audit/append';
import { systemClock } from '../../base/clock';
import type { Database, Transaction } from '../../database/database';
import { createImporter } from '../../server/import/importer';
import { createOrganizationStore } from '../../server/organizations/store';
import { demoEvents } from './activity';
import { demoData, demoOrganization } from './demo-data';

/** Demo data has a log of its own, with the times of its records. */
const unlogged = (): Promise<void> => Promise.resolve();

/** Creates the demo organization. `before` runs in the transaction of its inventory. */
export async function seedDemoData(
  database: Database,
  before: (transaction: Transaction) => Promise<unknown> = unlogged,
): Promise<void> {
  const { slug, name, id } = demoOrganization;
  const organization = (await createOrganizationStore(database, unlogged).create(slug, name, id))!;
  const log = createLog(database, systemClock);
  await createImporter(database, unlogged, systemClock).run(organization, demoData, {
    keepTimestamps: true,
    before: async (transaction) => {
      await before(transaction);
      await log.append(transaction, organization.id, demoEvents());
    },
  });
}
