// Compares `deprecated` and `x-sunset` of operations, parameters and fields.
import { under } from '../../contract/pointer';
import { addDays } from '../../base/day';
import type { ChangeValues, Pointers } from '../edits/edits';
import type { Deprecation } from '../model/keywords';

/** The announcements of a review's documents. */
export interface NoticeTerms {
  /** For example `2026-03-31`. */
  today: string;
  /** The minimum number of days between the announcement of a sunset and the sunset. */
  noticeDays: number;
}

/** The end of the rules of fields, operations and parameters. */
type DeprecationKind =
  | 'deprecated'
  | 'undeprecated'
  | `sunset-${'earlier' | 'added' | 'later' | 'too-soon' | 'invalid' | 'without-deprecated'}`;

const NO_SUNSET = 'without a sunset';
const LATEST_DATE = '9999-12-31';

/** Returns the change that callers must know. @param base undefined for a new part. */
export function deprecationChange(
  base: Deprecation | undefined,
  head: Deprecation,
  { today, noticeDays }: NoticeTerms,
): (ChangeValues & { kind: DeprecationKind }) | undefined {
  const [before, after] = [base?.sunset ?? null, head.sunset];
  if (head.invalidSunset !== null && head.invalidSunset !== base?.invalidSunset)
    return { kind: 'sunset-invalid', after: head.invalidSunset };
  const isKnown = base?.sunset === after && base.deprecated === head.deprecated;
  if (after !== null && !isKnown) {
    if (!head.deprecated) return { kind: 'sunset-without-deprecated', before, after };
    if (after < addDays(today, noticeDays)) return { kind: 'sunset-too-soon', before, after };
  }
  if (!base) return undefined;
  if (!base.deprecated && head.deprecated) return { kind: 'deprecated', after: after ?? NO_SUNSET };
  if (base.deprecated && !head.deprecated) return { kind: 'undeprecated', before: before ?? NO_SUNSET };
  if (!head.deprecated || before === after) return undefined;
  if (before === null) return { kind: 'sunset-added', before, after };
  return { kind: (after ?? LATEST_DATE) < before ? 'sunset-earlier' : 'sunset-later', before, after };
}

/** Returns where a change of the deprecation of a part is. */
export const changedAt = (base: Placed | undefined, { pointer, deprecated }: Placed): Pointers => ({
  base: base?.pointer,
  head: base?.deprecated === deprecated ? under(pointer, 'x-sunset') : pointer,
});

export type Placed = { pointer: string } & Deprecation;
