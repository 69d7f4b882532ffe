// Outlines a long JSON body for a recording: a list keeps only the rows with a field that no earlier row has.
import { isObject } from '../../base/json';

/** Larger bodies take too long while other requests wait. */
const MAX_BYTES = 1024 * 1024;

/** Returns a shorter JSON text with every field of a list or page, or undefined for another or a larger body. */
export function outlineOf(body: Buffer): string | undefined {
  if (body.length > MAX_BYTES || !'[{'.includes(String.fromCharCode(body[0] ?? 0))) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    const outlined = isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutKnownRows(member)]))
      : withoutKnownRows(value);
    return JSON.stringify(outlined);
  } catch {
    return undefined;
  }
}

/** The fields of all rows so far. The items of a list are the field `[]`. */
interface Known {
  fields: Map<string, Known>;
}

function withoutKnownRows(value: unknown): unknown {
  const known: Known = { fields: new Map() };
  return Array.isArray(value) ? value.filter((row, index) => addFields(known, row) || index === 0) : value;
}

/** Returns whether a value has a field that was not known. */
function addFields({ fields }: Known, value: unknown): boolean {
  let isNew = false;
  const add = (name: string, member: unknown): void => {
    let known = fields.get(name);
    if (!known) {
      fields.set(name, (known = { fields: new Map() }));
      isNew = true;
    }
    if (typeof member === 'object' && member !== null && addFields(known, member)) isNew = true;
  };
  if (Array.isArray(value)) for (const item of value) add('[]', item);
  else if (isObject(value)) for (const name in value) add(name, value[name]);
  return isNew;
}
