// Verifies that a file of SQLite is a complete inventory: its pages, its migrations and its content.
import { pathToFileURL } from 'node:url';
import knexFactory from 'knex';
import type { Inspect, Verification } from '../backup';
import type { ReadSource } from '../database';
import { newerSentence } from '../migrate';
import { SCHEMA_ADVICE } from '../schema-comparison';
import { type Ask, askFile, readMigrations } from './connection';
import { schemaFaults } from './schema-parts';

const MAX_FAULTS = 20;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function faultsOf(ask: Ask): Promise<string[]> {
  const found = await ask<{ integrity_check: string }>(`PRAGMA integrity_check(${MAX_FAULTS})`);
  const faults = found
    .map((row) => row.integrity_check)
    .filter((text) => text !== 'ok')
    .map((text) => `It is damaged: ${text}.`);
  const dangling = await ask<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  const kinds = new Set(
    dangling.map(
      ({ table, parent }) => `It has rows of ${table} that refer to rows of ${parent} that are not there.`,
    ),
  );
  return [...faults, ...kinds];
}

/** Makes a source that builds statements without a connection and runs them on the file. */
function sourceOf(ask: Ask): ReadSource {
  const all: ReadSource['read'] = (_scope, { sql, bind }, params) => ask(sql, bind(params));
  const knex = knexFactory({ client: 'sqlite3', useNullAsDefault: true });
  return {
    knex,
    read: all,
    snapshot: (scope, work) => work((statement, params) => all(scope, statement, params)),
  };
}

async function countsOf(ask: Ask, tables: string[]): Promise<Verification['counts']> {
  const organizations = await ask<{ id: string; slug: string }>(
    'select id, slug from organizations order by slug',
  );
  const counts: Verification['counts'] = [];
  for (const table of tables) {
    const columns = await ask<{ name: string }>(`PRAGMA table_info(${quoted(table)})`);
    if (!columns.some(({ name }) => name === 'organization_id')) {
      const [count] = await ask<{ rows: number }>(`select count(*) as rows from ${quoted(table)}`);
      counts.push({ organization: null, table, rows: count!.rows });
      continue;
    }
    const found = await ask<{ id: string; rows: number }>(
      `select organization_id as id, count(*) as rows from ${quoted(table)} group by organization_id`,
    );
    for (const { id, slug } of organizations)
      counts.push({ organization: slug, table, rows: found.find((row) => row.id === id)?.rows ?? 0 });
  }
  return counts;
}

/** Returns the faults of the logs and of the schema. The logs of a changed schema may be unreadable. */
async function faultsOfContent(ask: Ask, inspect: Inspect, tables: ReadonlySet<string>): Promise<string[]> {
  const ofSchema = await schemaFaults(ask);
  const ofLogs = await inspect(sourceOf(ask), tables).catch((error: unknown) => {
    if (ofSchema.length === 0) throw error;
    return [];
  });
  return [...ofLogs, ...ofSchema, ...(ofSchema.length > 0 ? [SCHEMA_ADVICE] : [])];
}

async function verify(ask: Ask, inspect: Inspect): Promise<Verification> {
  const damage = await faultsOf(ask);
  if (damage.length > 0) return { problems: damage, migrations: [], counts: [] };
  const migrations = await readMigrations(ask);
  if (migrations === undefined)
    return { problems: ['It is no inventory: it has no migrations.'], migrations: [], counts: [] };
  const rows = await ask<{ name: string }>(
    `select name from sqlite_master
      where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  );
  const tables = rows.map(({ name }) => name);
  const newer = newerSentence(migrations);
  const problems = newer === undefined ? await faultsOfContent(ask, inspect, new Set(tables)) : [newer];
  return { problems, migrations, counts: await countsOf(ask, tables) };
}

/** Verifies a file that no process changes: reads it without a lock and creates no file beside it. */
export async function verifyFile(file: string, inspect: Inspect): Promise<Verification> {
  try {
    return await askFile(`${pathToFileURL(file).href}?immutable=1`, (ask) => verify(ask, inspect));
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT|IOERR)/.test(String((error as { code?: unknown }).code))) throw error;
    return {
      problems: [`It is not a whole database: ${(error as Error).message}.`],
      migrations: [],
      counts: [],
    };
  }
}
