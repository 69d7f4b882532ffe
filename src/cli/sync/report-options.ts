// Options about reports of `sync`: their format, and the approval that they show.
import { type Command, Option } from 'commander';
import type { Approval } from '../../sync/files/approval';
import { oneLine } from '../support/arguments';

const FORMATS = ['text', 'markdown', 'html'] as const;

export interface ShowFlags {
  all?: boolean;
  format?: (typeof FORMATS)[number];
  json?: boolean;
}

/** Returns what the operator gave of an approval. */
export const approvalOf = ({ change, approver }: Approval): Approval => ({
  ...(change === undefined ? {} : { change }),
  ...(approver === undefined ? {} : { approver }),
});

/** The plan and the receipt keep them. */
export const addApprovalOptions = (command: Command): Command =>
  command
    .option('--change <number>', 'the number of the change, for example CHG-20418', oneLine)
    .option('--approver <name>', 'the name of the person who approves the change', oneLine);

export const addFormatOptions = (command: Command): Command =>
  command
    .option('--all', 'show all rows, not only the first 50 of each table')
    .addOption(
      new Option('--format <format>', 'for the terminal, for a ticket, or for printing')
        .choices(FORMATS)
        .default('text'),
    );

export const addShowOptions = (command: Command): Command =>
  addFormatOptions(command).option('--json', 'print the plan as JSON');
