// Results on standard output: a table for people, or JSON for scripts.

/** Columns as wide as their widest cell, under upper-case headings. */
export function table<Row extends object>(rows: Row[], columns: (keyof Row & string)[]): string {
  const cell = (row: Row, column: keyof Row): string => String(row[column] ?? '');
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => cell(row, column).length)));
  const line = (cells: string[]): string => cells.map((text, index) => text.padEnd(widths[index]!)).join('  ').trimEnd();
  return [line(columns.map((column) => column.toUpperCase())), ...rows.map((row) => line(columns.map((column) => cell(row, column))))].join('\n');
}

export function print<Row extends object>(rows: Row[], columns: (keyof Row & string)[], asJson: boolean | undefined): void {
  console.log(asJson ? JSON.stringify(rows, null, 2) : table(rows, columns));
}
