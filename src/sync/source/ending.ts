// The last line of a complete export, which states the number of its rows: `{"end_of_export": {"rows": 2}}` in NDJSON,
// `end_of_export,2` in CSV.
import { fileError } from '../errors';
import { countOf, formatCount } from '../../base/text';

export const END = 'end_of_export';

export function createEnding(file: string) {
  let end: { line: number; rows: unknown } | undefined;
  return {
    /** @throws SyncError for a line after the end. */
    requireNone(line: number): void {
      if (end) throw fileError(file, `has lines after its end on line ${end.line}. Export again`, line);
    },
    /** Notes the end. */
    note(line: number, rows: unknown): void {
      end = { line, rows };
    },
    /** Returns whether the file has an end. @throws SyncError when its number is not that of the rows. */
    hasAll(rows: number): boolean {
      if (!end) return false;
      const stated = /^\d{1,15}$/.test(String(end.rows))
        ? formatCount(Number(end.rows))
        : JSON.stringify(end.rows);
      if (stated !== formatCount(rows))
        throw fileError(
          file,
          `has ${countOf(rows, 'row')}; its last line says ${stated}. Export again`,
          end.line,
        );
      return true;
    },
  };
}
