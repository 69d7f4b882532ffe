// `oneOf` and `anyOf`: alternatives come, go, or change inside.
import { asWritten } from './as-written';
import { allApart, type Branch, asBranch, matchBranches, matchLists, readBranches } from './branches';
import { isAlwaysSeen } from './compare-fields';
import { compareNull } from './compare-types';
import { fieldsOf, isPureUnion } from './schema-facts';
import { shorten, textOr } from './json';
import type { Local } from './local';
import { isSealed } from './other-fields';
import { readSubtypes } from './subtypes';
import { isNote, type Union, type View } from './resolved-schema';

interface Listed {
  union: Union;
  branches: Branch[];
}

const written = ({ union, branches }: Listed): unknown =>
  shorten({ [union.keyword]: branches.map(({ view }) => asWritten(view)) });

/** A plain schema beside a list of alternatives is a list of one. @returns false where neither is nothing but alternatives. */
export function comparePureUnions(before: View, after: View, local: Local): boolean {
  const [was, is] = [isPureUnion(before), isPureUnion(after)];
  if (!was && !is) return false;
  const branches = (view: View, pure: boolean): Branch[] | undefined =>
    pure
      ? readBranches(view, view.unions[0]!, true)
      : view.unions.length === 0
        ? [asBranch(view)]
        : undefined;
  const [old, young] = [branches(before, was), branches(after, is)];
  if (!old || !young) return false;
  compareNull(before, after, local);
  compareDiscriminators(before.unions[0], after.unions[0], local);
  if (was && is)
    compareKeywords(
      { union: before.unions[0]!, branches: old },
      { union: after.unions[0]!, branches: young },
      local,
    );
  compareBranches(old, young, local);
  return true;
}

/** Alternatives beside other keywords, list by list. */
export function compareUnions(before: View, after: View, local: Local): void {
  const lists = (view: View): Listed[] =>
    view.unions.map((union) => ({ union, branches: readBranches(view, union, false) }));
  const isKnown = (name: string): boolean => fieldsOf(before).has(name) && fieldsOf(after).has(name);
  for (const [old, young] of matchLists(lists(before), lists(after))) {
    if (old && young) {
      compareDiscriminators(old.union, young.union, local);
      compareKeywords(old, young, local);
      for (const [was, is] of compareBranches(old.branches, young.branches, local)) {
        // A field that stands beside the alternatives too is not new: here it is restricted.
        const names = [...fieldsOf(is.view)]
          .filter(([name, { described }]) => described && isKnown(name) && !fieldsOf(was.view).has(name))
          .map(([name]) => name);
        if (names.length > 0)
          local.find('constraint-added', { after: { [is.label]: names } }, { head: is.view.pointer });
      }
    } else if (!isImplied(old ?? young!, old ? after : before, local)) {
      const rule =
        isSealed(before) || isSealed(after)
          ? 'constraint-changed'
          : young
            ? 'constraint-added'
            : 'constraint-removed';
      local.find(
        rule,
        { before: old && written(old), after: young && written(young) },
        { head: young?.union.branches[0]!.pointer, base: old?.union.branches[0]!.pointer },
      );
    }
  }
}

/** One of the alternatives asks for no more than fields that the schema beside it requires. */
function isImplied({ union, branches }: Listed, beside: View, local: Local): boolean {
  const requires = ({ view }: Branch): boolean =>
    !view.never &&
    view.conjuncts.every(({ schema }) =>
      Object.keys(schema).every((key) => key === 'required' || isNote(key)),
    );
  const isThere = (name: string): boolean => {
    const field = fieldsOf(beside).get(name);
    return field !== undefined && isAlwaysSeen(field, local);
  };
  return (
    union.keyword === 'anyOf' &&
    branches.some((each) => requires(each) && [...fieldsOf(each.view).keys()].every(isThere))
  );
}

/** Schemas that build on this one, which its discriminator tells apart. */
export function compareSubtypes(before: View, after: View, local: Local): void {
  const [was, is] = [readSubtypes(before), readSubtypes(after)];
  if (was && is) compareBranches(was, is, local);
}

/** Exactly one of them, or at least one: the same only where no value fits two. */
function compareKeywords(old: Listed, young: Listed, local: Local): void {
  const [was, is] = [old.union.keyword, young.union.keyword];
  if (was === is) return;
  if (!allApart(was === 'oneOf' ? old.branches : young.branches))
    local.find(
      is === 'oneOf' ? 'constraint-added' : 'constraint-removed',
      { before: was, after: is },
      { head: young.union.branches[0]!.pointer },
    );
}

/** @returns those that are one on both sides. */
function compareBranches(before: Branch[], after: Branch[], local: Local): [Branch, Branch][] {
  const { pairs, gone, come } = matchBranches(before, after);
  for (const [old, young] of pairs)
    local.step(
      old.view,
      young.view,
      before.length + after.length > 2 ? `(${shorten(old.label) as string})` : '',
    );
  for (const { label, view } of gone) local.find('branch-removed', { before: label }, { base: view.pointer });
  for (const { label, view } of come) local.find('branch-added', { after: label }, { head: view.pointer });
  return pairs;
}

function compareDiscriminators(before: Union | undefined, after: Union | undefined, local: Local): void {
  const [was, is] = [before, after].map((union) => textOr(union?.discriminator['propertyName']));
  if (was !== undefined && is !== undefined && was !== is)
    local.find('constraint-changed', { before: { discriminator: was }, after: { discriminator: is } });
}
