// Days, as waivers and sunsets have them.
import { textOr } from './json';

const DATE = /^\d{4}-\d\d-\d\d$/;
/** `2026-03-31`, a day that there is. */
export const isDate = (text: string): boolean =>
  DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** YAML reads a day that is not quoted as a date. */
export const dateText = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString().slice(0, 10) : textOr(value);
