// Lengths, counts and bounds as they hold: the tightest of all parts of a schema, and what listed values they leave.
import { isObject } from './json';
import { keywordOf, ownTypes, typeOfValue, typesOf, valuesOf } from './schema-facts';
import type { View } from './resolved-schema';

export interface Limit {
  /** As it is written in the schema. */
  said: Record<string, unknown>;
  value: number;
  /** Of two equal bounds the one that leaves its value out is tighter. */
  exclusive: boolean;
  pointer: string | undefined;
}

/** What it limits, the keyword, whether it is the least, and its value for something that is limited. */
type Kind = [
  types: string[],
  keyword: string,
  least: boolean,
  sizeOf: (value: unknown) => number | undefined,
];

const length = (value: unknown) => (typeof value === 'string' ? [...value].length : undefined);
const amount = (value: unknown) => (typeof value === 'number' ? value : undefined);
const items = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const entries = (value: unknown) => (isObject(value) ? Object.keys(value).length : undefined);
const NUMBER = ['integer', 'fraction'];

export const LIMITS: Kind[] = [
  [['string'], 'minLength', true, length],
  [['string'], 'maxLength', false, length],
  [NUMBER, 'minimum', true, amount],
  [NUMBER, 'maximum', false, amount],
  [['array'], 'minItems', true, items],
  [['array'], 'maxItems', false, items],
  [['object'], 'minProperties', true, entries],
  [['object'], 'maxProperties', false, entries],
];

const numbers = (view: View, keyword: string) =>
  view.conjuncts.flatMap(({ schema }) =>
    typeof schema[keyword] === 'number' ? [{ value: schema[keyword], schema }] : [],
  );

/** `least` says that a larger value is tighter. */
export function tightest(view: View, keyword: string, least: boolean): Limit | undefined {
  const exclusiveKeyword =
    keyword === 'minimum' ? 'exclusiveMinimum' : keyword === 'maximum' ? 'exclusiveMaximum' : undefined;
  const candidates = numbers(view, keyword).map(({ value, schema }) => ({
    value,
    exclusive: exclusiveKeyword !== undefined && schema[exclusiveKeyword] === true,
  }));
  if (exclusiveKeyword)
    candidates.push(...numbers(view, exclusiveKeyword).map(({ value }) => ({ value, exclusive: true })));
  const isInteger = !typesOf(view).has('fraction');
  const whole = candidates.map((candidate) =>
    candidate.exclusive && isInteger && Number.isInteger(candidate.value)
      ? { value: candidate.value + (least ? 1 : -1), exclusive: false }
      : candidate,
  );
  const best = whole.sort(
    (a, b) => (least ? b.value - a.value : a.value - b.value) || Number(b.exclusive) - Number(a.exclusive),
  )[0];
  if (!best || (best.value === 0 && least && !exclusiveKeyword)) return undefined;
  const name = best.exclusive ? exclusiveKeyword! : keyword;
  return {
    ...best,
    said: { [name]: best.value },
    pointer: (keywordOf(view, keyword) ?? (exclusiveKeyword ? keywordOf(view, exclusiveKeyword) : undefined))
      ?.pointer,
  };
}

/** Whether the limits of a schema let all these values pass. */
export function isWithin(view: View, values: Iterable<unknown>): boolean {
  const limits = LIMITS.flatMap(([, keyword, least, sizeOf]) => {
    const limit = tightest(view, keyword, least);
    return limit ? [{ ...limit, least, sizeOf }] : [];
  });
  const passes = (size: number, { value, exclusive, least }: (typeof limits)[number]) =>
    size === value ? !exclusive : size > value === least;
  if (limits.length === 0) return true;
  for (const value of values) {
    for (const limit of limits) {
      const size = limit.sizeOf(value);
      if (size !== undefined && !passes(size, limit)) return false;
    }
  }
  return true;
}

/** The listed values that the other keywords of the schema leave; patterns aside, for those of strangers are not run. */
export function allowedValues(view: View): Map<string, unknown> | undefined {
  const values = valuesOf(view);
  const types = ownTypes(view);
  if (!values || (!types && isWithin(view, values.values()))) return values;
  return new Map(
    [...values].filter(([, value]) => (types?.has(typeOfValue(value)) ?? true) && isWithin(view, [value])),
  );
}
