// Creates the demo organization with its records and its key, and resets the records.
import { createLog, recordBy } from '../../audit/append';
import { byOperator } from '../../audit/entry';
import type { Activity } from '../../audit/entry';
import type { Database } from '../../database/database';
import { toRows } from '../../database/rows';
import { compile } from '../../database/statement';
import { type Importer, createImporter } from '../../import/importer';
import { digestOfKey, withChecksum } from '../../keys/format';
import { MAX_LIFETIME_MILLISECONDS } from '../../keys/rules';
import type { KeyStore } from '../../keys/store';
import type { OrganizationId } from '../../organizations/organization';
import { createOrganizationStore } from '../../organizations/store';
import { RECORD_TABLE, compileSaveRecords, prepareRecordTable } from '../record-table';
import { demoEvents } from './activity';
import { demoOrganization, demoData } from './demo-data';
import { demoRecords } from './records';

/** The test key of every sandbox. A server rejects it. */
export const DEMO_KEY = withChecksum('cik_test_CedarValleyPowerAndLightDemo01');

const endFromNow = (): Date => new Date(Date.now() + MAX_LIFETIME_MILLISECONDS);

/** A persistent sandbox may be older than the maximum lifetime of its key. */
async function extendKey(keys: KeyStore): Promise<void> {
  const key = await keys.findByDigest(digestOfKey(DEMO_KEY));
  if (key && Date.parse(key.expiresAt) < Date.now() + MAX_LIFETIME_MILLISECONDS / 2)
    await keys.extend(key.organizationId, key.id, endFromNow());
}

/** Demo data has a log of its own, with the times of its records. */
const unlogged = (): Promise<void> => Promise.resolve();

export async function seedDemoData(database: Database, keys: KeyStore): Promise<void> {
  const organizations = createOrganizationStore(database, unlogged);
  const { slug, name, id } = demoOrganization;
  const present = await organizations.find(slug);
  if (present && present.id !== id)
    throw new Error(`The database has an organization ${slug} that is not the demo organization.`);
  const isNewTable = await prepareRecordTable(database);
  const saveRecords = compileSaveRecords(database);
  if (present) {
    // A persisted sandbox may be older than the table.
    if (isNewTable)
      await database.write({ organization: present.id, by: 'operator' }, (transaction) =>
        transaction.run(saveRecords, toRows(demoRecords())),
      );
    return extendKey(keys);
  }
  const organization = (await organizations.create(slug, name, id))!;
  const log = createLog(database);
  await createImporter(database, unlogged).run(organization, demoData, {
    keepTimestamps: true,
    before: async (transaction) => {
      await transaction.run(saveRecords, toRows(demoRecords()));
      await log.append(transaction, organization.id, demoEvents());
    },
  });
  await keys.create(organization.id, {
    label: 'Sandbox',
    createdBy: 'sandbox',
    expiresAt: endFromNow(),
    environment: 'test' as const,
    secret: DEMO_KEY,
  });
}

/** Tables that reset clears, referencing tables first. API keys stay valid. */
const TABLES = [
  'idempotency_keys',
  RECORD_TABLE,
  'cyber_assets',
  'cyber_systems',
  'control_centers',
  'facilities',
];

const RESET: Activity = {
  operation: 'reverted',
  resourceType: 'organization',
  resourceId: demoOrganization.id,
  description: 'Removed every record to reset the demo data.',
  changes: [],
};

/** Returns a function that resets all records in one transaction: no request sees a partial reset. */
export function createResetDemoData(database: Database, importer: Importer): () => Promise<void> {
  const { knex } = database;
  const record = recordBy(createLog(database), byOperator('sandbox'));
  const saveRecords = compileSaveRecords(database);
  const deletes = TABLES.map((table) =>
    compile<{ organization: OrganizationId }, never>((param) =>
      knex(table).where('organization_id', param('organization')).delete(),
    ),
  );
  return async () => {
    await importer.run(demoOrganization, demoData, {
      keepTimestamps: true,
      before: async (transaction) => {
        for (const statement of deletes)
          await transaction.run(statement, { organization: demoOrganization.id });
        await transaction.run(saveRecords, toRows(demoRecords()));
        await record(transaction, demoOrganization.id, [RESET]);
      },
    });
  };
}
