// Compares lengths, counts and bounds. A limit counts only for a type that the schema allows.
import { listPointers } from '../edits/edits';
import type { ResolvedSchema } from '../model/schema';
import { typeOfValue } from '../model/keywords';
import { NUMBER, listFields, findKeyword, ownTypes, listTypes, listValues } from '../model/schema-facts';
import { isAlwaysPresent } from './fields';
import type { SchemaPair } from './schema-pair';

type LimitKeyword = (typeof LIMITS)[number];

const LIMITS = [
  { keyword: 'minLength', isMinimum: true, types: ['string'] },
  { keyword: 'maxLength', isMinimum: false, types: ['string'] },
  { keyword: 'minimum', isMinimum: true, exclusiveKeyword: 'exclusiveMinimum', types: NUMBER },
  { keyword: 'maximum', isMinimum: false, exclusiveKeyword: 'exclusiveMaximum', types: NUMBER },
  { keyword: 'minItems', isMinimum: true, types: ['array'] },
  { keyword: 'maxItems', isMinimum: false, types: ['array'] },
  { keyword: 'minProperties', isMinimum: true, types: ['object'] },
  { keyword: 'maxProperties', isMinimum: false, types: ['object'] },
];

/** Returns a number itself, the number of characters of a text, or that of the items or fields of another value. */
function getSize(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? [...value].length : Object.keys(value as object).length;
}

const getNumbers = ({ parts }: ResolvedSchema, keyword: string) =>
  parts.flatMap(({ value: schema }) => {
    const value = schema[keyword];
    return typeof value === 'number' ? [{ value, schema }] : [];
  });

type Limit = NonNullable<ReturnType<typeof tightestLimit>>;

/** Returns the tightest limit of all parts, or undefined if there is no effective limit. */
function tightestLimit(schema: ResolvedSchema, limit: LimitKeyword) {
  const { keyword, isMinimum, exclusiveKeyword } = limit;
  // In 3.0 the exclusive keyword is a boolean beside the limit, in 3.1 it is a number.
  const candidates = getNumbers(schema, keyword).map(({ value, schema: part }) => ({
    value,
    isExclusive: exclusiveKeyword !== undefined && part[exclusiveKeyword] === true,
  }));
  if (exclusiveKeyword)
    for (const { value } of getNumbers(schema, exclusiveKeyword))
      candidates.push({ value, isExclusive: true });
  const isInteger = !listTypes(schema).has('fraction');
  const sign = isMinimum ? 1 : -1;
  const [best] = candidates
    .map(({ value, isExclusive }) =>
      isExclusive && isInteger && Number.isInteger(value)
        ? { value: value + sign, isExclusive: false }
        : { value, isExclusive },
    )
    .sort((a, b) => sign * (b.value - a.value) || Number(b.isExclusive) - Number(a.isExclusive));
  if (!best || (best.value === 0 && isMinimum && !exclusiveKeyword)) return undefined;
  const located = findKeyword(schema, keyword) ?? (exclusiveKeyword && findKeyword(schema, exclusiveKeyword));
  /** The keyword and value for a report. */
  const shown = { [best.isExclusive ? exclusiveKeyword! : keyword]: best.value };
  return { ...best, shown, pointer: located ? located.pointer : undefined };
}

/** An exclusive limit is tighter than an inclusive one with the same value. */
const isTighter = (left: Limit, right: Limit, isMinimum: boolean): boolean =>
  left.value === right.value
    ? left.isExclusive && !right.isExclusive
    : isMinimum === left.value > right.value;

function areWithinLimits(schema: ResolvedSchema, values: Iterable<unknown>): boolean {
  const all = [...values];
  return LIMITS.every((keyword) => {
    const limit = tightestLimit(schema, keyword);
    if (!limit) return true;
    const sizes = all.filter((value) => keyword.types.includes(typeOfValue(value))).map(getSize);
    return sizes.every((size) =>
      size === limit.value ? !limit.isExclusive : size > limit.value === keyword.isMinimum,
    );
  });
}

/** Returns whether `type`, `minimum` and `maximum` allow only integers of a range. */
export function isBoundedBy(schema: ResolvedSchema, range: { minimum: number; maximum: number }): boolean {
  const [lower, upper] = LIMITS.filter(({ exclusiveKeyword }) => exclusiveKeyword).map((limit) =>
    tightestLimit(schema, limit),
  );
  if (!lower || !upper || listTypes(schema).has('fraction')) return false;
  return lower.value >= range.minimum && upper.value <= range.maximum;
}

