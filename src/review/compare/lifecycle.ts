// Compares the lifecycle of an operation: added, removed, available, deprecated, renamed.
import { under } from '../../contract/pointer';
import { type EffectiveOperation, NO_PERMISSION } from '../model/operations';
import { isPastSunset } from '../edits/rules';
import { type ChangeCollector, type Compare, OPERATION } from './change-collector';

/**
 * Reports the changes of an operation, which one or both documents have.
 * @param hasMoved whether the base has the same operationId, available, under another path.
 * @param compareParts compares the parts of an operation that both documents have.
 */
export function compareLifecycle(
  collector: ChangeCollector,
  hasMoved: boolean,
  compareParts: Compare<EffectiveOperation>,
): void {
  const { base, head } = collector;
  if (base && head) {
    compareAvailability(collector, base, head);
    collector.comparePromise(OPERATION, base, head);
    collector.compareDeprecation('operation', OPERATION, base, head);
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
    collector.compareDeprecation('operation', OPERATION, base, head);
  }
}

const compareAvailability: Compare<EffectiveOperation> = (collector, base, head) => {
  const [before, after] = [base.availability, head.availability];
  if (before === after) return;
  const removal = isPastSunset(base, collector.context.today) ? 'operation-retired' : 'operation-withdrawn';
  collector.add(after === 'available' ? 'operation-released' : removal, OPERATION, { before, after });
};

const comparePermission: Compare<EffectiveOperation> = (collector, base, head) => {
  const [before, after] = [base.permission, head.permission];
  if (before === after) return;
  const isLooser = after === NO_PERMISSION || before === after.replace(/:read$/, ':write');
  const at = { base: under(base.pointer, 'x-permission'), head: under(head.pointer, 'x-permission') };
  collector.add(isLooser ? 'permission-loosened' : 'permission-changed', OPERATION, { before, after }, at);
};

const compareOperationIds: Compare<EffectiveOperation> = (collector, base, head) => {
  const [before, after] = [base.operationId, head.operationId];
  const rule = before === null ? 'operation-id-added' : 'operation-id-changed';
  if (before !== after) collector.add(rule, OPERATION, { before, after });
};
