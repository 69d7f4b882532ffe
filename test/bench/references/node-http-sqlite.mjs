// Reference on SQLite: node:http and prepared statements of sqlite3. SQLite builds the JSON, and each
// change is a transaction of one statement.
import { randomUUID } from 'node:crypto';
import { serve } from './serve.mjs';
import { openSqlite } from './sqlite.mjs';

const database = openSqlite(process.env.DATABASE);
const organization = await database.organizationOf('bench');
const json = (row, rating) =>
  `json_object('id', ${row}.id, 'name', ${row}.name, 'cyber_system_id', ${row}.cyber_system_id,
   'asset_type', ${row}.asset_type, 'impact_rating', ${rating}, 'created_at', ${row}.created_at,
   'updated_at', ${row}.updated_at, 'organization_slug', 'bench')`;
const joined =
  'cyber_assets a join cyber_systems s on s.organization_id = a.organization_id and s.id = a.cyber_system_id';
const rating =
  '(select impact_rating from cyber_systems s ' +
  'where s.organization_id = cyber_assets.organization_id and s.id = cyber_assets.cyber_system_id)';

const select = database.prepare(
  `select ${json('a', 's.impact_rating')} as body from ${joined} where a.organization_id = ? and a.id = ?`,
);
const selectAll = database.prepare(
  `select cast(json_group_array(${json('r', 'r.impact_rating')}) as blob) as body
   from (select a.*, s.impact_rating from ${joined} where a.organization_id = ? order by a.id) r`,
);
const insert = database.prepare(
  `insert into cyber_assets
     (organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at)
   values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) returning ${json('cyber_assets', rating)} as body`,
);
const update = database.prepare(
  `update cyber_assets set asset_type = coalesce(?, asset_type), updated_at = ?
   where organization_id = ? and id = ? returning ${json('cyber_assets', rating)} as body`,
);
const remove = database.prepare('delete from cyber_assets where organization_id = ? and id = ? returning id');
const now = () => new Date().toISOString();

serve({
  list: async () => (await selectAll.all(organization))[0].body,
  get: async (id) => (await select.all(organization, id))[0]?.body,
  async create({ name, cyber_system_id, asset_type }) {
    const id = `ca_${randomUUID()}`;
    const [{ body }] = await insert.all(
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
  update: async (id, { asset_type }) => (await update.all(asset_type, now(), organization, id))[0]?.body,
  remove: async (id) => (await remove.all(organization, id)).length > 0,
});
