// The SQLite store of the references: sqlite3 with prepared statements and the server's durability. Each change is a
// transaction of one statement.
import { randomUUID } from 'node:crypto';
import sqlite3 from 'sqlite3';

const COLUMNS = ['id', 'name', 'cyber_system_id', 'asset_type', 'created_at', 'updated_at'];
const RATING = `(select impact_rating from cyber_systems s
  where s.organization_id = cyber_assets.organization_id and s.id = cyber_assets.cyber_system_id)`;
const now = () => new Date().toISOString();

/** The columns of a row, or with `asJson` its JSON text in the column `body`. */
function columnsOf(asJson) {
  if (!asJson) return `${COLUMNS.join(', ')}, ${RATING} as impact_rating, 'bench' as organization_slug`;
  const members = COLUMNS.map((name) => `'${name}', ${name}`);
  return `json_object(${members.join(', ')}, 'impact_rating', ${RATING}, 'organization_slug', 'bench') as body`;
}

/** Opens the store of the organization `bench`. Its methods return rows, or with `asJson` JSON texts. */
export async function openStore(file, { asJson }) {
  const connection = new sqlite3.Database(file);
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; ' +
      'PRAGMA busy_timeout = 2000; PRAGMA cache_size = -16384',
  );
  function prepare(sql) {
    const statement = connection.prepare(sql);
    return (...values) =>
      new Promise((resolve, reject) =>
        statement.all(values, (error, rows) => (error ? reject(error) : resolve(rows))),
      );
  }
  const columns = columnsOf(asJson);
  const [{ id: organization }] = await prepare(`select id from organizations where slug = 'bench'`)();
  const select = prepare(`select ${columns} from cyber_assets where organization_id = ? and id = ?`);
  const all = `select ${columns} from cyber_assets where organization_id = ? order by id`;
  const selectAll = prepare(
    asJson ? `select '[' || group_concat(body, ',') || ']' as body from (${all})` : all,
  );
  const insert = prepare(
    `insert into cyber_assets
       (organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at)
     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) returning ${columns}`,
  );
  const update = prepare(
    `update cyber_assets set asset_type = coalesce(?, asset_type), updated_at = ?
     where organization_id = ? and id = ? returning ${columns}`,
  );
  const remove = prepare('delete from cyber_assets where organization_id = ? and id = ? returning id');
  const result = ([row]) => (asJson ? row?.body : row);
  return {
    async list() {
      const rows = await selectAll(organization);
      return asJson ? rows[0].body : rows;
    },
    get: async (id) => result(await select(organization, id)),
    async create({ name, cyber_system_id, asset_type }) {
      const id = `ca_${randomUUID()}`;
      const values = [organization, id, name, name.toLowerCase(), cyber_system_id, asset_type, now()];
      return { id, body: result(await insert(...values)) };
    },
    update: async (id, { asset_type }) => result(await update(asset_type, now(), organization, id)),
    remove: async (id) => (await remove(organization, id)).length > 0,
  };
}
