// The tables that only a sandbox has, and the statements about its worlds. Their presence marks a database that the real
// server must not open.
import type { Database } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { SANDBOX_MARK } from '../../database/catalog';
import { toValues } from '../../database/rows';
import { compile } from '../../database/statement';
import { RECORD_TABLE } from '../../server/records/table';
import { MARK } from '../../server/records/views';

export const WORLD_TABLE = SANDBOX_MARK;
export const SNAPSHOT_TABLE = 'sandbox_snapshots';
export const CALL_TABLE = 'sandbox_calls';
export const FILE_TABLE = 'sandbox_files';

/** The log of a world goes back with a reset, and away with the world: these triggers protect real logs. */
const LOG_TABLES = ['activity', 'activity_heads'];

type Columns = Parameters<Database['knex']['schema']['createTable']>[1];

export const TABLES_OF_SANDBOX = {
  [SNAPSHOT_TABLE](table) {
    table.text('id').notNullable();
    table.integer('part').notNullable();
    table.text('content').notNullable();
    table.primary(['id', 'part']);
  },
  [FILE_TABLE](table) {
    table.text('digest').notNullable().unique();
    table.text('content').notNullable(); // in base64
    table.integer('size').notNullable();
  },
  [CALL_TABLE](table) {
    table.text('organization_id').notNullable();
    table.integer('number').notNullable();
    table.text('call').notNullable();
    table.primary(['organization_id', 'number']);
  },
  [WORLD_TABLE](table) {
    table.text('organization_id').primary();
    table.text('label');
    table.text('made_from').notNullable(); // demo, empty, snapshot, or the id of a world
    table.text('snapshot_id').notNullable();
    table.text('clock'); // null: the real time
    table.text('first_clock'); // the clock that a reset restores
    table.text('created_at').notNullable();
  },
} satisfies Record<string, Columns>;

/** @throws Error for a database that holds the inventory of a real server. */
export async function createSandboxTables({ knex }: Database): Promise<void> {
  if (await knex('organizations').first())
    throw new Error('It holds the inventory of a real server, and a sandbox resets its records.');
  for (const table of LOG_TABLES)
    for (const event of ['insert', 'update', 'delete'])
      await knex.raw('drop trigger if exists ??', [`${table}_refuses_${event}`]);
  for (const [table, columns] of Object.entries(TABLES_OF_SANDBOX))
    await knex.schema.createTable(table, columns);
}

export interface WorldRow {
  id: OrganizationId;
  label: string | null;
  /** `demo`, `empty`, `snapshot`, or the id of the world that was forked. */
  made_from: string;
  snapshot_id: string;
  /** The set time; null for the real time. */
  clock: string | null;
  /** The clock that a reset restores. */
  first_clock: string | null;
  created_at: string;
  last_used_at: string | null;
}

interface ById {
  id: string;
}

/** Begins the id of the row that marks an unfinished reset. */
export const RESET = 'reset ';

const COLUMNS = ['label', 'made_from', 'snapshot_id', 'clock', 'first_clock', 'created_at'];

export function compileWorldStatements({ knex }: Pick<Database, 'knex'>) {
  const worlds = () =>
    knex({ w: WORLD_TABLE })
      .select({ id: 'w.organization_id' }, ...COLUMNS.map((column) => `w.${column}`))
      .select({
        last_used_at: knex('api_keys').max('last_used_at').whereRaw('organization_id = w.organization_id'),
      });
  const removeFrom = (table: string, column = 'organization_id') =>
    compile<ById, never>((param) => knex(table).where(column, param('id')).delete());
  return {
    all: compile<object, WorldRow>(() => worlds().orderBy('w.created_at')),
    one: compile<ById, WorldRow>((param) => worlds().where('w.organization_id', param('id'))),
    keyDigests: compile<ById, { digest: string }>((param) =>
      knex('api_keys').where('organization_id', param('id')).select('digest'),
    ),
    unused: compile<{ before: string; except: string }, WorldRow>((param) =>
      knex
        .from(worlds().as('w'))
        .select()
        .whereRaw('coalesce(w.last_used_at, w.created_at) < ?', [param('before')])
        .whereNot('w.id', param('except')),
    ),
    /** Counts the worlds, with those that are being created or removed. */
    count: compile<object, { count: number }>(() => knex('organizations').count({ count: '*' })),
    insert: compile<Omit<WorldRow, 'last_used_at'>, never>((param) =>
      knex(WORLD_TABLE).insert({ organization_id: param('id'), ...toValues(COLUMNS, param) }),
    ),
    setClock: compile<ById & { clock: string | null }, never>((param) =>
      knex(WORLD_TABLE)
        .where('organization_id', param('id'))
        .update(toValues(['clock'], param)),
    ),
    insertOrganization: compile<ById & { slug: string; name: string; created_at: string }, never>((param) =>
      knex('organizations').insert(toValues(['id', 'slug', 'name', 'created_at'], param)),
    ),
    /** Removes a world with its keys, to which the counts of requests refer. */
    removeWorld: [WORLD_TABLE, 'operation_requests', 'key_requests', 'api_keys'].map((table) =>
      removeFrom(table),
    ),
    removeOrganization: removeFrom('organizations', 'id'),
    organizationsWithoutWorld: compile<object, { id: OrganizationId }>(() =>
      knex('organizations').whereNotIn('id', knex(WORLD_TABLE).select('organization_id')).select('id'),
    ),
    snapshot: compile<ById, { content: string }>((param) =>
      knex(SNAPSHOT_TABLE).where('id', param('id')).orderBy('part').select('content'),
    ),
    resets: compile<object, { id: string }>(() =>
      knex(SNAPSHOT_TABLE).where('id', 'like', `${RESET}%`).select('id'),
    ),
    snapshotSizes: compile<object, { id: string; size: number }>(() =>
      knex(SNAPSHOT_TABLE).groupBy('id').select('id', knex.raw('sum(length(content)) as size')),
    ),
    /** The mark of time in a world's log. */
    mark: compile<ById, { record: string }>((param) =>
      knex(RECORD_TABLE)
        .where({ organization_id: param('id'), ...MARK })
        .select('record'),
    ),
    insertSnapshot: compile<ById & { part: number; content: string }, never>((param) =>
      knex(SNAPSHOT_TABLE).insert(toValues(['id', 'part', 'content'], param)),
    ),
    removeSnapshot: removeFrom(SNAPSHOT_TABLE, 'id'),
  };
}
