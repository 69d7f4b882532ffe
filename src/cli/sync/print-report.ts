// Prints the reports of `sync plan`, `sync undo` and `sync check` in a format.
import { type Report, limitRows } from '../../base/report/report';
import { type Problems, notSyncedTables, rowFaultLines } from '../../sync/plan/row-tables';
import { console, printReport } from '../support/output';
import { type ShowFlags } from './report-options';
import { formatCount } from '../../base/text';

/** The maximum number of rows of a table without `--all`. */
const MAX_SHOWN = 50;

function printFaults(lines: readonly string[], maximum: number): void {
  const hidden = lines.length - maximum;
  const more = hidden > 0 ? [`… and ${formatCount(hidden)} more. To show all, pass \`--all\`.`] : [];
  if (lines.length > 0) console.error([...lines.slice(0, maximum), ...more, '']);
}

/** Prints a report. Text has the faulty rows on standard error, the other formats have them in a table. */
export async function printSyncReport(
  given: Report,
  sourceFile: string,
  problems: Problems,
  { all = false, format = 'text' }: ShowFlags,
): Promise<void> {
  const maximum = all ? Infinity : MAX_SHOWN;
  const notSynced = format === 'text' ? [] : notSyncedTables(problems);
  const tables = [...given.tables, ...notSynced].map((table) =>
    limitRows(table, maximum, 'To show all, pass `--all`.'),
  );
  if (format === 'text') printFaults(rowFaultLines(sourceFile, problems), maximum);
  await printReport({ ...given, tables }, format);
}
