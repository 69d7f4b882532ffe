// Performs one step: reads the asset again, and writes it only when it is still as planned.
import type { AssetFields, Delete, Update } from '../../../generated/files';
import { claimOf } from '../inventory/claims';
import { ASSET_FIELDS, sameFields } from '../inventory/inventory';
import { claim, create } from './create';
import {
  MAX_READS,
  NEWER_WRITE,
  type StepContext,
  type StepOutcome,
  alreadyDone,
  differences,
  done,
  etagFault,
  failed,
  isAsPlanned,
  isOwnWrite,
  readAsset,
  stale,
} from './result';
import type { Step } from './steps';

const partOf = (before: AssetFields, after: AssetFields): Partial<AssetFields> =>
  Object.fromEntries(
    ASSET_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );

interface Wanted {
  after: AssetFields;
  /** The asset under its temporary name, which only this plan assigns. */
  parked?: AssetFields;
}

async function update(
  { id, before, updated_at, contested }: Update,
  { after, parked }: Wanted,
  call: StepContext,
): Promise<StepOutcome> {
  const { remote, requestId, inDoubt, lastWrite, begin, effort } = call;
  let { begunAt } = call;
  let maybeOurs = inDoubt;
  const gone = stale(`${id} was deleted after the plan`);
  for (let reads = 0; reads < MAX_READS; reads++) {
    const now = await readAsset(id, call, { gone, hasWritten: effort.attempts > 0 });
    if ('outcome' in now) return now;
    if (sameFields(now.asset, after)) {
      const isContested = contested === true || lastWrite?.contested === true;
      const own = isOwnWrite(begunAt, now.asset) ? claimOf(now.asset, isContested) : undefined;
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
    const reply = await remote.update(id, partOf(now.asset, after), now.etag, requestId);
    if (reply.is === 'done') {
      const isSure = now.asset.updated_at === (isParked ? lastWrite?.updated_at : updated_at);
      const isContested = !isSure || contested === true || lastWrite?.contested === true;
      return done(id, claimOf(reply.asset, isContested));
    }
    if (reply.is === 'gone') return gone;
    if (reply.is === 'taken') return stale('its name was taken after the plan');
    if (reply.is === 'failed') return failed(reply);
    maybeOurs ||= reply.is === 'changed' && reply.maybeDone;
  }
  return stale('other writers keep changing it');
}

async function remove({ id, before, updated_at }: Delete, call: StepContext): Promise<StepOutcome> {
  const { remote, requestId, begin, effort } = call;
  let maybeOurs = call.inDoubt;
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
    const reply = await remote.remove(id, now.etag, requestId);
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
export function performStep(step: Step, call: StepContext): Promise<StepOutcome> {
  const { change, does, parkedAs } = step;
  if (change.operation === 'create') return create(change, call);
  if (change.operation === 'delete') return remove(change, call);
  if (does === 'claim') return claim({ ...change, name: change.before.name }, call);
  if (does === 'park') return update(change, { after: parkedFrom(step) }, call);
  return update(
    change,
    { after: change.after, ...(parkedAs === undefined ? {} : { parked: parkedFrom(step) }) },
    call,
  );
}

/** Restores the previous name of a parked asset. */
export function restoreName(step: Step, call: StepContext): Promise<StepOutcome> {
  const change = step.change as Update;
  return update(change, { after: change.before, parked: parkedFrom(step) }, call);
}
