// Lengths, counts, bounds. A limit counts only for a type that the schema allows.
import { isWithin, type Limit, LIMITS, tightest } from './bounds';
import { keywordOf, typesOf, valuesOf } from './facts';
import type { Local } from './local';
import type { View } from './view';

const isTighter = (left: Limit, right: Limit, least: boolean): boolean =>
  left.value === right.value ? left.exclusive && !right.exclusive : least === left.value > right.value;

/** Where one side lists its values, a limit that all of them keep says nothing more. */
function isImplied(before: View, after: View): boolean {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was && is) return true;
  return is ? isWithin(before, is.values()) : was ? isWithin(after, was.values()) : false;
}

export function compareLimits(before: View, after: View, local: Local): void {
  const common = new Set([...typesOf(before)].filter((type) => typesOf(after).has(type)));
  const say = (tighter: boolean, was: Limit | undefined, is: Limit | undefined) =>
    local.find(tighter ? 'limit-tightened' : 'limit-loosened', { before: was?.said, after: is?.said }, { head: is?.pointer, base: was?.pointer });
  for (const [types, keyword, least] of isImplied(before, after) ? [] : LIMITS) {
    if (!types.some((type) => common.has(type))) continue;
    const [was, is] = [tightest(before, keyword, least), tightest(after, keyword, least)];
    if (was && is) {
      if (was.value !== is.value || was.exclusive !== is.exclusive) say(isTighter(is, was, least), was, is);
    } else if (was || is) say(is !== undefined, was, is);
  }
  if (common.has('integer') || common.has('fraction')) compareMultiples(before, after, local);
  if (common.has('array')) {
    const unique = (view: View) => view.conjuncts.some(({ schema }) => schema['uniqueItems'] === true);
    if (unique(before) !== unique(after)) {
      const at = { head: keywordOf(after, 'uniqueItems')?.pointer, base: keywordOf(before, 'uniqueItems')?.pointer };
      local.find(unique(after) ? 'limit-tightened' : 'limit-loosened', { before: { uniqueItems: unique(before) }, after: { uniqueItems: unique(after) } }, at);
    }
  }
}

function compareMultiples(before: View, after: View, local: Local): void {
  const [was, is] = [keywordOf(before, 'multipleOf'), keywordOf(after, 'multipleOf')];
  if (was?.value === is?.value) return;
  const values = { before: was && { multipleOf: was.value }, after: is && { multipleOf: is.value } };
  const divides = (left: unknown, right: unknown) => typeof left === 'number' && typeof right === 'number' && Number.isInteger(right / left);
  const rule = !was || divides(was.value, is?.value) ? 'limit-tightened' : !is || divides(is.value, was.value) ? 'limit-loosened' : 'constraint-changed';
  local.find(rule, values, { head: is?.pointer, base: was?.pointer });
}
