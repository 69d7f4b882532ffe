// Reads CSV (RFC 4180) as spreadsheets and databases write it, in one pass and in time slices: a file can be hostile.
import { nextSlice } from '../scheduling/time-slices';
import { pluralize, formatCount } from '../text';

export interface CsvRecord {
  /** The line on which the record starts. */
  line: number;
  /** Without white space at their ends. Incomplete for a record with a fault. */
  cells: string[];
  fault?: string;
  delimiter?: string;
}

interface CsvOptions {
  /** Default: the first of comma, semicolon and tab in the header, or the one that a line such as `sep=;` names. */
  delimiter?: string;
  /** Default: no limit. Lines of empty cells count. */
  maxRows?: number;
}

/** Explains why the rest of a file is not read. To follow the name of the file. */
export class UnreadableCsv extends Error {}

const MAX_FAULTS = 1000;
const MAX_CELLS = 1000;
const MAX_CELL_LENGTH = 100_000;

/** The first line with which spreadsheets name the delimiter, for example `sep=;`. */
const DELIMITER_LINE = /^(")?sep=([^\r\n])\1(?=[\r\n])/i;

const FAULTS = {
  quote: 'has a quote inside a cell; quote the cell, and double each quote in it',
  behindQuote: 'has text after the closing quote of a cell; double each quote inside a cell',
  open: 'has an opening quote without a closing quote',
  length: `has a cell of more than ${formatCount(MAX_CELL_LENGTH)} characters`,
  cells: `has more than ${formatCount(MAX_CELLS)} cells`,
};

/** More empty lines are read in several steps, between which other work runs. */
const MAX_EMPTY_LINES = 1000;

const LINE_END = /[\r\n]/g;
const isLineEnd = (character: string | undefined): boolean =>
  character === '\n' || character === '\r' || character === undefined;

class Scanner {
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
  ) {}

  /** Returns undefined at the end of the text, and a record without cells for empty lines. */
  next(): CsvRecord | undefined {
    if (this.at >= this.text.length) return undefined;
    const record: CsvRecord = { line: this.line, cells: [] };
    if (this.skipEmptyLines()) return record;
    do {
      const cell = this.cell();
      const fault = typeof cell === 'string' && record.cells.length === MAX_CELLS ? FAULTS.cells : undefined;
      if (typeof cell !== 'string' || fault !== undefined) {
        this.skipLine();
        return { ...record, fault: fault ?? (cell as { fault: string }).fault };
      }
      record.cells.push(cell);
    } while (this.skips(this.delimiter));
    this.endLine();
    return record;
  }

  private cell(): string | { fault: string } {
    this.skipSpaces();
    if (this.text[this.at] === '"') return this.quoted();
    const start = this.at;
    for (; ; this.at++) {
      const character = this.text[this.at];
      if (character === this.delimiter || isLineEnd(character)) break;
      if (character === '"') return { fault: FAULTS.quote };
    }
    return this.at - start > MAX_CELL_LENGTH
      ? { fault: FAULTS.length }
      : this.text.slice(start, this.at).trimEnd();
  }

  private quoted(): string | { fault: string } {
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    while (end >= 0 && this.text[end + 1] === '"' && end - start <= MAX_CELL_LENGTH)
      end = this.text.indexOf('"', end + 2);
    if (end < 0) {
      this.at = this.text.length;
      return { fault: FAULTS.open };
    }
    const cell = this.text.slice(start, end);
    if (cell.length > MAX_CELL_LENGTH) return { fault: FAULTS.length };
    this.at = end + 1;
    const lines = cell.split(/\r\n?|\n/);
    this.line += lines.length - 1;
    this.skipSpaces();
    const next = this.text[this.at];
    if (next !== this.delimiter && !isLineEnd(next)) return { fault: FAULTS.behindQuote };
    return lines.join('\n').replaceAll('""', '"').trim();
  }

  private skips(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** A tab can be the delimiter. */
  private skipSpaces(): void {
    const isSpace = (character: string | undefined): boolean =>
      character === ' ' || character === '\u00a0' || (character === '\t' && this.delimiter !== '\t');
    while (isSpace(this.text[this.at])) this.at++;
  }

  private skipLine(): void {
    LINE_END.lastIndex = this.at;
    this.at = LINE_END.exec(this.text)?.index ?? this.text.length;
    this.endLine();
  }

  private skipEmptyLines(): boolean {
    const last = this.line + MAX_EMPTY_LINES;
    const start = this.at;
    while (this.at < this.text.length && isLineEnd(this.text[this.at]) && this.line < last) this.endLine();
    return this.at > start;
  }

  private endLine(): void {
    this.skips('\r');
    this.skips('\n');
    this.line++;
  }
}

/** Returns the first comma, semicolon or tab outside of quotes in the first line that is not empty. */
function delimiterIn(text: string): string {
  let isQuoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (',;\t'.includes(character)) return character;
    if (isLineEnd(character)) break;
  }
  return ',';
}

