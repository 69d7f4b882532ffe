// Values of parsed JSON, and the nesting of texts of JSON and YAML.

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As in bodies of requests. */
const MAX_NESTING = 32;

/** Returns whether more than 32 brackets are open at once. The YAML parser takes quadratic time for them. */
export function isDeeplyNested(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth++;
    else if ((character === ']' || character === '}') && depth > 0) depth--;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}
