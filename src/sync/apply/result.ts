// Results of steps, and the types of their calls.
import { ASSET_FIELDS, type Asset, type AssetFields } from '../inventory';
import type { Claim } from '../claims';
import { type Effort, NO_EFFORT, type Reply } from '../remote';
import type { Outcome } from './journal';

export interface StepOutcome extends Effort {
  /** `doubt`: nobody has seen whether it was done. */
  outcome: Outcome | 'doubt';
  id?: string;
  /** Present after a confirmed write of this step: a lost response proves nothing. */
  claim?: Claim;
  message?: string;
  /** Nothing else would go through now either. */
  endsTheRun?: boolean;
}

export interface StepContext {
  requestId: string;
  idempotencyKey: string;
  /** An earlier run has begun it, and nobody has seen whether it was done. */
  inDoubt: boolean;
  /** Of the same change, which has given the asset a temporary name. */
  lastWrite: Claim | undefined;
  /** Called right before something is changed. */
  begin: () => Promise<void>;
}

/** Another writer's changes between reading and writing: a few in a row are taken for chance. */
export const MAX_READS = 4;

export const NEWER_WRITE = 'has a newer write: another source may own it now';
export const UNEXPECTED_RESPONSE = 'the server answered as it must not';

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
  return { outcome: 'stale', message, ...(id === undefined ? {} : { id }), attempts, waited };
}

export function done({ attempts, waited }: Effort, id: string, claim?: Claim): StepOutcome {
  return { outcome: 'done', id, ...(claim ? { claim } : {}), attempts, waited };
}

/** As it shall be: done by a call of ours whose answer was lost, if there may be one, or else by others. */
export const alreadyDone = (
  { attempts, waited }: Effort,
  id: string,
  maybeOurs: boolean,
  message: string,
): StepOutcome =>
  maybeOurs ? done({ attempts, waited }, id) : { outcome: 'already', id, message, attempts, waited };

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

/** A change that went out before may have been made, although its answer was no success. */
export function failedRead(reply: Failed, effort: Effort): StepOutcome {
  return { ...failed(reply), ...(effort.attempts > 0 ? { outcome: 'doubt' } : {}), ...effort };
}

export function differences(one: AssetFields, other: AssetFields): string {
  return ASSET_FIELDS.filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${JSON.stringify(one[field])}`)
    .join(', ');
}

/**
 * Why nothing can be changed under this tag: without one another's change could be overwritten, and a weak
 * one never matches (RFC 9110, 13.1.1).
 */
export function etagFault(etag: string | undefined): string | undefined {
  if (etag === undefined)
    return 'the answer has no ETag, without which others could be overwritten: whatever stands in front of the server must let it through';
  return etag.startsWith('W/')
    ? 'the ETag of the answer is weak: whatever stands in front of the server, such as a proxy that compresses, must leave the answers of this API as they are'
    : undefined;
}
