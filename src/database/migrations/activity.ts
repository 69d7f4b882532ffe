// The activity log of each organization.
import type { Knex } from 'knex';
import { nameDigest } from '../../base/digest';
import { parseJson } from '../../base/values';
import { type SchemaDialect, idColumn, tenantTable } from './schema';

/** The append-only log, and the end of each organization's hash chain. */
export async function addActivity(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity', 'server', 'select, insert', (table) => {
    table.integer('sequence').notNullable(); // 1, 2, 3 and so on, within the organization
    idColumn(table, 'id');
    table.string('occurred_at', 24).notNullable();
    table.string('actor_type', 20).notNullable();
    table.string('actor_id', 128).notNullable();
    table.string('operation', 40).notNullable();
    table.string('resource_type', 40).notNullable();
    idColumn(table, 'resource_id');
    table.text('description').notNullable();
    table.text('changes').notNullable(); // the JSON text that was hashed; a JSON type would change it
    table.string('request_id', 128);
    table.string('previous_hash', 64).notNullable();
    table.string('hash', 64).notNullable();
    table.primary(['organization_id', 'sequence']);
    table.index(['organization_id', 'resource_type', 'resource_id', 'sequence']);
    table.index(['organization_id', 'occurred_at']);
  });
  await schema.appendOnly(knex, 'activity', 'sequence');

  await tenantTable(knex, schema, 'activity_heads', 'server', 'select, insert, update', (table) => {
    table.integer('sequence').notNullable();
    table.string('hash', 64).notNullable();
    table.primary(['organization_id']);
  });
  await schema.growOnly(knex, 'activity_heads', 'sequence');
}

/** The files that hold archived entries of the log, by organization and month. An archived entry may leave. */
export async function addArchives(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity_archives', 'server', 'select', (table) => {
    table.string('month', 7).notNullable();
    table.integer('first_sequence').notNullable();
    table.integer('last_sequence').notNullable();
    table.string('hash', 64).notNullable(); // of the last entry
    table.string('file', 80).notNullable();
    table.string('digest', 64).notNullable(); // SHA-256 of the file
    table.string('archived_at', 24).notNullable();
    table.primary(['organization_id', 'month']);
  });
  await schema.appendOnly(knex, 'activity_archives', 'last_sequence');
  await schema.letArchivedLeave(knex);
}

/** The client that sent the request of a change. Older entries and operators' commands have neither. */
export async function addOrigins(knex: Knex): Promise<void> {
  await knex.schema.alterTable('activity', (table) => {
    table.string('source_address', 64);
    table.string('user_agent', 256);
  });
}

/** The organizations that an operator has deleted, with the end of their log. Their rows may leave every table. */
export async function addDeletions(knex: Knex, schema: SchemaDialect): Promise<void> {
  await knex.schema.createTable('organization_deletions', (table) => {
    idColumn(table, 'id').primary();
    table.string('slug', 63).notNullable();
    table.string('name', 255).notNullable();
    table.string('deleted_at', 24).notNullable();
    table.string('deleted_by', 128).notNullable();
    table.integer('entries').notNullable(); // the sequence of the last one
    table.string('head', 64); // the hash of the last one, with which the export ends
    table.text('row_counts').notNullable(); // by table, as JSON
  });
  await schema.letDeletedLeave(knex);
}

/** The key with which a user made a change. Only an entry of a user has one. */
export async function addActorKeys(knex: Knex): Promise<void> {
  await knex.schema.alterTable('activity', (table) => {
    table.string('key_id', 80);
  });
}

/** The fields of an entry that name its record. */
const NAME_FIELDS = ['name', 'label', 'email', 'title'];
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

/** Finds entries of the activity log by any filter, and the records that have or had a name. */
export async function addActivitySearch(knex: Knex, schema: SchemaDialect): Promise<void> {
  await tenantTable(knex, schema, 'activity_names', 'server', 'select, insert', (table) => {
    table.string('name_digest', 64).notNullable();
    idColumn(table, 'resource_id');
    table.string('resource_type', 40).notNullable();
    table.primary(['organization_id', 'name_digest', 'resource_type', 'resource_id']);
  });
  for (const organization of await knex('organizations').pluck<string[]>('id')) {
    const added = new Set<string>();
    for (const [resource_type, table] of Object.entries(TABLES))
      for await (const rows of readPages<{ id: string; name: string }>(knex, organization, table, 'id', [
        'name',
      ]))
        await addNames(
          knex,
          organization,
          added,
          rows.map(({ id, name }) => ({ name_digest: nameDigest(name), resource_type, resource_id: id })),
        );
    const columns = ['resource_type', 'resource_id', 'changes'];
    for await (const entries of readPages<Entry>(knex, organization, 'activity', 'sequence', columns))
      await addNames(knex, organization, added, entries.flatMap(listNames));
  }
  // Every filter of the log compares columns of this index only: no filter reads entries that it does not return.
  await knex.schema.alterTable('activity', (table) => {
    const columns = ['organization_id', 'sequence', 'occurred_at', 'operation'];
    table.index([...columns, 'resource_type', 'resource_id', 'actor_id'], 'activity_filters');
  });
}

/** Rows of one statement: SQLite allows 500 parts of a compound select. */
const PART = 250;

/** Names in memory, about 100 MB. The database ignores those that are inserted again. */
const MAX_ADDED = 500_000;

/** Adds names, of which most repeat another one of their record. `added`: names of earlier pages. */
async function addNames(
  knex: Knex,
  organization_id: string,
  added: Set<string>,
  names: Row[],
): Promise<void> {
  const rows = names.filter((row) => {
    const name = Object.values(row).join(' ');
    return !added.has(name) && added.add(name);
  });
  if (added.size > MAX_ADDED) added.clear();
  for (let first = 0; first < rows.length; first += PART)
    await knex('activity_names')
      .insert(rows.slice(first, first + PART).map((row) => ({ organization_id, ...row })))
      .onConflict()
      .ignore();
}

/** Yields rows of a table in the order of a column of its key. */
async function* readPages<Row extends object>(
  knex: Knex,
  organization_id: string,
  table: string,
  key: keyof Row & string,
  columns: string[],
): AsyncGenerator<Row[]> {
  const page = () =>
    knex(table)
      .select(key, ...columns)
      .where({ organization_id })
      .orderBy(key)
      .limit(PAGE);
  let rows = (await page()) as Row[];
  while (rows.length > 0) {
    yield rows;
    rows = rows.length < PAGE ? [] : ((await page().where(key, '>', rows.at(-1)![key] as string)) as Row[]);
  }
}

/** Entries that another program wrote may hold anything. */
function changesIn(text: string): { field?: unknown; before?: unknown; after?: unknown }[] {
  const changes = parseJson(text);
  return Array.isArray(changes) ? (changes as object[]) : [];
}

const listNames = ({ resource_type, resource_id, changes }: Entry): Row[] =>
  changesIn(changes)
    .filter(({ field }) => NAME_FIELDS.includes(field as string))
    .flatMap(({ before, after }) => [before, after])
    .filter((name) => typeof name === 'string')
    .map((name) => ({ name_digest: nameDigest(name), resource_type, resource_id }));
