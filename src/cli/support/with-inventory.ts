// Opens the configured database for one command.
import type { Inventory } from '../../app/inventory';
import { readDatabaseUrl } from '../../base/config';
import type { OpenOptions } from '../../database/database';
import type { ExportedList } from '../../server/audit/formats';
import type { OrganizationRecord } from '../../server/organizations/store';
import { CommandError } from '../../base/command-error';
import { console } from './output';

/**
 * Opens the database without changing its schema, by default. Imports it when a command runs, so that `--help` does not
 * load a driver.
 */
export async function withInventory<Result>(
  work: (inventory: Inventory) => Promise<Result>,
  schema: OpenOptions['schema'] = 'use',
): Promise<Result> {
  const databaseUrl = readDatabaseUrl();
  const { openInventory } = await import('../../app/inventory.js');
  const inventory = await openInventory(databaseUrl, undefined, undefined, { schema });
  try {
    if (!inventory.database.operates) {
      const reader =
        schema === 'read' ? ', or as a login with BYPASSRLS that may select from all tables' : '';
      throw new CommandError(
        `The DATABASE_URL login does not own the tables. Connect as the table owner${reader}.`,
      );
    }
    return await work(inventory);
  } finally {
    await inventory.close();
  }
}

/** @throws CommandError when no organization has this slug. */
export async function requireOrganization(inventory: Inventory, slug: string): Promise<OrganizationRecord> {
  const organization = await inventory.organizations.find(slug);
  if (!organization)
    throw new CommandError(
      `No organization has the slug "${slug}". \`organization list\` lists the organizations.`,
    );
  return organization;
}

/** Opens the database for work on one organization. @throws CommandError when it does not exist. */
export const withOrganization = <Result>(
  slug: string,
  work: (inventory: Inventory, organization: OrganizationRecord) => Promise<Result>,
  schema?: OpenOptions['schema'],
): Promise<Result> =>
  withInventory(async (inventory) => work(inventory, await requireOrganization(inventory, slug)), schema);

/** @throws CommandError for work on tables that the previous minor version does not have. */
export async function requireNewestSchema({ database }: Inventory): Promise<void> {
  const { createSchemaCheck } = await import('../../database/migrate.js');
  const missing = await createSchemaCheck(database)();
  if (missing.length > 0)
    throw new CommandError(`The schema lacks ${missing.join(', ')}. Run \`migrate\` first.`);
}

/** Opens the database for work that only reads. The file, login or server may be read-only. */
export const readInventory = <Result>(work: (inventory: Inventory) => Promise<Result>): Promise<Result> =>
  withInventory(work, 'read');

export const readOrganization = <Result>(
  slug: string,
  work: (inventory: Inventory, organization: OrganizationRecord) => Promise<Result>,
): Promise<Result> => withOrganization(slug, work, 'read');

/**
 * Records an export in the log, and returns the sequence of the entry. Where no entry can be added, the command
 * continues: its caller can read the database without it, too.
 */
export async function recordExportIn(
  inventory: Inventory,
  organization: OrganizationRecord,
  exported: ExportedList,
): Promise<number | undefined> {
  if (inventory.database.isReadOnly) {
    console.error('The log has no entry about this export, because the database is read-only.');
    return undefined;
  }
  const { recordExport } = await import('../../server/audit/formats.js');
  return recordExport(inventory, inventory.actor, organization.id, exported);
}
