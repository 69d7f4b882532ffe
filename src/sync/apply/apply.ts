// Applies a plan: under a lock, with a journal, each change only while its asset is as it was planned. Ends with a last look, the new state and a receipt.
// What an apply begins with: its lock, its state, its journal, or why it may not begin.
import { resolve } from 'node:path';
import type { Claim } from '../claims';
import type { Asset } from '../inventory';
import { type Plan, stateFileOf, unchangedDigest } from '../plan/plan-file';
import { makeReceipt, type Receipt } from '../receipt';
import type { Remote } from '../remote';
import { readState, type State, writeState } from '../state';
import { EXIT, SyncError } from '../errors';
import { execute } from './execute';
import {
  beginJournal,
  type Begun,
  continueJournal,
  type Ended,
  holds,
  type Journal,
  type JournalContents,
  journalFileOf,
  readJournal,
  removeJournal,
  requireNoInterruption,
} from './journal';
import { createStepProgress, type Step, type StepProgress, stepsOf } from './steps';
import { createPerform } from './perform';
import { prove } from './outcome';
import { lock, lockFilesOf } from './lock';

export interface ApplyOptions {
  planFile: string;
  resume: boolean;
  by: string;
  remote: Remote;
  concurrency: number;
  /** Aborted when the person wants it to end. */
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
  /** Puts the receipt where it stays. */
  keep: (receipt: Receipt) => Promise<void>;
}

/** Maps asset ids to proofs of ownership. */
type Claims = ReadonlyMap<string, Claim>;

/**
 * Returns the claims of the steps. Parking steps come first, because later steps write their assets again.
 */
function claimsOf(steps: readonly Step[], { results }: StepProgress): Claims {
  const inTime = [...steps].sort((one, other) => Number(other.does === 'park') - Number(one.does === 'park'));
  return new Map(
    inTime.flatMap(({ number, change }): [string, Claim][] => {
      const { claim, id = change.operation === 'create' ? undefined : change.id } = results.get(number)!;
      return claim === undefined || id === undefined ? [] : [[id, claim]];
    }),
  );
}

/**
 * Returns the valid adoptions of the plan. An asset that the source does not own yet needs a claim. An asset
 * that it owns under another key needs its planned name. `before`: the assets at the first look.
 */
function adoptionsOf(
  plan: Plan,
  { assets }: State,
  claims: Claims,
  before: readonly Asset[],
): Plan['adoptions'] {
  const owned = new Set(assets.values());
  const names = new Map(before.map(({ id, name }) => [id, name]));
  const isOwned = (id: string, name: string): boolean => owned.has(id) && names.get(id) === name;
  return plan.adoptions.filter(
    ({ key, id, name }) => claims.has(id) || isOwned(id, name) || assets.get(key) === id,
  );
}

/** Returns the adoptions that stay invalid when the apply resumes. */
function lostOf(
  plan: Plan,
  adoptions: Plan['adoptions'],
  steps: readonly Step[],
  { results }: StepProgress,
): Plan['adoptions'] {
  const isOpen = ({ number }: Step): boolean =>
    ['pending', 'failed', 'doubt'].includes(results.get(number)!.outcome);
  const open = new Set(
    steps.filter(isOpen).flatMap(({ change }) => (change.operation === 'update' ? [change.id] : [])),
  );
  return plan.adoptions.filter((adoption) => !adoptions.includes(adoption) && !open.has(adoption.id));
}

interface Made {
  /** Before the apply. */
  state: State;
  steps: readonly Step[];
  adoptions: Plan['adoptions'];
  made: Claims;
}

/** Returns the new state, with all adoptions, creations, deletions and claims. */
function nextState(plan: Plan, { state, steps, adoptions, made }: Made, { results }: StepProgress): State {
  const assets = new Map(state.assets);
  for (const key of plan.forgotten) assets.delete(key);
  for (const { key, id } of adoptions) assets.set(key, id);
  for (const { number, does, change } of steps) {
    const { outcome, id } = results.get(number)!;
    if (does !== 'change') continue;
    if (change.operation === 'create' && id !== undefined && (holds(outcome) || outcome === 'stale'))
      assets.set(change.key, id);
    if (change.operation === 'delete' && holds(outcome)) assets.delete(change.key);
  }
  const owned = new Set(assets.values());
  const claims = new Map([...state.claims, ...made].filter(([id]) => owned.has(id)));
  return { ...state, serial: state.serial + 1, assets, claims };
}

