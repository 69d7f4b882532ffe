// Helpers for unvalidated JSON values, and for maps of their parts.
import { toDay } from '../../base/day';
import { isObject, type JsonObject } from '../../base/values';
import { sha256 } from '../../base/digest';

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Serializes a value with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}

/** Returns the same short text for equal values. */
export const getFingerprint = (value: unknown): string => sha256(canonicalJson(value)).slice(0, 12);

/** Pairs the items of two lists by position. */
export const zip = <Item>(base: Item[], head: Item[]): [base: Item | undefined, head: Item | undefined][] =>
  Array.from({ length: Math.max(base.length, head.length) }, (_, index) => [base[index], head[index]]);

/** Returns the values that two maps have for each key. */
export const toPairs = <Value>(
  base: Map<string, Value>,
  head: Map<string, Value>,
): [key: string, base: Value | undefined, head: Value | undefined][] =>
  [...new Set([...base.keys(), ...head.keys()])].map((key) => [key, base.get(key), head.get(key)]);

const MAX_SHOWN_CHARACTERS = 200;

/** Shortens a value to one line of a report. A digest at the end keeps different long values different. */
export function shorten(value: unknown): unknown {
  const text = canonicalJson(value);
  return text.length <= MAX_SHOWN_CHARACTERS
    ? value
    : `${text.slice(0, MAX_SHOWN_CHARACTERS - 20)}… (${sha256(text).slice(0, 8)})`;
}

/** Returns a date as text. YAML parsers return an unquoted date as a `Date`. */
export const dateText = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? toDay(value) : asString(value);
