// The schema of SQLite, which has no roles, and orders text by its bytes.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import type { SchemaDialect } from '../migrations/schema';
import { isBusy } from './dialect';
import { beginImmediate } from './transaction';
import { statSync } from 'node:fs';
import { readBytesSync } from '../../base/read-file';

/** Creates triggers that reject events. `when` sees the rows as `old` and `new`. */
async function refuse(
  transaction: Knex,
  table: string,
  events: ('insert' | 'update' | 'delete')[],
  when: string,
  message: string,
): Promise<void> {
  for (const event of events)
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
    if (!isBusy(error)) throw error;
    const { filename } = (knex.client as { config: { connection: { filename: string } } }).config.connection;
    throw unavailable(
      `Another process has been writing for ${wait / 1000} s: ${readWriter(filename)}. ` +
        'Stop it, or migrate when it has ended.',
    );
  }
}

const IS_ARCHIVED = `exists (select 1 from activity_archives
      where organization_id = old.organization_id and last_sequence >= old.sequence)`;
const isDeleted = (id: string): string => `exists (select 1 from organization_deletions where id = ${id})`;

/** SQLite has no roles. */
const nothing = () => Promise.resolve();

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
  isolate: nothing,
  admitKeys: nothing,
  admitHolders: nothing,
  admitServer: nothing,
  grant: nothing,

  async appendOnly(transaction, table, number) {
    const message = `${table}: entries are only ever added`;
    await refuse(transaction, table, ['update', 'delete'], 'true', message);
    // INSERT OR REPLACE removes a row without firing the trigger for deletes.
    const replaces = `exists (select 1 from ${table}
      where organization_id = new.organization_id and ${number} = new.${number})`;
    await refuse(transaction, table, ['insert'], replaces, message);
  },
  async letArchivedLeave(transaction) {
    await transaction.raw('drop trigger if exists activity_refuses_delete');
    const message = 'activity: entries are only ever added, and leave when they are archived';
    await refuse(transaction, 'activity', ['delete'], `not ${IS_ARCHIVED}`, message);
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
      await refuse(transaction, table, ['delete'], condition, `${table}: ${message}`);
    }
    const record = 'organization_deletions';
    await refuse(transaction, record, ['update', 'delete'], 'true', `${record}: rows are only ever added`);
    const exists = `exists (select 1 from organizations where id = new.id) or ${isDeleted('new.id')}`;
    await refuse(transaction, record, ['insert'], exists, `${record}: the organization exists`);
    const message = 'organizations: this organization was deleted';
    await refuse(transaction, 'organizations', ['insert', 'update'], isDeleted('new.id'), message);
  },
  async growOnly(transaction, table, number) {
    const message = `${table}: ${number} only grows`;
    await refuse(transaction, table, ['delete'], 'true', message);
    const shrinks = `new.${number} <= old.${number} or new.organization_id <> old.organization_id`;
    await refuse(transaction, table, ['update'], shrinks, message);
    // An upsert changes a row too.
    const replaces = `exists (select 1 from ${table}
        where organization_id = new.organization_id and ${number} >= new.${number})`;
    await refuse(transaction, table, ['insert'], replaces, message);
  },
};

/** The lock for writing is byte 120 of the file with the index of the log (https://www.sqlite.org/walformat.html#locks). */
const WRITE_LOCK = /^\d+: POSIX +ADVISORY +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) 120 /gm;

/**
 * Returns the process id and the command that holds SQLite's lock for writing. Systems other than Linux do not tell it.
 */
function readWriter(file: string): string {
  try {
    const index = String(statSync(`${file}-shm`).ino);
    const locks = [...readBytesSync('/proc/locks').toString().matchAll(WRITE_LOCK)];
    const [, pid] = locks.find(([, , inode]) => inode === index)!;
    return `${pid} (${readBytesSync(`/proc/${pid}/cmdline`).toString().split('\0').join(' ').trim()})`;
  } catch {
    return 'unknown';
  }
}
