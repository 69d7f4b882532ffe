// A folder of CSV files, one for each collection, whose first line names the columns.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectionName } from '../resources/collection';
import { COLLECTIONS, ImportError, type ImportSource, readText, fileError, UnreadableRow } from './content';
import { readCsvRecords } from './parse';
import { fieldsOf } from './collections';

interface CsvRows {
  file: string;
  rows: unknown[];
  lines: number[];
}

interface Header {
  columns: string[];
  line: number;
}

function checkHeader(file: string, name: CollectionName, { columns, line }: Header): void {
  const { known, required } = fieldsOf(name);
  const faults = [
    ...columns
      .filter((column) => !known.includes(column))
      .map((column) => `has the column ${JSON.stringify(column)}; it may have ${known.join(', ')}`),
    ...columns
      .filter((column, index) => columns.indexOf(column) < index)
      .map((column) => `has the column ${column} twice`),
    ...required.filter((column) => !columns.includes(column)).map((column) => `has no column ${column}`),
  ];
  if (faults.length > 0) throw new ImportError(faults.map((message) => ({ file, line, message })));
}

/** An empty cell is a field that is not there. */
function toRow(columns: string[], cells: string[]): unknown {
  const row: Record<string, string> = {};
  columns.forEach((column, index) => {
    if (cells[index]) row[column] = cells[index];
  });
  if (cells.length === columns.length) return row;
  return new UnreadableRow(
    `the number of cells is ${cells.length}, and ${columns.length} in the first line`,
    row,
  );
}

export function parseCsv(file: string, name: CollectionName, text: string): CsvRows {
  const read: CsvRows = { file, rows: [], lines: [] };
  let header: Header | undefined;
  const add = (row: unknown, line: number): void => {
    read.rows.push(row);
    read.lines.push(line);
  };
  readCsvRecords(text, {
    onRecord(cells, line) {
      if (header) add(toRow(header.columns, cells), line);
      else checkHeader(file, name, (header = { columns: cells, line }));
    },
    onFault: (fault, line) => add(new UnreadableRow(fault), line),
  });
  if (!header && read.rows.length === 0)
    throw fileError(file, 'is empty; its first line must name the columns');
  return read;
}

/** @throws ImportRefused. */
export async function readCsvFolder(folder: string): Promise<ImportSource> {
  const names = COLLECTIONS.map((name) => `${name}.csv`);
  const present = (await readdir(folder)).filter((entry) => entry.toLowerCase().endsWith('.csv'));
  const unknown = present.filter((entry) => !names.includes(entry));
  if (unknown.length > 0)
    throw fileError(folder, `has ${unknown.join(', ')}; it may have ${names.join(', ')}`);
  if (present.length === 0) throw fileError(folder, `has none of the files ${names.join(', ')}`);

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
