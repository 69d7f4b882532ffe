// The second lock on tenancy: whatever a query forgets to say, PostgreSQL shows the server the rows of one organization alone.
import { Client } from 'pg';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { SERVER_ROLE } from '../../../src/database/postgres-roles';

let test_: TestInventory;
let server: Client;
/** Tables with rows of organizations, and the column that says whose. */
const OWNED = { organizations: 'id', facilities: 'organization_id', control_centers: 'organization_id', cyber_systems: 'organization_id', cyber_assets: 'organization_id', api_keys: 'organization_id', collection_versions: 'organization_id' };

beforeAll(async () => {
  test_ = await openTestInventory();
  server = new Client({ connectionString: test_.databaseUrl });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await test_.close();
});

/** As the server works: in its role, for one organization. */
async function asServer(sql: string, organization?: string): Promise<Record<string, unknown>[]> {
  await server.query('begin');
  try {
    await server.query(`select set_config('role', $1, true), set_config('inventory.organization', $2, true)`, [SERVER_ROLE, organization ?? '']);
    return (await server.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await server.query('rollback');
  }
}

test('every table has it, and forces it on its owner', async () => {
  const { rows } = await server.query<{ relname: string; relrowsecurity: boolean; relforcerowsecurity: boolean }>(
    `select relname, relrowsecurity, relforcerowsecurity from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter(({ relrowsecurity, relforcerowsecurity }) => !relrowsecurity || !relforcerowsecurity)).toEqual([]);
});

test('the role of the server owns nothing, cannot log in and cannot set the lock aside', async () => {
  const { rows } = await server.query(
    `select rolcanlogin, rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = $1`,
    [SERVER_ROLE],
  );
  expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, owned: 0 }]);
});

describe.each(Object.entries(OWNED))('%s', (table, column) => {
  it('shows the rows of the organization that is set, and no others, to a query that names none', async () => {
    const { id } = test_.cedar.organization;
    const rows = await asServer(`select ${column} as whose from ${table}`, id);
    expect(new Set(rows.map(({ whose }) => whose))).toEqual(new Set([id]));
  });

  it('shows nothing when no organization is set', async () => expect(await asServer(`select * from ${table}`)).toEqual([]));

  it('has no row of another organization to change or to delete', async () => {
    const { id } = test_.other.organization;
    const deleted = table === 'organizations' ? [] : await asServer(`delete from ${table} where ${column} = '${id}' returning 1`, test_.cedar.organization.id);
    const changed = await asServer(`update ${table} set ${column} = ${column} where ${column} = '${id}' returning 1`, test_.cedar.organization.id);
    expect([deleted, changed]).toEqual([[], []]);
  });
});

test('a row cannot be written into, or given to, another organization', async () => {
  const [mine, theirs] = [test_.cedar.organization.id, test_.other.organization.id];
  await expect(asServer(`insert into facilities (organization_id, id, name) values ('${theirs}', 'fac_planted', 'Planted')`, mine)).rejects.toThrow(/row-level security/);
  await expect(asServer(`update cyber_assets set organization_id = '${theirs}'`, mine)).rejects.toThrow(/row-level security/);
});

test('the digest of a key shows that key and its organization alone', async () => {
  const { rows } = await server.query<{ digest: string; id: string }>('select digest, id from api_keys where organization_id = $1', [test_.cedar.organization.id]);
  await server.query('begin');
  await server.query(`select set_config('role', $1, true), set_config('inventory.key_digest', $2, true)`, [SERVER_ROLE, rows[0]!.digest]);
  const [keys, organizations, assets] = [await server.query('select id from api_keys'), await server.query('select slug from organizations'), await server.query('select id from cyber_assets')];
  await server.query('rollback');
  expect([keys.rows, organizations.rows, assets.rows]).toEqual([[{ id: rows[0]!.id }], [{ slug: 'cedar-power' }], []]);
});

test('the stores read as the server: an organization\'s own query without its name finds its own rows', async () => {
  const { database } = test_.inventory;
  const everything = { sql: 'select distinct organization_id, current_user as role from cyber_assets', bind: () => [] };
  const { id } = test_.other.organization;
  expect(await database.read({ organization: id }, everything, undefined)).toEqual([{ organization_id: id, role: SERVER_ROLE }]);
  expect(await database.write({ organization: id }, (transaction) => transaction.all(everything, undefined))).toEqual([{ organization_id: id, role: SERVER_ROLE }]);
});

test('what is set for one transaction is gone in the next on the same connection', async () => {
  await asServer('select 1', test_.cedar.organization.id);
  const { rows } = await server.query(`select current_setting('inventory.organization', true) as organization, current_user <> '${SERVER_ROLE}' as own`);
  expect(rows).toEqual([{ organization: '', own: true }]);
});
