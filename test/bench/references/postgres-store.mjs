// The PostgreSQL store of the references: named prepared statements of pg. PostgreSQL builds the JSON. A change is a
// transaction of one statement, or with LOG=chained a transaction that also appends to a chained log.
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';

const now = () => new Date().toISOString();
const ONE = `select row_to_json(j)::text as body from (
  select a.id, a.name, a.cyber_system_id, a.asset_type, s.impact_rating, a.created_at, a.updated_at,
    'bench' as organization_slug
  from TABLE a join cyber_systems s on s.organization_id = a.organization_id and s.id = a.cyber_system_id`;
const from = (table) => ONE.replace('TABLE', table);

const SELECT = {
  name: 'select',
  text: `${from('cyber_assets')} where a.organization_id = $1 and a.id = $2) j`,
};
const SELECT_ALL = {
  name: 'select all',
  text: `select '[' || string_agg(body, ',') || ']' as body
    from (${from('cyber_assets')} where a.organization_id = $1 order by a.id) j) k`,
};
const INSERT = {
  name: 'insert',
  text: `with a as (insert into cyber_assets
      (organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) returning *) ${from('a')}) j`,
};
const UPDATE = {
  name: 'update',
  text: `with a as (update cyber_assets set asset_type = coalesce($1, asset_type), updated_at = $2
    where organization_id = $3 and id = $4 returning *) ${from('a')}) j`,
};
const REMOVE = {
  name: 'remove',
  text: 'delete from cyber_assets where organization_id = $1 and id = $2 returning id',
};

const LOG = `create table if not exists plain_heads (organization text primary key, number bigint, hash text);
  create table if not exists plain_log
    (organization text, number bigint, entry text, hash text, primary key (organization, number));`;
const HEAD = {
  name: 'head',
  text: 'select number, hash from plain_heads where organization = $1 for update',
};
const APPEND = { name: 'append', text: 'insert into plain_log values ($1, $2, $3, $4)' };
const NEW_HEAD = {
  name: 'new head',
  text: 'update plain_heads set number = $2, hash = $3 where organization = $1',
};

/** Runs a change and appends it to the log in one transaction. The head's lock makes changes take turns. */
async function logged(pool, organization, statement, values) {
  const client = await pool.connect();
  const run = async (each, ...parameters) => (await client.query({ ...each, values: parameters })).rows;
  try {
    await client.query('begin');
    const [head] = await run(HEAD, organization);
    const rows = await run(statement, ...values);
    const entry = JSON.stringify({ change: statement.name, values, at: now() });
    const hash = createHash('sha256').update(`${head.hash}${entry}`).digest('hex');
    const number = Number(head.number) + 1;
    await run(APPEND, organization, number, entry, hash);
    await run(NEW_HEAD, organization, number, hash);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

/** Opens the store of the organization `bench`. Its methods return JSON texts. */
export async function openStore(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const query = async (statement, ...values) => (await pool.query({ ...statement, values })).rows;
  const [{ id: organization }] = await query({ text: `select id from organizations where slug = 'bench'` });
  const isLogged = process.env.LOG === 'chained';
  if (isLogged) {
    await pool.query(LOG);
    await query({ text: `insert into plain_heads values ($1, 0, '')` }, organization);
  }
  const change = (statement, ...values) =>
    isLogged ? logged(pool, organization, statement, values) : query(statement, ...values);
  return {
    list: async () => (await query(SELECT_ALL, organization))[0].body,
    get: async (id) => (await query(SELECT, organization, id))[0]?.body,
    async create({ name, cyber_system_id, asset_type }) {
      const id = `ca_${randomUUID()}`;
      const values = [organization, id, name, name.toLowerCase(), cyber_system_id, asset_type, now()];
      return { id, body: (await change(INSERT, ...values))[0].body };
    },
    update: async (id, { asset_type }) =>
      (await change(UPDATE, asset_type, now(), organization, id))[0]?.body,
    remove: async (id) => (await change(REMOVE, organization, id)).length > 0,
  };
}
