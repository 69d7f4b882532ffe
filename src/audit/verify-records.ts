// Compares an organization's records with their log entries, one page at a time.
import { setImmediate } from 'node:timers/promises';
import type { ReadSource, Transaction } from '../database/database';
import type { Scope } from '../database/scope';
import { type Query, compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import {
  type Logged,
  type LoggedChange,
  type RecordFault,
  type RecordRow,
  addedFault,
  applyEntry,
  changedFaults,
  removedFault,
} from './compare-records';
import { RECORD_KINDS, type RecordKind } from './record-kinds';

/** Maximum number of rows and entries in memory. The process yields to the event loop after each page. */
const PAGE = 500;
export const MAX_FAULTS = 20;

type All = Transaction['all'];

/** A range of ids. Undefined means no limit. */
interface Range {
  after: string | undefined;
  upTo: string | undefined;
}

const select = <Row>(all: All, query: Query): Promise<Row[]> =>
  all(
    compile<object, Row>(() => query),
    {},
  );

/** Compares ids by their UTF-8 bytes, as both databases order them. */
const compareIds = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

function readRows(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  after?: string,
): Promise<RecordRow[]> {
  const query = kind.rows(knex, organization).orderBy(kind.id).limit(PAGE);
  return select(all, after === undefined ? query : query.where(kind.id, '>', after));
}

/** Reads the entries about the records of a range, in the order of record and sequence. */
async function* entriesOf(
  all: All,
  { knex }: ReadSource,
  kind: RecordKind,
  organization: string,
  { after, upTo }: Range,
) {
  const ofOrganization = () => knex('activity').where('organization_id', organization);
  const reset = ofOrganization()
    .where({ resource_type: 'organization', resource_id: organization, operation: 'reverted' })
    .max('sequence');
  let last: LoggedChange | undefined;
  do {
    const query = ofOrganization().where('resource_type', kind.resourceType);
    if (kind.isReset) query.whereRaw('sequence > coalesce((?), 0)', [reset]);
    if (upTo !== undefined) query.where('resource_id', '<=', upTo);
    if (last) query.whereRaw('(resource_id, sequence) > (?, ?)', [last.resource_id, last.sequence]);
    else if (after !== undefined) query.where('resource_id', '>', after);
    query
      .select('resource_id', 'sequence', 'operation', 'changes')
      .orderBy(['resource_id', 'sequence'])
      .limit(PAGE);
    const page = await select<LoggedChange>(all, query);
    yield* page;
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
}

/** Yields each record in its state after its last entry. */
async function* loggedOf(
  entries: AsyncIterable<LoggedChange>,
  { resourceType }: RecordKind,
): AsyncGenerator<Logged> {
  let record: Logged | undefined;
  for await (const entry of entries) {
    if (record && record.id !== entry.resource_id) {
      yield record;
      record = undefined;
    }
    record = applyEntry(record, entry, resourceType);
  }
  if (record) yield record;
}

async function* faultsOf(
  rows: RecordRow[],
  records: AsyncIterable<Logged>,
  kind: RecordKind,
): AsyncGenerator<RecordFault> {
  let next = 0;
  for await (const record of records) {
    while (next < rows.length && compareIds(rows[next]!.id, record.id) < 0)
      yield addedFault(kind, rows[next++]!);
    const row = rows[next]?.id === record.id ? rows[next++] : undefined;
    if (row && record.fields) yield* changedFaults(kind, row, record.fields, record);
    else if (row) yield addedFault(kind, row, record);
    else if (record.fields) yield removedFault(kind, record);
  }
  for (const row of rows.slice(next)) yield addedFault(kind, row);
}

const SANDBOX_TABLE = 'sandbox_records';

/**
 * Compares an organization's records with its log, whose chain is verified,
 * and returns at most MAX_FAULTS faults. Each page has its own snapshot.
 * A change commits with its entry, so rows and entries agree while callers write.
 * `tables`: the tables of an older backup.
 */
export async function verifyRecords(
  source: ReadSource,
  organization: OrganizationId,
  scope: Scope,
  tables?: ReadonlySet<string>,
): Promise<RecordFault[]> {
  const faults: RecordFault[] = [];
  const isSandbox = tables?.has(SANDBOX_TABLE) ?? (await source.knex.schema.hasTable(SANDBOX_TABLE));
  const kinds = RECORD_KINDS.filter(
    (each) =>
      each.tables.every((table) => tables?.has(table) ?? true) && !(isSandbox && each.isElsewhereInSandbox),
  );
  for (const kind of kinds) {
    let after: string | undefined;
    do {
      after = await source.snapshot(scope, async (all) => {
        const rows = await readRows(all, source, kind, organization, after);
        const upTo = rows.length === PAGE ? rows.at(-1)!.id : undefined;
        const records = loggedOf(entriesOf(all, source, kind, organization, { after, upTo }), kind);
        for await (const fault of faultsOf(rows, records, kind)) if (faults.push(fault) >= MAX_FAULTS) break;
        return upTo;
      });
      if (faults.length >= MAX_FAULTS) return faults;
      await setImmediate();
    } while (after !== undefined);
  }
  return faults;
}
