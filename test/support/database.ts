// An empty database for one test file, of the kind that its run is about.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openInventory } from '../../src/compose';

export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

export const onPostgres = (): boolean => process.env['TEST_DATABASE'] === 'postgres';

const TEMPLATE = 'inventory_template';
const TEMPLATE_LOCK = 1;

const urlOf = (name: string): string => Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${name}` }).href;

async function connected<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A copy of a migrated database costs half of what migrating costs. The first test file to come makes the original. */
async function requireTemplate(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    await client.query(`create database ${TEMPLATE}_new`);
    await (await openInventory(urlOf(`${TEMPLATE}_new`))).close();
    await client.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

/** An empty one, or one without tables, made with `options` and with another isolation of its transactions. */
export async function postgresDatabase({ migrated = true, options = '', isolation }: { migrated?: boolean; options?: string; isolation?: string } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await connected(async (client) => {
    if (migrated) await requireTemplate(client);
    await client.query(`create database ${name} ${migrated ? `template ${TEMPLATE}` : options}`);
    if (isolation) await client.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
  });
  return { url: urlOf(name), remove: () => connected(async (client) => void (await client.query(`drop database ${name} with (force)`))) };
}

function sqliteDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-test-'));
  return { url: `sqlite:${join(folder, 'inventory.sqlite')}`, remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) };
}

export const testDatabase = async (): Promise<TestDatabase> => (onPostgres() ? postgresDatabase() : sqliteDatabase());
