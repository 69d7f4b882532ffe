// Reads a place of a change, for example `response 200 application/json: data[].name`, and finds it in a call.
import type { RecordedCall, RecordedMessage } from './recordings';

const PARAMETER = /^(path|query|header|cookie) parameter ([^:]+)/;
const RESPONSE = /^response (\w+)(?: header ([^:]+))?/;
const BODY_PATH = /: (.*)$/s;
/** A field, a quoted field, an item, any item, any field, or an alternative, which keeps the value. */
const STEP = /\.?([\w$-]+)|\.?"((?:[^"\\]|\\.)*)"|\[(\d*)\]|\.?\*(?:\(.*?\))?|\(.*?\)/gy;

export type Find = 'present' | 'absent';

/** Returns the values at a place of a call; undefined stands for a value without content, or an absent one. */
export function valuesAt(where: string, call: RecordedCall, find: Find): unknown[] {
  const parameter = PARAMETER.exec(where);
  if (parameter) return found(parameterValues(parameter[1]!, parameter[2]!, call), find);
  const response = RESPONSE.exec(where);
  if (response) {
    const [, status, header] = response;
    if (!matchesStatus(status!, call.status)) return [];
    if (header !== undefined) return found(headerValues(call.response, header), find);
    return bodyValues(where, call.response, find);
  }
  if (where.startsWith('request body')) return bodyValues(where, call.request, find);
  return [undefined];
}

/** An absent value is one undefined value, so that a call counts. */
const found = (values: unknown[], find: Find): unknown[] =>
  find === 'present' ? values : values.length === 0 ? [undefined] : [];

function parameterValues(location: string, name: string, { query, request }: RecordedCall): unknown[] {
  if (location === 'query') {
    // An object can be serialized as `name[field]`.
    return [...query].flatMap(([key, value]) => (key === name || key.startsWith(`${name}[`) ? [value] : []));
  }
  return location === 'header' ? headerValues(request, name) : [undefined];
}

function headerValues({ headers }: RecordedMessage, name: string): unknown[] {
  const value = headers.get(name.toLowerCase());
  return value === undefined ? [] : [value];
}

function matchesStatus(declared: string, status: number): boolean {
  return (
    declared === 'default' || declared === String(status) || declared === `${Math.floor(status / 100)}XX`
  );
}

function bodyValues(where: string, { body }: RecordedMessage, find: Find): unknown[] {
  const path = BODY_PATH.exec(where)?.[1];
  if (path === undefined) return found(body === undefined ? [] : [body], find);
  const steps = [...path.matchAll(STEP)];
  const last = steps.pop();
  const holders = steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => childrenOf(value, step)),
    body === undefined ? [] : [body],
  );
  if (!last) return [];
  return find === 'present'
    ? holders.flatMap((holder) => childrenOf(holder, last))
    : holders.flatMap((holder) => (childrenOf(holder, last).length === 0 ? [undefined] : []));
}

function childrenOf(value: unknown, [text, plain, quoted, index]: RegExpMatchArray): unknown[] {
  if (index !== undefined) {
    if (!Array.isArray(value)) return [];
    return index === '' ? value : value.slice(Number(index), Number(index) + 1);
  }
  if (text.startsWith('(')) return [value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const name = plain ?? (quoted === undefined ? undefined : (JSON.parse(`"${quoted}"`) as string));
  if (name === undefined) return Object.values(value);
  return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
}
