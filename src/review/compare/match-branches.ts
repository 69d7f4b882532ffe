// Matches the branches of two unions: by tag first, then by name, then by similarity.
import type { Branch } from '../model/branches';
import { zip } from '../model/json';
import type { ResolvedSchema, Union } from '../model/schema';
import { allowsNull, listFields, listTypes, listValues } from '../model/schema-facts';

/** Above this number, the comparison of every branch with every other one is skipped. */
const MAX_CROSS_COMPARED = 50;

interface BranchMatches {
  pairs: [base: Branch, head: Branch][];
  removed: Branch[];
  added: Branch[];
}

/** Moves matching branches from `removed` and `added` to `pairs`. */
function matchBy(
  matches: BranchMatches,
  key: (branch: Branch) => string | undefined,
  mayMatch: (base: Branch, head: Branch) => boolean,
): void {
  const byKey = new Map<string, Set<Branch>>();
  for (const branch of matches.added) {
    const text = key(branch);
    if (text !== undefined) byKey.set(text, (byKey.get(text) ?? new Set()).add(branch));
  }
  const matched = new Set<Branch>();
  matches.removed = matches.removed.filter((base) => {
    const candidates = byKey.get(key(base) ?? '') ?? new Set();
    for (const head of candidates) {
      if (!mayMatch(base, head)) continue;
      matches.pairs.push([base, head]);
      candidates.delete(head);
      matched.add(head);
      return false;
    }
    return true;
  });
  matches.added = matches.added.filter((branch) => !matched.has(branch));
}

/** Different discriminator values or constants never match, even with equal schemas. */
const areTagsCompatible = (left: Branch, right: Branch): boolean =>
  !(left.isTagExact && right.isTagExact) &&
  [...left.constants].every(([name, value]) => (right.constants.get(name) ?? value) === value);

function haveCommonFields({ schema: left }: Branch, { schema: right }: Branch): boolean {
  const [leftFields, rightFields] = [listFields(left), listFields(right)];
  if (leftFields.size === 0) return rightFields.size === 0;
  return [...leftFields.keys()].some((name) => rightFields.has(name));
}

export function matchBranches(base: Branch[], head: Branch[]): BranchMatches {
  const matches: BranchMatches = { pairs: [], removed: base, added: head };
  matchBy(
    matches,
    ({ tag }) => tag,
    () => true,
  );
  matchBy(matches, ({ name }) => name, areTagsCompatible);
  matchBy(matches, ({ signature }) => signature, areTagsCompatible);
  matchBy(matches, ({ shape }) => shape, areTagsCompatible);
  if (Math.max(matches.removed.length, matches.added.length) <= MAX_CROSS_COMPARED) {
    const areSimilar = (left: Branch, right: Branch) =>
      areTagsCompatible(left, right) && left.tag === right.tag && haveCommonFields(left, right);
    matchBy(matches, ({ schema }) => [...listTypes(schema)].sort().join(), areSimilar);
  }
  return matches;
}

const intersect = (left: Iterable<string>, right: { has: (item: string) => boolean }): boolean =>
  [...left].some((item) => right.has(item));

/** Returns whether two schemas share no type or no listed value. */
function areValuesDisjoint(left: ResolvedSchema, right: ResolvedSchema): boolean {
  if (!intersect(listTypes(left), listTypes(right))) return true;
  const [leftValues, rightValues] = [listValues(left), listValues(right)];
  return leftValues !== undefined && rightValues !== undefined && !intersect(leftValues.keys(), rightValues);
}

/** Returns whether no value matches both, by discriminator, types, listed values or a required field. */
function areDisjoint(one: Branch, other: Branch): boolean {
  const [left, right] = [one.schema, other.schema];
  if (one.isTagExact && other.isTagExact && one.tag !== other.tag) return true;
  if (allowsNull(left) && allowsNull(right)) return false;
  if (areValuesDisjoint(left, right)) return true;
  return [...listFields(left)].some(([name, field]) => {
    const counterpart = listFields(right).get(name);
    return (
      field.required &&
      counterpart?.required === true &&
      !(allowsNull(field.schema) && allowsNull(counterpart.schema)) &&
      areValuesDisjoint(field.schema, counterpart.schema)
    );
  });
}

/** Returns whether no value matches two branches, so that `oneOf` and `anyOf` mean the same. */
export const areAllDisjoint = (branches: Branch[]): boolean =>
  branches.length <= MAX_CROSS_COMPARED &&
  branches.every((one, index) => branches.slice(index + 1).every((other) => areDisjoint(one, other)));

/** Returns whether a value with only the fields that one branch lists can match the other branch. */
function canMatchAsListed(one: Branch, other: Branch): boolean {
  const listed = listFields(one.schema);
  return (
    !areDisjoint(one, other) &&
    [...listFields(other.schema)].every(([name, { required }]) => !required || listed.has(name))
  );
}

/**
 * Returns whether a branch outside of `kept` matches values of a branch in it. If the kept branches overlap
 * already, their authors do not mean "exactly one".
 */
export const takesValues = (branches: Branch[], kept: Branch[]): boolean =>
  branches.length <= MAX_CROSS_COMPARED &&
  areAllDisjoint(kept) &&
  branches.some((one) => !kept.includes(one) && kept.some((other) => canMatchAsListed(other, one)));

export interface UnionBranches {
  union: Union;
  branches: Branch[];
}

function similarity(left: UnionBranches, right: UnionBranches): number {
  const keys = ({ branches }: UnionBranches): Set<string> =>
    new Set(branches.map(({ tag, name, signature }) => tag ?? name ?? signature));
  const [leftKeys, rightKeys] = [keys(left), keys(right)];
  const common = [...leftKeys].filter((key) => rightKeys.has(key)).length;
  return common / Math.max(leftKeys.size, rightKeys.size, 1);
}

/** Matches the unions of one schema, the most similar ones first. */
export function matchUnions(base: UnionBranches[], head: UnionBranches[]) {
  const unmatched = [...head];
  const areFew = Math.max(base.length, head.length) <= MAX_CROSS_COMPARED;
  const candidates = (areFew ? base : [])
    .flatMap((left) => head.map((right) => ({ left, right, score: similarity(left, right) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const matched = new Map<UnionBranches, UnionBranches>();
  for (const { left, right } of candidates) {
    if (matched.has(left) || !unmatched.includes(right)) continue;
    matched.set(left, right);
    unmatched.splice(unmatched.indexOf(right), 1);
  }
  // The remaining unions are matched in order.
  const partners = base.map((left) => matched.get(left) ?? unmatched.shift());
  return zip<UnionBranches | undefined>(base, [...partners, ...unmatched]);
}
