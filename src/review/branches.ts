// Which alternative of the base is which of the head. By what tells them apart on the wire first, by name next, by likeness last.
import { canonical, objectOr, textOr } from './json';
import { allowsNull, branchesOf, fieldsOf, ownTypes, typesOf, valuesOf } from './schema-facts';
import { typesText } from './compare-types';
import { isNote, type Union, type View } from './resolved-schema';

export interface Branch {
  view: View;
  /** What callers tell it by: the value of the discriminator, or of a field with one value. */
  tag: string | undefined;
  name: string | undefined;
  /** Without a discriminator, constants and names, only the look remains: first all of its own words, then its types and fields. */
  look: string;
  shape: string;
  label: string;
  /** The discriminator alone tells it apart, by a value that stands nowhere else. */
  strict: boolean;
}

function constants(view: View, only?: string): string | undefined {
  const single = [...fieldsOf(view)].flatMap(([name, field]) => {
    const values = valuesOf(field.view);
    return values?.size === 1 && (only === undefined || name === only)
      ? [`${name}=${textOr([...values.values()][0]) ?? [...values.keys()][0]}`]
      : [];
  });
  return single.length > 0 ? single.sort().join(',') : undefined;
}

const mapped = (union: Union, reference: string, name: string): string | undefined => {
  const keys = Object.entries(objectOr(union.discriminator['mapping'])).filter(
    ([, target]) => target === reference || target === name,
  );
  return keys.length > 0
    ? keys
        .map(([key]) => key)
        .sort()
        .join(',')
    : undefined;
};

function branch(view: View, union: Union | undefined, reference: string | undefined, index: number): Branch {
  const name = reference?.split('/').at(-1);
  const property = textOr(union?.discriminator['propertyName']);
  const constant = constants(view, property);
  const byName =
    property && reference && name ? `${property}=${mapped(union!, reference, name) ?? name}` : undefined;
  const tag = constant ?? byName;
  const title = view.conjuncts
    .map(({ schema }) => textOr(schema['title']))
    .find((text) => text !== undefined);
  const shape = canonical([
    [...typesOf(view)].sort(),
    [...fieldsOf(view).keys()].sort(),
    [...(valuesOf(view)?.keys() ?? [])].sort(),
  ]);
  const words = view.conjuncts.flatMap(({ schema }) =>
    Object.entries(schema)
      .filter(([key, value]) => !isNote(key) && typeof value !== 'object')
      .map(([key, value]) => `${key}=${String(value)}`),
  );
  return {
    view,
    tag,
    name: name ?? title,
    look: canonical([shape, words.sort()]),
    shape,
    label: tag ?? title ?? name ?? `${typesText(view)} ${index + 1}`,
    strict: constant === undefined && byName !== undefined,
  };
}

const typed = new WeakMap<View, { type: string[] }>();

/** The alternatives, each with the type that stands beside their list. */
export function readBranches(view: View, union: Union, distribute: boolean): Branch[] {
  const types = distribute ? ownTypes(view) : undefined;
  const beside =
    types &&
    (typed.get(view) ?? {
      type: [...types]
        .filter((type) => type !== 'fraction')
        .map((type) => (type === 'integer' && types.has('fraction') ? 'number' : type)),
    });
  if (beside) typed.set(view, beside);
  const views = beside
    ? union.branches.map((located) => view.schemas.view([located, { value: beside, pointer: view.pointer }]))
    : branchesOf(view, union);
  return views.map((each, index) => branch(each, union, union.branches[index]!.reference, index));
}

/** A schema that stands in no list, as the only one, or as one of a discriminator's. */
export const asBranch = (view: View, union?: Union, reference = `#${view.pointer}`): Branch =>
  branch(view, union, reference, 0);

type Key = (branch: Branch) => string | undefined;

/** Beyond so many, alternatives that only look a little alike are not paired: every one would be held against every other. */
const MAX_GUESSED = 50;

const sharedFields = (left: Branch, right: Branch): boolean => {
  const [one, other] = [fieldsOf(left.view), fieldsOf(right.view)];
  return one.size === 0 ? other.size === 0 : [...one.keys()].some((name) => other.has(name));
};