/** Returns a function that counts faults. It throws UnreadableCsv at one too many. */
export function createFaultLimit(): (line: number, fault: string) => void {
  let [count, first] = [0, ''];
  return (line, fault) => {
    if (count++ === 0) first = `line ${line} ${fault}`;
    if (count > MAX_FAULTS)
      throw new UnreadableCsv(
        `has more than ${formatCount(MAX_FAULTS)} faulty rows and was not read further; the first: ${first}`,
      );
  };
}

/** Fits a row to the columns: spreadsheets write delimiters behind the last cell, and leave some out. */
function fitted({ line, cells, fault }: CsvRecord, columns: string[]): CsvRecord {
  if (fault !== undefined || cells.length === columns.length)
    return { line, cells, ...(fault !== undefined && { fault }) };
  if (cells.slice(columns.length).every((cell) => cell === '') && cells.length > columns.length)
    return { line, cells: cells.slice(0, columns.length) };
  if (columns.slice(cells.length).every((name) => name === '') && cells.length < columns.length)
    return { line, cells: columns.map((_name, index) => cells[index] ?? '') };
  return {
    line,
    cells,
    fault: `has ${pluralize(cells.length, 'cell')}; the first line has ${columns.length}`,
  };
}

/**
 * Yields the header, then the rows. Skips lines of empty cells. @throws UnreadableCsv for a text with more than
 * 1,000 faulty rows or more than `maxRows` rows.
 */
export async function* readCsv(
  text: string,
  { delimiter, maxRows = Infinity }: CsvOptions = {},
): AsyncGenerator<CsvRecord, void> {
  const given = DELIMITER_LINE.exec(text);
  const body = given ? text.slice(given[0].length) : text;
  const used = given?.[2] ?? delimiter ?? delimiterIn(body);
  const scanner = new Scanner(body, used);
  const countFault = createFaultLimit();
  let columns: string[] | undefined;
  let rows = 0;
  for (let record = scanner.next(); record; record = scanner.next()) {
    await nextSlice();
    if (record.cells.length === 0 && record.fault === undefined) continue;
    if (columns && ++rows > maxRows)
      throw new UnreadableCsv(`has more than ${formatCount(maxRows)} rows. Split it into several files`);
    const fitting = fitted(record, columns ?? record.cells);
    if (fitting.fault !== undefined) countFault(record.line, fitting.fault);
    else if (fitting.cells.every((cell) => cell === '')) continue;
    const isHeader = fitting.fault === undefined && columns === undefined;
    if (isHeader) columns = fitting.cells;
    yield isHeader ? { ...fitting, delimiter: used } : fitting;
  }
}

/** `rows`: cells by column, also of rows with a fault. A text that cannot be read ends with its last readable row. */
export async function readCsvTable(text: string) {
  let columns: string[] | undefined;
  const rows: { cells: Record<string, string>; fault: string | undefined }[] = [];
  const table = (isReadable: boolean) => ({ columns: columns ?? [], rows, isReadable });
  try {
    for await (const { cells, fault } of readCsv(text))
      if (!columns) columns = cells;
      else
        rows.push({
          cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
          fault,
        });
  } catch (error) {
    if (error instanceof UnreadableCsv) return table(false);
    throw error;
  }
  return table(true);
}
