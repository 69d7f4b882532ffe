// `sync plan` and `sync undo`: show the changes, and write the plan file.
import { dirname, join, parse } from 'node:path';
import type { Command } from 'commander';
import type { Plan } from '../../../generated/files';
import { type Prepared, type PrepareOptions, prepare } from '../../sync/plan/prepare';
import { writePlan } from '../../sync/plan/plan-file';
import { getNotSynced } from '../../sync/plan/report-parts';
import { planReport } from '../../sync/plan/plan-report';
import { jsonPieces } from '../../sync/files/files';
import { requireServer, stateFileIn } from '../../sync/files/trust';
import { readReceipt } from '../../sync/apply/receipt-file';
import { prepareUndo } from '../../sync/undo';
import { readSyncSecret } from '../../base/config';
import { EXIT } from '../../sync/errors';
import { CommandError } from '../../base/command-error';
import { joinChunks } from '../../base/text';
import { console, stream, withProgress } from '../support/output';
import type { PlanFlags, ShowFlags, UndoFlags } from './options';
import { printSyncReport } from './reports';
import { openRemote, currentOperator, readServer } from './remote';

/** Returns the default state file: in the folder of the map, with its name. */
const stateBeside = (map: string): string => join(dirname(map), `${parse(map).name}.state.json`);

export const toPrepareOptions = (flags: PlanFlags, server: string, planFile: string): PrepareOptions => ({
  ...flags,
  sourceFile: flags.source,
  mapFile: flags.map,
  stateFile: flags.state ?? stateBeside(flags.map),
  planFile,
  server,
  by: currentOperator(),
  scopes: flags.scope,
  pairs: flags.pair,
  approval: flags,
});

export const NOTHING_TO_CHANGE =
  'There is nothing to change, but some rows could not be synced. See the messages above.';

export async function printPlan({ plan, planned, tripped }: Prepared, flags: ShowFlags): Promise<void> {
  if (flags.json)
    await stream(joinChunks(jsonPieces({ ...plan, counts: planned.counts, guards: tripped }, 2)));
  else await printSyncReport(planReport(plan, tripped), plan.source.file, plan, flags);
}

export function isPending(plan: Plan): boolean {
  const { changes, adoptions, claimed = [], claims = [], undoes, forgotten } = plan;
  const pending = [changes, adoptions, claimed, claims, undoes === undefined ? [] : forgotten];
  return pending.some(({ length }) => length > 0);
}

/**
 * Prints a plan, and writes it unless a guard stops it.
 * @throws CommandError with the exit status of the plan.
 */
async function finishPlan(prepared: Prepared, { out, ...how }: ShowFlags & { out?: string }): Promise<void> {
  const { plan, tripped } = prepared;
  await printPlan(prepared, how);
  if (tripped.length > 0)
    throw new CommandError(how.json ? '' : 'A guard stopped the plan. Nothing was written.', EXIT.guard);
  if (out !== undefined) await writePlan(out, plan, readSyncSecret());
  if (isPending(plan))
    throw new CommandError(
      how.json
        ? ''
        : out === undefined
          ? 'Changes are pending. To apply them, pass --out FILE and run `sync apply FILE`.'
          : `Changes are pending. To apply them, run \`sync apply ${out} --url ${plan.server}\`.`,
      EXIT.pending,
    );
  if (getNotSynced(plan) > 0) throw new CommandError(how.json ? '' : NOTHING_TO_CHANGE, EXIT.partial);
  if (!how.json && how.format === 'text') console.log('Nothing to do.');
}

export async function plan(flags: PlanFlags, command: Command): Promise<void> {
  const options = toPrepareOptions(flags, readServer(command, flags), flags.out ?? 'plan.json');
  const remote = openRemote(command, options.server, flags.keyFromEnv);
  await finishPlan(await withProgress('rows', (onProgress) => prepare(options, remote, onProgress)), flags);
}

export async function undo(file: string, flags: UndoFlags, command: Command): Promise<void> {
  const server = readServer(command, flags);
  const receipt = await readReceipt(file, readSyncSecret());
  requireServer(file, receipt.server, server);
  const state = flags.state ?? (await stateFileIn(file, receipt.state.file));
  const source = {
    source: file,
    map: '',
    state,
    scope: [],
    minSourceRatio: 0,
    pair: new Map<string, string>(),
  };
  const options = toPrepareOptions({ ...flags, ...source }, server, flags.out ?? 'undo.json');
  const remote = openRemote(command, server, flags.keyFromEnv);
  await finishPlan(await prepareUndo(receipt, options, remote), flags);
}
