// The migration that partitions the activity log, on a log of one table with everything that an operator added.
import { Client } from 'pg';
import { openInventory, verifyLog } from '../../../src/app/inventory';
import { type TestInventory, openTestInventory } from '../../support/inventory';

const MIGRATION = '0009-activity-archives';

let test_: TestInventory;
let client: Client;
beforeAll(async () => {
  test_ = await openTestInventory();
  client = new Client({ connectionString: test_.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test_.close();
});

/** Returns what protects the log, as the catalog describes it. */
async function protection(): Promise<unknown> {
  const queries = [
    `select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = 'activity'::regclass and not tgisinternal order by 1`,
    `select policyname, permissive, roles::text, cmd, qual, with_check from pg_policies
      where tablename = 'activity' order by 1`,
    `select grantee, privilege_type, is_grantable from information_schema.role_table_grants
      where table_name = 'activity' order by 1, 2`,
    `select column_name, grantee, privilege_type from information_schema.column_privileges
      where table_name = 'activity' and column_name = 'description' order by 2, 3`,
    `select conname, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = 'activity'::regclass and contype in ('f', 'c') order by 1`,
    `select relrowsecurity, relforcerowsecurity from pg_class where oid = 'activity'::regclass`,
    `select column_name, data_type, is_nullable, collation_name, ordinal_position from information_schema.columns
      where table_name = 'activity' order by 1`,
    `select regexp_replace(indexdef, 'ON (ONLY )?', 'ON ') from pg_indexes
      where tablename = 'activity' and indexname <> 'activity_pkey' order by 1`,
  ];
  const found: unknown[] = [];
  for (const sql of queries) found.push((await client.query(sql)).rows);
  return found;
}

test('keeps rows, policies, triggers, privileges, indexes and references, also those of an operator', async () => {
  // The table as migration 4 made it, with the rows, and an operator's additions.
  await client.query(`
    alter table activity rename to activity_parts;
    create table activity (like activity_parts);
    do $$ declare definition text; begin
      for definition in select pg_get_triggerdef(oid) from pg_trigger
        where tgrelid = 'activity_parts'::regclass and not tgisinternal
      loop execute replace(definition, 'activity_parts', 'activity'); end loop; end $$;
    insert into activity select * from activity_parts;
    drop table activity_parts;
    create index activity_planted on activity (organization_id, actor_id);
    alter table activity add primary key (organization_id, sequence),
      add foreign key (organization_id) references organizations (id),
      add constraint planted_check check (sequence > -100);
    alter table activity enable row level security, force row level security;
    create policy operator on activity to current_user using (true);
    create policy server on activity to compliance_inventory_server
      using (organization_id = current_setting('inventory.organization', true));
    create policy planted on activity as restrictive for insert to public with check (sequence > 0 and '?' <> '');
    grant select, insert on activity to compliance_inventory_server;
    grant select on activity to pg_monitor with grant option;
    grant select (description) on activity to public;
    drop table activity_archives;
    delete from migrations where name = '${MIGRATION}'`);
  const before = await protection();
  const rows = async () =>
    (await client.query('select * from activity order by organization_id, sequence')).rows;
  const written = await rows();
  expect(written.length).toBe(20);

  const inventory = await openInventory(test_.databaseUrl);
  expect(inventory.database.migrated).toEqual([MIGRATION]);
  expect(await rows()).toEqual(written);
  expect(await protection()).toEqual(before);
  expect((await client.query('select from only activity_default')).rows).toEqual([]);
  for (const { organization } of [test_.cedar, test_.other])
    expect((await verifyLog(inventory, organization.id, 'operator')).faults).toEqual([]);
  await inventory.keys.create(test_.cedar.organization.id, {
    label: 'after',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
  expect((await rows()).length).toBe(21);
  await inventory.close();
});
