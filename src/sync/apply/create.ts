// Creates and claims assets. A creation whose name is taken may find its own asset.
import { claimOf, isUnclaimed, respelled } from '../inventory/claims';
import { type AssetFields, sameFields } from '../inventory/inventory';
import type { Create, Update } from '../plan/change';
import { type Effort, NO_EFFORT, type Reply } from '../inventory/remote';
import {
  UNEXPECTED_RESPONSE,
  type StepContext,
  MAX_READS,
  type StepOutcome,
  NEWER_WRITE,
  isOwnWrite,
} from './result';
import { differences, done, failed, etagFault, alreadyDone, addEffort, stale, failedRead } from './result';

type Done = Extract<Reply, { is: 'done' }>;
type Taken = Extract<Reply, { is: 'taken' }>;
type Claimable = Pick<Update, 'id' | 'updated_at' | 'contested'> & { name: string; after?: AssetFields };

/** Returns the effort of a claim after another request of the same step: its first attempt is not a retry. */
const retriesOf = ({ attempts, waited }: Effort): Effort => ({ attempts: Math.max(0, attempts - 1), waited });

/**
 * Writes the other spelling of a name, then the name, so that other sources see that the asset has an owner. An equal
 * write would leave no trace. An asset with the other spelling already needs the second write only.
 */
async function mark(now: Done, name: string, { remote, requestId }: StepContext): Promise<Reply> {
  const { id } = now.asset;
  const other = respelled(name);
  if (other === undefined) return now;
  const isMarked = now.asset.name === other;
  const first = isMarked ? now : await remote.update(id, { name: other }, now.etag, requestId);
  if (first.is !== 'done') return first;
  const last = await remote.update(id, { name }, first.etag, requestId);
  return isMarked ? last : { ...last, ...addEffort(first, retriesOf(last)) };
}

/** Claims the asset that this step has created. Another write in between makes the claim contested. */
async function claimCreated(change: Create, created: Done, call: StepContext): Promise<StepOutcome> {
  const { id } = created.asset;
  let effort: Effort = { attempts: created.attempts, waited: created.waited };
  // A replayed response shows an earlier state.
  let now: Reply = created.replayed ? await call.remote.get(id) : created;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if (now.is === 'gone') return stale(`${id} was created, then deleted by another writer`, effort);
    if (now.is === 'failed') return { ...failedRead(now, effort), outcome: 'doubt', id };
    if (now.is !== 'done') return { outcome: 'failed', message: UNEXPECTED_RESPONSE, ...effort };
    const fault = etagFault(now.etag);
    if (fault !== undefined) return { outcome: 'failed', message: fault, endsTheRun: true, ...effort };
    const { name } = now.asset;
    const isOther = name === respelled(change.after.name);
    const reply = await mark(now, isOther ? change.after.name : name, call);
    effort = addEffort(effort, retriesOf(reply));
    if (reply.is === 'done') {
      const isSole =
        isUnclaimed(now.asset) || (created.replayed && isOwnWrite(now.asset.created_at, now.asset));
      const claim = claimOf(reply.asset, reply === now || !isSole);
      if (sameFields(reply.asset, change.after)) return done(effort, id, claim);
      const changed = differences(reply.asset, change.after);
      const message = `was created, then changed by another writer: ${changed}`;
      return { ...stale(message, effort, id), claim };
    }
    if (reply.is === 'failed') return { ...failed(reply), ...effort, outcome: 'doubt', id };
    now = await call.remote.get(id);
  }
  return { outcome: 'doubt', id, message: 'other writers keep changing it', ...effort };
}

/** Claims an asset that is unwritten since the plan, except by an interrupted run of this step. */
export async function claim(
  { id, name, updated_at, contested, after }: Claimable,
  call: StepContext,
): Promise<StepOutcome> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const now = await call.remote.get(id);
    if (now.is === 'gone') return stale(`${id} was deleted after the plan`, now);
    if (now.is === 'failed') return failedRead(now, NO_EFFORT);
    if (now.is !== 'done') return { outcome: 'failed', message: UNEXPECTED_RESPONSE, ...NO_EFFORT };
    const isOther = now.asset.name === respelled(name);
    const isOwn = isOwnWrite(call.begunAt, now.asset);
    if (!isOther && now.asset.updated_at !== updated_at)
      return after && sameFields(now.asset, after) && isOwn
        ? done(NO_EFFORT, id, claimOf(now.asset, contested === true))
        : stale(NEWER_WRITE);
    const fault = etagFault(now.etag);
    if (fault !== undefined) return { outcome: 'failed', message: fault, endsTheRun: true, ...NO_EFFORT };
    await call.begin(now.date);
    const reply = await mark(now, name, call);
    const isContested = contested === true || (isOther && !isOwn) || reply === now;
    if (reply.is === 'done') return done(reply, id, claimOf(reply.asset, isContested));
    if (reply.is === 'failed') return failed(reply);
    if (reply.is !== 'changed') return stale(NEWER_WRITE, reply);
  }
  return stale(NEWER_WRITE);
}

/** Handles a taken name: an earlier attempt may have created the asset, or another asset has the name. */
async function taken(
  change: Create,
  { message, attempts, waited }: Taken,
  maybeOurs: boolean,
  call: StepContext,
): Promise<StepOutcome> {
  const effort = { attempts, waited };
  const holder = await call.holderOf(change.after.name);
  if (!holder) return { outcome: 'failed', message, ...effort };
  const { name } = change.after;
  const isOther = holder.name === respelled(name);
  const isWanted =
    sameFields(isOther ? { ...holder, name } : holder, change.after) && !call.isOwned(holder.id);
  if (!isWanted || !(maybeOurs || isUnclaimed(holder)))
    return stale(`its name now belongs to ${holder.id}`, effort);
  const { id, updated_at } = holder;
  const contested = isUnclaimed(holder) ? {} : { contested: true as const };
  const result = await claim({ id, name, updated_at, ...contested }, call);
  if (result.outcome !== 'done') return { ...result, ...addEffort(effort, retriesOf(result)) };
  return {
    ...alreadyDone(addEffort(effort, retriesOf(result)), id, maybeOurs, 'existed already'),
    claim: result.claim!,
  };
}

export async function create(change: Create, call: StepContext): Promise<StepOutcome> {
  await call.begin();
  const { after } = change;
  const fields = { ...after, name: respelled(after.name) ?? after.name };
  const reply = await call.remote.create(fields, call.idempotencyKey, call.requestId);
  if (reply.is === 'failed') return failed(reply);
  if (reply.is === 'taken') return taken(change, reply, call.inDoubt || reply.maybeDone, call);
  if (reply.is === 'done') return claimCreated(change, reply, call);
  return {
    outcome: 'failed',
    message: UNEXPECTED_RESPONSE,
    attempts: reply.attempts,
    waited: reply.waited,
  };
}
