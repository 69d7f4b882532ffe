// The records of a world as a file: by kind, each as the API returns it. Fields of the sandbox begin with `$`.
import { invalid } from '../../base/errors';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import { contractDocument } from '../../contract/document';
import { type Fields, createRecordModel } from '../../contract/record-model';
import type { CollectionName } from '../../server/records/collection';
import { nameKey } from '../../base/text';
import { emptyRecords, toRecordRow, withStoredStatus } from '../demo-data/records';
import { TABLES } from '../../server/records/tables';
import { toStored } from '../../server/records/views';
import { checkFields, withoutNulls } from './check-snapshot';
import type { Snapshot } from './snapshots';

/** The records of each kind, in order of creation. */
export type Seed = Record<string, Fields[]>;

/** The columns of a table beside `id` and `name`. */
const COLUMNS: Record<string, string[]> = {
  CyberSystem: ['impact_rating', 'facility_id', 'control_center_id'],
  CyberAsset: ['cyber_system_id', 'asset_type', 'created_at', 'updated_at'],
};
const PLACES: Record<string, string> = {
  facility_id: 'Facility',
  control_center_id: 'ControlCenter',
  cyber_system_id: 'CyberSystem',
};
/** Kinds that no operation returns alone. */
const OWN_KINDS = ['CurrentUser', 'DocumentType', 'TaskInstance'];
/** What only the process needs. */
const UNSAVED = ['Time'];

const model = createRecordModel(contractDocument);
const isKind = (name: string): boolean =>
  model.schemaOf(name) !== undefined || OWN_KINDS.includes(name) || name.startsWith('/'); // a branch has paths

/** @throws ApiError `validation_error` for the first field that records of a kind do not have. */
export function requireKnownFields(collection: string, record: Fields, place = ''): void {
  const fields = model.fieldsOf(collection);
  const unknown = Object.keys(record).find((name) => !name.startsWith('$') && name !== 'id' && !fields[name]);
  if (unknown !== undefined && Object.keys(fields).length > 0)
    throw invalid(`${place}${unknown}`, 'is not a known field');
}

/** Returns the fields that the contract or the sandbox knows. */
function savedFields(collection: string, record: Fields): Fields {
  const { $sequence, ...stored } = toStored(collection, record);
  void $sequence;
  const fields = model.fieldsOf(collection);
  const entries = Object.entries(stored).filter(
    ([name]) => name === 'id' || name.startsWith('$') || fields[name] || Object.keys(fields).length === 0,
  );
  return Object.fromEntries(entries);
}

/** Returns the records of a world, without its log. */
export async function toSeed(snapshot: Snapshot): Promise<Seed> {
  const seed: Seed = {};
  for (const [kind, table] of Object.entries(TABLES))
    seed[kind] = await mapInSlices(snapshot[table], ({ name_key, ...row }) => {
      void name_key;
      return withoutNulls(row);
    });
  await forEachInSlices(snapshot.sandbox_records, ({ collection, record, deleted }) => {
    const kind = String(collection);
    if (deleted === 0 && !UNSAVED.includes(kind))
      (seed[kind] ??= []).push(savedFields(kind, JSON.parse(String(record)) as Fields));
  });
  return Object.fromEntries(Object.entries(seed).filter(([, records]) => records.length > 0));
}

function checkKind(kind: string, records: Fields[], ids: (kind: string) => Set<unknown>): Promise<void> {
  const seen = new Set<unknown>();
  return forEachInSlices(records, (record, index) => {
    const place = `records.${kind}.${index}`;
    requireKnownFields(kind, record, `${place}.`);
    checkFields(kind, kind === 'CyberAsset' ? { impact_rating: 'low', ...record } : record, place);
    if (seen.has(record.id)) throw invalid(`${place}.id`, 'is the id of an earlier record');
    seen.add(record.id);
    for (const [field, parent] of Object.entries(PLACES))
      if (kind in TABLES && record[field] !== undefined && !ids(parent).has(record[field]))
        throw invalid(
          `${place}.${field}`,
          `is ${JSON.stringify(record[field])}, which no ${parent} of the file has`,
        );
  });
}

function toRows(kind: string, records: readonly object[]): Promise<Fields[]> {
  const names = new Set<string>();
  return mapInSlices(records as readonly Fields[], (record, index) => {
    const columns = (COLUMNS[kind] ?? []).map((column) => [column, record[column] ?? null]);
    const row = { id: record.id, name: record.name, ...(Object.fromEntries(columns) as Fields) };
    if (kind !== 'CyberAsset') return row;
    const name_key = nameKey(String(record.name));
    if (names.has(name_key))
      throw invalid(`records.${kind}.${index}.name`, 'is the name of an earlier asset');
    names.add(name_key);
    return { ...row, name_key };
  });
}

/** Returns the rows of all tables. Asset names are unique. @throws ApiError `validation_error`. */
export async function tableRows(
  recordsOf: (kind: string, table: CollectionName) => readonly object[],
): Promise<Record<CollectionName, Fields[]>> {
  const rows: Partial<Record<CollectionName, Fields[]>> = {};
  for (const [kind, table] of Object.entries(TABLES))
    rows[table] = await toRows(kind, recordsOf(kind, table));
  return rows as Record<CollectionName, Fields[]>;
}

export const storedInSeed = (collection: string, record: Fields): Fields =>
  toStored(collection, withStoredStatus(collection, record));

/** Works in slices. @throws ApiError `validation_error` for the first record that no operation can return. */
export async function checkSeed(seed: Seed): Promise<void> {
  const unknown = Object.keys(seed).find((kind) => !isKind(kind));
  if (unknown !== undefined)
    throw invalid(
      `records.${unknown}`,
      'is no kind of records. Save a world as a seed to see the kinds, for example Task and CyberAsset',
    );
  const ids = (kind: string): Set<unknown> => new Set((seed[kind] ?? []).map(({ id }) => id));
  const known = new Map(Object.values(PLACES).map((kind) => [kind, ids(kind)]));
  for (const [kind, records] of Object.entries(seed)) await checkKind(kind, records, (of) => known.get(of)!);
}

/** Returns the content of a world, with the user `Sandbox` when the file has none. @throws ApiError `validation_error`. */
export async function ofSeed(seed: Seed): Promise<Snapshot> {
  await checkSeed(seed);
  const hasUser = (seed.CurrentUser ?? []).some(({ id }) => id === 'me');
  const needed = hasUser ? [] : ['User', 'CurrentUser'];
  const added = emptyRecords().filter(
    ({ collection }) => needed.includes(collection) || (collection === 'DocumentType' && !seed.DocumentType),
  );
  const present = new Set((seed.User ?? []).map(({ id }) => id));
  const others: Fields[] = [];
  for (const [kind, records] of Object.entries(seed))
    if (!(kind in TABLES))
      await forEachInSlices(records, (record, index) => {
        others.push(toRecordRow(kind, storedInSeed(kind, record), index + 1));
      });
  return {
    ...(await tableRows((kind) => seed[kind] ?? [])),
    sandbox_records: [...added.filter(({ id }) => !present.has(id)), ...others],
    activity: [],
  };
}
