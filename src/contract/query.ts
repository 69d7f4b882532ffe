// Query parameters: only those that the contract has, each at most once unless it is a list, as the type that its schema has; and the fields of a form that is written as a query is.
import type { ErrorObject } from 'ajv';
import type { List } from './lists';
import { under } from './pointer';

/** What a text shall become. */
export interface Typed {
  type?: unknown;
  list?: List;
}

/** A value as its schema's type; one that cannot be is left as text for the validator to refuse. */
export function coerce(text: string, { type }: Typed): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const decoded = (raw: string): string => new URLSearchParams(`_=${raw}`).get('_')!;

/** Names, and what they are set to as it was sent: a comma that was encoded divides no list. */
function* pairsIn(text: string): Generator<[name: string, raw: string]> {
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    if (pair !== '') yield at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), pair.slice(at + 1)];
  }
}

const membersOf = (raw: string, { itemType, explode }: List): unknown[] => {
  const members = explode ? [raw] : raw === '' ? [] : raw.split(',');
  return members.map((member) => coerce(decoded(member), { type: itemType }));
};

/** Sets a value, or adds to a list; false when what may be given once is there already. */
function give(values: Record<string, unknown>, name: string, raw: string, typed: Typed): boolean {
  const { list } = typed;
  const before = Object.hasOwn(values, name) ? values[name] : undefined;
  if (before !== undefined && !list?.explode) return false;
  if (!list) values[name] = coerce(decoded(raw), typed);
  else if (before === undefined) values[name] = membersOf(raw, list);
  else (before as unknown[]).push(...membersOf(raw, list)); // copying the list for each member would be quadratic
  return true;
}

/** Sets a part of a form, whose text is as it was sent, or adds it to a list; false when what may be there once is there already. */
export function givePart(
  parts: Record<string, unknown>,
  name: string,
  text: string,
  typed: Typed = {},
): boolean {
  return give(
    parts,
    name,
    encodeURIComponent(text),
    typed.list ? { list: { ...typed.list, explode: true } } : typed,
  ); // a list has a part for each member, whatever its style (OpenAPI 3.1, 4.8.15.1.1)
}

/** Parses the text after `?`. Unknown and repeated parameters are added to `errors`. */
export function parseQuery(
  search: string,
  known: Map<string, { parameter: Typed }>,
  errors: ErrorObject[],
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, raw] of pairsIn(search)) {
    const parameter = known.get(name)?.parameter;
    const fault = (keyword: string): ErrorObject => ({
      keyword,
      instancePath: under('/query', name),
      schemaPath: '',
      params: { known: [...known.keys()] },
    });
    if (!parameter) errors.push(fault('undeclaredParameter'));
    else if (!give(query, name, raw, parameter)) errors.push(fault('repeatedParameter'));
  }
  return query;
}

/** The fields of `application/x-www-form-urlencoded`, and the first that is there twice and is no list. What the contract does not know stays text, for the schema to judge. */
export function parseFields(
  text: string,
  known: Record<string, Typed>,
): { fields: Record<string, unknown>; repeated?: string } {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, raw] of pairsIn(text)) {
    if (!give(fields, name, raw, Object.hasOwn(known, name) ? known[name]! : {}))
      return { fields, repeated: name };
  }
  return { fields: { ...fields } };
}
