// Two organizations whose keys have the same id, as a database may hold them from before ids were unique.
import type { TestInventory } from './inventory';

/** Gives the key of `other` the id of cedar's key, and returns the id. */
export async function makeTwins({ inventory, cedar, other }: TestInventory): Promise<string> {
  const { knex } = inventory.database;
  await knex.schema.alterTable('api_keys', (table) => table.dropUnique(['id']));
  const [key] = await inventory.keys.list(cedar.organization.id);
  await knex('api_keys').where({ organization_id: other.organization.id }).update({ id: key!.id });
  return key!.id;
}
