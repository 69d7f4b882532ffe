// Deletes an organization: its rows leave every table in one transaction, and a record of the deletion stays.
import { CommandError } from '../../base/command-error';
import { type Head, compileSelectHead } from '../audit/append';
import { type Table, readTables } from '../../database/catalog';
import type { Database, Transaction } from '../../database/database';
import { requireKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { OrganizationRecord } from './store';

const DELETIONS = 'organization_deletions';
/** Rows of one statement: PostgreSQL limits its time, and SQLite keeps what it changes in memory. */
const CHUNK = 10_000;

type RowCount = { table: string; rows: number };

interface DeletedOrganization extends Pick<OrganizationRecord, 'id' | 'slug' | 'name'> {
  deleted_at: string;
  deleted_by: string;
  /** The sequence of the last entry of the log. */
  entries: number;
  /** The hash of the last entry, with which the export ends. */
  head: string | null;
}

/** Returns the tables with rows of organizations, each before those that it references. */
async function listTables(database: Database, transaction: Pick<Transaction, 'all'>): Promise<Table[]> {
  const tables = await readTables(database, transaction);
  return tables.filter(({ columns }) => columns.includes('organization_id')).reverse();
}

async function countIn(
  database: Database,
  transaction: Pick<Transaction, 'all'>,
  tables: readonly Table[],
  organization: OrganizationId,
): Promise<RowCount[]> {
  const counts: RowCount[] = [];
  for (const { name } of tables) {
    const count = database.knex(name).where('organization_id', organization).count({ rows: '*' });
    const [row] = await transaction.all(once<{ rows: number | string }>(count), {});
    counts.push({ table: name, rows: Number(row!.rows) }); // PostgreSQL returns a bigint as text
  }
  return counts;
}

/** Returns the number of rows of an organization in each table. */
export const countRows = (database: Database, organization: OrganizationId): Promise<RowCount[]> =>
  database.snapshot('operator', async (all) =>
    countIn(database, { all }, await listTables(database, { all }), organization),
  );

async function removeRows(
  { knex }: Database,
  transaction: Transaction,
  { name, key }: Table,
  organization: OrganizationId,
): Promise<void> {
  const rows = knex(name).where('organization_id', organization);
  const column = key.find((each) => each !== 'organization_id');
  const some = column
    ? rows.clone().whereIn(column, rows.clone().orderBy(column).limit(CHUNK).select(column))
    : rows;
  const remove = once(some.clone().del());
  while ((await transaction.run(remove, {})) > 0);
}

/**
 * Deletes an organization whose log ends with `head`, and returns the number of rows that left each table.
 * `onMemberLeft` gets the id of each user who was a member. @throws ChangeLost, and CommandError when the organization
 * changed after its export.
 */
export const deleteOrganization = (
  database: Database,
  { id, slug, name }: OrganizationRecord,
  head: Head | undefined,
  by: string,
  onMemberLeft: (transaction: Transaction, user: string) => Promise<void>,
): Promise<RowCount[]> =>
  database.write({ organization: id, by: 'operator' }, async (transaction) => {
    const { knex, dialect } = database;
    const [found] = await transaction.all(compileSelectHead(database), { organization: id });
    if (found?.hash !== head?.hash)
      throw new CommandError(
        `${slug} changed after the export. Nothing was deleted. Revoke its keys, and run the command again ` +
          'with another folder.',
      );
    const tables = await listTables(database, transaction);
    const counts = await countIn(database, transaction, tables, id);
    const members = knex('memberships').where('organization_id', id).select({ user: 'user_id' });
    const users = await transaction.all(once<{ user: string }>(members), {});
    const record = {
      id,
      slug,
      name,
      deleted_at: new Date().toISOString(),
      deleted_by: by,
      entries: head?.sequence ?? 0,
      head: head?.hash ?? null,
      row_counts: JSON.stringify(Object.fromEntries(counts.map(({ table, rows }) => [table, rows]))),
    };
    const organization = knex('organizations').where({ id });
    const removeIt = () => transaction.run(once(organization.clone().del()), {});
    const defer = dialect.deferReferences();
    if (defer) {
      await transaction.run(once(defer), {});
      await removeIt();
    }
    await transaction.run(once(knex(DELETIONS).insert(record)), {});
    for (const table of tables) await removeRows(database, transaction, table, id);
    if (!defer) await removeIt();
    for (const rows of [organization, ...tables.map((each) => knex(each.name).where('organization_id', id))])
      await requireKept(database, transaction, `the deletion of the organization ${slug}`, rows);
    for (const { user } of users) await onMemberLeft(transaction, user);
    return counts;
  });

/** Lists the organizations that were deleted, oldest first. */
export function listDeleted({ knex, read }: Database): Promise<DeletedOrganization[]> {
  const columns = ['id', 'slug', 'name', 'deleted_at', 'deleted_by', 'entries', 'head'];
  const deleted = knex(DELETIONS).select(columns).orderBy(['deleted_at', 'id']);
  return read('operator', once<DeletedOrganization>(deleted), {});
}
