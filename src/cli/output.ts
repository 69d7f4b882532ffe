// Results on standard output: a table for people, or JSON for scripts.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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

/** Writes as fast as the reader takes it, and stops in peace when the reader has had enough, as `head` has. */
export async function stream(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
