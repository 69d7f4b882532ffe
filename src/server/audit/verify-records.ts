// Compares an organization's records with their log entries, one page at a time.
import { setImmediate } from 'node:timers/promises';
import { SANDBOX_MARK } from '../../database/catalog';
import type { ReadSource, Transaction } from '../../database/database';
import { type Scope, once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import {
  type ArchivedRecords,
  addedFault,
  applyEntry,
  changedFaults,
  compareIds,
  type Logged,
  type LoggedChange,
  type RecordFault,
  type RecordKind,
  type RecordRow,
  removedFault,
} from './compare-records';

/** Maximum number of rows and entries in memory, because both are compared page by page. The process yields to the event loop after each page. */
const PAGE = 500;
/** Most records have one entry, and then one query reads those of a page of records. */
const PAGE_OF_ENTRIES = 2 * PAGE;
export const MAX_FAULTS = 20;

type All = Transaction['all'];

/** Returns a page of an organization's records of a kind, after the id `after`. */
function readRows(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  after: string | undefined,
): Promise<RecordRow[]> {
  const query = kind.rows(knex, organization).orderBy(kind.id).limit(PAGE);
  return all(once<RecordRow>(after === undefined ? query : query.where(kind.id, '>', after)), {});
}

/** Returns the sequence of the last reset of a sandbox's world; 0 without one. */
async function lastReset(all: All, { knex }: ReadSource, organization: string): Promise<number> {
  const query = knex('activity')
    .where({ organization_id: organization, resource_type: 'organization', resource_id: organization })
    .where('operation', 'reverted')
    .max({ sequence: 'sequence' });
  const [last] = await all(once<{ sequence: number | null }>(query), {});
  return last?.sequence ?? 0;
}

/** Yields pages of the entries about the records of a range, in the order of record and sequence. */
async function* readEntries(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  { after, upTo, reset }: { after: string | undefined; upTo: string | undefined; reset: number },
) {
  let last: LoggedChange | undefined;
  do {
    const query = knex('activity').where({
      organization_id: organization,
      resource_type: kind.resourceType,
    });
    if (kind.isReset) query.where('sequence', '>', reset);
    if (upTo !== undefined) query.where('resource_id', '<=', upTo);
    if (last) query.whereRaw('(resource_id, sequence) > (?, ?)', [last.resource_id, last.sequence]);
    else if (after !== undefined) query.where('resource_id', '>', after);
    query
      .select('resource_id', 'sequence', 'operation', 'changes')
      .orderBy(['resource_id', 'sequence'])
      .limit(PAGE_OF_ENTRIES);
    const page = await all(once<LoggedChange>(query), {});
    yield page;
    last = page.length === PAGE_OF_ENTRIES ? page.at(-1) : undefined;
  } while (last);
}

/**
 * Yields a fault for each difference of a range, and `unchecked` for each row that archived entries describe. `earlier`:
 * the archived records of the range. `isUnread`: whether archives have entries that were not read.
 */
async function* findFaults(
  rows: readonly RecordRow[],
  pages: AsyncIterable<LoggedChange[]>,
  kind: RecordKind,
  earlier: readonly Logged[],
  isUnread: boolean,
  isInRecordTable: (id: string) => Promise<boolean>,
): AsyncGenerator<RecordFault | 'unchecked'> {
  const withRow = new Set(rows.map(({ id }) => id));
  const logged = new Map(earlier.map((record) => [record.id, record]));
  const left = [...rows];

  /** Compares the records before `end`, whose entries have all been read. */
  async function* compareUntil(end?: string): AsyncGenerator<RecordFault | 'unchecked'> {
    const isRead = ({ id }: { id: string }) => end === undefined || compareIds(id, end) < 0;
    const open = left.findIndex((row) => !isRead(row));
    const some = left.splice(0, open === -1 ? left.length : open);
    const removed = [...logged.values()].filter(
      (each) => each.fields && !withRow.has(each.id) && isRead(each),
    );
    const found: { id: string; row?: RecordRow }[] = [
      ...some.map((row) => ({ id: row.id, row })),
      ...removed,
    ];
    if (removed.length > 0) found.sort((one, other) => compareIds(one.id, other.id));
    for (const { id, row } of found) {
      const record = logged.get(id);
      logged.delete(id); // a second row with this id has no entry
      if (!record) yield isUnread ? 'unchecked' : addedFault(kind, id);
      else if (row) {
        if (record.isPartial) yield 'unchecked';
        if (record.fields) yield* changedFaults(kind, row, record.fields, record);
        else yield addedFault(kind, id, record);
      } else if (!record.isPartial && !(await isInRecordTable(id))) yield removedFault(kind, record);
    }
  }

  for await (const entries of pages) {
    for (const entry of entries) {
      const { resource_id: id } = entry;
      const unknown = isUnread
        ? { id, sequence: 0, fields: {}, isDeleted: false, isPartial: true }
        : undefined;
      const record = applyEntry(logged.get(id) ?? unknown, entry, kind);
      if (record.fields || withRow.has(id)) logged.set(id, record);
      else logged.delete(id); // a deleted record takes no memory
    }
    const last = entries.at(-1);
    if (last) yield* compareUntil(last.resource_id);
  }
  yield* compareUntil();
}

/** Returns whether the record table, which an older schema lacks, has a record of a kind. */
async function isRecord(
  all: All,
  { knex }: ReadSource,
  { collection }: RecordKind,
  organization: string,
  id: string,
  tables: ReadonlySet<string> | undefined,
): Promise<boolean> {
  if (collection === undefined) return false;
  if (!(tables?.has('records') ?? (await knex.schema.hasTable('records')))) return false;
  const key = { organization_id: organization, collection, id, deleted: 0 };
  return (await all(once(knex('records').where(key).select('id')), {})).length > 0;
}

/** Returns a kind as the schema has it. A table without rows is read as on the earlier one. */
async function onSchema(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  { without, rows }: NonNullable<RecordKind['earlier']>,
): Promise<RecordKind> {
  const [row] = await all(once<object>(knex(without.table).limit(1).select('*')), {});
  return row && without.column in row ? kind : { ...kind, rows };
}

/**
 * Compares an organization's records with its log, whose chain is verified. Each page has its own snapshot.
 * A change commits with its entry, so rows and entries agree while callers write. Returns at most MAX_FAULTS faults, and
 * the number of records that were compared in part or not at all, because archives have entries about them.
 * `archived`: undefined without archives. `tables`: the tables of an older backup.
 */
export async function verifyRecords(
  source: ReadSource,
  recordKinds: readonly RecordKind[],
  organization: OrganizationId,
  scope: Scope,
  archived?: ArchivedRecords | 'unread',
  tables?: ReadonlySet<string>,
): Promise<{ faults: RecordFault[]; unchecked: number }> {
  const faults: RecordFault[] = [];
  let unchecked = 0;
  const isSandbox = tables?.has(SANDBOX_MARK) ?? (await source.knex.schema.hasTable(SANDBOX_MARK));
  const kinds = recordKinds.filter(
    (each) =>
      each.tables.every((table) => tables?.has(table) ?? true) && !(isSandbox && each.isElsewhereInSandbox),
  );
  for (const each of kinds) {
    const { earlier: former } = each;
    const kind = former ? await source.snapshot(scope, (all) => onSchema(all, source, each, former)) : each;
    const isUnread = archived === 'unread';
    const archivedRecords = isUnread ? [] : [...(archived?.get(kind.resourceType)?.values() ?? [])];
    archivedRecords.sort((one, other) => compareIds(one.id, other.id));
    let after: string | undefined;
    do {
      after = await source.snapshot(scope, async (all) => {
        // The log first: an archiving locks it before the other tables, and would wait for this snapshot otherwise.
        const reset = await lastReset(all, source, organization);
        const rows = await readRows(all, source, kind, organization, after);
        const upTo = rows.length === PAGE ? rows.at(-1)!.id : undefined;
        const end = upTo === undefined ? -1 : archivedRecords.findIndex(({ id }) => compareIds(id, upTo) > 0);
        const earlier = archivedRecords.splice(0, end === -1 ? archivedRecords.length : end);
        const entries = readEntries(all, source, kind, organization, { after, upTo, reset });
        const isInRecordTable = (id: string) => isRecord(all, source, kind, organization, id, tables);
        for await (const found of findFaults(rows, entries, kind, earlier, isUnread, isInRecordTable)) {
          if (found === 'unchecked') unchecked++;
          else if (faults.push(found) >= MAX_FAULTS) break;
        }
        return upTo;
      });
      if (faults.length >= MAX_FAULTS) return { faults, unchecked };
      await setImmediate();
    } while (after !== undefined);
  }
  return { faults, unchecked };
}
