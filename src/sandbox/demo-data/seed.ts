// Seeds the demo organization: its inventory, the records of planned operations, and their log.
import { createLog } from '../../server/audit/append';
import { systemClock } from '../../base/clock';
import type { Database } from '../../database/database';
import { changeRows } from '../../database/rows';
import { createImporter } from '../../server/import/importer';
import { createOrganizationStore } from '../../server/organizations/store';
import { type RecordRow, compileSaveRecords } from '../record-table';
import { demoEvents } from './activity';
import { demoData, demoOrganization } from './demo-data';

/** Demo data has a log of its own, with the times of its records. */
const unlogged = (): Promise<void> => Promise.resolve();

/** Creates the demo organization. `records`: those of planned operations, which a real server has not. */
export async function seedDemoData(database: Database, records: RecordRow[] = []): Promise<void> {
  const { slug, name, id } = demoOrganization;
  const organization = (await createOrganizationStore(database, unlogged).create(slug, name, id))!;
  const log = createLog(database, systemClock);
  const saveRecords = compileSaveRecords(database);
  await createImporter(database, unlogged, systemClock).run(organization, demoData, {
    keepTimestamps: true,
    before: async (transaction) => {
      if (records.length > 0) await changeRows(transaction, saveRecords, records); // a server has no such table
      await log.append(transaction, organization.id, demoEvents(records));
    },
  });
}
