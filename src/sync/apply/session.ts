// What an apply begins with: its lock, its state, its journal, or why it may not begin.
import { resolve } from 'node:path';
import { type Plan, stateFileOf } from '../plan/plan-file';
import { type State, readState } from '../state';
import { EXIT, SyncError } from '../sync-error';
import { type Begun, type Ended, type JournalContents, journalFileOf, readJournal } from './journal';
import { type Journal, beginJournal, continueJournal } from './journal-writer';
import { lock, lockFileOf } from './lock';

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

export const interrupted = ({ planFile }: JournalContents): SyncError =>
  new SyncError(`An apply was interrupted, or is still running, and what it has begun must come to an end first: run \`sync apply ${planFile} --resume\`.`);

function checkJournal(found: JournalContents | undefined, plan: Plan, resume: boolean): void {
  if (!resume) {
    if (found && !found.closed) throw interrupted(found);
    return;
  }
  if (!found) throw new SyncError('There is nothing to resume: no apply of this plan was interrupted.');
  if (found.plan !== plan.id) throw found.closed ? new SyncError('There is nothing to resume: another plan was applied since. Plan again.', EXIT.stale) : interrupted(found);
}

export async function openSession(plan: Plan, { planFile, resume, by }: { planFile: string; resume: boolean; by: string }): Promise<Session> {
  const stateFile = stateFileOf(plan, planFile);
  const journalFile = journalFileOf(stateFile);
  const unlock = await lock(lockFileOf(plan.server, plan.organization));
  try {
    const found = await readJournal(journalFile);
    checkJournal(found, plan, resume);
    const state = await readState(stateFile, { source: plan.source.name, server: plan.server, organization: plan.organization ?? undefined });
    if (!resume && state.serial !== plan.state.serial) throw new SyncError('The plan is stale: something was applied since it was made. Plan again.', EXIT.stale);
    const earlier = resume ? found : undefined;
    const journal = earlier ? await continueJournal(journalFile) : await beginJournal(journalFile, { plan: plan.id, planFile: resolve(planFile), by });
    const { startedAt, begun, ended } = earlier ?? { startedAt: new Date().toISOString(), begun: new Map<number, Begun>(), ended: new Map<number, Ended>() };
    return { state, stateFile, journal, journalFile, startedAt, begun, ended, unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}
