// Compares the lifecycle of an operation: added, removed, available, deprecated, renamed.
import { under } from '../../contract/pointer';
import { addDays } from '../../base/day';
import type { EffectiveOperation } from '../model/operations';
import { isPastSunset } from '../edits/rules';
import { type ChangeCollector, OPERATION } from './change-collector';

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
    compareSunset(collector, base, head);
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

const NO_SUNSET = 'without a sunset';
const LATEST_DATE = '9999-12-31';

function compareDeprecation(
  collector: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  if (compareSunset(collector, base, head)) return;
  if (!base.deprecated && head.deprecated)
    collector.add('operation-deprecated', OPERATION, { after: head.sunset ?? NO_SUNSET });
  if (base.deprecated && !head.deprecated)
    collector.add('operation-undeprecated', OPERATION, { before: base.sunset ?? NO_SUNSET });
  const [before, after] = [base.sunset, head.sunset];
  if (!base.deprecated || !head.deprecated || before === after) return;
  if (before === null) return collector.add('operation-sunset-added', OPERATION, { before, after });
  const isEarlier = (after ?? LATEST_DATE) < before;
  collector.add(isEarlier ? 'operation-sunset-earlier' : 'operation-sunset-later', OPERATION, {
    before,
    after,
  });
}

/** Reports a new sunset date that callers cannot prepare for. Returns whether there is one. */
function compareSunset(
  collector: ChangeCollector,
  base: EffectiveOperation | undefined,
  head: EffectiveOperation,
): boolean {
  const { today, noticeDays } = collector.context;
  const at = { head: under(head.pointer, 'x-sunset'), base: base?.pointer };
  if (head.invalidSunset !== null && head.invalidSunset !== base?.invalidSunset) {
    collector.add('operation-sunset-invalid', OPERATION, { after: head.invalidSunset }, at);
    return true;
  }
  if (head.sunset === null) return false;
  const isKnown = base?.sunset === head.sunset && base.deprecated === head.deprecated;
  const isTooSoon = head.sunset < addDays(today, noticeDays);
  if (isKnown || (head.deprecated && !isTooSoon)) return false;
  const values = { before: base?.sunset ?? null, after: head.sunset };
  const rule = head.deprecated ? 'operation-sunset-too-soon' : 'operation-sunset-without-deprecated';
  collector.add(rule, OPERATION, values, at);
  return true;
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
