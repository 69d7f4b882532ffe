// `sync report`: shows the receipts of several days on one page.
import type { Command } from 'commander';
import { readSyncSecret } from '../../base/config';
import { wholeNumber } from '../support/arguments';
import { type ShowFlags, addFormatOptions } from './report-options';
import { printSyncReport } from './print-report';
import { withExitStatus } from './remote';

const DAY = 24 * 60 * 60 * 1000;

export function addReportCommand(sync: Command): void {
  addFormatOptions(
    sync
      .command('report')
      .description('Show the runs of the last days, with their changes and the rows that are left.')
      .argument('<folder>', 'the folder with the receipts')
      .option('--days <n>', 'the number of days', wholeNumber(1, 3660), 7),
  ).action((folder: string, { days, ...flags }: ShowFlags & { days: number }) =>
    withExitStatus(async () => {
      const { readReceipts, receiptsReport } = await import('../../sync/apply/receipts-report.js');
      const from = new Date(Date.now() - days * DAY);
      const report = receiptsReport(await readReceipts(folder, from, readSyncSecret()), from);
      await printSyncReport(report, folder, { faults: [], conflicts: [] }, flags);
    }),
  );
}
