// One step: looks again, changes what is still as it was planned, and tells what became of it. Whatever has changed meanwhile stays as it is.
import { nameKey } from '../../resources/cyber-assets/rules';
import { ASSET_FIELDS, type Asset, type AssetFields, sameFields } from '../inventory';
import type { Create, Delete, Update } from '../plan/change';
import { type Effort, NO_EFFORT, type Remote, type Reply } from '../remote';
import type { Outcome } from './journal';
import type { Step } from './steps';

export interface Result extends Effort {
  /** `doubt`: nobody has seen whether it was done. */
  outcome: Outcome | 'doubt';
  id?: string;
  message?: string;
  /** Nothing else would go through now either. */
  endsTheRun?: boolean;
}

export interface Call {
  requestId: string;
  idempotencyKey: string;
  /** An earlier run has begun it, and nobody has seen whether it was done. */
  inDoubt: boolean;
  /** Called right before something is changed. */
  begin: () => Promise<void>;
}

const plus = (one: Effort, other: Effort): Effort => ({ attempts: one.attempts + other.attempts, waited: one.waited + other.waited });

/** Another writer's changes between reading and writing: a few in a row are taken for chance. */
const MOST_READS = 4;

const stale = (message: string, effort: Effort = NO_EFFORT, id?: string): Result => ({ outcome: 'stale', message, ...(id === undefined ? {} : { id }), attempts: effort.attempts, waited: effort.waited });
const done = ({ attempts, waited }: Effort, id: string): Result => ({ outcome: 'done', id, attempts, waited });
/** As it shall be: done by a call of ours whose answer was lost, if there may be one, or else by others. */
const found = ({ attempts, waited }: Effort, id: string, maybeOurs: boolean, message: string): Result => (maybeOurs ? done({ attempts, waited }, id) : { outcome: 'already', id, message, attempts, waited });

function failed({ message, ofThisChangeAlone, maybeDone, attempts, waited }: Extract<Reply, { is: 'failed' }>): Result {
  return { outcome: maybeDone ? 'doubt' : 'failed', message, endsTheRun: !ofThisChangeAlone, attempts, waited };
}

/** A change that went out before may have been made, although its answer was no success. */
const unread = (reply: Extract<Reply, { is: 'failed' }>, effort: Effort): Result => ({ ...failed(reply), ...(effort.attempts > 0 ? { outcome: 'doubt' } : {}), ...effort });

