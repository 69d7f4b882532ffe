// A report that is written as text, Markdown or HTML: facts, then tables.

export type Fact = readonly [term: string, text: string];

/** A text, or several lines. */
export type Cell = string | readonly string[];
export type Row = readonly Cell[];

export interface Table {
  heading: string;
  note?: string | undefined;
  columns: readonly string[];
  rows: Iterable<Row>;
  /** A review needs every row, however many there are. */
  isUnlimited?: true;
}

export interface Report {
  title: string;
  /** Sentences, the most important first. */
  summary: readonly string[];
  facts: readonly Fact[];
  tables: readonly Table[];
}

export const linesOf = (cell: Cell): readonly string[] => [cell].flat();

/** Shortens a table to the maximum number of rows. `advice`: a sentence that says where all rows are. */
export function limitRows(table: Table, maximum: number, advice: string): Table {
  const rows = [...table.rows];
  if (table.isUnlimited || rows.length <= maximum) return table;
  const note = `The first ${maximum} of ${rows.length.toLocaleString('en-US')} rows. ${advice}`;
  return {
    ...table,
    note: table.note === undefined ? note : `${table.note} ${note}`,
    rows: rows.slice(0, maximum),
  };
}

/** Adds the number of rows to the heading. Returns no table when there are no rows. */
export const counted = (table: Table & { rows: readonly Row[] }): Table[] =>
  table.rows.length === 0
    ? []
    : [{ ...table, heading: `${table.heading}: ${table.rows.length.toLocaleString('en-US')}` }];
