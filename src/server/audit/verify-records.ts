// Compares an organization's records with their log entries, one page at a time.
import { setImmediate } from 'node:timers/promises';
import { SANDBOX_MARK } from '../../database/catalog';
import type { ReadSource, Transaction } from '../../database/database';
import { type Scope, once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import {
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
  unknownRecord,
} from './compare-records';
import type { ArchivedRecords } from './verify-archives';

/** Maximum number of rows and entries in memory. The process yields to the event loop after each page. */
const PAGE = 500;
/** Most records have one entry, and then one query reads those of a page of records. */
const PAGE_OF_ENTRIES = 2 * PAGE;
export const MAX_FAULTS = 20;

type All = Transaction['all'];

/** A range of ids. Undefined means no limit. */
interface Range {
  after: string | undefined;
  upTo: string | undefined;
}

/** Returns a page of an organization's records of a kind, after the id `after`. */
export function readRows(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  after?: string,
  limit = PAGE,
): Promise<RecordRow[]> {
  const query = kind.rows(knex, organization).orderBy(kind.id).limit(limit);
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
async function* entriesOf(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  { after, upTo, reset }: Range & { reset: number },
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

/** The archived records of a range, or `unread` when archives have entries that were not read. */
type Earlier = readonly Logged[] | 'unread';

/** Yields pages of the records, each record in its state after its last entry. */
async function* loggedOf(
  pages: AsyncIterable<LoggedChange[]>,
  kind: RecordKind,
  earlier: Earlier,
): AsyncGenerator<Logged[]> {
  const archived = earlier === 'unread' ? [] : earlier;
  let next = 0;
  let record: Logged | undefined;
  for await (const entries of pages) {
    const records: Logged[] = [];
    for (const entry of entries) {
      const { resource_id: id } = entry;
      if (record && record.id !== id) {
        records.push(record);
        record = undefined;
      }
      while (next < archived.length && compareIds(archived[next]!.id, id) < 0)
        records.push(archived[next++]!);
      if (archived[next]?.id === id) record = archived[next++];
      else if (earlier === 'unread') record ??= unknownRecord(id);
      record = applyEntry(record, entry, kind);
    }
    yield records;
  }
  yield [...(record ? [record] : []), ...archived.slice(next)];
}

/** Yields a fault for each difference, and `unchecked` for each row that archived entries describe. */
async function* faultsOf(
  rows: RecordRow[],
  pages: AsyncIterable<Logged[]>,
  kind: RecordKind,
  earlier: Earlier,
  isInRecordTable: (id: string) => Promise<boolean>,
): AsyncGenerator<RecordFault | 'unchecked'> {
  let next = 0;
  const withoutEntry = (row: RecordRow) => (earlier === 'unread' ? 'unchecked' : addedFault(kind, row));
  for await (const records of pages)
    for (const record of records) {
      while (next < rows.length && compareIds(rows[next]!.id, record.id) < 0)
        yield withoutEntry(rows[next++]!);
      const row = rows[next]?.id === record.id ? rows[next++] : undefined;
      if (row && record.isPartial) yield 'unchecked';
      if (row && record.fields) yield* changedFaults(kind, row, record.fields, record);
      else if (row) yield addedFault(kind, row, record);
      else if (record.fields && !record.isPartial && !(await isInRecordTable(record.id)))
        yield removedFault(kind, record);
    }
  for (const row of rows.slice(next)) yield withoutEntry(row);
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
async function onSchema(all: All, { knex }: ReadSource, kind: RecordKind): Promise<RecordKind> {
  if (!kind.earlier) return kind;
  const { without, rows } = kind.earlier;
  const [row] = await all(once<object>(knex(without.table).limit(1).select('*')), {});
  return row && without.column in row ? kind : { ...kind, rows };
}

export interface RecordsVerification {
  /** At most MAX_FAULTS. */
  faults: RecordFault[];
  /** Records that were compared in part or not at all, because archives have entries about them. */
  unchecked: number;
}

/**
 * Compares an organization's records with its log, whose chain is verified. Each page has its own snapshot.
 * A change commits with its entry, so rows and entries agree while callers write.
 * `archived`: undefined without archives. `tables`: the tables of an older backup.
 */
export async function verifyRecords(
  source: ReadSource,
  recordKinds: readonly RecordKind[],
  organization: OrganizationId,
  scope: Scope,
  archived?: ArchivedRecords | 'unread',
  tables?: ReadonlySet<string>,
): Promise<RecordsVerification> {
  const result: RecordsVerification = { faults: [], unchecked: 0 };
  const { faults } = result;
  const isSandbox = tables?.has(SANDBOX_MARK) ?? (await source.knex.schema.hasTable(SANDBOX_MARK));
  const kinds = recordKinds.filter(
    (each) =>
      each.tables.every((table) => tables?.has(table) ?? true) && !(isSandbox && each.isElsewhereInSandbox),
  );
  for (const each of kinds) {
    const kind = await source.snapshot(scope, (all) => onSchema(all, source, each));
    const takeEarlier = earlierOf(kind, archived);
    let after: string | undefined;
    do {
      after = await source.snapshot(scope, async (all) => {
        // The log first: an archiving locks it before the other tables, and would wait for this snapshot otherwise.
        const reset = await lastReset(all, source, organization);
        const rows = await readRows(all, source, kind, organization, after);
        const upTo = rows.length === PAGE ? rows.at(-1)!.id : undefined;
        const earlier = takeEarlier(upTo);
        const entries = entriesOf(all, source, kind, organization, { after, upTo, reset });
        const records = loggedOf(entries, kind, earlier);
        const isInRecordTable = (id: string) => isRecord(all, source, kind, organization, id, tables);
        for await (const found of faultsOf(rows, records, kind, earlier, isInRecordTable)) {
          if (found === 'unchecked') result.unchecked++;
          else if (faults.push(found) >= MAX_FAULTS) break;
        }
        return upTo;
      });
      if (faults.length >= MAX_FAULTS) return result;
      await setImmediate();
    } while (after !== undefined);
  }
  return result;
}

/** Returns a function that takes the archived records up to an id, in order. */
function earlierOf(
  { resourceType }: RecordKind,
  archived: ArchivedRecords | 'unread' | undefined,
): (upTo: string | undefined) => Earlier {
  if (archived === undefined) return () => [];
  if (archived === 'unread') return () => 'unread';
  const records = [...archived.get(resourceType)!.values()].sort((one, other) =>
    compareIds(one.id, other.id),
  );
  let start = 0;
  return (upTo) => {
    let end = start;
    while (end < records.length && (upTo === undefined || compareIds(records[end]!.id, upTo) <= 0)) end++;
    const taken = records.slice(start, end);
    start = end;
    return taken;
  };
}
