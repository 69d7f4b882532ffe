// Parses queries and form fields into the types of their schemas.
import type { ErrorObject } from 'ajv';
import { under } from './pointer';

/** Returns an error that this project reports beside those of Ajv. */
export const ownError = (
  keyword: string,
  instancePath: string,
  params: Record<string, unknown>,
): ErrorObject => ({ keyword, instancePath, schemaPath: '', params, message: keyword });

/** A list in OpenAPI's style `form`: a repeated name (`explode`), or one name with comma-separated members. */
export interface List {
  itemType: unknown;
  explode: boolean;
}

/** The type that a text is converted to. */
export interface Typed {
  type?: unknown;
  list?: List;
}

/** Returns undefined unless the schema, with its items resolved, is a list in the style `form`. */
export function findList(
  schema: { type?: unknown; items?: { type?: unknown } } | undefined,
  { style = 'form', explode = true }: { style?: string; explode?: boolean } = {},
): List | undefined {
  return schema?.type === 'array' && style === 'form' ? { itemType: schema.items?.type, explode } : undefined;
}

/** Converts a text to its schema's type. Text of another form stays text, which the validator rejects. */
export function coerce(text: string, { type }: Typed): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const decoded = (raw: string): string => new URLSearchParams(`_=${raw}`).get('_')!;

/** Yields names with their encoded values: only a comma that is not encoded separates members. */
function* pairsIn(text: string): Generator<[name: string, raw: string]> {
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    if (pair !== '') yield at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), pair.slice(at + 1)];
  }
}

const splitMembers = (raw: string, { itemType, explode }: List): unknown[] => {
  const members = explode ? [raw] : raw === '' ? [] : raw.split(',');
  return members.map((member) => coerce(decoded(member), { type: itemType }));
};

/** Sets a value or appends to a list. Returns false when a single value is set already. */
function add(values: Record<string, unknown>, name: string, raw: string, typed: Typed): boolean {
  const { list } = typed;
  const before = Object.hasOwn(values, name) ? values[name] : undefined;
  if (before !== undefined && !list?.explode) return false;
  if (!list) values[name] = coerce(decoded(raw), typed);
  else if (before === undefined) values[name] = splitMembers(raw, list);
  // To copy the list for each member would take quadratic time.
  else (before as unknown[]).push(...splitMembers(raw, list));
  return true;
}

/** Adds a form part's text. A list has one part per member in every style (OpenAPI 3.1, 4.8.15.1.1). */
export function addFormPart(
  parts: Record<string, unknown>,
  name: string,
  text: string,
  typed: Typed = {},
): boolean {
  const exploded = typed.list ? { list: { ...typed.list, explode: true } } : typed;
  return add(parts, name, encodeURIComponent(text), exploded);
}

/** Parses the text after `?`. Adds unknown and repeated parameters to `errors`. */
export function parseQuery(
  search: string,
  known: Map<string, { parameter: Typed }>,
  errors: ErrorObject[],
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, raw] of pairsIn(search)) {
    const parameter = known.get(name)?.parameter;
    const fault = (keyword: string): ErrorObject =>
      ownError(keyword, under('/query', name), { known: [...known.keys()] });
    if (!parameter) errors.push(fault('undeclaredParameter'));
    else if (!add(query, name, raw, parameter)) errors.push(fault('repeatedParameter'));
  }
  return query;
}

/** Parses `application/x-www-form-urlencoded`. `repeated` names the first single value that appears twice. */
export function parseFields(
  text: string,
  known: Record<string, Typed>,
): { fields: Record<string, unknown>; repeated?: string } {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, raw] of pairsIn(text)) {
    // An unknown field stays text: the schema decides about it.
    if (!add(fields, name, raw, Object.hasOwn(known, name) ? known[name]! : {}))
      return { fields, repeated: name };
  }
  return { fields: { ...fields } };
}
