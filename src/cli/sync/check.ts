// `sync check`: shows the values that the map gives each row, without a server.
import type { Command } from 'commander';
import { EXIT } from '../../sync/errors';
import { CommandError } from '../support/command-error';
import { addSourceOptions } from './options';
import { type ShowFlags, addFormatOptions } from './report-options';
import { printReport } from './print-report';
import { withExitStatus } from './remote';

interface Flags extends ShowFlags {
  source: string;
  map: string;
}

export function addCheckCommand(sync: Command): void {
  addFormatOptions(
    addSourceOptions(
      sync
        .command('check')
        .description('Show what each field of a source becomes, and the rows left out. Needs no server.'),
    ),
  ).action((flags: Flags) =>
    withExitStatus(async () => {
      const { checkSource } = await import('../../sync/check.js');
      const { report, faults } = await checkSource(flags.source, flags.map);
      await printReport(report, flags.source, { faults, conflicts: [] }, flags);
      if (faults.length > 0)
        throw new CommandError('Some rows cannot be synced. Correct the source or the map.', EXIT.partial);
    }),
  );
}
