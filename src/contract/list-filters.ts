// The rows of a list that a request selects: by its query, and by the record that its path names.
import { invalid } from '../base/errors';
import type { Operation, Parameter, Schema } from './document';
import { type Fields, type RecordModel, rootParameter } from './record-model';

/** A list request. `target`: the record that the path names. */
interface ListRequest {
  operation: Operation;
  query: Fields;
  target: Fields;
}

type Filter = (row: Fields) => boolean;
/** The rows whose field has one of the values. */
interface Equality {
  field: string;
  wanted: string[];
}

const indexes = new WeakMap<readonly object[], Map<string, Map<string, object[]>>>();

/** Returns the rows of a list by the text of a field, or by each text of it. The index is kept as long as the list. */
export function rowsBy<Row extends object>(rows: readonly Row[], field: string): Map<string, Row[]> {
  const ofList = indexes.get(rows) ?? new Map<string, Map<string, Row[]>>();
  indexes.set(rows, ofList);
  let index = ofList.get(field) as Map<string, Row[]> | undefined;
  if (!index) {
    index = new Map();
    for (const row of rows) {
      const value = (row as Fields)[field];
      const texts = Array.isArray(value) ? new Set(value.map(String)) : [String(value)];
      for (const text of texts) if (!index.get(text)?.push(row)) index.set(text, [row]);
    }
    ofList.set(field, index);
  }
  return index;
}

const isEquality = (selection: Filter | Equality): selection is Equality => typeof selection === 'object';
const hasOneOf =
  ({ field, wanted }: Equality): Filter =>
  (row) =>
    [row[field]].flat().some((one) => wanted.includes(String(one)));

/** `dueFrom` limits the field `dueDate`, `completedTo` limits `completedAt`. */
const RANGE = /^(.*)(from|to)$/i;

function dayFilter(names: string[], bound: string, subject: string, limit: string): Filter | undefined {
  const field = names.find((name) => name.startsWith(subject) && /.(Date|At|_date|_at)$/.test(name));
  return field === undefined || subject === ''
    ? undefined
    : ({ [field]: time }) =>
        typeof time === 'string' &&
        (bound.toLowerCase() === 'from' ? time.slice(0, 10) >= limit : time.slice(0, 10) <= limit);
}

/** Returns undefined for a parameter that filters nothing. */
function filterOf(
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

/** Returns the rows that belong to the record of the path and match the query. */
export function filtered<Row extends object>(
  model: RecordModel,
  request: ListRequest,
  schema: Schema,
  rows: Row[],
): Row[] {
  const { operation, target, query } = request;
  requireRanges(query);
  const selections = operation.parameters
    .filter(({ in: where, name }) => where === 'query' && query[name] !== undefined)
    .filter(({ name }) => !['limit', 'cursor', 'format'].includes(name))
    .flatMap((parameter) => filterOf(model, schema, parameter, query[parameter.name]) ?? []);
  const { properties } = model.shapeOf(schema);
  const root = operation.parameters.find(({ name }) => name === rootParameter(operation))?.schema;
  const parent = model.keyword(root, 'x-references');
  const owner = Object.keys(properties).find(
    (name) => name !== 'id' && model.keyword(properties[name], 'x-references') === parent,
  );
  if (parent !== undefined && owner !== undefined)
    selections.push({ field: owner, wanted: [String(target.id)] });
  const first = selections.find((each) => isEquality(each) && each.wanted.length === 1) as
    Equality | undefined;
  const candidates = first ? (rowsBy(rows, first.field).get(first.wanted[0]!) ?? []) : rows;
  const filters = selections
    .filter((each) => each !== first)
    .map((each) => (isEquality(each) ? hasOneOf(each) : each));
  return candidates.filter((row) => filters.every((passes) => passes(row as Fields)));
}
