// `sync`: keeps cyber assets equal to the export of a CMDB. `sync` alone plans, shows, asks and applies.
import { parse, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { readSyncSecret } from '../../base/config';
import { EXIT, SyncError } from '../../sync/errors';
import type { Remote } from '../../sync/inventory/remote';
import { CommandError } from '../../base/command-error';
import { console } from '../support/output';
import { addApplyCommand, applyPlan } from './apply';
import { addCheckCommand, addReportCommand } from './reports';
import {
  type ApplyFlags,
  type PlanFlags,
  addApplyOptions,
  addPlanOptions,
  addApprovalOptions,
} from './options';
import {
  NOTHING_TO_CHANGE,
  addPlanCommand,
  addUndoCommand,
  isIncomplete,
  isPending,
  prepareOptionsOf,
  printPlan,
} from './plan';
import { openRemote, serverOf } from './remote';

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

type Flags = PlanFlags & ApplyFlags & { yes?: boolean };

/** Asks for confirmation. Ctrl-C and the end of the input mean no. */
export function confirms(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false));
    terminal.question('\nApply these changes? Type "yes" to confirm: ', (typed) => {
      resolve(typed.trim() === 'yes');
      terminal.close();
    });
  });
}

/** @throws CommandError without confirmation. */
async function requireConfirmation(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      'Nothing was changed: without a terminal, sync cannot ask for confirmation. ' +
        'Pass --yes, or use `sync plan` and `sync apply`.',
    );
  if (!(await confirms(process.stdin, process.stderr)))
    throw new CommandError('Nothing was changed.', EXIT.pending);
}

/** Finishes an earlier run that a crash interrupted: otherwise it would stop every later run without a person. */
async function resumeOwn(
  { planFile, stateFile }: Parameters<typeof applyPlan>[1],
  server: string,
  remote: Remote,
  flags: Flags,
): Promise<void> {
  const { journalFileOf, readJournal } = await import('../../sync/files/journal.js');
  const { readPlan } = await import('../../sync/plan/plan-file.js');
  const { requireServer } = await import('../../sync/files/trust.js');
  const journal = await readJournal(journalFileOf(stateFile));
  if (!journal || journal.closed || journal.planFile !== resolve(planFile)) return;
  const plan = await readPlan(planFile, readSyncSecret());
  requireServer(planFile, plan.server, server);
  console.error(`An earlier run was interrupted. Resuming the plan ${planFile}.`);
  try {
    await applyPlan(plan, { planFile, stateFile }, remote, { ...flags, resume: true });
  } catch (error) {
    // The new plan has the remaining changes.
    if (!(error instanceof CommandError) || error instanceof SyncError || error.exitStatus < EXIT.partial)
      throw error;
    console.error(error.message);
  }
}

function addRunCommand(sync: Command): void {
  const command = addApprovalOptions(
    addApplyOptions(
      addPlanOptions(
        sync.command('run', { isDefault: true }).description('Plan, show the plan, ask, and apply it.'),
      ),
    ),
  )
    .option('--all', 'show all rows, not only the first 50 of each table')
    .option('--yes', 'apply without confirmation');
  command.action(async (flags: Flags) => {
    const { prepare } = await import('../../sync/plan/prepare.js');
    const { writePlan } = await import('../../sync/plan/plan-file.js');
    // The name of the map keeps the plans of several sources in one folder apart.
    const planFile = flags.out ?? `${parse(flags.map).name}.plan.json`;
    const options = prepareOptionsOf(flags, serverOf(command, flags), planFile);
    const remote = await openRemote(command, options.server, flags.keyFromEnv, flags.rate);
    const files = { planFile, stateFile: options.stateFile };
    if (flags.yes) await resumeOwn(files, options.server, remote, flags);
    const prepared = await prepare(options, remote);
    await printPlan(prepared, flags);
    if (prepared.tripped.length > 0)
      throw new CommandError('A guard stopped the sync. Nothing was changed.', EXIT.guard);
    if (!isPending(prepared.plan)) {
      if (isIncomplete(prepared.plan)) throw new CommandError(NOTHING_TO_CHANGE, EXIT.partial);
      return console.log('Nothing to do.');
    }
    if (!flags.yes) await requireConfirmation();
    await writePlan(planFile, prepared.plan, readSyncSecret());
    await applyPlan(prepared.plan, files, remote, {
      ...flags,
      resume: false,
    });
  });
}

export function addSyncCommands(program: Command): void {
  const sync = program
    .command('sync')
    .description('Keep cyber assets equal to the export of a CMDB: check, plan, apply, undo.')
    .addHelpText('after', HELP);
  addRunCommand(sync);
  addCheckCommand(sync);
  addPlanCommand(sync);
  addApplyCommand(sync);
  addUndoCommand(sync);
  addReportCommand(sync);
}
