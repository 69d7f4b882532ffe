// `deprecated` and `x-sunset` of an operation, a parameter or a field.
import { isDay } from '../../base/day';
import type { JsonObject } from '../../base/values';
import { dateText } from './json';

export interface Deprecation {
  deprecated: boolean;
  /** The date in `x-sunset`, if it is valid. */
  sunset: string | null;
  /** The text of `x-sunset`, if it is not a date. */
  invalidSunset: string | null;
}

/** Reads the deprecation of a part. The first of its schemas that states a sunset counts. */
export function readDeprecation(...parts: JsonObject[]): Deprecation {
  const stated = parts.map((part) => part['x-sunset']).find((value) => value !== undefined && value !== null);
  const date = dateText(stated)?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  const sunset = date !== undefined && isDay(date) ? date : null;
  return {
    deprecated: parts.some((part) => part['deprecated'] === true),
    sunset,
    invalidSunset: stated === undefined || sunset !== null ? null : JSON.stringify(stated),
  };
}