/** Returns the listed values that the other keywords allow. Patterns are untrusted and are not run. */
export function allowedValues(schema: ResolvedSchema): Map<string, unknown> | undefined {
  const values = listValues(schema);
  const types = ownTypes(schema);
  if (!values || (!types && areWithinLimits(schema, values.values()))) return values;
  const isAllowed = (value: unknown): boolean =>
    (types?.has(typeOfValue(value)) ?? true) && areWithinLimits(schema, [value]);
  return new Map([...values].filter(([, value]) => isAllowed(value)));
}

/** Returns whether listed values make the limits of the other side redundant. */
function areLimitsImplied(base: ResolvedSchema, head: ResolvedSchema): boolean {
  const [baseValues, headValues] = [listValues(base), listValues(head)];
  if (baseValues && headValues) return true;
  if (headValues) return areWithinLimits(base, headValues.values());
  return baseValues ? areWithinLimits(head, baseValues.values()) : false;
}

/** Returns the number of required fields, which makes a lower `minProperties` redundant. */
const requiredFieldCount = ({ base, head, direction }: SchemaPair): number =>
  Math.max(
    ...[base, head].map(
      (schema) =>
        [...listFields(schema).values()].filter((field) => isAlwaysPresent(field, direction)).length,
    ),
  );

export function compareLimits(pair: SchemaPair): void {
  const { base, head } = pair;
  const commonTypes = new Set([...listTypes(base)].filter((type) => listTypes(head).has(type)));
  for (const limit of areLimitsImplied(base, head) ? [] : LIMITS) {
    if (!limit.types.some((type) => commonTypes.has(type))) continue;
    const [before, after] = [tightestLimit(base, limit), tightestLimit(head, limit)];
    const isSame = before?.value === after?.value && before?.isExclusive === after?.isExclusive;
    const largest = Math.max(before?.value ?? 0, after?.value ?? 0);
    if (isSame || (limit.keyword === 'minProperties' && largest <= requiredFieldCount(pair))) continue;
    const tightened = before && after ? isTighter(after, before, limit.isMinimum) : after !== undefined;
    pair.report(
      tightened ? 'limit-tightened' : 'limit-loosened',
      { before: before?.shown, after: after?.shown },
      listPointers(before, after),
    );
  }
  if (commonTypes.has('integer') || commonTypes.has('fraction')) compareMultiples(pair);
  if (commonTypes.has('array')) compareUniqueItems(pair);
}

function compareUniqueItems(pair: SchemaPair): void {
  const isUnique = ({ parts }: ResolvedSchema) => parts.some(({ value }) => value['uniqueItems'] === true);
  const [before, after] = [isUnique(pair.base), isUnique(pair.head)];
  if (before === after) return;
  pair.report(
    after ? 'limit-tightened' : 'limit-loosened',
    { before: { uniqueItems: before }, after: { uniqueItems: after } },
    listPointers(findKeyword(pair.base, 'uniqueItems'), findKeyword(pair.head, 'uniqueItems')),
  );
}

/** Returns the least common multiple, or NaN for numbers that are not safe integers. */
function leastCommonMultiple(numbers: number[]): number {
  const greatestCommonDivisor = (one: number, other: number): number =>
    other === 0 ? one : greatestCommonDivisor(other, one % other);
  if (numbers.length === 0) return NaN;
  return numbers.reduce((one, other) =>
    [one, other].every(Number.isSafeInteger) ? (one / greatestCommonDivisor(one, other)) * other : NaN,
  );
}

function compareMultiples(pair: SchemaPair): void {
  const read = (schema: ResolvedSchema): number[] => {
    const positive = getNumbers(schema, 'multipleOf').filter(({ value }) => value > 0);
    return [...new Set(positive.map(({ value }) => value))].sort();
  };
  const [before, after] = [read(pair.base), read(pair.head)];
  const implies = (numbers: number[], others: number[]) =>
    others.every((other) =>
      [...numbers, leastCommonMultiple(numbers)].some((one) => Number.isInteger(one / other)),
    );
  const [isTightened, isLoosened] = [implies(after, before), implies(before, after)];
  if (isTightened && isLoosened) return;
  const shown = (numbers: number[]) =>
    numbers.length > 0 ? { multipleOf: numbers.length === 1 ? numbers[0] : numbers } : undefined;
  pair.report(
    isTightened ? 'limit-tightened' : isLoosened ? 'limit-loosened' : 'constraint-changed',
    { before: shown(before), after: shown(after) },
    listPointers(findKeyword(pair.base, 'multipleOf'), findKeyword(pair.head, 'multipleOf')),
  );
}
