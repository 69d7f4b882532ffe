// `sync`: keeps cyber assets equal to the export of a CMDB. `sync` alone plans, shows, asks and applies.
// The commands load their code when they run, so that `--help` is fast.
import { type Command, Option } from 'commander';
import { wholeNumber } from '../support/arguments';
import type { SingleApplyFlags, RunFlags } from './apply';
import {
  ALL,
  APPLY,
  APPROVAL,
  FORMAT,
  GUARDS,
  OUT,
  PLAN,
  type PlanFlags,
  SERVER,
  type ShowFlags,
  SOURCE,
  type SourceFlags,
  type UndoFlags,
} from './options';

const HELP = `
\`sync --source FILE --map FILE\` plans, shows the plan, asks for confirmation and applies it.
To review a plan before it is applied, use \`sync plan\` and then \`sync apply\`.
\`sync check --source FILE --map FILE\` shows the values that the map gives each row, without a server.

The state file maps each key of the source to the id of its asset. A row with another name renames
its asset, and a row with another cyber system moves it. Neither deletes and creates assets.
Guards stop plans that look like mistakes. Assets that changed after the plan are kept.

Exit status:
  0  converged: the inventory matches the source, or there is nothing to do
  1  error or wrong usage: nothing was changed, unless the message mentions --resume
  2  changes are pending (plan, undo, and sync when you do not confirm)
  3  partial: some rows or changes were not synced, or the apply ended early
  4  a guard stopped the sync; nothing was changed
  5  stale: the inventory changed after the plan; changed assets were kept. Plan again`;

const JSON_PLAN = new Option('--json', 'print the plan as JSON');

export function addSyncCommands(program: Command): void {
  const sync = program
    .command('sync')
    .description('Keep cyber assets equal to the export of a CMDB: check, plan, apply, undo.')
    .addHelpText('after', HELP);
  const add = (command: Command, options: readonly Option[]): Command =>
    options.reduce((each, option) => each.addOption(option), command);

  add(sync.command('run', { isDefault: true }).description('Plan, show the plan, ask, and apply it.'), [
    ...PLAN,
    ...APPLY,
    ...APPROVAL,
    ALL,
    new Option('--yes', 'apply without confirmation'),
  ]).action(async (flags: RunFlags, command: Command) => (await import('./apply.js')).run(flags, command));

  add(
    sync
      .command('check')
      .description('Show what each field of a source becomes, and the rows left out. Needs no server.'),
    [...SOURCE, ...FORMAT],
  ).action(async (flags: SourceFlags) => (await import('./reports.js')).check(flags));

  add(
    sync
      .command('plan')
      .description(
        'Show the changes that a sync would make, and write them to a plan file. Changes nothing.',
      ),
    [...PLAN, ...APPROVAL, ...FORMAT, JSON_PLAN],
  ).action(async (flags: PlanFlags, command: Command) => (await import('./plan.js')).plan(flags, command));

  add(
    sync
      .command('apply')
      .description('Apply a plan. Assets that changed after the plan are kept.')
      .argument('<plan>', 'the plan file'),
    [
      ...SERVER,
      new Option('--plan-id <id>', 'apply only the plan with this id: the approved one'),
      new Option('--state <file>', 'the state file (default: from the plan, in its folder)'),
      new Option('--resume', 'continue an interrupted apply of this plan'),
      ...APPLY,
      ...APPROVAL,
      new Option('--json', 'print the receipt as JSON'),
    ],
  ).action(async (file: string, flags: SingleApplyFlags, command: Command) =>
    (await import('./apply.js')).applyFile(file, flags, command),
  );

  add(
    sync
      .command('undo')
      .description('Plan the inverse of the changes in a receipt.')
      .argument('<receipt>', 'the JSON file of the receipt'),
    [
      ...SERVER,
      ...GUARDS,
      ...APPROVAL,
      new Option('--state <file>', 'the state file (default: from the receipt, in its folder)'),
      OUT,
      ...FORMAT,
      JSON_PLAN,
    ],
  ).action(async (file: string, flags: UndoFlags, command: Command) =>
    (await import('./plan.js')).undo(file, flags, command),
  );

  add(
    sync
      .command('report')
      .description('Show the runs of the last days, with their changes and the rows that are left.')
      .argument('<folder>', 'the folder with the receipts')
      .option('--days <n>', 'the number of days', wholeNumber(1, 3660), 7),
    FORMAT,
  ).action(async (folder: string, flags: ShowFlags & { days: number }) =>
    (await import('./reports.js')).reportOn(folder, flags),
  );
}
