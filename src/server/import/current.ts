// Reads the present records of an organization, as far as an import concerns them.
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { CollectionName } from '../resources/collection';
import { COLLECTIONS, IMPORT_COLLECTIONS } from './collections';

export type CurrentRow = Readonly<Record<string, string | null> & { id: string; name: string }>;

export interface Current {
  byId: ReadonlyMap<string, CurrentRow>;
  /** Maps keys of names to the ids of the records. */
  byName: ReadonlyMap<string, readonly string[]>;
}

const NONE: Current = { byId: new Map(), byName: new Map() };

/** Rows of one read. Reading all rows at once would hold them in memory twice. */
const PAGE = 2000;

interface Page {
  organization: OrganizationId;
  /** The last id of the previous page. */
  after: string;
}

export function createReadCurrent({ knex }: Database) {
  const selects = new Map(
    COLLECTIONS.map((name) => {
      const { columns, uniqueNames } = IMPORT_COLLECTIONS[name];
      const kept = uniqueNames ? ['name_key', 'updated_at'] : [];
      return [
        name,
        compile<Page, CurrentRow>((param) =>
          knex(name)
            .select('id', ...columns, ...kept)
            .where('organization_id', param('organization'))
            .where('id', '>', param('after'))
            .orderBy('id')
            .limit(PAGE),
        ),
      ];
    }),
  );

  async function read(
    transaction: Transaction,
    organization: OrganizationId,
    name: CollectionName,
  ): Promise<Current> {
    const { keyOf } = IMPORT_COLLECTIONS[name];
    const byId = new Map<string, CurrentRow>();
    const byName = new Map<string, string[]>();
    let page: CurrentRow[];
    let after = '';
    do {
      page = await transaction.all(selects.get(name)!, { organization, after });
      for (const row of page) {
        byId.set(row.id, row);
        const key = row['name_key'] ?? keyOf(row);
        const same = byName.get(key);
        if (same) same.push(row.id);
        else byName.set(key, [row.id]);
      }
      after = page.at(-1)?.id ?? '';
    } while (page.length === PAGE);
    return { byId, byName };
  }

  /** `touched`: the collections in the file. Referenced collections are read too. */
  return async (
    transaction: Transaction,
    organization: OrganizationId,
    touched: readonly CollectionName[],
  ): Promise<Record<CollectionName, Current>> => {
    const needed = new Set(touched);
    // A set also yields what is added meanwhile: a system of an asset, then its site.
    for (const name of needed)
      for (const target of Object.values(IMPORT_COLLECTIONS[name].references)) needed.add(target);
    const current = { facilities: NONE, control_centers: NONE, cyber_systems: NONE, cyber_assets: NONE };
    for (const name of needed) current[name] = await read(transaction, organization, name);
    return current;
  };
}
