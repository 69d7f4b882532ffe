// The rows of a source: their places, their cells by column or path, and the line that ends them.
import type { LeftOut, RowFault } from '../../../generated/files';
import { pluralize, formatCount } from '../../base/text';
import { isObject } from '../../base/values';
import { fileError } from '../errors';

export type Place = Pick<RowFault, 'line' | 'row'>;

export const toPlace = ({ line, row }: Place): Place => ({ line, row });

export const placeText = ({ line, row }: Place): string =>
  row === undefined ? `line ${line}` : `row ${row}`;

/** Values of any type by column. */
export type Cells = Readonly<Record<string, unknown>>;

export interface SourceRow extends Place {
  cells: Cells;
  /** Why the row cannot be read. */
  fault?: string | undefined;
  /** CSV: a cell has several lines, which may be other rows between two stray quotes. */
  hidesLines?: boolean;
}

export interface SourceRows {
  rows: SourceRow[];
  /** The columns of all rows. */
  columns: ReadonlySet<string>;
  /** CSV: what separates the columns. */
  delimiter?: string | undefined;
  /** CSV and NDJSON: the last line states the number of rows, so that the file is complete. */
  hasEndLine?: boolean;
}

/** Returns whether a value is a list of fields, as Device42 exports custom fields: `[{key, value}]`. */
const isFieldList = (value: unknown): value is { key: string; value: unknown }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item['key'] === 'string' && 'value' in item);

/** @throws Error when a list has the field twice. */
function findField(value: unknown, name: string): { value: unknown } | undefined {
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
  const whole = findField(cells, column);
  if (whole) return whole.value;
  const dot = column.indexOf('.');
  const first = dot < 0 ? undefined : findField(cells, column.slice(0, dot));
  return first && valueAt(first.value, column.slice(dot + 1));
}

/** Prevents a stack overflow on deeply nested rows. */
const MAX_DEPTH = 100;

/** Returns the names and paths of all columns of a row. */
export function listPaths(cells: unknown, before = '', depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  const fields = isFieldList(cells) ? cells.map(({ key, value }) => [key, value] as const) : undefined;
  return (fields ?? (isObject(cells) ? Object.entries(cells) : [])).flatMap(([key, value]) => [
    before + key,
    ...listPaths(value, `${before}${key}.`, depth + 1),
  ]);
}

export const countLeftOut = (leftOut: readonly LeftOut[]): number =>
  leftOut.reduce((sum, { rows }) => sum + rows, 0);

/**
 * The last line of a complete export, which states the number of its rows: `{"end_of_export": {"rows": 2}}` in NDJSON,
 * `end_of_export,2` in CSV.
 */
export const END = 'end_of_export';

export function createEnding(file: string) {
  let end: { line: number; rows: unknown } | undefined;
  return {
    /** @throws SyncError for a line after the end. */
    requireNone(line: number): void {
      if (end) throw fileError(file, `has lines after its end on line ${end.line}. Export again`, line);
    },
    note(line: number, rows: unknown): void {
      end = { line, rows };
    },
    /** Returns whether the file has an end. @throws SyncError when its number is not that of the rows. */
    hasAll(rows: number): boolean {
      if (!end) return false;
      const stated = /^\d{1,15}$/.test(String(end.rows))
        ? formatCount(Number(end.rows))
        : JSON.stringify(end.rows);
      if (stated !== formatCount(rows))
        throw fileError(
          file,
          `has ${pluralize(rows, 'row')}; its last line says ${stated}. Export again`,
          end.line,
        );
      return true;
    },
  };
}
