// Finds entries of the activity log by any filter, and the records that have or had a name.
import type { Knex } from 'knex';
import { nameDigest } from '../../base/digest';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

/** The fields of an entry that name its record. */
const NAME_FIELDS = ['name', 'label', 'email', 'title'];
/** Rows of one query. */
const PAGE = 5000;

interface Row {
  name_digest: string;
  resource_type: string;
  resource_id: string;
}

interface Entry {
  sequence: number;
  resource_type: string;
  resource_id: string;
  changes: string;
}

/** Records that may be older than the log, or whose creation is archived. */
const TABLES = {
  facility: 'facilities',
  'control-center': 'control_centers',
  'cyber-system': 'cyber_systems',
  'cyber-asset': 'cyber_assets',
};

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity_names', 'select, insert', (table) => {
    table.string('name_digest', 64).notNullable();
    idColumn(table, 'resource_id');
    table.string('resource_type', 40).notNullable();
    table.primary(['organization_id', 'name_digest', 'resource_type', 'resource_id']);
  });
  for (const organization of await knex('organizations').pluck<string[]>('id')) {
    const insert = createInsert(knex, organization);
    for (const [type, table] of Object.entries(TABLES))
      await addPresent(knex, organization, type, table, insert);
    await addLogged(knex, organization, insert);
  }
  // Every filter of the log compares columns of this index only: no filter reads entries that it does not return.
  await knex.schema.alterTable('activity', (table) => {
    const columns = ['organization_id', 'sequence', 'occurred_at', 'operation'];
    table.index([...columns, 'resource_type', 'resource_id', 'actor_id'], 'activity_filters');
  });
}

/** Rows of one statement: SQLite allows 500 parts of a compound select. */
const PART = 250;
/** About 100 MB. Most entries repeat a name of their record. */
const MAX_SEEN = 500_000;

type Insert = (rows: Row[]) => Promise<void>;

function createInsert(knex: Knex, organization_id: string): Insert {
  const seen = new Set<string>();
  return async (rows) => {
    if (seen.size > MAX_SEEN) seen.clear();
    const fresh = rows.filter(({ name_digest, resource_type, resource_id }) => {
      const key = `${name_digest} ${resource_type} ${resource_id}`;
      return !seen.has(key) && seen.add(key);
    });
    for (let first = 0; first < fresh.length; first += PART)
      await knex('activity_names')
        .insert(fresh.slice(first, first + PART).map((row) => ({ organization_id, ...row })))
        .onConflict()
        .ignore();
  };
}

async function addPresent(
  knex: Knex,
  organization_id: string,
  resource_type: string,
  table: string,
  insert: Insert,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = (await knex(table)
      .select('id', 'name')
      .where({ organization_id })
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)) as { id: string; name: string }[];
    await insert(
      rows.map(({ id, name }) => ({ name_digest: nameDigest(name), resource_type, resource_id: id })),
    );
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

async function addLogged(knex: Knex, organization_id: string, insert: Insert): Promise<void> {
  let after = 0;
  for (;;) {
    const entries = (await knex('activity')
      .select('sequence', 'resource_type', 'resource_id', 'changes')
      .where({ organization_id })
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(PAGE)) as Entry[];
    await insert(entries.flatMap(namesOf));
    if (entries.length < PAGE) return;
    after = entries.at(-1)!.sequence;
  }
}

/** Entries that another program wrote may hold anything. */
function changesIn(text: string): { field?: unknown; before?: unknown; after?: unknown }[] {
  try {
    const changes: unknown = JSON.parse(text);
    return Array.isArray(changes) ? (changes as object[]) : [];
  } catch {
    return [];
  }
}

const namesOf = ({ resource_type, resource_id, changes }: Entry): Row[] =>
  changesIn(changes)
    .filter(({ field }) => NAME_FIELDS.includes(field as string))
    .flatMap(({ before, after }) => [before, after])
    .filter((name) => typeof name === 'string')
    .map((name) => ({ name_digest: nameDigest(name), resource_type, resource_id }));
