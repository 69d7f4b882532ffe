// Compares `oneOf`, `anyOf` and subtypes: branches are added, removed or changed inside.
import { getKind, listPointers } from '../edits/edits';
import { asObject, asString, shorten } from '../model/json';
import { type Branch, asBranches, distributedBranches, readBranches, readSubtypes } from '../model/branches';
import { hasOnly } from '../model/keywords';
import type { ResolvedSchema, Union } from '../model/schema';
import { asWritten, listFields, isPureUnion, typesText } from '../model/schema-facts';
import { restrictsUnevaluated } from '../model/unlisted-fields';
import { isAlwaysPresent } from './fields';
import {
  type UnionBranches,
  areAllDisjoint,
  matchBranches,
  matchUnions,
  takesValues,
} from './match-branches';
import type { SchemaPair } from './schema-pair';
import { compareNull } from './values';

/** The branches of a union, or a plain schema as one branch. */
type Alternatives = Omit<UnionBranches, 'union'> & { union: Union | undefined };

const unionText = ({ union, branches }: UnionBranches): unknown => ({
  [union.keyword]: branches.map(({ schema }) => asWritten(schema)),
});

/**
 * Compares schemas that consist only of a union. A plain schema on the other side counts as one branch, and one with
 * keywords beside its union as one branch for each alternative.
 * Returns false when the schemas need the full comparison.
 */
export function comparePureUnions(pair: SchemaPair): boolean {
  const { base, head } = pair;
  if (!isPureUnion(base) && !isPureUnion(head)) return false;
  const read = (schema: ResolvedSchema): Alternatives | undefined => {
    const [union] = schema.unions;
    if (!union) return { union, branches: asBranches(schema) };
    const branches = isPureUnion(schema) ? readBranches(schema, union, true) : distributedBranches(schema);
    return branches && { union, branches };
  };
  const [before, after] = [read(base), read(head)];
  if (!before || !after) return false;
  compareNull(pair);
  compareAlternatives(pair, before, after);
  return true;
}

/** Returns the matched branches. */
function compareAlternatives(pair: SchemaPair, base: Alternatives, head: Alternatives): [Branch, Branch][] {
  const matched = compareBranches(pair, base.branches, head.branches);
  compareDiscriminators(pair, base.union, head.union, matched);
  compareOverlaps(pair, base, head, matched);
  return matched;
}

/** Compares unions next to other keywords. */
export function compareUnions(pair: SchemaPair): void {
  const { base, head } = pair;
  const read = (schema: ResolvedSchema): UnionBranches[] =>
    schema.unions.map((union) => ({ union, branches: readBranches(schema, union, false) }));
  const isInBoth = (name: string): boolean => listFields(base).has(name) && listFields(head).has(name);
  for (const [baseUnion, headUnion] of matchUnions(read(base), read(head))) {
    if (baseUnion && headUnion) {
      for (const [left, right] of compareAlternatives(pair, baseUnion, headUnion)) {
        // A field that the schema beside the union has too is not new: the branch restricts it.
        const restricted = [...listFields(right.schema)].flatMap(([name, { described }]) =>
          described && isInBoth(name) && !listFields(left.schema).has(name) ? [name] : [],
        );
        const after = { [right.label]: restricted };
        if (restricted.length > 0) pair.report('constraint-added', { after }, { head: right.schema.pointer });
      }
    } else if (!isImplied(pair, baseUnion ?? headUnion!, baseUnion ? head : base)) {
      const isTwoWay = restrictsUnevaluated(base) || restrictsUnevaluated(head);
      pair.report(
        `constraint-${isTwoWay ? 'changed' : getKind(baseUnion, headUnion)}`,
        { before: baseUnion && unionText(baseUnion), after: headUnion && unionText(headUnion) },
        listPointers(baseUnion?.union.branches[0], headUnion?.union.branches[0]),
      );
    }
  }
}

/** Returns whether a branch of `anyOf` only requires fields that the other side always has. */
function isImplied(pair: SchemaPair, { union, branches }: UnionBranches, other: ResolvedSchema): boolean {
  const onlyRequires = ({ never, parts }: ResolvedSchema): boolean =>
    !never && parts.every(({ value }) => hasOnly(value, ['required']));
  const isPresent = (name: string): boolean => {
    const field = listFields(other).get(name);
    return field !== undefined && isAlwaysPresent(field, pair.direction);
  };
  return (
    union.keyword === 'anyOf' &&
    branches.some(({ schema }) => onlyRequires(schema) && [...listFields(schema).keys()].every(isPresent))
  );
}