async function run(
  plan: Plan,
  session: Session,
  { remote, by, concurrency, stop, onProgress, keep }: ApplyOptions,
): Promise<Receipt> {
  const { state, stateFile, journal, journalFile, startedAt } = session;
  const snapshot = await remote.snapshot();
  if (plan.organization !== null && snapshot.organization !== plan.organization) {
    const its =
      snapshot.organization === undefined
        ? 'an organization whose inventory is empty'
        : `the organization ${snapshot.organization}`;
    throw new SyncError(`The key is for ${its}, and the plan for ${plan.organization}.`);
  }
  const steps = stepsOf(plan);
  const ledger = createStepProgress(plan, steps, journal, session);
  const owned = new Set([...state.assets.values(), ...plan.adoptions.map(({ id }) => id)]);
  const stopped = await execute(steps, ledger, {
    perform: createPerform(remote, (id) => owned.has(id)),
    snapshot,
    concurrency,
    stop,
    onProgress,
  });

  const last = await remote.assets().catch((error: unknown) => {
    if (error instanceof SyncError) return undefined; // the receipt says that there is no proof
    throw error;
  });
  const proof = last && prove(plan, steps, ledger, last, unchangedDigest(plan.unchanged.ids, last));
  const outcomes = new Set([...ledger.results.values()].map(({ outcome }) => outcome));
  const told = stop.aborted && outcomes.has('pending') ? 'It was told to stop.' : undefined;
  const claims = claimsOf(steps, ledger);
  const adoptions = adoptionsOf(plan, state, claims, snapshot.assets);
  const lost = lostOf(plan, adoptions, steps, ledger);
  const circumstances = { by, stateFile, startedAt, adoptions, lost, proof, stopped: stopped ?? told };
  const receipt = makeReceipt(plan, steps, ledger, circumstances);
  try {
    await writeState(stateFile, nextState(plan, { state, steps, adoptions, made: claims }, ledger));
    await keep(receipt);
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    throw new SyncError(
      `${error.message}. What was done is in the journal: when the file can be written, go on with --resume.`,
    );
  }
  const isOver = [...outcomes].every((outcome) => holds(outcome) || outcome === 'stale');
  // What is in doubt must be looked at before anything else is planned.
  if (!isOver && !outcomes.has('doubt'))
    await journal.write({ phase: 'closed', at: new Date().toISOString() });
  await journal.close();
  if (isOver) await removeJournal(journalFile);
  return receipt;
}

/** @throws SyncError when nothing was changed. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Receipt> {
  const session = await openSession(plan, options);
  try {
    return await run(plan, session, options);
  } finally {
    await session.journal.close();
    await session.unlock();
  }
}

export interface Session {
  state: State;
  stateFile: string;
  journal: Journal;
  journalFile: string;
  startedAt: string;
  /** Of earlier runs of the same plan. */
  begun: Map<number, Begun>;
  ended: Map<number, Ended>;
  unlock: () => Promise<void>;
}

/** What an earlier run of the plan has left. @throws SyncError when there is nothing of that kind. */
async function interruptedRun(plan: Plan, journalFile: string): Promise<JournalContents> {
  const found = await readJournal(journalFile);
  if (!found) throw new SyncError('There is nothing to resume: no apply of this plan was interrupted.');
  if (found.plan === plan.id) return found;
  await requireNoInterruption(journalFile);
  throw new SyncError(
    'There is nothing to resume: what ended early was an apply of another plan. Apply this one without --resume.',
  );
}

export async function openSession(
  plan: Plan,
  { planFile, resume, by }: { planFile: string; resume: boolean; by: string },
): Promise<Session> {
  const stateFile = stateFileOf(plan, planFile);
  const journalFile = journalFileOf(stateFile);
  const unlock = await lock(lockFilesOf(plan.server, plan.organization, stateFile));
  try {
    const earlier = resume ? await interruptedRun(plan, journalFile) : undefined;
    if (!resume) await requireNoInterruption(journalFile);
    const state = await readState(stateFile, {
      source: plan.source.name,
      server: plan.server,
      organization: plan.organization ?? undefined,
    });
    if (!resume && state.serial !== plan.state.serial)
      throw new SyncError(
        'The plan is stale: something was applied since it was made. Plan again.',
        EXIT.stale,
      );
    const journal = earlier
      ? await continueJournal(journalFile)
      : await beginJournal(journalFile, { plan: plan.id, planFile: resolve(planFile), by });
    const { startedAt, begun, ended } = earlier ?? {
      startedAt: new Date().toISOString(),
      begun: new Map<number, Begun>(),
      ended: new Map<number, Ended>(),
    };
    return { state, stateFile, journal, journalFile, startedAt, begun, ended, unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}
