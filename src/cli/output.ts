// Prints the output of commands with escaped control characters: databases and arguments can contain any
// text.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inspect } from 'node:util';
import { escapeControls, escapeLines } from '../escape-controls';

const printable = (value: unknown): string => escapeLines(typeof value === 'string' ? value : inspect(value));

/** Replaces the global console, which the linter rejects in commands. */
export const console = {
  log: (value: unknown): void => globalThis.console.log(printable(value)),
  error: (value: unknown): void => globalThis.console.error(printable(value)),
};

/** Columns as wide as their widest cell, under upper-case headings. */
export function table<Row extends object>(rows: Row[], columns: (keyof Row & string)[]): string {
  const cell = (row: Row, column: keyof Row): string => escapeControls(String(row[column] ?? ''));
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cell(row, column).length)),
  );
  const line = (cells: string[]): string =>
    cells
      .map((text, index) => text.padEnd(widths[index]!))
      .join('  ')
      .trimEnd();
  return [
    line(columns.map((column) => column.toUpperCase())),
    ...rows.map((row) => line(columns.map((column) => cell(row, column)))),
  ].join('\n');
}

export function print<Row extends object>(
  rows: Row[],
  columns: (keyof Row & string)[],
  asJson: boolean | undefined,
): void {
  console.log(asJson ? JSON.stringify(rows, null, 2) : table(rows, columns));
}

/** Writes as fast as the reader takes it, and stops in peace when the reader has had enough, as `head` has. */
export async function stream(text: AsyncIterable<string>): Promise<void> {
  try {
    const escaped = async function* (): AsyncGenerator<string> {
      for await (const piece of text) yield escapeLines(piece);
    };
    await pipeline(Readable.from(escaped()), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
