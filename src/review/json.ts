// Small helpers over parsed JSON that nobody has checked.
import { createHash } from 'node:crypto';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOr = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The same text for values that mean the same: keys in order, nothing undefined. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

export const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const LONGEST = 200;

/** A value that is short enough for one line of a report; a long one ends in a digest, so that it still differs where the whole does. */
export function shorten(value: unknown): unknown {
  const text = canonical(value);
  return text.length <= LONGEST ? value : `${text.slice(0, LONGEST - 20)}… (${digest(text, 8)})`;
}
