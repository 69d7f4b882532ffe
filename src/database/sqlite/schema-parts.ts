// Reads the schema of a file, and compares it with a new database in memory that has the same migrations.
import knexFactory from 'knex';
import { SANDBOX_MARK } from '../catalog';
import { MIGRATIONS_TABLE, migrate } from '../migrate';
import { SANDBOX_FAULT, type SchemaPart, compareSchemas } from '../schema-comparison';
import { KNEX_LOG } from '../statement';
import type { Ask } from './connection';
import { sqliteSchema } from './schema';

interface Master {
  type: string;
  name: string;
  tbl_name: string;
  /** Null for an index that a constraint of its table implies. */
  sql: string | null;
}

/** ANALYZE makes these tables. By its name alone, a part of the schema is not SQLite's own. */
const STATISTICS = /^CREATE TABLE sqlite_stat[14]\([\w,]+\)$/;

/** An index of columns, without a condition or an expression. */
const PLAIN_INDEX = /^CREATE INDEX \S+ ON \S+ ?\((?:[`"[]?\w+[`"\]]?(?: (?:asc|desc))?(?:, ?|\)$))+$/i;

/** A new layout of the source must not look like a change of the schema: white space outside of texts is one space. */
const canonical = (sql: string): string =>
  sql.replace(/'(?:[^']|'')*'|\s+/g, (part) => (part.startsWith("'") ? part : ' '));

const toPart = ({ type, name, tbl_name, sql }: Master): SchemaPart => ({
  name: type === 'index' || type === 'trigger' ? `${type} ${name} on ${tbl_name}` : `${type} ${name}`,
  definition: canonical(sql ?? ''),
  mayBeAdded: type === 'index' && PLAIN_INDEX.test(canonical(sql ?? '')),
});

async function readParts(ask: Ask): Promise<SchemaPart[]> {
  const rows = await ask<Master>('select type, name, tbl_name, sql from sqlite_master order by type, name');
  return rows.filter(({ sql }) => !STATISTICS.test(sql ?? '')).map(toPart);
}

/** Returns the schema that these migrations make. */
async function newParts(migrations: readonly string[]): Promise<SchemaPart[]> {
  const knex = knexFactory({
    client: 'sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    log: KNEX_LOG,
    pool: { min: 1, max: 1 },
  });
  try {
    await migrate(knex, sqliteSchema, migrations);
    return await readParts(async <Row>(sql: string) => (await knex.raw(sql)) as Row[]);
  } finally {
    await knex.destroy();
  }
}

/** Returns a sentence for each fault of a schema whose migrations this version knows. */
export async function schemaFaults(ask: Ask): Promise<string[]> {
  const found = await readParts(ask);
  if (found.some(({ name }) => name === `table ${SANDBOX_MARK}`)) return [SANDBOX_FAULT];
  const names = await ask<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
  return compareSchemas(await newParts(names.map(({ name }) => name)), found);
}
