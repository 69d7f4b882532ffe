// Performs one step: reads the asset again, and writes it only when it is still as planned. A creation whose name is taken
// may find its own asset.
import type { AssetFields, Create, Delete, Update } from '../../../generated/files';
import { toClaim, isUnclaimed, respelled } from '../inventory/claims';
import { ASSET_FIELDS, sameFields } from '../inventory/inventory';
import type { Reply } from '../inventory/remote';
import {
  type Done,
  MAX_READS,
  NEWER_WRITE,
  type StepContext,
  alreadyDone,
  differences,
  done,
  etagFault,
  failed,
  isAsPlanned,
  isInDoubt,
  isOwnWrite,
  readAsset,
  stale,
  unexpected,
} from './result';
import type { Step, StepOutcome } from './steps';

type Claimable = Pick<Update, 'id' | 'updated_at' | 'contested'> & { name: string; after?: AssetFields };

/**
 * Writes the other spelling of a name, then the name, so that other sources see that the asset has an owner. An equal
 * write would leave no trace. An asset with the other spelling already needs the second write only.
 */
async function mark(now: Done, name: string, { remote, step: { requestId } }: StepContext): Promise<Reply> {
  const { id } = now.asset;
  const other = respelled(name);
  if (other === undefined) return now;
  const isMarked = now.asset.name === other;
  const first = isMarked ? now : await remote.update(id, { name: other }, now.etag, requestId);
  return first.is === 'done' ? remote.update(id, { name }, first.etag, requestId) : first;
}

/** Claims the asset that this step has created. Another write in between makes the claim contested. */
async function claimCreated(change: Create, created: Done, call: StepContext): Promise<StepOutcome> {
  const { id } = created.asset;
  const gone = stale(`${id} was created, then deleted by another writer`);
  const read = (): Promise<Done | StepOutcome> => readAsset(id, call, { gone, hasWritten: true });
  // A replayed response shows an earlier state.
  let now = created.replayed ? await read() : created;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if ('outcome' in now) return now.outcome === 'doubt' ? { ...now, id } : now;
    const fault = etagFault(now.etag);
    if (fault) return fault;
    const { name } = now.asset;
    const isOther = name === respelled(change.after.name);
    const reply = await mark(now, isOther ? change.after.name : name, call);
    if (reply.is === 'done') {
      const isSole =
        isUnclaimed(now.asset) || (created.replayed && isOwnWrite(now.asset.created_at, now.asset));
      const claim = toClaim(reply.asset, reply === now || !isSole);
      if (sameFields(reply.asset, change.after)) return done(id, claim);
      const changed = differences(reply.asset, change.after);
      return { ...stale(`was created, then changed by another writer: ${changed}`, id), claim };
    }
    if (reply.is === 'failed') return { ...failed(reply), outcome: 'doubt', id };
    now = await read();
  }
  return { outcome: 'doubt', id, message: 'other writers keep changing it' };
}

/** Claims an asset that is unwritten since the plan, except by an interrupted run of this step. */
async function claim(
  { id, name, updated_at, contested, after }: Claimable,
  call: StepContext,
): Promise<StepOutcome> {
  const gone = stale(`${id} was deleted after the plan`);
  for (let reads = 0; reads < MAX_READS; reads++) {
    const now = await readAsset(id, call, { gone, hasWritten: false });
    if ('outcome' in now) return now;
    const isOther = now.asset.name === respelled(name);
    const isOwn = isOwnWrite(call.step.begunAt, now.asset);
    if (!isOther && now.asset.updated_at !== updated_at)
      return after && sameFields(now.asset, after) && isOwn
        ? done(id, toClaim(now.asset, contested === true))
        : stale(NEWER_WRITE);
    const fault = etagFault(now.etag);
    if (fault) return fault;
    await call.begin(now.date);
    const reply = await mark(now, name, call);
    const isContested = contested === true || (isOther && !isOwn) || reply === now;
    if (reply.is === 'done') return done(id, toClaim(reply.asset, isContested));
    if (reply.is === 'failed') return failed(reply);
    if (reply.is !== 'changed') return stale(NEWER_WRITE);
  }
  return stale(NEWER_WRITE);
}

/** Handles a taken name: an earlier attempt may have created the asset, or another asset has the name. */
async function taken(
  change: Create,
  message: string,
  maybeOurs: boolean,
  call: StepContext,
): Promise<StepOutcome> {
  const holder = await call.holderOf(change.after.name);
  if (!holder) return { outcome: 'failed', message };
  const { name } = change.after;
  const isOther = holder.name === respelled(name);
  const isWanted =
    sameFields(isOther ? { ...holder, name } : holder, change.after) && !call.isOwned(holder.id);
  if (!isWanted || !(maybeOurs || isUnclaimed(holder))) return stale(`its name now belongs to ${holder.id}`);
  const { id, updated_at } = holder;
  const contested = isUnclaimed(holder) ? {} : { contested: true as const };
  const result = await claim({ id, name, updated_at, ...contested }, call);
  if (result.outcome !== 'done') return result;
  return { ...alreadyDone(id, maybeOurs, 'existed already'), claim: result.claim! };
}

