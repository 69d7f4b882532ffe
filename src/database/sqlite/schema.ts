// The schema of SQLite, which has no roles, and orders text by its bytes.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import type { SchemaDialect } from '../migrations/schema';
import { hasCode } from './dialect';
import { beginImmediate } from './transaction';
import { statSync } from 'node:fs';
import { readBytesSync } from '../../base/read-file';

/** Creates a trigger that rejects an event. `when` sees the rows as `old` and `new`. */
async function refuse(
  transaction: Knex,
  table: string,
  event: 'insert' | 'update' | 'delete',
  when: string,
  message: string,
): Promise<void> {
  await transaction.raw(
    `create trigger ${table}_refuses_${event} before ${event} on ${table} when ${when}
      begin select raise(abort, '${message}'); end`,
  );
}

async function begin(knex: Knex, wait: number): Promise<void> {
  await knex.raw('PRAGMA busy_timeout = 5'); // the wait is that of beginImmediate
  try {
    await beginImmediate((sql) => knex.raw(sql), wait);
  } catch (error) {
    if (!hasCode(error, 'SQLITE_BUSY')) throw error;
    const { filename } = (knex.client as { config: { connection: { filename: string } } }).config.connection;
    throw unavailable(
      new Error(
        `Another process has been writing for ${wait / 1000} s: ${writerOf(filename)}. ` +
          'Stop it, or migrate when it has ended.',
      ),
    );
  }
}

const IS_ARCHIVED = `exists (select 1 from activity_archives
      where organization_id = old.organization_id and last_sequence >= old.sequence)`;
const isDeleted = (id: string): string => `exists (select 1 from organization_deletions where id = ${id})`;

export const sqliteSchema: SchemaDialect = {
  // Not Knex's transaction, which takes the lock for writing only at its first change and then fails beside a writer.
  // All statements need one connection: the pool of a migration has no other.
  async transact(knex, wait, work) {
    await begin(knex, wait);
    try {
      const result = await work(knex);
      await knex.raw('COMMIT');
      return result;
    } catch (error) {
      await knex.raw('ROLLBACK').catch(() => undefined); // the first error is the one to report
      throw error;
    }
  },
  async prepare(transaction, migrations) {
    await transaction.raw(
      'create table if not exists ?? ' +
        '(name varchar(80) not null primary key, applied_at varchar(24) not null)',
      [migrations],
    );
  },
  isolate: () => Promise.resolve(),
  admitKeys: () => Promise.resolve(),
  admitHolders: () => Promise.resolve(),
  admitServer: () => Promise.resolve(),
  allowSettings: () => Promise.resolve(),
  showView: () => Promise.resolve(),

  async appendOnly(transaction, table, number) {
    const message = `${table}: entries are only ever added`;
    for (const event of ['update', 'delete'] as const)
      await refuse(transaction, table, event, 'true', message);
    // INSERT OR REPLACE removes a row without firing the trigger for deletes.
    const replaces = `exists (select 1 from ${table}
      where organization_id = new.organization_id and ${number} = new.${number})`;
    await refuse(transaction, table, 'insert', replaces, message);
  },
  async letArchivedLeave(transaction) {
    await transaction.raw('drop trigger if exists activity_refuses_delete');
    const message = 'activity: entries are only ever added, and leave when they are archived';
    await refuse(transaction, 'activity', 'delete', `not ${IS_ARCHIVED}`, message);
  },
  // An organization leaves before its rows, so that a deletion is recorded of none that exists.
  async letDeletedLeave(transaction) {
    const added = 'entries are only ever added, and leave when they are archived or with their organization';
    const leaving: [table: string, isKept: string, message: string][] = [
      ['activity', `not ${IS_ARCHIVED}`, added],
      ['activity_heads', 'true', 'sequence only grows'],
      ['activity_archives', 'true', 'entries are only ever added'],
    ];
    for (const [table, isKept, message] of leaving) {
      await transaction.raw(`drop trigger if exists ${table}_refuses_delete`);
      const condition = `${isKept} and not ${isDeleted('old.organization_id')}`;
      await refuse(transaction, table, 'delete', condition, `${table}: ${message}`);
    }
    const record = 'organization_deletions';
    for (const event of ['update', 'delete'] as const)
      await refuse(transaction, record, event, 'true', `${record}: rows are only ever added`);
    const exists = `exists (select 1 from organizations where id = new.id) or ${isDeleted('new.id')}`;
    await refuse(transaction, record, 'insert', exists, `${record}: the organization exists`);
    for (const event of ['insert', 'update'] as const)
      await refuse(
        transaction,
        'organizations',
        event,
        isDeleted('new.id'),
        'organizations: this organization was deleted',
      );
  },
  async growOnly(transaction, table, number) {
    const message = `${table}: ${number} only grows`;
    await refuse(transaction, table, 'delete', 'true', message);
    await refuse(
      transaction,
      table,
      'update',
      `new.${number} <= old.${number} or new.organization_id <> old.organization_id`,
      message,
    );
    // An upsert changes a row too.
    await refuse(
      transaction,
      table,
      'insert',
      `exists (select 1 from ${table}
        where organization_id = new.organization_id and ${number} >= new.${number})`,
      message,
    );
  },
};

/** The lock for writing is byte 120 of the file with the index of the log (https://www.sqlite.org/walformat.html#locks). */
const WRITE_LOCK = /^\d+: POSIX +ADVISORY +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) 120 /gm;

function findWriter(file: string): string | undefined {
  const index = String(statSync(`${file}-shm`).ino);
  const locks = [...readBytesSync('/proc/locks').toString().matchAll(WRITE_LOCK)];
  const [, pid] = locks.find(([, , inode]) => inode === index) ?? [];
  if (pid === undefined) return undefined;
  return `${pid} (${readBytesSync(`/proc/${pid}/cmdline`).toString().split('\0').join(' ').trim()})`;
}

/**
 * Returns the process id and the command that holds SQLite's lock for writing. Systems other than Linux do not tell it.
 */
function writerOf(file: string): string {
  try {
    return findWriter(file) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
