// The cells of CSV text, line by line.
import { readRecords } from '../../import/csv-records';

/** Lines that cannot be read are left out. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  readRecords(text, { onRecord: (cells) => records.push(cells), onFault: () => undefined });
  return records;
}
