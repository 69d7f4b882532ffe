// `sync apply` and `sync run`: apply a plan with progress, stop gracefully on Ctrl-C, and print the receipt.
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Plan, Receipt } from '../../../generated/files';
import { type ApplyOptions, apply } from '../../sync/apply/apply';
import { writeReceipt } from '../../sync/apply/receipt-file';
import { toJournalFile, readJournal } from '../../sync/files/journal';
import { requirePlanId, requireServer, stateFileIn } from '../../sync/files/trust';
import { type Remote, limitConcurrency } from '../../sync/inventory/remote';
import { readPlan, writePlan } from '../../sync/plan/plan-file';
import { prepare } from '../../sync/plan/prepare';
import { formatName, getNotSynced } from '../../sync/plan/report-parts';
import { gridLines } from '../../base/report/text';
import { readSyncSecret } from '../../base/config';
import { EXIT, SyncError } from '../../sync/errors';
import { OUTCOME_COLUMNS, outcomeRows, outcomeText } from '../../sync/apply/receipt-report';
import { CommandError } from '../../base/command-error';
import { console, withProgress } from '../support/output';
import { withStopSignal } from '../support/signals';
import type { ApplyFlags, PlanFlags } from './options';
import { NOTHING_TO_CHANGE, isPending, toPrepareOptions, printPlan } from './plan';
import { openRemote, currentOperator, readServer } from './remote';
import { pluralize, formatCount } from '../../base/text';

/** A second signal ends the process; the journal allows to resume. */
const sayStopping = (): void =>
  console.error('Stopping: changes in progress are completed. To stop immediately, press Ctrl-C again.');

function formatSummary(receipt: Receipt, planFile: string): string {
  const { counts, stopped } = receipt;
  const isOpen = counts.pending + counts.failed + counts.doubt > 0;
  const rows = getNotSynced(receipt.not_synced);
  return [
    ...(stopped === undefined ? [] : [`The apply ended early: ${stopped}`]),
    outcomeText(receipt),
    ...(rows > 0 ? [`${pluralize(rows, 'row')} of the source could not be synced.`] : []),
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
      const id = change.asset_id ?? `key ${change.key}`;
      const reason = change.message ?? 'the result is unknown';
      console.error(`${change.outcome}: ${change.operation} ${formatName(change)} (${id}): ${reason}`);
    }
    console.log(gridLines(OUTCOME_COLUMNS, outcomeRows(receipt)));
    if (receipt.adopted.length > 0) console.log(`${formatCount(receipt.adopted.length)} adopted`);
    console.log(`Receipt: ${files.join(', ')}`);
  }
  if (receipt.exit_status !== EXIT.converged)
    throw new CommandError(json ? '' : formatSummary(receipt, planFile), receipt.exit_status);
  if (!json) console.log(formatSummary(receipt, planFile));
}

/** @throws CommandError with the exit status of the receipt, unless it is 0. */
async function applyPlan(
  plan: Plan,
  { planFile, stateFile }: Pick<ApplyOptions, 'planFile' | 'stateFile'>,
  remote: Remote,
  { resume, concurrency, rate, receipts, json, ...approval }: ApplyFlags & { resume: boolean },
): Promise<void> {
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
          approval,
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

export interface SingleApplyFlags extends ApplyFlags {
  url?: string;
  keyFromEnv: string;
  planId?: string;
  state?: string;
  resume?: boolean;
}

export async function applyFile(file: string, flags: SingleApplyFlags, command: Command): Promise<void> {
  const server = readServer(command, flags);
  const plan = await readPlan(file, readSyncSecret());
  requirePlanId(file, plan.id, flags.planId);
  requireServer(file, plan.server, server);
  const stateFile = flags.state ?? (await stateFileIn(file, plan.state.file));
  const remote = openRemote(command, server, flags.keyFromEnv, flags.rate);
  await applyPlan(plan, { planFile: file, stateFile }, remote, { ...flags, resume: flags.resume ?? false });
}

export type RunFlags = PlanFlags & ApplyFlags & { yes?: boolean };

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
  flags: RunFlags,
): Promise<void> {
  const journal = await readJournal(toJournalFile(stateFile));
  if (!journal || journal.closed || journal.plan_file !== resolve(planFile)) return;
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

/** Plans, shows the plan, asks, and applies it. */
export async function run(flags: RunFlags, command: Command): Promise<void> {
  // The name of the map keeps the plans of several sources in one folder apart.
  const planFile = flags.out ?? `${parse(flags.map).name}.plan.json`;
  const options = toPrepareOptions(flags, readServer(command, flags), planFile);
  const remote = openRemote(command, options.server, flags.keyFromEnv, flags.rate);
  const files = { planFile, stateFile: options.stateFile };
  if (flags.yes) await resumeOwn(files, options.server, remote, flags);
  const prepared = await prepare(options, remote);
  await printPlan(prepared, flags);
  if (prepared.tripped.length > 0)
    throw new CommandError('A guard stopped the sync. Nothing was changed.', EXIT.guard);
  if (!isPending(prepared.plan)) {
    if (getNotSynced(prepared.plan) > 0) throw new CommandError(NOTHING_TO_CHANGE, EXIT.partial);
    return console.log('Nothing to do.');
  }
  if (!flags.yes) await requireConfirmation();
  await writePlan(planFile, prepared.plan, readSyncSecret());
  await applyPlan(prepared.plan, files, remote, { ...flags, resume: false });
}
