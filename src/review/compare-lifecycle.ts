// The life of an operation: planned, available, deprecated, gone.
import type { EffectiveOperation } from './effective';
import { type ChangeCollector, OPERATION } from './change-collector';
import { isPastSunset } from './severity';

/** @param wasElsewhere the base has it, available, under another path. @returns whether there are two operations to compare. */
export function compareLifecycle(ledger: ChangeCollector, wasElsewhere: boolean): boolean {
  const { base, head, today } = ledger;
  if (base && !head) {
    const rule =
      base.availability === 'available' && isPastSunset(base, today)
        ? 'operation-retired'
        : 'operation-removed';
    ledger.add(rule, OPERATION, { before: base.availability }, { base: base.pointer });
  } else if (head && !base) {
    const isRelease = head.availability === 'available' && head.isAvailabilityStated && !wasElsewhere;
    ledger.add(isRelease ? 'operation-released' : 'operation-added', OPERATION, { after: head.availability });
  } else if (base && head) {
    const values = { before: base.availability, after: head.availability };
    if (values.before === 'planned' && values.after === 'available')
      ledger.add('operation-released', OPERATION, values);
    if (values.before === 'available' && values.after === 'planned')
      ledger.add(isPastSunset(base, today) ? 'operation-retired' : 'operation-withdrawn', OPERATION, values);
    compareDeprecation(ledger, base, head);
  }
  return base !== undefined && head !== undefined;
}

const LATEST = '9999-12-31';

function compareDeprecation(
  ledger: ChangeCollector,
  base: EffectiveOperation,
  head: EffectiveOperation,
): void {
  const values = { before: base.sunset, after: head.sunset };
  if (!base.deprecated && head.deprecated)
    ledger.add('operation-deprecated', OPERATION, { after: head.sunset ?? 'without a sunset' });
  if (base.deprecated && !head.deprecated)
    ledger.add('operation-undeprecated', OPERATION, { before: base.sunset ?? 'without a sunset' });
  if (!base.deprecated || !head.deprecated || base.sunset === head.sunset) return;
  if (base.sunset === null) ledger.add('operation-sunset-added', OPERATION, values);
  else
    ledger.add(
      (head.sunset ?? LATEST) < base.sunset ? 'operation-sunset-earlier' : 'operation-sunset-later',
      OPERATION,
      values,
    );
}
