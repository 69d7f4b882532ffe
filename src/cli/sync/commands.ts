// `sync`: keeps cyber assets equal to a configuration management database.
// `sync` alone: plan, show, ask, apply.
// The question before `sync` changes anything.
import type { Command } from 'commander';
import { parse } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT } from '../../sync/errors';
import { console } from '../output';
import { Refusal } from '../refusal';
import { addApplyCommand, applyPlan } from './apply';
import { addPlanCommand, addUndoCommand, isIncomplete, isPending, prepareOptionsOf, printPlan } from './plan';
import { addApplyOptions, addPlanOptions, type ApplyFlags, type PlanFlags } from './options';
import { openRemote, withExitStatus } from './remote';

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

type Flags = PlanFlags & ApplyFlags & { yes?: boolean };

/** @throws Refusal unless somebody says yes. */
async function requireConfirmation(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Refusal(
      'Nobody can be asked here, and nothing was changed. Say --yes, or use `sync plan` and `sync apply`.',
    );
  if (!(await confirms(process.stdin, process.stderr))) throw new Refusal('Nothing was changed.', EXIT.pending);
}

export function addRunCommand(sync: Command): void {
  const command = addApplyOptions(
    addPlanOptions(sync.command('run', { isDefault: true }).description('Plan, show, ask, apply.')),
  )
    .option('--all', 'show everything, and not the first 50 of each kind')
    .option('--yes', 'do not ask');
  command.action((flags: Flags) =>
    withExitStatus(async () => {
      const [{ prepare }, { writePlan }] = await Promise.all([
        import('../../sync/plan/prepare.js'),
        import('../../sync/plan/plan-file.js'),
      ]);
      const planFile = flags.out ?? `${parse(flags.map).name}.plan.json`; // syncs of several sources in one folder have a plan each
      const options = prepareOptionsOf(flags, planFile);
      const remote = await openRemote(command, options.server, flags.keyFromEnv, flags.rate);
      const prepared = await prepare(options, remote);
      await printPlan(prepared, flags);
      if (prepared.tripped.length > 0)
        throw new Refusal('A guard stopped the sync: nothing was changed.', EXIT.guard);
      if (!isPending(prepared.plan)) {
        if (isIncomplete(prepared.plan))
          throw new Refusal(
            'There is nothing to change, but not everything could be synced: see above.',
            EXIT.partial,
          );
        return console.log('Nothing to do.');
      }
      if (!flags.yes) await requireConfirmation();
      await writePlan(planFile, prepared.plan);
      await applyPlan(prepared.plan, planFile, remote, { ...flags, resume: false });
    }),
  );
}

/** Ctrl-C and the end of the input are a no. */
export function confirms(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(false));
    terminal.question('\nApply these changes? Only "yes" is taken: ', (answer) => {
      resolve(answer.trim() === 'yes');
      terminal.close();
    });
  });
}
