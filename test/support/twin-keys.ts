// Creates two keys with the same id, which older databases may contain because key ids were not unique.
import type { TestInventory } from './inventory';

/** Sets the id of the other organization's key to the id of cedar's key, and returns the id. */
export async function makeTwins({ inventory, cedar, other }: TestInventory): Promise<string> {
  const { knex } = inventory.database;
  await knex.schema.alterTable('api_keys', (table) => table.dropUnique(['id']));
  const [key] = await inventory.keys.list(cedar.organization.id);
  await knex('api_keys').where({ organization_id: other.organization.id }).update({ id: key!.id });
  return key!.id;
}
