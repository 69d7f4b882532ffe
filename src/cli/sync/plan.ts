// `sync plan` and `sync undo`: show the changes, and write the plan file.
import { dirname, join, parse } from 'node:path';
import type { Command } from 'commander';
import type { Approval } from '../../../generated/files';
import type { Prepared, PrepareOptions } from '../../sync/plan/prepare';
import { readSyncSecret } from '../../base/config';
import { EXIT } from '../../sync/errors';
import { CommandError } from '../../base/command-error';
import { chunksOf } from '../../base/text';
import { console, stream, withProgress } from '../support/output';
import {
  addGuardOptions,
  addPlanOptions,
  addServerOptions,
  type GuardFlags,
  type PlanFlags,
  type ServerOptions,
  addApprovalOptions,
  addShowOptions,
  approvalOf,
  type ShowFlags,
} from './options';
import { printSyncReport } from './reports';
import { openRemote, currentOperator, serverOf } from './remote';

/** Returns the default state file: in the folder of the map, with its name. */
const stateBeside = (map: string): string => join(dirname(map), `${parse(map).name}.state.json`);

export const prepareOptionsOf = (flags: PlanFlags, server: string, planFile: string): PrepareOptions => ({
  ...flags,
  sourceFile: flags.source,
  mapFile: flags.map,
  stateFile: flags.state ?? stateBeside(flags.map),
  planFile,
  server,
  by: currentOperator(),
  scopes: flags.scope,
  pairs: flags.pair,
  approval: approvalOf(flags),
});

export const NOTHING_TO_CHANGE =
  'There is nothing to change, but some rows could not be synced. See the messages above.';

export async function printPlan({ plan, planned, tripped }: Prepared, flags: ShowFlags): Promise<void> {
  const { planReport } = await import('../../sync/plan/plan-report.js');
  const { jsonPieces } = await import('../../sync/files/files.js');
  if (flags.json) await stream(chunksOf(jsonPieces({ ...plan, counts: planned.counts, guards: tripped }, 2)));
  else await printSyncReport(planReport(plan, tripped), plan.source.file, plan, flags);
}

export const isPending = ({
  changes,
  adoptions,
  claimed = [],
  claims = [],
  undoes,
  forgotten,
}: Prepared['plan']): boolean =>
  changes.length +
    adoptions.length +
    claimed.length +
    claims.length +
    (undoes === undefined ? 0 : forgotten.length) >
  0;

export const isIncomplete = ({ faults, conflicts, possible_renames }: Prepared['plan']): boolean =>
  faults.length + conflicts.length + possible_renames.length > 0;

/**
 * Prints a plan, and writes it unless a guard stops it.
 * @throws CommandError with the exit status of the plan.
 */
async function finishPlan(prepared: Prepared, { out, ...how }: ShowFlags & { out?: string }): Promise<void> {
  const { plan, tripped } = prepared;
  await printPlan(prepared, how);
  if (tripped.length > 0)
    throw new CommandError(how.json ? '' : 'A guard stopped the plan. Nothing was written.', EXIT.guard);
  if (out !== undefined) {
    const { writePlan } = await import('../../sync/plan/plan-file.js');
    await writePlan(out, plan, readSyncSecret());
  }
  if (isPending(plan))
    throw new CommandError(
      how.json
        ? ''
        : out === undefined
          ? 'Changes are pending. To apply them, pass --out FILE and run `sync apply FILE`.'
          : `Changes are pending. To apply them, run \`sync apply ${out} --url ${plan.server}\`.`,
      EXIT.pending,
    );
  if (isIncomplete(plan)) throw new CommandError(how.json ? '' : NOTHING_TO_CHANGE, EXIT.partial);
  if (!how.json && how.format === 'text') console.log('Nothing to do.');
}

export function addPlanCommand(sync: Command): void {
  const command = addShowOptions(
    addApprovalOptions(
      addPlanOptions(
        sync
          .command('plan')
          .description(
            'Show the changes that a sync would make, and write them to a plan file. Changes nothing.',
          ),
      ),
    ),
  );
  command.action(async (flags: PlanFlags) => {
    const { prepare } = await import('../../sync/plan/prepare.js');
    const options = prepareOptionsOf(flags, serverOf(command, flags), flags.out ?? 'plan.json');
    const remote = await openRemote(command, options.server, flags.keyFromEnv);
    await finishPlan(await withProgress('rows', (onProgress) => prepare(options, remote, onProgress)), flags);
  });
}

interface UndoFlags extends ServerOptions, GuardFlags, Approval, ShowFlags {
  state?: string;
  out?: string;
}

export function addUndoCommand(sync: Command): void {
  const command = addShowOptions(
    addApprovalOptions(
      addGuardOptions(
        addServerOptions(
          sync
            .command('undo')
            .description('Plan the inverse of the changes in a receipt.')
            .argument('<receipt>', 'the JSON file of the receipt'),
        ),
      ),
    )
      .option('--state <file>', 'the state file (default: from the receipt, in its folder)')
      .option('--out <file>', 'write the plan to this file'),
  );
  command.action(async (file: string, flags: UndoFlags) => {
    const { prepareUndo } = await import('../../sync/undo.js');
    const { readReceipt } = await import('../../sync/apply/receipt-file.js');
    const { requireServer, stateFileIn } = await import('../../sync/files/trust.js');
    const server = serverOf(command, flags);
    const receipt = await readReceipt(file, readSyncSecret());
    requireServer(file, receipt.server, server);
    const planFlags: PlanFlags = {
      ...flags,
      source: file,
      map: '',
      state: flags.state ?? (await stateFileIn(file, receipt.state.file)),
      scope: [],
      minSourceRatio: 0,
      pair: new Map(),
    };
    const options = prepareOptionsOf(planFlags, server, flags.out ?? 'undo.json');
    await finishPlan(
      await prepareUndo(receipt, options, await openRemote(command, server, flags.keyFromEnv)),
      flags,
    );
  });
}
