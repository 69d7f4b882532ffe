// Reference on PostgreSQL: node:http and named prepared statements of pg. PostgreSQL builds the JSON, and
// each change is a transaction of one statement.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { serve } from './serve.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE, max: 10 });
const prepare =
  (name, text) =>
  async (...values) =>
    (await pool.query({ name, text, values })).rows;
const [{ id: organization }] = (await pool.query(`select id from organizations where slug = 'bench'`)).rows;

const columns = `a.id, a.name, a.cyber_system_id, a.asset_type, s.impact_rating, a.created_at, a.updated_at,
   'bench' as organization_slug`;
const joined = (table) =>
  `${table} a join cyber_systems s on s.organization_id = a.organization_id and s.id = a.cyber_system_id`;
const one = (table) => `select row_to_json(j)::text as body from (select ${columns} from ${joined(table)}`;

const select = prepare('select', `${one('cyber_assets')} where a.organization_id = $1 and a.id = $2) j`);
const selectAll = prepare(
  'select all',
  `select '[' || string_agg(row_to_json(j)::text, ',') || ']' as body
   from (select ${columns} from ${joined('cyber_assets')} where a.organization_id = $1 order by a.id) j`,
);
const insert = prepare(
  'insert',
  `with a as (insert into cyber_assets
     (organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7) returning *) ${one('a')}) j`,
);
const update = prepare(
  'update',
  `with a as (update cyber_assets set asset_type = coalesce($1, asset_type), updated_at = $2
   where organization_id = $3 and id = $4 returning *) ${one('a')}) j`,
);
const remove = prepare(
  'remove',
  'delete from cyber_assets where organization_id = $1 and id = $2 returning id',
);
const now = () => new Date().toISOString();

serve({
  list: async () => (await selectAll(organization))[0].body,
  get: async (id) => (await select(organization, id))[0]?.body,
  async create({ name, cyber_system_id, asset_type }) {
    const id = `ca_${randomUUID()}`;
    const [{ body }] = await insert(
      organization,
      id,
      name,
      name.toLowerCase(),
      cyber_system_id,
      asset_type,
      now(),
    );
    return { id, body };
  },
  update: async (id, { asset_type }) => (await update(asset_type, now(), organization, id))[0]?.body,
  remove: async (id) => (await remove(organization, id)).length > 0,
});
