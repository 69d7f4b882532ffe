// Opens the configured database for the time of one command.
import type { Inventory } from '../compose';
import { readDatabaseUrl } from '../config';
import type { OrganizationRecord } from '../organizations/store';
import { Refusal } from './refusal';

/** Loaded when a command runs and not for `--help`, which need not wait for a database driver. */
export async function withInventory<Result>(
  work: (inventory: Inventory) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = readDatabaseUrl();
  const { openInventory } = await import('../compose.js');
  const inventory = await openInventory(databaseUrl);
  try {
    if (!inventory.database.operates)
      throw new Refusal('The login of DATABASE_URL may only serve. Use that of the owner of the tables.');
    return await work(inventory);
  } finally {
    await inventory.close();
  }
}

/** @throws Refusal when there is no organization with this slug. */
export async function requireOrganization(inventory: Inventory, slug: string): Promise<OrganizationRecord> {
  const organization = await inventory.organizations.find(slug);
  if (!organization)
    throw new Refusal(
      `There is no organization with the slug "${slug}". \`organization list\` shows those that exist.`,
    );
  return organization;
}
