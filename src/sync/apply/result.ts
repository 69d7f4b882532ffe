// Results of steps, and the checks that decide them.
import { ASSET_FIELDS, type Asset, type AssetFields } from '../inventory/inventory';
import type { Claim } from '../files/state';
import { type Effort, NO_EFFORT, type Remote, type Reply } from '../inventory/remote';
import type { Outcome } from '../files/journal';

export interface StepOutcome extends Effort {
  /** `doubt`: the result is unknown. */
  outcome: Outcome | 'doubt';
  id?: string | undefined;
  /** Present after a confirmed write of this step: a lost response proves nothing. */
  claim?: Claim | undefined;
  message?: string | undefined;
  /** Every other request would fail too. */
  endsTheRun?: boolean;
}

export interface StepContext {
  remote: Remote;
  /** Returns whether an asset already belongs to another key. */
  isOwned: (id: string) => boolean;
  /** Returns the asset that has a name now. */
  holderOf: (name: string) => Promise<Asset | undefined>;
  requestId: string;
  idempotencyKey: string;
  /** An earlier run has begun the step, with an unknown result. */
  inDoubt: boolean;
  /** When that run read the asset as planned, right before its write. */
  begunAt: string | undefined;
  /** The claim of the parking step of the same change. */
  lastWrite: Claim | undefined;
  /** Writes the begin entry of the journal. Called right before a write. */
  begin: (serverTime?: string) => Promise<void>;
}

/** Maximum number of reads of an asset that other writers change between the read and the write. */
export const MAX_READS = 4;

export const NEWER_WRITE = 'has a newer write: another source may own it now';
export const UNEXPECTED_RESPONSE = 'the server sent an unexpected response';

/** Longer than a server works on a request, in milliseconds. */
const OWN_WRITE_TIME = 15_000;

/**
 * Returns whether a write with a lost response was this step's own: the asset was as planned at `begun`, and was
 * written right after it. Both times are the server's.
 */
export const isOwnWrite = (begun: string | undefined, { updated_at }: Asset): boolean =>
  begun !== undefined && Math.abs(Date.parse(updated_at) - Date.parse(begun)) <= OWN_WRITE_TIME;

interface Written {
  updated_at?: string | undefined;
}

/**
 * Returns whether an asset is unwritten since the plan. Plans of earlier versions have no time to compare.
 */
export const isAsPlanned = ({ updated_at }: Written, asset: Asset): boolean =>
  updated_at === undefined || updated_at === asset.updated_at;

export const addEffort = (one: Effort, other: Effort): Effort => ({
  attempts: one.attempts + other.attempts,
  waited: one.waited + other.waited,
});

export function stale(message: string, { attempts, waited }: Effort = NO_EFFORT, id?: string): StepOutcome {
  return { outcome: 'stale', message, id, attempts, waited };
}

export function done({ attempts, waited }: Effort, id: string, claim?: Claim): StepOutcome {
  return { outcome: 'done', id, claim, attempts, waited };
}

/**
 * Returns the result for an asset that already matches. `maybeOurs`: a request with a lost response may
 * have done it.
 */
export const alreadyDone = (
  { attempts, waited }: Effort,
  id: string,
  maybeOurs: boolean,
  message: string,
  claim?: Claim,
): StepOutcome =>
  maybeOurs ? done({ attempts, waited }, id, claim) : { outcome: 'already', id, message, attempts, waited };

type Failed = Extract<Reply, { is: 'failed' }>;

export function failed({ message, ofThisChangeAlone, maybeDone, attempts, waited }: Failed): StepOutcome {
  return {
    outcome: maybeDone ? 'doubt' : 'failed',
    message,
    endsTheRun: !ofThisChangeAlone,
    attempts,
    waited,
  };
}

/** Returns the result of a failed read. An earlier write of the same step may have succeeded. */
export function failedRead(reply: Failed, effort: Effort): StepOutcome {
  return { ...failed(reply), ...(effort.attempts > 0 ? { outcome: 'doubt' } : {}), ...effort };
}

export function differences(one: AssetFields, other: AssetFields): string {
  return ASSET_FIELDS.filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${JSON.stringify(one[field])}`)
    .join(', ');
}

/** Returns why an entity tag cannot protect a write. A weak tag never matches (RFC 9110, 13.1.1). */
export function etagFault(etag: string | undefined): string | undefined {
  if (etag === undefined)
    return (
      'the response has no ETag, so changes of other writers could be overwritten: ' +
      'configure the proxy in front of the server to forward ETag'
    );
  return etag.startsWith('W/')
    ? 'the response has a weak ETag: configure the proxy in front of the server not to modify responses'
    : undefined;
}
