// A folder of CSV files, one for each collection, whose first line names the columns.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { CollectionName } from '../resources/collection';
import { COLLECTIONS, type Source, UnreadableRow } from './content';
import { fieldsOf } from './fields';
import { ImportRefused, refusedFile } from './refused';
import { readText } from './text';

interface CsvRows {
  file: string;
  rows: unknown[];
  lines: number[];
}

/** What is wrong with a record, by the parser's own code. https://csv.js.org/parse/errors/ */
const FAULTS: Record<string, string> = {
  INVALID_OPENING_QUOTE: 'has a quote inside a cell; put the cell in quotes, and write each quote in it twice',
  CSV_INVALID_CLOSING_QUOTE: 'has text after the quote that closes a cell; write a quote inside a cell twice',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed, so that the rest of the file is one cell',
};

interface Header {
  columns: string[];
  line: number;
}

function checkHeader(file: string, name: CollectionName, { columns, line }: Header): void {
  const { known, required } = fieldsOf(name);
  const faults = [
    ...columns.filter((column) => !known.includes(column)).map((column) => `has the column ${JSON.stringify(column)}; it may have ${known.join(', ')}`),
    ...columns.filter((column, index) => columns.indexOf(column) < index).map((column) => `has the column ${column} twice`),
    ...required.filter((column) => !columns.includes(column)).map((column) => `has no column ${column}`),
  ];
  if (faults.length > 0) throw new ImportRefused(faults.map((message) => ({ file, line, message })));
}

/** An empty cell is a field that is not there. */
function toRow(columns: string[], cells: string[]): unknown {
  const row: Record<string, string> = {};
  columns.forEach((column, index) => {
    if (cells[index]) row[column] = cells[index];
  });
  if (cells.length === columns.length) return row;
  return new UnreadableRow(`the number of cells is ${cells.length}, and ${columns.length} in the first line`, row);
}

export function parseCsv(file: string, name: CollectionName, text: string): CsvRows {
  const read: CsvRows = { file, rows: [], lines: [] };
  let header: Header | undefined;
  let lastLine = 0;
  const add = (row: unknown, line: number): void => {
    read.rows.push(row);
    read.lines.push(line);
  };
  // Line ends are made one: the parser counts those within quotes twice otherwise.
  parse(text.replace(/\r\n?/g, '\n'), {
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      // A quote that is never closed is noticed at the end of the file: it stands in the line after the last one that was understood.
      const line = error?.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error?.['lines']);
      if (error) add(new UnreadableRow(FAULTS[error.code] ?? `cannot be read: ${error.message}`), line);
      lastLine = line;
      return undefined;
    },
    on_record: (cells: string[], { lines }) => {
      lastLine = lines;
      const line = lines - cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
      if (header) add(toRow(header.columns, cells), line);
      else checkHeader(file, name, (header = { columns: cells, line }));
      return null;
    },
  });
  if (!header && read.rows.length === 0) throw refusedFile(file, 'is empty; its first line must name the columns');
  return read;
}

/** @throws ImportRefused. */
export async function readCsvFolder(folder: string): Promise<Source> {
  const names = COLLECTIONS.map((name) => `${name}.csv`);
  const present = (await readdir(folder)).filter((entry) => entry.toLowerCase().endsWith('.csv'));
  const unknown = present.filter((entry) => !names.includes(entry));
  if (unknown.length > 0) throw refusedFile(folder, `has ${unknown.join(', ')}; it may have ${names.join(', ')}`);
  if (present.length === 0) throw refusedFile(folder, `has none of the files ${names.join(', ')}`);

  const read = new Map<CollectionName, CsvRows>();
  for (const name of COLLECTIONS.filter((collection) => present.includes(`${collection}.csv`))) {
    const file = join(folder, `${name}.csv`);
    read.set(name, parseCsv(file, name, await readText(file)));
  }
  return {
    content: Object.fromEntries([...read].map(([name, { rows }]) => [name, rows])),
    placeOf: (name, index) => ({ file: read.get(name)!.file, line: read.get(name)!.lines[index]! }),
  };
}
