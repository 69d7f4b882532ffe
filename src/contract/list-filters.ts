// The rows of a list that a request selects: by its query, and by the record that its path names.
import { invalid } from '../base/errors';
import type { Operation, Parameter, Schema } from './document';
import { type Fields, type RecordModel, rootParameter } from './record-model';

type Filter = (row: Fields) => boolean;
/** The rows whose field has one of the values. */
interface Equality {
  field: string;
  wanted: string[];
}

const indexes = new WeakMap<readonly object[], Map<string, Map<string, object[]>>>();

/** A missing value has no text: the text `undefined` or `null` finds nothing. */
const listTexts = (row: object, field: string): Set<string> => {
  const values = [(row as Fields)[field]].flat();
  return new Set(values.filter((value) => value !== undefined && value !== null).map(String));
};

/** Returns the rows of a list by the text of a field, or by each text of it. The index is kept as long as the list. */
export function rowsBy<Row extends object>(rows: readonly Row[], field: string): Map<string, Row[]> {
  const ofList = indexes.get(rows) ?? new Map<string, Map<string, object[]>>();
  indexes.set(rows, ofList);
  let index = ofList.get(field) as Map<string, Row[]> | undefined;
  if (!index) {
    index = new Map();
    for (const row of rows)
      for (const text of listTexts(row, field)) if (!index.get(text)?.push(row)) index.set(text, [row]);
    ofList.set(field, index);
  }
  return index;
}

/** Returns the place of the first row with at least this sequence. The rows are in the order of their creation. */
function findPlace(rows: readonly object[], sequence: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number((rows[middle] as Fields).$sequence) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function exchange(rows: object[], before: Fields | undefined, after: Fields | undefined): void {
  if (before) {
    const place = findPlace(rows, Number(before.$sequence));
    rows.splice(rows[place] === before ? place : rows.indexOf(before), 1);
  }
  if (after) rows.splice(findPlace(rows, Number(after.$sequence)), 0, after);
}

/** Puts the present record with an id into a list and its indexes, or without `after` takes the record out. */
export function putRow(rows: Fields[], id: unknown, after: Fields | undefined): void {
  const [before] = rowsBy(rows, 'id').get(String(id)) ?? [];
  exchange(rows, before, after);
  for (const [field, index] of indexes.get(rows)!) {
    for (const text of before ? listTexts(before, field) : []) exchange(index.get(text)!, before, undefined);
    for (const text of after ? listTexts(after, field) : [])
      if (index.has(text)) exchange(index.get(text)!, undefined, after);
      else index.set(text, [after!]);
  }
}

/** Returns the rows of a list that were created after one. */
export const rowsAfter = <Row extends Fields>(rows: Row[], sequence: number, limit?: number): Row[] => {
  const start = sequence === 0 ? 0 : findPlace(rows, sequence + 1);
  return rows.slice(start, limit === undefined ? undefined : start + limit);
};

const isEquality = (selection: Filter | Equality): selection is Equality => typeof selection === 'object';
const hasOneOf =
  ({ field, wanted }: Equality): Filter =>
  (row) =>
    wanted.some((text) => listTexts(row, field).has(text));

/** `dueFrom` limits the field `dueDate`, `completedTo` limits `completedAt`. */
const RANGE = /^(.*)(from|to)$/i;

function dayFilter(names: string[], bound: string, subject: string, limit: string): Filter | undefined {
  const field = names.find((name) => name.startsWith(subject) && /.(Date|At|_date|_at)$/.test(name));
  if (field === undefined || subject === '') return undefined;
  const end = `${limit}~`; // after each time of the day
  return bound.toLowerCase() === 'from'
    ? ({ [field]: time }) => typeof time === 'string' && time >= limit
    : ({ [field]: time }) => typeof time === 'string' && time < end;
}

/** Returns undefined for a parameter that filters nothing. */
function createFilter(
  model: RecordModel,
  row: Schema,
  { name, schema }: Parameter,
  value: unknown,
): Filter | Equality | undefined {
  const { properties } = model.shapeOf(row);
  const names = Object.keys(properties);
  const wanted = [value].flat().map(String);
  const suffix = name[0]!.toUpperCase() + name.slice(1); // `moduleId` filters `trainingModuleId`
  const field = properties[name] ? name : names.find((each) => each.endsWith(suffix));
  if (field !== undefined) return { field, wanted };
  const [, subject = '', bound] = RANGE.exec(name) ?? [];
  if (bound !== undefined) return dayFilter(names, bound, subject, wanted[0]!);
  // `facilityId` filters the records that list the facility.
  const kind = model.referenceOf(schema);
  const list = names.find((each) => model.idReference(model.shapeOf(properties[each]).items) === kind);
  return kind === undefined || list === undefined
    ? undefined
    : (record) => (record[list] as Fields[]).some(({ id }) => wanted.includes(String(id)));
}

/** @throws ApiError `validation_error` for a range that starts after its end. */
export function requireRanges(query: Fields): void {
  for (const [name, from] of Object.entries(query)) {
    const end = name.replace(/from$/, 'to').replace(/From$/, 'To');
    if (end !== name && query[end] !== undefined && (from as string) > (query[end] as string))
      throw invalid(name, `is after ${end}`);
  }
}

/** Returns the field by which the rows of a list belong to the record that the path names. */
export function ownerField(model: RecordModel, operation: Operation, schema: Schema): string | undefined {
  const root = operation.parameters.find(({ name }) => name === rootParameter(operation))?.schema;
  const parent = model.keyword(root, 'x-references');
  const { properties } = model.shapeOf(schema);
  const refersTo = (name: string): boolean => model.keyword(properties[name], 'x-references') === parent;
  return parent === undefined
    ? undefined
    : Object.keys(properties).find((name) => name !== 'id' && refersTo(name));
}

/** Returns the rows of `target`, the record of the path, that match the query. Callers must not change them. */
export function filtered<Row extends object>(
  model: RecordModel,
  { operation, query, target }: { operation: Operation; query: Fields; target: Fields },
  schema: Schema,
  rows: Row[],
  passesToo?: (row: Row) => boolean,
): Row[] {
  requireRanges(query);
  const selections = operation.parameters
    .filter(({ in: where, name }) => where === 'query' && query[name] !== undefined)
    .filter(({ name }) => !['limit', 'cursor', 'format'].includes(name))
    .flatMap((parameter) => createFilter(model, schema, parameter, query[parameter.name]) ?? []);
  const owner = ownerField(model, operation, schema);
  if (owner !== undefined) selections.push({ field: owner, wanted: [String(target.id)] });
  // The equality that most rows fail.
  const found = selections
    .filter((each): each is Equality => isEquality(each) && each.wanted.length === 1)
    .map((equality) => ({ equality, rows: rowsBy(rows, equality.field).get(equality.wanted[0]!) ?? [] }));
  const first = found.sort((one, other) => one.rows.length - other.rows.length)[0];
  const filters = selections
    .filter((each) => each !== first?.equality)
    .map((each) => (isEquality(each) ? hasOneOf(each) : each));
  if (passesToo) filters.push(passesToo as Filter);
  const candidates = first?.rows ?? rows;
  return filters.length === 0
    ? candidates
    : candidates.filter((row) => filters.every((passes) => passes(row as Fields)));
}
