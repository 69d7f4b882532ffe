// What an apply begins with: its lock, its state, its journal, or why it may not begin.
import { resolve } from 'node:path';
import { type Plan, stateFileOf } from '../plan/plan-file';
import { type State, readState } from '../state';
import { EXIT, SyncError } from '../sync-error';
import {
  type Begun,
  type Ended,
  type JournalContents,
  journalFileOf,
  readJournal,
  requireNoInterruption,
} from './journal';
import { type Journal, beginJournal, continueJournal } from './journal-writer';
import { lock, lockFilesOf } from './lock';

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
async function leftBy(plan: Plan, journalFile: string): Promise<JournalContents> {
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
    const earlier = resume ? await leftBy(plan, journalFile) : undefined;
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