function pair(
  gone: Branch[],
  come: Branch[],
  key: Key,
  fits: (left: Branch, right: Branch) => boolean,
  pairs: [Branch, Branch][],
): [Branch[], Branch[]] {
  const byKey = new Map<string, Set<Branch>>();
  for (const young of come) {
    const text = key(young);
    if (text !== undefined) byKey.set(text, (byKey.get(text) ?? new Set()).add(young));
  }
  const taken = new Set<Branch>();
  const left = gone.filter((old) => {
    const candidates = byKey.get(key(old) ?? '');
    for (const young of candidates ?? []) {
      if (!fits(old, young)) continue;
      pairs.push([old, young]);
      candidates!.delete(young);
      taken.add(young);
      return false;
    }
    return true;
  });
  return [left, come.filter((young) => !taken.has(young))];
}

/** Two values of a discriminator are never one, however alike their schemas are. */
const mayMeet = (left: Branch, right: Branch): boolean => !(left.strict && right.strict);

export function matchBranches(
  before: Branch[],
  after: Branch[],
): { pairs: [Branch, Branch][]; gone: Branch[]; come: Branch[] } {
  const pairs: [Branch, Branch][] = [];
  let [gone, come] = pair(
    before,
    after,
    ({ tag }) => tag,
    () => true,
    pairs,
  );
  [gone, come] = pair(gone, come, ({ name }) => name, mayMeet, pairs);
  [gone, come] = pair(gone, come, ({ look }) => look, mayMeet, pairs);
  [gone, come] = pair(gone, come, ({ shape }) => shape, mayMeet, pairs);
  if (Math.max(gone.length, come.length) <= MAX_GUESSED) {
    const alike = (left: Branch, right: Branch) =>
      mayMeet(left, right) && left.tag === right.tag && sharedFields(left, right);
    [gone, come] = pair(gone, come, ({ view }) => [...typesOf(view)].sort().join(), alike, pairs);
  }
  return { pairs, gone, come };
}

const meet = <Item>(left: Iterable<Item>, right: { has: (item: Item) => boolean }): boolean =>
  [...left].some((item) => right.has(item));

/** No value fits both: by their types, by what they list, by a field that both demand and that has different values, or by the discriminator. */
function areApart(one: Branch, other: Branch): boolean {
  const [left, right] = [one.view, other.view];
  if (one.strict && other.strict && one.tag !== other.tag) return true;
  if (allowsNull(left) && allowsNull(right)) return false;
  const differ = (first: View, second: View): boolean => {
    const [values, others] = [valuesOf(first), valuesOf(second)];
    return (
      !meet(typesOf(first), typesOf(second)) ||
      (values !== undefined && others !== undefined && !meet(values.keys(), others))
    );
  };
  return (
    differ(left, right) ||
    [...fieldsOf(left)].some(([name, field]) => {
      const counterpart = fieldsOf(right).get(name);
      return (
        field.required &&
        counterpart?.required === true &&
        !(allowsNull(field.view) && allowsNull(counterpart.view)) &&
        differ(field.view, counterpart.view)
      );
    })
  );
}

/** Whether no value can fit more than one of them, so that `oneOf` says what `anyOf` says. */
export const allApart = (branches: Branch[]): boolean =>
  branches.length <= MAX_GUESSED &&
  branches.every((one, index) => branches.slice(index + 1).every((other) => areApart(one, other)));

const signature = (branches: Branch[]): Set<string> =>
  new Set(branches.map(({ tag, name, look }) => tag ?? name ?? look));

/** Lists of alternatives that stand beside each other: each with the one that it has the most in common with. */
export function matchLists<List extends { branches: Branch[] }>(
  before: List[],
  after: List[],
): [List | undefined, List | undefined][] {
  const left = [...after];
  const isMany = Math.max(before.length, after.length) > MAX_GUESSED;
  const likeness = (one: List, other: List): number => {
    const [mine, theirs] = [signature(one.branches), signature(other.branches)];
    return [...mine].filter((text) => theirs.has(text)).length / Math.max(mine.size, theirs.size, 1);
  };
  const ranked = isMany
    ? []
    : before
        .flatMap((one) => after.map((other) => ({ one, other, like: likeness(one, other) })))
        .filter(({ like }) => like > 0)
        .sort((a, b) => b.like - a.like);
  const met = new Map<List, List>();
  for (const { one, other } of ranked) {
    if (met.has(one) || !left.includes(other)) continue;
    met.set(one, other);
    left.splice(left.indexOf(other), 1);
  }
  const pairs = before.map((one): [List, List | undefined] => [one, met.get(one) ?? left.shift()]);
  return [...pairs, ...left.map((other): [undefined, List] => [undefined, other])];
}
