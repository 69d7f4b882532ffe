// `sync` alone: plan, show, ask, apply.
import { parse } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../../sync/sync-error';
import { console } from '../output';
import { Refusal } from '../refusal';
import { agrees } from './agree';
import { applyPlan } from './apply';
import { type ApplyFlags, type PlanFlags, addApplyOptions, addPlanOptions } from './options';
import { isIncomplete, isPending, prepareOptionsOf, show } from './plan';
import { refusing } from './refusals';
import { openRemote } from './remote';

type Flags = PlanFlags & ApplyFlags & { yes?: boolean };

/** @throws Refusal unless somebody says yes. */
async function ask(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Refusal(
      'Nobody can be asked here, and nothing was changed. Say --yes, or use `sync plan` and `sync apply`.',
    );
  if (!(await agrees(process.stdin, process.stderr))) throw new Refusal('Nothing was changed.', EXIT.pending);
}

export function addRunCommand(sync: Command): void {
  const command = addApplyOptions(
    addPlanOptions(sync.command('run', { isDefault: true }).description('Plan, show, ask, apply.')),
  )
    .option('--all', 'show everything, and not the first 50 of each kind')
    .option('--yes', 'do not ask');
  command.action((flags: Flags) =>
    refusing(async () => {
      const [{ prepare }, { writePlan }] = await Promise.all([
        import('../../sync/plan/prepare.js'),
        import('../../sync/plan/plan-file.js'),
      ]);
      const planFile = flags.out ?? `${parse(flags.map).name}.plan.json`; // syncs of several sources in one folder have a plan each
      const options = prepareOptionsOf(flags, planFile);
      const remote = await openRemote(command, options.server, flags.keyFromEnv, flags.rate);
      const prepared = await prepare(options, remote);
      await show(prepared, flags);
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
      if (!flags.yes) await ask();
      await writePlan(planFile, prepared.plan);
      await applyPlan(prepared.plan, planFile, remote, { ...flags, resume: false });
    }),
  );
}
