// Ends a command of `sync` with a sentence and the exit status that belongs to it.
import { hostname } from 'node:os';
import { accountName } from '../../audit/entry';
import { SyncError } from '../../sync/sync-error';
import { Refusal } from '../refusal';

export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SyncError ? new Refusal(error.lines, error.exitStatus) : error;
  }
}

/** Who plans and applies, for plans and receipts. */
export const whoRuns = (): string => `${accountName()}@${hostname()}`;
