// Prints the reports of `sync`, of which `sync check` and `sync report` need no server.
import { type Report, limitRows, markup } from '../../base/report/report';
import { type Problems, notSyncedTables, rowFaultLines } from '../../sync/plan/report-parts';
import { console, printReport } from '../support/output';
import { formatCount } from '../../base/text';
import { EXIT } from '../../sync/errors';
import { CommandError } from '../../base/command-error';
import type { ShowFlags, SourceFlags } from './options';
import { checkSource } from '../../sync/check';
import { readReceipts } from '../../sync/apply/receipt-file';
import { receiptsReport } from '../../sync/apply/receipt-report';
import { readSyncSecret } from '../../base/config';

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
    limitRows(table, maximum, markup('To show all, pass `--all`.')),
  );
  if (format === 'text') printFaults(rowFaultLines(sourceFile, problems), maximum);
  await printReport({ ...given, tables }, format);
}

export async function check(flags: SourceFlags): Promise<void> {
  const { report, faults } = await checkSource(flags.source, flags.map);
  await printSyncReport(report, flags.source, { faults, conflicts: [] }, flags);
  if (faults.length > 0)
    throw new CommandError('Some rows cannot be synced. Correct the source or the map.', EXIT.partial);
}

const DAY = 24 * 60 * 60 * 1000;

export async function reportOn(
  folder: string,
  { days, ...flags }: ShowFlags & { days: number },
): Promise<void> {
  const from = new Date(Date.now() - days * DAY);
  const report = receiptsReport(await readReceipts(folder, from, readSyncSecret()), from);
  await printSyncReport(report, folder, { faults: [], conflicts: [] }, flags);
}