function differences(one: AssetFields, other: AssetFields): string {
  return ASSET_FIELDS.filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${JSON.stringify(one[field])}`)
    .join(', ');
}

/** Why nothing can be changed under this tag: without one another's change could be overwritten, and a weak one never matches (RFC 9110, 13.1.1). */
function faultOf(etag: string | undefined): string | undefined {
  if (etag === undefined) return 'the answer has no ETag, without which others could be overwritten: whatever stands in front of the server must let it through';
  return etag.startsWith('W/') ? 'the ETag of the answer is weak: whatever stands in front of the server, such as a proxy that compresses, must leave the answers of this API as they are' : undefined;
}

const partOf = (before: AssetFields, after: AssetFields): Partial<AssetFields> => Object.fromEntries(ASSET_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]));

/** `isOwned`: whether an asset is that of another key already. */
export function createPerform(remote: Remote, isOwned: (id: string) => boolean) {
  const namesake = async (name: string): Promise<Asset | undefined> => (await remote.assets()).find((asset) => nameKey(asset.name) === nameKey(name));

  /** The name is taken: by what was to be created, or by another. */
  async function taken(change: Create, { message, attempts, waited }: Extract<Reply, { is: 'taken' }>, maybeOurs: boolean): Promise<Result> {
    const effort = { attempts, waited };
    const holder = await namesake(change.after.name);
    if (!holder) return { outcome: 'failed', message, ...effort };
    return sameFields(holder, change.after) && !isOwned(holder.id) ? found(effort, holder.id, maybeOurs, 'was there already') : stale(`its name is that of ${holder.id} meanwhile`, effort);
  }

  async function create(change: Create, { requestId, idempotencyKey, inDoubt, begin }: Call): Promise<Result> {
    await begin();
    const reply = await remote.create(change.after, idempotencyKey, requestId);
    if (reply.is === 'failed') return failed(reply);
    if (reply.is === 'taken') return taken(change, reply, inDoubt || reply.maybeDone);
    if (reply.is !== 'done') return { outcome: 'failed', message: 'the server answered as it must not', attempts: reply.attempts, waited: reply.waited };
    if (!reply.replayed) return done(reply, reply.asset.id);
    // A kept answer tells what was, not what is.
    const now = await remote.get(reply.asset.id);
    if (now.is === 'gone') return stale(`${reply.asset.id} was created and has been deleted since`, reply);
    if (now.is === 'done' && !sameFields(now.asset, change.after)) return stale(`was created and has been changed since: ${differences(now.asset, change.after)}`, reply, now.asset.id);
    return done(reply, reply.asset.id);
  }

  /** From any of these to `after`. */
  async function update(id: string, from: readonly AssetFields[], after: AssetFields, { requestId, inDoubt, begin }: Call): Promise<Result> {
    let effort = NO_EFFORT;
    let maybeOurs = inDoubt;
    for (let reads = 0; reads < MOST_READS; reads++) {
      const now = await remote.get(id);
      effort = plus(effort, { attempts: 0, waited: now.waited });
      if (now.is === 'gone') return stale(`${id} was deleted meanwhile`, effort);
      if (now.is === 'failed') return unread(now, effort);
      if (now.is !== 'done') return { outcome: 'failed', message: 'the server answered as it must not', ...effort };
      if (sameFields(now.asset, after)) return found(effort, id, maybeOurs, 'was so already');
      if (!from.some((fields) => sameFields(fields, now.asset))) return stale(`was changed meanwhile: ${differences(now.asset, from[0]!)}`, effort);
      const fault = faultOf(now.etag);
      if (fault !== undefined) return { outcome: 'failed', message: fault, endsTheRun: true, ...effort };
      await begin();
      const reply = await remote.update(id, partOf(now.asset, after), now.etag, requestId);
      effort = plus(effort, reply);
      if (reply.is === 'done') return done(effort, id);
      if (reply.is === 'gone') return stale(`${id} was deleted meanwhile`, effort);
      if (reply.is === 'taken') return stale(`its name was taken meanwhile`, effort);
      if (reply.is === 'failed') return { ...failed(reply), ...effort };
      maybeOurs ||= reply.is === 'changed' && reply.maybeDone;
    }
    return stale('is being changed by others all the time', effort);
  }

  async function remove({ id, before }: Delete, { requestId, inDoubt, begin }: Call): Promise<Result> {
    let effort = NO_EFFORT;
    let maybeOurs = inDoubt;
    for (let reads = 0; reads < MOST_READS; reads++) {
      const now = await remote.get(id);
      effort = plus(effort, { attempts: 0, waited: now.waited });
      if (now.is === 'gone') return found(effort, id, maybeOurs, 'was gone already');
      if (now.is === 'failed') return unread(now, effort);
      if (now.is !== 'done') return { outcome: 'failed', message: 'the server answered as it must not', ...effort };
      if (!sameFields(now.asset, before)) return stale(`was changed meanwhile: ${differences(now.asset, before)}`, effort);
      const fault = faultOf(now.etag);
      if (fault !== undefined) return { outcome: 'failed', message: fault, endsTheRun: true, ...effort };
      await begin();
      const reply = await remote.remove(id, now.etag, requestId);
      effort = plus(effort, reply);
      if (reply.is === 'deleted') return done(effort, id);
      if (reply.is === 'gone') return found(effort, id, maybeOurs || reply.maybeDone, 'was gone already');
      if (reply.is === 'failed') return { ...failed(reply), ...effort };
      maybeOurs ||= reply.is === 'changed' && reply.maybeDone;
    }
    return stale('is being changed by others all the time', effort);
  }

  const parkedFrom = ({ change, parkedAs }: Step): AssetFields => ({ ...(change as Update).before, name: parkedAs! });

  return {
    /** @throws SyncError when it cannot be read what became of a step. */
    step(step: Step, call: Call): Promise<Result> {
      const { change, does, parkedAs } = step;
      if (change.operation === 'create') return create(change, call);
      if (change.operation === 'delete') return remove(change, call);
      const { id, before, after } = change;
      if (does === 'park') return update(id, [before], parkedFrom(step), call);
      return update(id, parkedAs === undefined ? [before] : [parkedFrom(step), before], after, call);
    },
    /** Gives a parked asset its own name back, when it cannot have the new one. */
    unpark: (step: Step, call: Call): Promise<Result> => update((step.change as Update).id, [parkedFrom(step)], (step.change as Update).before, call),
  };
}

export type Perform = ReturnType<typeof createPerform>;
