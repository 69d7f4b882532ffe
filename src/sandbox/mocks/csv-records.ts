// Reads the cells of CSV text, line by line.
import { readCsvRecords } from '../../import/parse';

/** Returns the cells of each line. Skips lines that are not valid CSV. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  readCsvRecords(text, { onRecord: (cells) => records.push(cells), onFault: () => undefined });
  return records;
}
