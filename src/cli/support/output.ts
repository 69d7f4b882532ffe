// Prints the output of commands with escaped control characters:
// databases and arguments can contain any text.
import { inspect } from 'node:util';
import { escapeControls, escapeLines } from '../../base/text';
import type { Report } from '../../base/report/report';
import { gridLines, textLines } from '../../base/report/text';

type Lines = string | readonly string[];

const escaped = (lines: Lines): string => [lines].flat().map(escapeControls).join('\n');

/**
 * Replaces the global console, which the linter rejects in commands. A value cannot start a line of its own.
 */
export const console = {
  /** Prints each string on one line. */
  log: (lines: Lines): void => globalThis.console.log(escaped(lines)),
  /** Prints each string on one line of standard error. */
  error: (lines: Lines): void => globalThis.console.error(escaped(lines)),
  /** Prints JSON or a report, in which the values cannot contain line breaks. */
  text: (text: string): void => globalThis.console.log(escapeLines(text)),
};

/** Prints an unexpected error with its stack on standard error. Its message stays on one line. */
export function printUnexpected(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  globalThis.console.error(escapeLines(inspect(error).replace(message, () => escapeControls(message))));
}

/** Returns the lines of a table: columns as wide as their widest cell, under upper-case headings. */
export const table = <Row extends object>(rows: Row[], columns: (keyof Row & string)[]): string[] =>
  gridLines(
    columns,
    rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  );

export function print<Row extends object>(
  rows: Row[],
  columns: (keyof Row & string)[],
  asJson: boolean | undefined,
): void {
  if (asJson) console.text(JSON.stringify(rows, null, 2));
  else console.log(table(rows, columns));
}

const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );

const GONE_READER = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/** Writes at the reader's pace. Stops without an error when the reader closes the pipe, as `head` does. */
export async function stream(text: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    for await (const piece of text) await write(escapeLines(piece));
  } catch (error) {
    if (!GONE_READER.includes((error as NodeJS.ErrnoException).code!)) throw error;
  }
}

export async function printReport(report: Report, format: 'text' | 'markdown' | 'html'): Promise<void> {
  if (format === 'html') return stream((await import('../../base/report/html.js')).toHtml(report));
  if (format === 'text') return console.log(textLines(report));
  console.text((await import('../../base/report/markdown.js')).toMarkdown(report).trimEnd());
}

/** Runs `work` and shows the progress that it reports, with rate and remaining time: a bar on standard error when it is a terminal. */
export async function withProgress<Result>(
  unit: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = await import('cli-progress');
  // A signal may end the process at once, so that the terminal's state must not change.
  const bar = new SingleBar(
    {
      format: `{bar} {percentage}% | {value} of {total} ${unit} | {rate}/s | {eta_formatted} left`,
      barsize: 20, // 80 columns show the whole line
      clearOnComplete: true,
      hideCursor: false,
      linewrap: true,
    },
    Presets.shades_classic,
  );
  let start: number | undefined;
  try {
    return await work((done, total) => {
      if (start === undefined) bar.start(total, 0, { rate: 0 });
      start ??= performance.now();
      bar.update(done, { rate: Math.round((done * 1000) / Math.max(performance.now() - start, 1)) });
    });
  } finally {
    bar.stop();
  }
}
