// `sync`: keeps cyber assets equal to a configuration management database.
import type { Command } from 'commander';
import { addApplyCommand } from './apply';
import { addPlanCommand, addUndoCommand } from './plan';
import { addRunCommand } from './run';

const HELP = `
\`sync --source FILE --map FILE\` is \`sync run\`: it plans, shows, asks and applies. \`sync plan\` and \`sync apply\` do it in two steps, for a review between them.

Each row of the source is known by its key, and each key by the id of its asset, which the state file keeps: a row with another name is a rename, one with
another cyber system a move, and neither is ever a deletion and a creation. Guards stop what nobody can have meant; what has changed since the plan stays.

Exit status:
  0  converged: the inventory is as the source says, or nothing is to do
  1  an error, or wrong usage: nothing was changed, unless it says --resume
  2  changes are pending (plan, undo, and sync where the answer to its question is no)
  3  partial: some rows or changes could not be synced, or it ended early
  4  a guard stopped it; nothing was changed
  5  stale: the inventory has changed since the plan; what had changed was left as it is. Plan again`;

export function addSyncCommands(program: Command): void {
  const sync = program
    .command('sync')
    .description("Keep cyber assets equal to a CMDB's export: plan, apply, undo.")
    .addHelpText('after', HELP);
  for (const add of [addRunCommand, addPlanCommand, addApplyCommand, addUndoCommand]) add(sync);
}