/** Compares the subtypes of a discriminator. Reports nothing if only one side has them. */
export function compareSubtypes(pair: SchemaPair): void {
  const [base, head] = [readSubtypes(pair.base), readSubtypes(pair.head)];
  if (base && head) compareBranches(pair, base, head);
}

/**
 * Compares what happens to a value that matches two branches: `oneOf` rejects it, and `anyOf` and a plain
 * schema accept it. A branch that is added to `oneOf` takes values from the branches that it overlaps.
 */
function compareOverlaps(
  pair: SchemaPair,
  base: Alternatives,
  head: Alternatives,
  matched: [Branch, Branch][],
): void {
  const [before, after] = [base.union?.keyword, head.union?.keyword];
  const at = { head: (head.union?.branches[0] ?? pair.head).pointer };
  const values = { before: before ?? typesText(pair.base), after: after ?? typesText(pair.head) };
  if (before !== 'oneOf' && after === 'oneOf') {
    if (!areAllDisjoint(head.branches)) pair.report('constraint-added', values, at);
  } else if (before === 'oneOf' && after !== 'oneOf') {
    if (!areAllDisjoint(base.branches)) pair.report('constraint-removed', values, at);
  } else if (before === 'oneOf') {
    const [kept, keptInHead] = [matched.map(([left]) => left), matched.map(([, right]) => right)];
    if (takesValues(head.branches, keptInHead)) pair.report('constraint-added', values, at);
    if (takesValues(base.branches, kept)) pair.report('constraint-removed', values, at);
  }
}

/** Returns the matched branches. */
function compareBranches(pair: SchemaPair, base: Branch[], head: Branch[]): [Branch, Branch][] {
  const { pairs, removed, added } = matchBranches(base, head);
  const isSingle = base.length + head.length <= 2;
  for (const [left, right] of pairs)
    pair.descend(left.schema, right.schema, isSingle ? '' : `(${shorten(left.label) as string})`);
  for (const { label, schema } of removed)
    pair.report('branch-removed', { before: label }, { base: schema.pointer });
  for (const { label, schema } of added)
    pair.report('branch-added', { after: label }, { head: schema.pointer });
  return pairs;
}

function compareDiscriminators(
  pair: SchemaPair,
  base: Union | undefined,
  head: Union | undefined,
  matched: [Branch, Branch][],
): void {
  const [before, after] = [base, head].map((union) => asString(union?.discriminator['propertyName']));
  if (before === undefined || after === undefined) return;
  const values = { before: { discriminator: before }, after: { discriminator: after } };
  if (before !== after) return pair.report('constraint-changed', values);
  compareDefaultMappings(pair, base!, head!);
  compareMappings(pair, base!, head!, matched);
}

/**
 * Compares the values that lead to branches of both sides. Values of other branches change with their branch. The name
 * of a component needs no entry.
 */
function compareMappings(pair: SchemaPair, base: Union, head: Union, matched: [Branch, Branch][]): void {
  const read = ({ discriminator }: Union, side: 0 | 1): Map<string, number> => {
    const names = matched.map((branches) => branches[side].name);
    const mapping = Object.entries(asObject(discriminator['mapping'])).map(
      ([value, target]) => [value, names.indexOf(String(target).split('/').at(-1))] as const,
    );
    const implicit = names.flatMap((name, index) => (name === undefined ? [] : [[name, index] as const]));
    return new Map([...implicit, ...mapping].filter(([, index]) => index >= 0));
  };
  const [before, after] = [read(base, 0), read(head, 1)];
  const mapped = (value: string) => asObject(base.discriminator['mapping'])[value];
  for (const [value, branch] of before)
    if (mapped(value) !== undefined && after.get(value) !== branch)
      pair.report('constraint-changed', { before: { mapping: value } });
  for (const value of after.keys())
    if (!before.has(value) && asObject(head.discriminator['mapping'])[value] !== undefined)
      pair.report('constraint-removed', { after: { mapping: value } });
}

/** Compares the schema of values without a known discriminator value, which 3.2 can name. */
function compareDefaultMappings(pair: SchemaPair, base: Union, head: Union): void {
  const [before, after] = [base, head].map(({ discriminator }) =>
    asString(discriminator['defaultMapping'])?.split('/').at(-1),
  );
  if (before === after) return;
  const rule = before && after ? 'constraint-changed' : after ? 'constraint-removed' : 'constraint-added';
  pair.report(rule, { before: { defaultMapping: before }, after: { defaultMapping: after } });
}
