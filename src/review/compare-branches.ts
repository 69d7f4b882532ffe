// `oneOf` and `anyOf`: alternatives come, go, or change inside.
import { type Branch, asBranch, matchBranches, readBranches } from './branches';
import { compareNull } from './compare-types';
import { isPureUnion } from './facts';
import { shorten, textOr } from './json';
import type { Local } from './local';
import { isSealed } from './other-fields';
import type { Union, View } from './view';

/** A plain schema beside a list of alternatives is a list of one. @returns false where neither is nothing but alternatives. */
export function comparePureUnions(before: View, after: View, local: Local): boolean {
  const [was, is] = [isPureUnion(before), isPureUnion(after)];
  if (!was && !is) return false;
  const branches = (view: View, pure: boolean): Branch[] | undefined =>
    pure ? readBranches(view, view.unions[0]!, true) : view.unions.length === 0 ? [asBranch(view)] : undefined;
  const [old, young] = [branches(before, was), branches(after, is)];
  if (!old || !young) return false;
  compareNull(before, after, local);
  compareDiscriminators(before.unions[0], after.unions[0], local);
  compareBranches(old, young, local);
  return true;
}

/** Alternatives beside other keywords, list by list. */
export function compareUnions(before: View, after: View, local: Local): void {
  for (let index = 0; index < Math.max(before.unions.length, after.unions.length); index++) {
    const [old, young] = [before.unions[index], after.unions[index]];
    if (old && young) {
      compareDiscriminators(old, young, local);
      compareBranches(readBranches(before, old, false), readBranches(after, young, false), local);
    } else {
      const rule = isSealed(before) || isSealed(after) ? 'constraint-changed' : young ? 'constraint-added' : 'constraint-removed';
      local.find(rule, { before: old?.keyword, after: young?.keyword }, { head: young?.branches[0]!.pointer, base: old?.branches[0]!.pointer });
    }
  }
}

function compareBranches(before: Branch[], after: Branch[], local: Local): void {
  const { pairs, gone, come } = matchBranches(before, after);
  for (const [old, young] of pairs) local.step(old.view, young.view, before.length + after.length > 2 ? `(${shorten(old.label) as string})` : '');
  for (const { label, view } of gone) local.find('branch-removed', { before: label }, { base: view.pointer });
  for (const { label, view } of come) local.find('branch-added', { after: label }, { head: view.pointer });
}

function compareDiscriminators(before: Union | undefined, after: Union | undefined, local: Local): void {
  const [was, is] = [before, after].map((union) => textOr(union?.discriminator['propertyName']));
  if (was !== undefined && is !== undefined && was !== is) local.find('constraint-changed', { before: { discriminator: was }, after: { discriminator: is } });
}
