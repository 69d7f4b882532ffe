// Backups of SQLite: single files with a digest file (spec/decisions/0013-backups.md).
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import knexFactory from 'knex';
import { writeNewFile } from '../../base/atomic-write';
import { toDigestFile, digestOfFile, hasHmac, readDigestFile, writeDigest } from '../../base/digest';
import { type Backup, BackupRefused, type Inspect, type Verification } from '../backup';
import type { ReadSource } from '../database';
import { newerSentence } from '../migrate';
import { SCHEMA_ADVICE } from '../schema-comparison';
import { type Ask, askFile, readMigrations } from './connection';
import { hasCode } from './dialect';
import { schemaFaults } from './schema-parts';

const MAX_FAULTS = 20;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const unreadable = (...problems: string[]): Verification => ({ problems, migrations: [], counts: [] });

async function findFaults(ask: Ask): Promise<string[]> {
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
function createSource(ask: Ask): ReadSource {
  const all: ReadSource['read'] = (_scope, { sql, bind }, params) => ask(sql, bind(params));
  const knex = knexFactory({ client: 'sqlite3', useNullAsDefault: true });
  return {
    knex,
    read: all,
    snapshot: (scope, work) => work((statement, params) => all(scope, statement, params)),
  };
}

async function countRows(ask: Ask, tables: string[]): Promise<Verification['counts']> {
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
  const ofLogs = await inspect(createSource(ask), tables).catch((error: unknown) => {
    if (ofSchema.length === 0) throw error;
    return [];
  });
  return [...ofLogs, ...ofSchema, ...(ofSchema.length > 0 ? [SCHEMA_ADVICE] : [])];
}

async function verify(ask: Ask, inspect: Inspect): Promise<Verification> {
  const damage = await findFaults(ask);
  if (damage.length > 0) return unreadable(...damage);
  const migrations = await readMigrations(ask);
  if (migrations === undefined) return unreadable('It is no inventory: it has no migrations.');
  const rows = await ask<{ name: string }>(
    `select name from sqlite_master
      where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
  );
  const tables = rows.map(({ name }) => name);
  const newer = newerSentence(migrations);
  const problems = newer === undefined ? await faultsOfContent(ask, inspect, new Set(tables)) : [newer];
  return { problems, migrations, counts: await countRows(ask, tables) };
}

/** Verifies a file that no process changes: reads it without a lock and creates no file beside it. */
async function verifyFile(file: string, inspect: Inspect): Promise<Verification> {
  try {
    return await askFile(`${pathToFileURL(file).href}?immutable=1`, (ask) => verify(ask, inspect));
  } catch (error) {
    if (!hasCode(error, /^SQLITE_(NOTADB|CORRUPT|IOERR)/)) throw error;
    return unreadable(`It is not a whole database: ${(error as Error).message}.`);
  }
}

/** Reads the digest that `file` must have. @throws BackupRefused without it, or without the HMAC of `key`. */
async function readDigest(file: string, key: string | undefined): Promise<string> {
  const path = toDigestFile(file);
  if (!existsSync(path)) {
    throw new BackupRefused(
      `There is no ${path}, which \`backup\` writes beside each backup. Copy both files together.`,
    );
  }
  const found = await readDigestFile(file);
  if (found === undefined)
    throw new BackupRefused(`${path} has no SHA-256 in the format of \`sha256sum\`. Copy it again.`);
  if (key !== undefined && found.hmac === undefined)
    throw new BackupRefused(
      `${path} has no HMAC, and BACKUP_KEY is set. The backup was written without BACKUP_KEY, or someone replaced it. ` +
        'To accept a backup that you know, unset BACKUP_KEY for this command.',
    );
  if (key !== undefined && !hasHmac(found, key))
    throw new BackupRefused(
      `The HMAC in ${path} is not that of BACKUP_KEY. The backup was written with another key, or someone replaced it. ` +
        'Use the key with which it was written.',
    );
  return found.digest;
}

/** Files of a database in use or after a crash. SQLite would apply them to another file of that name. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

const findCompanion = (file: string): string | undefined =>
  COMPANIONS.map((ending) => file + ending).find((path) => existsSync(path));

function requireBackup(file: string): void {
  requireFile(file, 'backup');
  const companion = findCompanion(file);
  if (companion !== undefined)
    throw new BackupRefused(
      `${file} is a database in use, or was copied from one: ${companion} is beside it. ` +
        '`backup` takes a copy that stands alone.',
    );
}

function requireFile(file: string, what: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new BackupRefused(`There is no ${what} at ${file}.`);
}

/** Adds the name of the step to errors of the file system and of SQLite. */
async function refusing<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    throw new BackupRefused(`${what}: ${(error as Error).message}.`);
  }
}

/** Rejects a database that this version could not restore. */
async function requireKnownVersion(ask: Ask): Promise<void> {
  const problem = newerSentence((await readMigrations(ask)) ?? []);
  if (problem !== undefined) throw new BackupRefused(`The database cannot be backed up: ${problem}`);
}

/** Verifies the digest before SQLite opens the file, so that SQLite reads only files that `backup` wrote. */
async function verifyContent(content: string, digest: string, inspect: Inspect): Promise<Verification> {
  const found = await digestOfFile(content);
  if (found === digest) return verifyFile(content, inspect);
  return unreadable(
    `It is damaged, or is another file: its SHA-256 is ${found}, and its digest file has ${digest}.`,
  );
}

export function sqliteBackup(url: string, inspect: Inspect, key: string | undefined): Backup {
  const database = url.slice('sqlite:'.length);

  return {
    async take(file) {
      requireFile(database, 'database');
      const present = [file, toDigestFile(file)].find((path) => existsSync(path));
      if (present !== undefined)
        throw new BackupRefused(`${present} is there already. A backup goes into a new file.`);
      return refusing(`The backup ${file} could not be written`, async () => {
        let written = false;
        try {
          return await writeNewFile(file, async (temporary) => {
            await askFile(database, async (ask) => {
              await requireKnownVersion(ask);
              await ask('VACUUM INTO ?', [temporary]);
            });
            await writeDigest(temporary, file, key); // before the rename: a complete backup always has a digest
            written = true;
            return statSync(temporary).size;
          });
        } catch (error) {
          if (written) rmSync(toDigestFile(file), { force: true });
          throw error;
        }
      });
    },

    async verify(file) {
      requireBackup(file);
      return refusing(`The backup ${file} could not be read`, async () =>
        verifyContent(file, await readDigest(file, key), inspect),
      );
    },

    async restore(file) {
      requireBackup(file);
      if (existsSync(database))
        throw new BackupRefused(
          `There is a database at ${database} already. ` +
            'Stop its server and move it away, or name another one in DATABASE_URL.',
        );
      const companion = findCompanion(database);
      if (companion !== undefined)
        throw new BackupRefused(
          `${companion} is left of an earlier database and would be taken for a part of this one. ` +
            'Move it away first.',
        );
      return refusing(`The backup ${file} could not be restored`, async () => {
        const digest = await readDigest(file, key);
        mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
        return writeNewFile(database, async (temporary) => {
          await copyFile(file, temporary);
          chmodSync(temporary, 0o600); // a copy keeps the mode of its source
          // The server will use the copy
          const verification = await verifyContent(temporary, digest, inspect);
          if (verification.problems.length > 0)
            throw new BackupRefused(`${file} is not restored.`, verification.problems);
          return verification;
        });
      });
    },
  };
}
