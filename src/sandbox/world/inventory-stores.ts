// The tables of the inventory as stores of a world: planned operations change what released operations read.
import { isLarge } from '../../contract/validator';
import type { Fields } from '../../contract/record-model';
import type { Database } from '../../database/database';
import { type Table, createTables } from '../../server/resources/tables';
import { type Store, parseRecord } from '../record-table';

export function createInventoryStores(database: Database): Partial<Record<string, Store>> {
  const toStore = ({ collection, save }: Table): Store => ({
    find: async (transaction, organization, _name, id) =>
      parseRecord(
        await (transaction
          ? transaction.query(collection.forUpdate, { organization, id })
          : collection.get(organization, id)),
      ),
    async list(transaction, organization) {
      if (transaction) return (await transaction.query(collection.allForUpdate, organization)) as Fields[];
      const { body } = await collection.list(organization);
      if (!isLarge(body)) return JSON.parse(String(body)) as Fields[];
      return JSON.parse(await body.text().finally(() => body.discard())) as Fields[];
    },
    save: (transaction, organization, _name, before, after) => save(transaction, organization, before, after),
  });
  const tables = Object.entries(createTables(database));
  return Object.fromEntries(tables.map(([name, table]) => [name, toStore(table)]));
}
