// Applies a plan: locks, opens the journal, executes the steps, proves the result, writes state and receipt.
import { resolve } from 'node:path';
import type { Approval, Plan, Receipt } from '../../../generated/files';
import { mergeApproval } from '../files/trust';
import { EXIT, SyncError } from '../errors';
import { writeFileAtomically } from '../files/files';
import { readState } from '../files/state';
import { type ExecuteOptions, execute } from './execute';
import {
  type JournalContents,
  beginJournal,
  continueJournal,
  holds,
  toJournalFile,
  readJournal,
  removeJournal,
  requireNoInterruption,
} from '../files/journal';
import { lock, listLockFiles } from '../files/lock';
import { listAdoptions, listClaims, lostAdoptions, makeReceipt, nextState, prove } from './outcome';
import { restoreSteps, createSteps } from './steps';

export interface ApplyOptions extends Omit<ExecuteOptions, 'isOwned' | 'snapshot'> {
  planFile: string;
  /** The state of the source, which the operator named, or which the plan names in its folder. */
  stateFile: string;
  resume: boolean;
  by: string;
  /** Completes the approval of the plan. */
  approval: Approval;
  /** Stores the receipt. */
  keep: (receipt: Receipt) => Promise<void>;
}

type Session = Awaited<ReturnType<typeof openSession>>;

/** Returns the journal of the interrupted run of this plan. @throws SyncError when there is none. */
async function interruptedRun(plan: Plan, journalFile: string): Promise<JournalContents> {
  const found = await readJournal(journalFile);
  if (!found) throw new SyncError('Nothing to resume: no apply of this plan was interrupted.');
  if (found.plan === plan.id) return found;
  await requireNoInterruption(journalFile);
  throw new SyncError(
    'Nothing to resume: the last interrupted apply used another plan. Apply this plan without --resume.',
  );
}

async function openSession(plan: Plan, { planFile, stateFile, resume, by, approval: given }: ApplyOptions) {
  const journalFile = toJournalFile(stateFile);
  const earlier = resume ? await interruptedRun(plan, journalFile) : undefined;
  if (!resume) await requireNoInterruption(journalFile);
  const state = await readState(stateFile, {
    source: plan.source.name,
    server: plan.server,
    organization: plan.organization ?? undefined,
  });
  if (!resume && state.serial !== plan.state.serial)
    throw new SyncError(
      'The plan is stale: another plan was applied after it was made. Plan again.',
      EXIT.stale,
    );
  const approval = mergeApproval(mergeApproval(plan.approval, earlier?.approval), given);
  const journal = earlier
    ? await continueJournal(journalFile)
    : await beginJournal(journalFile, { plan: plan.id, plan_file: resolve(planFile), by, approval });
  const steps = createSteps(plan);
  if (earlier) restoreSteps(steps, earlier);
  const startedAt = earlier?.at ?? new Date().toISOString();
  return { state, steps, journal, journalFile, approval, startedAt };
}

/**
 * Returns why the run ended early, the assets of the plan's adoptions before it, and all assets if it had nothing to do.
 * The snapshot takes much memory: it ends here, before the last list is read.
 */
async function executeSteps(
  plan: Plan,
  { state, steps, journal }: Session,
  { remote, concurrency, stop, onProgress }: ApplyOptions,
) {
  const snapshot = await remote.snapshot();
  if (plan.organization !== null && snapshot.organization !== plan.organization) {
    const its = snapshot.organization ?? 'an organization without records';
    throw new SyncError(`The API key belongs to ${its}, but the plan is for ${plan.organization}.`);
  }
  const known = [...state.assets.values(), ...state.deleted.values()];
  const owned = new Set([...known, ...plan.adoptions.map(({ id }) => id)]);
  const isOwned = (id: string): boolean => owned.has(id);
  const options = { remote, isOwned, snapshot, concurrency, stop, onProgress };
  const failure = await execute(steps, journal, options);
  const noted = new Set([...plan.adoptions, ...(plan.claimed ?? [])].map(({ id }) => id));
  const before = snapshot.assets.filter(({ id }) => noted.has(id));
  const isUnused = steps.length === 0 && noted.size === 0;
  return { failure, before, unchanged: isUnused ? snapshot.assets : undefined };
}

async function run(plan: Plan, session: Session, options: ApplyOptions): Promise<Receipt> {
  const { state, steps, journal, journalFile, approval, startedAt } = session;
  const { remote, by, stateFile, stop, keep } = options;
  const { failure, before, unchanged } = await executeSteps(plan, session, options);

  const last =
    unchanged ??
    (await remote.assets().catch((error: unknown) => {
      if (error instanceof SyncError) return undefined; // the receipt says that the proof is missing
      throw error;
    }));
  const proof = last && prove(plan, steps, last);
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  const isStopped = stop.aborted && outcomes.has('pending');
  const claims = listClaims(plan, steps, last ?? before);
  const adoptions = listAdoptions(plan, state, claims, before);
  const lost = lostAdoptions(plan, adoptions, steps);
  const stopped = failure ?? (isStopped ? 'The operator stopped it.' : undefined);
  const about = { by, approval, stateFile, startedAt };
  const receipt = makeReceipt(plan, steps, { ...about, adoptions, lost, proof, stopped });
  try {
    await writeFileAtomically(stateFile, nextState(plan, state, steps, { adoptions, claims }));
    await keep(receipt);
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    throw new SyncError(
      `${error.message}. The journal contains the changes made so far. ` +
        'Correct the problem, then run with --resume.',
    );
  }
  const isOver = [...outcomes].every((outcome) => holds(outcome) || outcome === 'stale');
  // Steps in doubt keep the journal open: the next run must check them before anything else is planned.
  if (!isOver && !outcomes.has('doubt'))
    await journal.write({ phase: 'closed', at: new Date().toISOString() });
  await journal.close();
  if (isOver) await removeJournal(journalFile);
  return receipt;
}

/** Applies a plan and returns the receipt. @throws SyncError when nothing was changed. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Receipt> {
  const unlock = await lock(listLockFiles(plan.server, plan.organization, options.stateFile));
  let session: Session | undefined;
  try {
    session = await openSession(plan, options);
    return await run(plan, session, options);
  } finally {
    await session?.journal.close();
    await unlock();
  }
}
