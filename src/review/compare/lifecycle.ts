// Compares the lifecycle of an operation: added, removed, available, deprecated, renamed.
import { under } from '../../contract/pointer';
import { type EffectiveOperation, NO_PERMISSION } from '../model/operations';
import { isPastSunset } from '../edits/rules';
import { type ChangeCollector, OPERATION } from './change-collector';
import { changedAt, deprecationChange } from './deprecation';

type Compare = (collector: ChangeCollector, base: EffectiveOperation, head: EffectiveOperation) => void;

/**
 * Reports the changes of an operation, which one or both documents have.
 * @param hasMoved whether the base has the same operationId, available, under another path.
 * @param compareParts compares the parts of an operation that both documents have.
 */
export function compareLifecycle(collector: ChangeCollector, hasMoved: boolean, compareParts: Compare): void {
  const { base, head } = collector;
  if (base && head) {
    compareAvailability(collector, base, head);
    collector.comparePromise(OPERATION, base, head);
    compareDeprecation(collector, base, head);
    comparePermission(collector, base, head);
    compareOperationIds(collector, base, head);
    compareParts(collector, base, head);
  } else if (base) {
    const isRetired = base.availability === 'available' && isPastSunset(base, collector.context.today);
    const rule = isRetired ? 'operation-retired' : 'operation-removed';
    collector.add(rule, OPERATION, { before: base.availability }, { base: base.pointer });
  } else if (head) {
    const isRelease = head.availability === 'available' && head.isAvailabilityStated && !hasMoved;
    const rule = isRelease ? 'operation-released' : 'operation-added';
    collector.add(rule, OPERATION, { after: head.availability });
    compareDeprecation(collector, base, head);
  }
}

function compareAvailability(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const [before, after] = [base.availability, head.availability];
  if (before === after) return;
  const removal = isPastSunset(base, collector.context.today) ? 'operation-retired' : 'operation-withdrawn';
  collector.add(after === 'available' ? 'operation-released' : removal, OPERATION, { before, after });
}

/** Reports a change of the deprecation. Without a base, only a sunset date that callers cannot prepare for. */
function compareDeprecation(
  collector: ChangeCollector,
  base: EffectiveOperation | undefined,
  head: EffectiveOperation,
): void {
  const change = deprecationChange(base, head, collector.context);
  if (change) collector.add(`operation-${change.kind}`, OPERATION, change, changedAt(base, head));
}

function comparePermission(
  collector: ChangeCollector,
  { permission: before, pointer: base }: EffectiveOperation,
  { permission: after, pointer: head }: EffectiveOperation,
): void {
  if (before === after) return;
  const isLooser = after === NO_PERMISSION || before === after.replace(/:read$/, ':write');
  const at = { base: under(base, 'x-permission'), head: under(head, 'x-permission') };
  collector.add(isLooser ? 'permission-loosened' : 'permission-changed', OPERATION, { before, after }, at);
}

function compareOperationIds(
  collector: ChangeCollector,
  { operationId: before }: EffectiveOperation,
  { operationId: after }: EffectiveOperation,
): void {
  if (before !== after)
    collector.add(before === null ? 'operation-id-added' : 'operation-id-changed', OPERATION, {
      before,
      after,
    });
}
