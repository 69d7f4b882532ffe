// SQL statements on the worlds of a sandbox and their snapshots.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { SNAPSHOT_TABLE, WORLD_TABLE } from './tables';

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

export function compileWorldStatements({ knex }: Pick<Database, 'knex'>) {
  const columns = ['label', 'made_from', 'snapshot_id', 'clock', 'first_clock', 'created_at'];
  const worlds = () =>
    knex({ w: WORLD_TABLE })
      .select({ id: 'w.organization_id' }, ...columns.map((column) => `w.${column}`))
      .select({
        last_used_at: knex('api_keys').max('last_used_at').whereRaw('organization_id = w.organization_id'),
      });
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
    count: compile<object, { count: number }>(() => knex(WORLD_TABLE).count({ count: '*' })),
    insert: compile<Omit<WorldRow, 'last_used_at'>, never>((param) =>
      knex(WORLD_TABLE).insert({
        organization_id: param('id'),
        label: param('label'),
        made_from: param('made_from'),
        snapshot_id: param('snapshot_id'),
        clock: param('clock'),
        first_clock: param('first_clock'),
        created_at: param('created_at'),
      }),
    ),
    setClock: compile<ById & { clock: string | null }, never>((param) =>
      knex(WORLD_TABLE)
        .where('organization_id', param('id'))
        .update({ clock: param('clock') }),
    ),
    insertOrganization: compile<ById & { slug: string; name: string; created_at: string }, never>((param) =>
      knex('organizations').insert({
        id: param('id'),
        slug: param('slug'),
        name: param('name'),
        created_at: param('created_at'),
      }),
    ),
    removeOrganization: compile<ById, never>((param) =>
      knex('organizations').where('id', param('id')).delete(),
    ),
    snapshot: compile<ById, { content: string }>((param) =>
      knex(SNAPSHOT_TABLE).select('content').where('id', param('id')),
    ),
    insertSnapshot: compile<ById & { content: string }, never>((param) =>
      knex(SNAPSHOT_TABLE).insert({ id: param('id'), content: param('content') }),
    ),
    removeSnapshot: compile<ById, never>((param) => knex(SNAPSHOT_TABLE).where('id', param('id')).delete()),
  };
}
