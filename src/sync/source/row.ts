// The rows of a source: their places, and their cells by column or path.

import type { LeftOut, RowFault } from '../../../generated/files';
import { isObject } from '../../base/values';
/** Where a row is in its file. */
export type Place = Pick<RowFault, 'line' | 'row'>;

export const placeOf = ({ line, row }: Place): Place => (row === undefined ? { line } : { line, row });

/** Returns the place of a row in words. */
export const placeText = ({ line, row }: Place): string =>
  row === undefined ? `line ${line}` : `row ${row}`;

/** Values of any type by column. */
export type Cells = Readonly<Record<string, unknown>>;

export interface SourceRow extends Place {
  cells: Cells;
  /** Why the row cannot be read. */
  fault?: string;
  /** CSV: a cell has several lines, which may be other rows between two stray quotes. */
  hidesLines?: boolean;
}

export interface SourceRows {
  rows: SourceRow[];
  /** The columns of all rows. */
  columns: ReadonlySet<string>;
  /** CSV: what separates the columns. */
  delimiter?: string;
  /** CSV and NDJSON: the last line states the number of rows, so that the file is complete. */
  hasEndLine?: boolean;
}

interface KeyedValue {
  key: string;
  value: unknown;
}

/** Returns whether a value is a list of fields, as Device42 exports custom fields: `[{key, value}]`. */
const isFieldList = (value: unknown): value is KeyedValue[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item['key'] === 'string' && 'value' in item);

/** @throws Error when a list has the field twice. */
function fieldOf(value: unknown, name: string): { value: unknown } | undefined {
  if (isObject(value)) return Object.hasOwn(value, name) ? { value: value[name] } : undefined;
  const [found, ...others] = isFieldList(value) ? value.filter(({ key }) => key === name) : [];
  if (others.length > 0) throw new Error(`the list has the field ${name} twice`);
  return found;
}

/**
 * Returns the value of a column: of the field with that name, or else of a path such as `site.name`.
 * @throws Error when a list on the path has the field twice.
 */
export function valueAt(cells: unknown, column: string): unknown {
  const whole = fieldOf(cells, column);
  if (whole) return whole.value;
  const dot = column.indexOf('.');
  const first = dot < 0 ? undefined : fieldOf(cells, column.slice(0, dot));
  return first && valueAt(first.value, column.slice(dot + 1));
}

/** Prevents a stack overflow on deeply nested rows. */
const MAX_DEPTH = 100;

/** Returns the names and paths of all columns of a row. */
export function pathsOf(cells: unknown, before = '', depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  const fields = isFieldList(cells) ? cells.map(({ key, value }) => [key, value] as const) : undefined;
  return (fields ?? (isObject(cells) ? Object.entries(cells) : [])).flatMap(([key, value]) => [
    before + key,
    ...pathsOf(value, `${before}${key}.`, depth + 1),
  ]);
}

export const countLeftOut = (leftOut: readonly LeftOut[]): number =>
  leftOut.reduce((sum, { rows }) => sum + rows, 0);
