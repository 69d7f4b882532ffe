// Lengths, counts, bounds. A limit counts only for a type that the schema allows.
import { isWithin, type Limit, LIMITS, tightest } from './bounds';
import { isAlwaysSeen } from './compare-fields';
import { fieldsOf, keywordOf, typesOf, valuesOf } from './schema-facts';
import type { Local } from './local';
import type { View } from './resolved-schema';

const isTighter = (left: Limit, right: Limit, least: boolean): boolean =>
  left.value === right.value ? left.exclusive && !right.exclusive : least === left.value > right.value;

/** Where one side lists its values, a limit that all of them keep says nothing more. */
function isImplied(before: View, after: View): boolean {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was && is) return true;
  return is ? isWithin(before, is.values()) : was ? isWithin(after, was.values()) : false;
}

/** So many entries an object has at least by the fields that it must have: what these say, `minProperties` does not say again. */
const requiredEntries = (views: View[], local: Local): number =>
  Math.max(
    ...views.map((view) => [...fieldsOf(view).values()].filter((field) => isAlwaysSeen(field, local)).length),
  );

export function compareLimits(before: View, after: View, local: Local): void {
  const common = new Set([...typesOf(before)].filter((type) => typesOf(after).has(type)));
  const say = (tighter: boolean, was: Limit | undefined, is: Limit | undefined) =>
    local.find(
      tighter ? 'limit-tightened' : 'limit-loosened',
      { before: was?.said, after: is?.said },
      { head: is?.pointer, base: was?.pointer },
    );
  for (const [types, keyword, least] of isImplied(before, after) ? [] : LIMITS) {
    if (!types.some((type) => common.has(type))) continue;
    const [was, is] = [tightest(before, keyword, least), tightest(after, keyword, least)];
    if (
      keyword === 'minProperties' &&
      Math.max(was?.value ?? 0, is?.value ?? 0) <= requiredEntries([before, after], local)
    )
      continue;
    if (was && is) {
      if (was.value !== is.value || was.exclusive !== is.exclusive) say(isTighter(is, was, least), was, is);
    } else if (was || is) say(is !== undefined, was, is);
  }
  if (common.has('integer') || common.has('fraction')) compareMultiples(before, after, local);
  if (common.has('array')) {
    const unique = (view: View) => view.conjuncts.some(({ schema }) => schema['uniqueItems'] === true);
    if (unique(before) !== unique(after)) {
      const at = {
        head: keywordOf(after, 'uniqueItems')?.pointer,
        base: keywordOf(before, 'uniqueItems')?.pointer,
      };
      local.find(
        unique(after) ? 'limit-tightened' : 'limit-loosened',
        { before: { uniqueItems: unique(before) }, after: { uniqueItems: unique(after) } },
        at,
      );
    }
  }
}

/** Of what several parts demand; NaN where they are no integers, or too large. */
function leastCommon(numbers: number[]): number {
  const greatest = (one: number, other: number): number => (other === 0 ? one : greatest(other, one % other));
  return numbers.length > 0
    ? numbers.reduce((one, other) =>
        [one, other].every(Number.isSafeInteger) ? (one / greatest(one, other)) * other : NaN,
      )
    : NaN;
}

function compareMultiples(before: View, after: View, local: Local): void {
  const [was, is] = [before, after].map(({ conjuncts }) =>
    [
      ...new Set(
        conjuncts.flatMap(({ schema: { multipleOf } }) =>
          typeof multipleOf === 'number' && multipleOf > 0 ? [multipleOf] : [],
        ),
      ),
    ].sort(),
  );
  const implies = (some: number[], others: number[]) =>
    others.every((other) => [...some, leastCommon(some)].some((one) => Number.isInteger(one / other)));
  const [tightened, loosened] = [implies(is!, was!), implies(was!, is!)];
  if (tightened && loosened) return;
  const said = (numbers: number[]) =>
    numbers.length > 0 ? { multipleOf: numbers.length === 1 ? numbers[0] : numbers } : undefined;
  const at = {
    head: keywordOf(after, 'multipleOf')?.pointer,
    base: keywordOf(before, 'multipleOf')?.pointer,
  };
  local.find(
    tightened ? 'limit-tightened' : loosened ? 'limit-loosened' : 'constraint-changed',
    { before: said(was!), after: said(is!) },
    at,
  );
}
