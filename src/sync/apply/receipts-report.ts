// Reports the receipts of several days on one page: each run, the ratings it changed, and the rows that are left.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Report, type Table, counted } from '../../base/report/report';
import { countOf, formatCount } from '../../base/text';
import { EXIT, fileError } from '../errors';
import { RATING_COLUMNS, ratingRows } from '../plan/change-words';
import { notSyncedTables } from '../plan/row-tables';
import type { Receipt } from './receipt';
import { readReceipt } from './receipt-file';
import { outcomeRows } from './receipt-report';

const RECEIPT = /^receipt-.*\.json$/;

/** Reads the receipts of a folder that ended at a time or later, the oldest first. @throws SyncError. */
export async function readReceipts(
  folder: string,
  from: Date,
  secret: string | undefined,
): Promise<Receipt[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw fileError(folder, `cannot be read: ${error.message}`);
  });
  const receipts = await Promise.all(
    names.filter((name) => RECEIPT.test(name)).map((name) => readReceipt(join(folder, name), secret)),
  );
  return receipts
    .filter(({ ended_at: end }) => Date.parse(end) >= from.getTime())
    .sort((one, other) => one.ended_at.localeCompare(other.ended_at));
}

const OUTCOMES: Record<number, string> = {
  [EXIT.converged]: 'converged',
  [EXIT.partial]: 'partial',
  [EXIT.stale]: 'stale',
};

/** The changes done by operation: created, updated, deleted. The last cell is the number of those not done. */
const countsOf = (receipt: Receipt): string[] => {
  const rows = outcomeRows(receipt);
  const notDone = rows.reduce((sum, [, , , count]) => sum + Number(count), 0);
  return [...rows.map(([, done]) => formatCount(Number(done))), formatCount(notDone)];
};

const notSyncedOf = ({ not_synced: { faults, conflicts, possible_renames: renames } }: Receipt): number =>
  faults.length + conflicts.length + renames.length;

/** The rows that the last run of each source left. */
function remainingTables(receipts: readonly Receipt[]): Table[] {
  const last = new Map(receipts.map((receipt) => [receipt.source.name, receipt]));
  return [...last].flatMap(([source, { not_synced: rest }]) =>
    notSyncedTables(rest).map((table) => ({ ...table, heading: `${source}: ${table.heading}` })),
  );
}

/** `from`: the beginning of the report. */
export function receiptsReport(receipts: readonly Receipt[], from: Date): Report {
  const changes = receipts.flatMap((receipt) => receipt.changes);
  const converged = receipts.filter((receipt) => receipt.converged).length;
  const runs = `${countOf(receipts.length, 'run')}, ${formatCount(converged)} converged`;
  return {
    title: 'Sync report',
    summary: [receipts.length === 0 ? 'No sync has written a receipt in this time.' : `${runs}.`],
    facts: [['Runs since', from.toISOString()]],
    tables: [
      ...counted({
        heading: 'Runs',
        columns: [
          'Ended',
          'Source',
          'Created',
          'Updated',
          'Deleted',
          'Not done',
          'Rows not synced',
          'Outcome',
          'Change',
          'Plan',
        ],
        rows: receipts.map((receipt) => [
          receipt.ended_at,
          receipt.source.name,
          ...countsOf(receipt),
          formatCount(notSyncedOf(receipt)),
          receipt.stopped ?? OUTCOMES[receipt.exit_status] ?? String(receipt.exit_status),
          receipt.approval?.change ?? '',
          receipt.plan.slice(0, 8),
        ]),
      }),
      ...(changes.length === 0
        ? []
        : [{ heading: 'Changes by impact rating', columns: RATING_COLUMNS, rows: ratingRows(changes) }]),
      ...remainingTables(receipts),
    ],
  };
}
