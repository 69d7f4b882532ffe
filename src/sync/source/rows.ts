// What a reader makes of a source: rows, each with its line.

export interface SourceRow {
  line: number;
  /** By column; anything may stand in them. */
  cells: Readonly<Record<string, unknown>>;
  /** What kept the reader from understanding the row. */
  fault?: string;
}

export interface SourceRows {
  rows: SourceRow[];
  /** The columns that any row may have. */
  columns: ReadonlySet<string>;
}
