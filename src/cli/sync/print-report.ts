// Prints the reports of `sync plan`, `sync undo` and `sync check` in a format.
import { type Report, limitRows } from '../../base/report/report';
import { textLines } from '../../base/report/text';
import { type Problems, notSyncedTables, rowFaultLines } from '../../sync/row-tables';
import { console, stream } from '../support/output';
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
export async function printReport(
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
  const report = { ...given, tables };
  if (format === 'html') return stream((await import('../../base/report/html.js')).htmlOf(report));
  if (format === 'markdown')
    return console.text((await import('../../base/report/markdown.js')).markdownOf(report).trimEnd());
  printFaults(rowFaultLines(sourceFile, problems), maximum);
  console.log(textLines(report));
}
