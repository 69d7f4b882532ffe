// Creates an empty database for one test file, of the kind that the project of Jest names.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openInventory } from '../../src/app/inventory';
import { createCitusDatabase, dropCitusDatabase } from '../citus/databases';

export interface TestDatabase {
  url: string;
  remove(): Promise<void>;
}

export const onCitus = (): boolean => TEST_DATABASE === 'citus';
export const onPostgres = (): boolean => TEST_DATABASE !== 'sqlite';

const TEMPLATE_LOCK = 1;

/** Includes a hash of the code: the server at TEST_DATABASE_URL may hold templates of earlier versions. */
function templateName(): string {
  const folder = join(__dirname, '../../src/database');
  const hash = createHash('sha256');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (path.endsWith('.ts')) hash.update(readFileSync(join(folder, path)));
  return `inventory_template_${hash.digest('hex').slice(0, 12)}`;
}

const urlOf = (name: string): string =>
  Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${name}` }).href;

async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: process.env[onCitus() ? 'TEST_CITUS_URL' : 'TEST_DATABASE_URL'],
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let cachedTemplateName: string | undefined;

/** Copying a migrated template takes half the time of migrating. The first test file creates the template. */
async function requireTemplate(client: Client): Promise<string> {
  const template = (cachedTemplateName ??= templateName());
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) {
    await client.query(`drop database if exists ${template}_new`); // left by an interrupted run
    await client.query(`create database ${template}_new`);
    await (await openInventory(urlOf(`${template}_new`))).close();
    await client.query(`alter database ${template}_new rename to ${template}`);
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  return template;
}

/** Databases are created one after the other, because each changes the same roles. */
async function citusDatabase(name: string, migrated: boolean): Promise<TestDatabase> {
  const url = await withClient(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const created = await createCitusDatabase(name);
    if (migrated) await (await openInventory(created)).close();
    return created;
  });
  return { url, remove: () => dropCitusDatabase(name) };
}

/**
 * Creates an empty database with all tables, or without tables when `migrated` is false. `options` are
 * clauses of `create database` for the latter; `isolation` is the default transaction isolation.
 */
export async function postgresDatabase({
  migrated = true,
  options = '',
  isolation,
}: { migrated?: boolean; options?: string; isolation?: string } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  if (onCitus()) return citusDatabase(name, migrated);
  await withClient(async (client) => {
    await client.query(
      `create database ${name} ${migrated ? `template ${await requireTemplate(client)}` : options}`,
    );
    if (isolation)
      await client.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
  });
  return {
    url: urlOf(name),
    remove: () =>
      withClient(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

function sqliteDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-test-'));
  return {
    url: `sqlite:${join(folder, 'inventory.sqlite')}`,
    remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

export const testDatabase = async (): Promise<TestDatabase> =>
  onPostgres() ? postgresDatabase() : sqliteDatabase();
