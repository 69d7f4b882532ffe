// Upgrades from the first schema and from the previous one while clients write: no acknowledged write is lost.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import pino from 'pino';
import { openBackups, openInventory } from '../../src/app/inventory';
import { startServer } from '../../src/app/server';
import { newAsset } from '../support/assets';
import { cli } from '../support/cli';
import { createClient } from '../support/client';
import { type TestDatabase, onPostgres } from '../support/database';
import { createTenant } from '../support/inventory';
import { appliedIn, databaseAt, knexOf, migrationsUpTo } from '../support/old-schema';
import { until } from '../support/until';

const FIRST = '0004-activity';
const PREVIOUS = '0011-key-access';
const LATER = [
  '0012-provider-by-domain',
  '0013-organization-deletions',
  '0014-activity-keys',
  '0015-activity-search',
  '0016-records',
  '0017-members',
];
const fileOf = ({ url }: TestDatabase): string => url.slice('sqlite:'.length);

/** Runs `work` again while another transaction holds a lock, as clients repeat a 503. */
const patiently = (work: () => Promise<unknown>): Promise<boolean> =>
  until(async () => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!/^(SQLITE_BUSY|55P03|40P01)$/.test(String((error as { code?: unknown }).code))) throw error;
      return false;
    }
  });

/** On PostgreSQL, each change of a server begins with a lock of its organization. */
async function insertFacility(knex: Knex, id: string): Promise<void> {
  const row = { organization_id: 'org_1', id, name: id };
  if (!onPostgres()) return void (await knex('facilities').insert(row));
  await knex.transaction(async (transaction) => {
    await transaction('organizations').where('id', 'org_1').forUpdate().select('id');
    await transaction('facilities').insert(row);
  });
}

describe('from the first schema', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await databaseAt(FIRST)));
  afterAll(() => database.remove());

  it('keeps every row that writers of that schema have committed, and has the schema of a new database', async () => {
    const setup = knexOf(database.url);
    await setup('organizations').insert({ id: 'org_1', slug: 'cedar', name: 'Cedar', created_at: 'x' });
    await setup.destroy();
    const acknowledged: string[] = [];
    let done = false;
    const write = async (knex: Knex, writer: number): Promise<void> => {
      if (!onPostgres()) await knex.raw('PRAGMA busy_timeout = 5'); // a longer wait holds a thread of the migration
      for (let count = 0; !done; count++) {
        const id = `fac_${writer}_${count}`;
        await patiently(() => insertFacility(knex, id));
        acknowledged.push(id);
        await turn();
      }
      await knex.destroy();
    };
    const writers = [1, 2, 3, 4].map((writer) => write(knexOf(database.url), writer));
    await until(() => acknowledged.length >= 20);
    const before = acknowledged.length;
    const inventory = await openInventory(database.url);
    await until(() => acknowledged.length >= before + 20);
    done = true;
    await Promise.all(writers);
    const rows = await inventory.database.knex('facilities').pluck<string[]>('id');
    expect(rows.sort()).toEqual(acknowledged.sort());
    expect(inventory.database.migrated).toHaveLength(13);
    expect(await inventory.database.schemaFaults()).toEqual([]);
    await inventory.close();
  }, 120_000);
});

describe('from the previous schema, with twelve clients of a server of the previous version', () => {
  let database: TestDatabase;
  let inventory: Awaited<ReturnType<typeof openInventory>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  const config = { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: false, corsOrigins: [] };
  const serve = (opened: typeof inventory) =>
    startServer(opened, { config, environment: 'live', logger: pino({ level: 'silent' }) });
  let key: string;
  const acknowledged: string[] = [];
  const statuses = new Set<number>();

  beforeAll(async () => {
    database = await databaseAt(PREVIOUS);
    inventory = await openInventory(database.url, undefined, undefined, { schema: 'use' });
    ({ key } = await createTenant(inventory, 'cedar'));
    server = await serve(inventory);
  });
  afterAll(async () => {
    await server.close(0);
    await inventory.close();
    await database.remove();
  });

  /** Lets clients write and read until `work` has ended and each has written again. */
  async function beside(work: () => Promise<unknown>): Promise<void> {
    let done = false;
    const write = async (): Promise<void> => {
      const client = createClient(server, key);
      for (let after = 0; !done || after < 2; after += done ? 1 : 0) {
        const body = newAsset();
        const { status } = await client('POST', '/cyber-assets', { body });
        statuses.add(status).add((await client('GET', '/facilities')).status);
        if (status === 201) acknowledged.push(String(body['name']));
      }
    };
    const clients = Array.from({ length: 12 }, write);
    await until(() => acknowledged.length >= 24);
    await work().finally(() => (done = true));
    await Promise.all(clients);
  }

  /** Takes the last migrations back, which only a test does. */
  async function revert(): Promise<void> {
    const { knex } = inventory.database;
    const triggers = onPostgres()
      ? ['organizations_refuses_deleted on organizations']
      : ['organizations_refuses_insert', 'organizations_refuses_update'];
    for (const part of ['view provider_count', ...triggers.map((name) => `trigger ${name}`)])
      await knex.raw(`drop ${part}`);
    await knex.raw('alter table activity drop column key_id');
    await (onPostgres()
      ? knex.raw('drop policy server on memberships; drop policy server on invitations')
      : knex.raw('drop index memberships_organization_id_record_id_unique'));
    await knex.raw('alter table memberships drop column record_id');
    await knex.raw('drop index activity_filters');
    for (const table of ['activity_names', 'organization_deletions', 'record_fields', 'records'])
      await knex.raw(`drop table ${table}`);
    await knex('migrations').whereIn('name', LATER).delete();
  }

  it.each([1, 2, 3])(
    'migrates without an error for a client, round %i',
    async (round) => {
      if (round > 1) await revert();
      await beside(async () => {
        expect(await cli(['migrate'], { DATABASE_URL: database.url })).toEqual({
          status: 0,
          stdout: expect.stringMatching(
            new RegExp(`^(backup .*\n)?${LATER.map((name) => `applied ${name}\n`).join('')}$`),
          ),
          stderr: '',
        });
      });
      expect([...statuses].sort()).toEqual([200, 201]);
      const list = (await createClient(server, key)('GET', '/cyber-assets')).body as { name: string }[];
      const names = new Set(list.map(({ name }) => name));
      expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
      expect(await inventory.database.schemaFaults()).toEqual([]);
    },
    60_000,
  );

  it('SQLite: the backup beside the database has the previous schema, and a server of that version serves it', async () => {
    if (onPostgres()) return; // pg_dump takes those backups
    const folder = dirname(fileOf(database));
    const [first] = readdirSync(folder).filter((name) =>
      /\.before-0012-provider-by-domain-[\dTZ-]+$/.test(name),
    );
    expect(basename(first!)).toMatch(/^inventory\.sqlite\.before-/);
    const url = `sqlite:${join(folder, 'restored/inventory.sqlite')}`;
    await (await openBackups(url)).restore(join(folder, first!));
    expect(await appliedIn(url)).toEqual(migrationsUpTo(PREVIOUS));
    const previous = await openInventory(url, undefined, undefined, { schema: 'use' });
    const rolledBack = await serve(previous);
    const client = createClient(rolledBack, key);
    expect((await client('POST', '/cyber-assets', { body: newAsset() })).status).toBe(201);
    const list = (await client('GET', '/cyber-assets')).body as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged.slice(0, 12)));
    await rolledBack.close(0);
    await previous.close();
  });
});
