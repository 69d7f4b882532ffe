// `sync apply`: applies a plan with progress, stops gracefully on Ctrl-C, and prints the receipt.
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Plan, Receipt } from '../../../generated/files';
import type { ApplyOptions } from '../../sync/apply/apply';
import type { Remote } from '../../sync/inventory/remote';
import { gridLines } from '../../base/report/text';
import { readSyncSecret } from '../../base/config';
import { EXIT } from '../../sync/errors';
import { OUTCOME_COLUMNS, outcomeRows, outcomeText } from '../../sync/apply/receipt-report';
import { CommandError } from '../../base/command-error';
import { console, withProgress } from '../support/output';
import { withStopSignal } from '../support/signals';
import {
  addApplyOptions,
  addServerOptions,
  type ApplyFlags,
  type ServerOptions,
  addApprovalOptions,
  approvalOf,
} from './options';
import { openRemote, currentOperator, serverOf } from './remote';
import { countOf, formatCount } from '../../base/text';

/** A second signal ends the process; the journal allows to resume. */
const sayStopping = (): void =>
  console.error('Stopping: changes in progress are completed. To stop immediately, press Ctrl-C again.');

function summaryOf(receipt: Receipt, planFile: string): string {
  const { counts, stopped, not_synced: rest } = receipt;
  const isOpen = counts.pending + counts.failed + counts.doubt > 0;
  const rows = rest.faults.length + rest.conflicts.length + rest.possible_renames.length;
  return [
    ...(stopped === undefined ? [] : [`The apply ended early: ${stopped}`]),
    outcomeText(receipt),
    ...(rows > 0 ? [`${countOf(rows, 'row')} of the source could not be synced.`] : []),
    ...(isOpen ? [`To continue, run \`sync apply ${planFile} --url ${receipt.server} --resume\`.`] : []),
  ].join(' ');
}

/** @throws CommandError with the exit status of the receipt, unless it is 0. */
function printReceipt(receipt: Receipt, files: string[], planFile: string, json: boolean | undefined): void {
  if (json) console.text(JSON.stringify(receipt, null, 2));
  else {
    const all = [...receipt.changes, ...(receipt.claims ?? [])];
    const open = all.filter(({ outcome }) => outcome !== 'done' && outcome !== 'pending');
    for (const change of open) {
      const name = change.operation === 'create' ? change.after.name : change.before.name;
      const id = change.asset_id ?? `key ${change.key}`;
      const reason = change.message ?? 'the result is unknown';
      console.error(`${change.outcome}: ${change.operation} ${name} (${id}): ${reason}`);
    }
    console.log(gridLines(OUTCOME_COLUMNS, outcomeRows(receipt)));
    if (receipt.adopted.length > 0) console.log(`${formatCount(receipt.adopted.length)} adopted`);
    console.log(`Receipt: ${files.join(', ')}`);
  }
  if (receipt.exit_status !== EXIT.converged)
    throw new CommandError(json ? '' : summaryOf(receipt, planFile), receipt.exit_status);
  if (!json) console.log(summaryOf(receipt, planFile));
}

/** @throws CommandError with the exit status of the receipt, unless it is 0. */
export async function applyPlan(
  plan: Plan,
  { planFile, stateFile }: Pick<ApplyOptions, 'planFile' | 'stateFile'>,
  remote: Remote,
  { resume, concurrency, rate, receipts, json, ...approval }: ApplyFlags & { resume: boolean },
): Promise<void> {
  const { apply } = await import('../../sync/apply/apply.js');
  const { writeReceipt } = await import('../../sync/apply/receipt-file.js');
  const { limitConcurrency } = await import('../../sync/inventory/remote.js');
  const folder = receipts ?? dirname(planFile);
  const secret = readSyncSecret();
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new CommandError(`--receipts: ${(error as Error).message}`); // nothing was changed yet
  }
  let files: string[] = [];
  const receipt = await withStopSignal(
    (stop) =>
      withProgress('changes', (onProgress) =>
        apply(plan, {
          planFile,
          stateFile,
          resume,
          by: currentOperator(),
          approval: approvalOf(approval),
          remote,
          concurrency: limitConcurrency(rate, concurrency),
          stop,
          onProgress,
          keep: async (written) => {
            files = await writeReceipt(folder, written, secret);
          },
        }),
      ),
    sayStopping,
  );
  printReceipt(receipt, files, planFile, json);
}

interface Flags extends ApplyFlags, ServerOptions {
  planId?: string;
  state?: string;
  resume?: boolean;
}

export function addApplyCommand(sync: Command): void {
  const command = addApprovalOptions(
    addApplyOptions(
      addServerOptions(
        sync
          .command('apply')
          .description('Apply a plan. Assets that changed after the plan are kept.')
          .argument('<plan>', 'the plan file'),
      )
        .option('--plan-id <id>', 'apply only the plan with this id: the approved one')
        .option('--state <file>', 'the state file (default: from the plan, in its folder)')
        .option('--resume', 'continue an interrupted apply of this plan'),
    ),
  ).option('--json', 'print the receipt as JSON');
  command.action(async (file: string, flags: Flags) => {
    const { readPlan } = await import('../../sync/plan/plan-file.js');
    const { requirePlanId, requireServer, stateFileIn } = await import('../../sync/files/trust.js');
    const server = serverOf(command, flags);
    const plan = await readPlan(file, readSyncSecret());
    requirePlanId(file, plan.id, flags.planId);
    requireServer(file, plan.server, server);
    const stateFile = flags.state ?? (await stateFileIn(file, plan.state.file));
    const remote = await openRemote(command, server, flags.keyFromEnv, flags.rate);
    await applyPlan(plan, { planFile: file, stateFile }, remote, {
      ...flags,
      resume: flags.resume ?? false,
    });
  });
}
