// Results of steps, and the checks that decide them.
import type { AssetFields, Claim } from '../../../generated/files';
import { ASSET_FIELDS, type Asset } from '../inventory/inventory';
import type { Effort, Remote, Reply } from '../inventory/remote';
import type { Step, StepOutcome } from './steps';

export interface StepContext {
  step: Step;
  /** Adds to `effort`. */
  remote: Pick<Remote, 'get' | 'create' | 'update' | 'remove'>;
  /** Of the writes and waits of this step in this run. */
  effort: Effort;
  /** Returns whether an asset already belongs to another key. */
  isOwned: (id: string) => boolean;
  /** Returns the asset that has a name now. */
  holderOf: (name: string) => Promise<Asset | undefined>;
  /** Writes the begin entry of the journal. Called right before a write. */
  begin: (serverTime?: string) => Promise<void>;
}

/** Returns whether an earlier run has begun the step, with an unknown result. */
export const isInDoubt = ({ step }: StepContext): boolean => step.outcome === 'doubt';

/** Maximum number of reads of an asset that other writers change between the read and the write. */
export const MAX_READS = 4;

export const NEWER_WRITE = 'has a newer write: another source may own it now';

/** Longer than a server works on a request, in milliseconds. */
const OWN_WRITE_TIME = 15_000;

/**
 * Returns whether a write with a lost response was this step's own: the asset was as planned at `begun`, and was
 * written right after it. Both times are the server's.
 */
export const isOwnWrite = (begun: string | undefined, { updated_at }: Asset): boolean =>
  begun !== undefined && Math.abs(Date.parse(updated_at) - Date.parse(begun)) <= OWN_WRITE_TIME;

/** Returns whether an asset is unwritten since the plan. Plans of earlier versions have no time to compare. */
export const isAsPlanned = ({ updated_at }: { updated_at?: string | undefined }, asset: Asset): boolean =>
  updated_at === undefined || updated_at === asset.updated_at;

/** Returns a remote that adds the retries of writes and all waits to an effort. */
export function countEffort(remote: Remote): Pick<StepContext, 'remote' | 'effort'> {
  const effort = { attempts: 0, waited: 0 };
  const counted =
    <Args extends unknown[]>(send: (...args: Args) => Promise<Reply>, isWrite = true) =>
    async (...args: Args): Promise<Reply> => {
      const reply = await send(...args);
      effort.waited += reply.waited;
      if (isWrite) effort.attempts = Math.max(1, effort.attempts) + reply.attempts - 1;
      return reply;
    };
  const { get, create, update, remove } = remote;
  return {
    effort,
    remote: {
      get: counted(get, false),
      create: counted(create),
      update: counted(update),
      remove: counted(remove),
    },
  };
}

export const stale = (message: string, id?: string): StepOutcome => ({ outcome: 'stale', message, id });

export const done = (id: string, claim?: Claim): StepOutcome => ({ outcome: 'done', id, claim });

/**
 * Returns the result for an asset that already matches. `maybeOurs`: a request with a lost response may
 * have done it.
 */
export const alreadyDone = (id: string, maybeOurs: boolean, message: string, claim?: Claim): StepOutcome =>
  maybeOurs ? done(id, claim) : { outcome: 'already', id, message };

export const failed = (reply: Extract<Reply, { is: 'failed' }>): StepOutcome => ({
  outcome: reply.maybeDone ? 'doubt' : 'failed',
  message: reply.message,
  endsTheRun: !reply.ofThisChangeAlone,
});

export const unexpected = (): StepOutcome => ({
  outcome: 'failed',
  message: 'the server sent an unexpected response',
});

export type Done = Extract<Reply, { is: 'done' }>;

/**
 * Reads an asset, or returns why the step ends: `gone` for an asset that was deleted. After a write, a failed read
 * leaves the step in doubt.
 */
export async function readAsset(
  id: string,
  { remote }: StepContext,
  { gone, hasWritten }: { gone: StepOutcome; hasWritten: boolean },
): Promise<Done | StepOutcome> {
  const now = await remote.get(id);
  if (now.is === 'done') return now;
  if (now.is === 'gone') return gone;
  if (now.is !== 'failed') return unexpected();
  return { ...failed(now), ...(hasWritten && { outcome: 'doubt' }) };
}

export function differences(one: AssetFields, other: AssetFields): string {
  return ASSET_FIELDS.filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${JSON.stringify(one[field])}`)
    .join(', ');
}

/** Ends the step when an entity tag cannot protect a write. A weak tag never matches (RFC 9110, 13.1.1). */
export function etagFault(etag: string | undefined): StepOutcome | undefined {
  if (etag !== undefined && !etag.startsWith('W/')) return undefined;
  const message =
    etag === undefined
      ? 'the response has no ETag, so changes of other writers could be overwritten: ' +
        'configure the proxy in front of the server to forward ETag'
      : 'the response has a weak ETag: configure the proxy in front of the server not to modify responses';
  return { outcome: 'failed', message, endsTheRun: true };
}
