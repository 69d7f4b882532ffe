// Query parameters: only those that the contract has, each at most once, as the type that its schema has.
import type { ErrorObject } from 'ajv';
import type { Parameter } from './document';
import { under } from './pointer';

/** A value as its schema's type; one that cannot be is left as text for the validator to refuse. */
export function coerce(text: string, { type }: Parameter): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Parses the text after `?`. Unknown and repeated parameters are added to `errors`. */
export function parseQuery(search: string, known: Map<string, { parameter: Parameter }>, errors: ErrorObject[]): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(`?${search}`)) {
    const parameter = known.get(name)?.parameter;
    const fault = (keyword: string): ErrorObject => ({ keyword, instancePath: under('/query', name), schemaPath: '', params: { known: [...known.keys()] } });
    if (!parameter) errors.push(fault('undeclaredParameter'));
    else if (name in query) errors.push(fault('repeatedParameter'));
    else query[name] = coerce(text, parameter);
  }
  return query;
}