async function create(change: Create, call: StepContext): Promise<StepOutcome> {
  await call.begin();
  const { requestId, idempotencyKey } = call.step;
  const { after } = change;
  const fields = { ...after, name: respelled(after.name) ?? after.name };
  const reply = await call.remote.create(fields, idempotencyKey!, requestId);
  if (reply.is === 'failed') return failed(reply);
  if (reply.is === 'taken') return taken(change, reply.message, isInDoubt(call) || reply.maybeDone, call);
  return reply.is === 'done' ? claimCreated(change, reply, call) : unexpected();
}

const selectPart = (before: AssetFields, after: AssetFields): Partial<AssetFields> =>
  Object.fromEntries(
    ASSET_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );

/** `parked`: the asset under its temporary name, which only this plan assigns. */
async function update(
  { id, before, updated_at, contested }: Update,
  after: AssetFields,
  parked: AssetFields | undefined,
  call: StepContext,
): Promise<StepOutcome> {
  const { remote, begin, effort } = call;
  const { requestId, park } = call.step;
  let { begunAt } = call.step;
  let maybeOurs = isInDoubt(call);
  const gone = stale(`${id} was deleted after the plan`);
  for (let reads = 0; reads < MAX_READS; reads++) {
    const now = await readAsset(id, call, { gone, hasWritten: effort.attempts > 0 });
    if ('outcome' in now) return now;
    if (sameFields(now.asset, after)) {
      const isContested = contested === true || park?.claim?.contested === true;
      const own = isOwnWrite(begunAt, now.asset) ? toClaim(now.asset, isContested) : undefined;
      return alreadyDone(id, maybeOurs, 'matched already', own);
    }
    const isParked = parked !== undefined && sameFields(now.asset, parked);
    if (!isParked && !sameFields(now.asset, before))
      return stale(`was changed after the plan: ${differences(now.asset, before)}`);
    if (!isParked && !isAsPlanned({ updated_at }, now.asset)) return stale(NEWER_WRITE);
    const fault = etagFault(now.etag);
    if (fault) return fault;
    begunAt = now.date;
    await begin(begunAt);
    const reply = await remote.update(id, selectPart(now.asset, after), now.etag, requestId);
    if (reply.is === 'done') {
      const isSure = now.asset.updated_at === (isParked ? park?.claim?.updated_at : updated_at);
      const isContested = !isSure || contested === true || park?.claim?.contested === true;
      return done(id, toClaim(reply.asset, isContested));
    }
    if (reply.is === 'gone') return gone;
    if (reply.is === 'taken') return stale('its name was taken after the plan');
    if (reply.is === 'failed') return failed(reply);
    maybeOurs ||= reply.is === 'changed' && reply.maybeDone;
  }
  return stale('other writers keep changing it');
}

async function remove({ id, before, updated_at }: Delete, call: StepContext): Promise<StepOutcome> {
  const { remote, begin, effort } = call;
  let maybeOurs = isInDoubt(call);
  for (let reads = 0; reads < MAX_READS; reads++) {
    const gone = alreadyDone(id, maybeOurs, 'was deleted already');
    const now = await readAsset(id, call, { gone, hasWritten: effort.attempts > 0 });
    if ('outcome' in now) return now;
    if (!sameFields(now.asset, before))
      return stale(`was changed after the plan: ${differences(now.asset, before)}`);
    if (!isAsPlanned({ updated_at }, now.asset)) return stale(NEWER_WRITE);
    const fault = etagFault(now.etag);
    if (fault) return fault;
    await begin();
    const reply = await remote.remove(id, now.etag, call.step.requestId);
    if (reply.is === 'deleted') return done(id);
    if (reply.is === 'gone') return alreadyDone(id, maybeOurs || reply.maybeDone, 'was deleted already');
    if (reply.is === 'failed') return failed(reply);
    maybeOurs ||= reply.is === 'changed' && reply.maybeDone;
  }
  return stale('other writers keep changing it');
}

const parkedFrom = ({ change, parkedAs }: Step): AssetFields => ({
  ...(change as Update).before,
  name: parkedAs!,
});

/** Performs a step. @throws SyncError when its result cannot be read. */
export function performStep(call: StepContext): Promise<StepOutcome> {
  const { change, does, parkedAs } = call.step;
  if (change.operation === 'create') return create(change, call);
  if (change.operation === 'delete') return remove(change, call);
  if (does === 'claim') return claim({ ...change, name: change.before.name }, call);
  if (does === 'park') return update(change, parkedFrom(call.step), undefined, call);
  return update(change, change.after, parkedAs === undefined ? undefined : parkedFrom(call.step), call);
}

export function restoreName(call: StepContext): Promise<StepOutcome> {
  const change = call.step.change as Update;
  return update(change, change.before, parkedFrom(call.step), call);
}
