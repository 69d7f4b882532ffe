// Columns of a source: a name, or in JSON a way into nested objects, such as `site.name`.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in a column. A name with a dot comes before the way that it could be too. */
export function valueAt(cells: Readonly<Record<string, unknown>>, column: string): unknown {
  if (Object.hasOwn(cells, column)) return cells[column];
  let value: unknown = cells;
  for (const segment of column.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Deeper than anybody names a column, and less deep than would end in an overflow. */
const MAX_DEPTH = 100;

/** Every column of a row. */
export function pathsOf(cells: Readonly<Record<string, unknown>>, before = '', depth = 0): string[] {
  return Object.entries(cells).flatMap(([key, value]) => [
    before + key,
    ...(isObject(value) && depth < MAX_DEPTH ? pathsOf(value, `${before}${key}.`, depth + 1) : []),
  ]);
}
