// Reads a place of a change, for example `response 200 application/json: data[].name`, and finds it in a call.
import { isObject } from '../../base/values';
import type { RecordedCall, RecordedMessage } from './recordings';

const PARAMETER = /^(path|query|header|cookie) parameter ([^:]+)(?:: (.*))?/s;
const MEDIA_TYPE = /^(?:request body|response \w+) ([^ :]+\/[^ :]+)/;
const RESPONSE = /^response (\w+)(?: header ([^:]+))?/;
const BODY_PATH = /: (.*)/s;
/** A field, a quoted field, an item, any item, any field, or an alternative, which keeps the value. */
const STEP = /\.?([\w$-]+)|\.?"((?:[^"\\]|\\.)*)"|\[(\d*)\]|\.?\*(?:\(.*?\))?|\(.*?\)/gy;

/** A call of a known operation. */
export interface RoutedCall extends RecordedCall {
  /** The values of the path parameters, by name. */
  pathValues: Map<string, string>;
  /** The statuses that the operation declares in the base. */
  declaredStatuses: string[];
}

export const NOT_MODIFIED = 304;

/**
 * Returns the values at a place of a call: a list for each part of the call that can have the place, which is empty where the
 * place is absent. Undefined stands for a value without content.
 */
export function valuesAt(where: string, call: RoutedCall): unknown[][] {
  const parameter = PARAMETER.exec(where);
  if (parameter) return [parameterValues(parameter, call)];
  const response = RESPONSE.exec(where);
  if (response) {
    const [, status, header] = response;
    if (!matchesStatus(status!, call)) return [];
    if (header !== undefined) return [headerValues(call.response, header)];
    // The whole response, which can have no body.
    if (where === `response ${status}`) return [[undefined]];
    return bodyValues(where, call.response);
  }
  return where.startsWith('request body') ? bodyValues(where, call.request) : [[undefined]];
}

/**
 * Returns whether the recording lacks a part of the message that a place is in: the body is incomplete, or the client
 * used a response that it had already (304).
 */
export function isPartlyRecorded(where: string, call: RoutedCall): boolean {
  if (where.startsWith('request body')) return isPartialOf(where, call.request);
  const [, status, header] = RESPONSE.exec(where) ?? [];
  if (status === undefined) return false;
  if (call.status === NOT_MODIFIED && status.startsWith('2')) return true;
  return header === undefined && matchesStatus(status, call) && isPartialOf(where, call.response);
}

const isPartialOf = (where: string, message: RecordedMessage): boolean =>
  message.isPartial && hasMediaType(where, message);

function parameterValues([, location, name, inside]: RegExpExecArray, call: RoutedCall): unknown[] {
  const { query, request, pathValues } = call;
  if (location === 'query') return queryValues(query, name!, inside);
  if (location === 'path') return pathValues.has(name!) ? [pathValues.get(name!)] : [];
  if (location === 'header') return headerValues(request, name!);
  const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return cookies.flatMap(([key, value]) => (key === name ? [value] : []));
}

/** An object can be serialized as `name[field]`, and a list as one text with commas. */
function queryValues(query: URLSearchParams, name: string, inside: string | undefined): unknown[] {
  const field = inside?.split(/[.[]/)[0] ?? '';
  return [...query].flatMap(([key, value]) => {
    if (key === name) return [value, ...(value.includes(',') ? value.split(',') : [])];
    return key.startsWith(`${name}[`) && (field === '' || key === `${name}[${field}]`) ? [value] : [];
  });
}

function headerValues({ headers }: RecordedMessage, name: string): unknown[] {
  const value = headers.get(name.toLowerCase());
  return value === undefined ? [] : [value];
}

/** `default` describes only statuses that the operation does not declare. */
function matchesStatus(declared: string, { status, declaredStatuses }: RoutedCall): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  if (declared === 'default')
    return !declaredStatuses.includes(String(status)) && !declaredStatuses.includes(range);
  return declared === String(status) || declared === range;
}

/** Returns whether a message can have the media type of a place. */
function hasMediaType(where: string, { mediaType }: RecordedMessage): boolean {
  const declared = MEDIA_TYPE.exec(where)?.[1];
  const isAny = declared === undefined || declared.includes('*') || mediaType === '';
  return isAny || declared.split(';')[0] === mediaType;
}

function bodyValues(where: string, message: RecordedMessage): unknown[][] {
  if (!hasMediaType(where, message)) return [];
  const path = BODY_PATH.exec(where)?.[1];
  const bodies: unknown[] = message.body === undefined ? [] : [message.body];
  if (path === undefined) return [bodies];
  const steps = [...path.matchAll(STEP)];
  const last = steps.pop();
  const holders = steps.reduce(
    (values, step) => values.flatMap((value) => listChildren(value, step)),
    bodies,
  );
  return last ? holders.map((holder) => listChildren(holder, last)) : [];
}

function listChildren(value: unknown, [text, plain, quoted, index]: RegExpMatchArray): unknown[] {
  if (index !== undefined) {
    if (!Array.isArray(value)) return [];
    return index === '' ? value : value.slice(Number(index), Number(index) + 1);
  }
  if (text.startsWith('(')) return [value];
  if (!isObject(value)) return [];
  const name = plain ?? (quoted === undefined ? undefined : (JSON.parse(`"${quoted}"`) as string));
  if (name === undefined) return Object.values(value);
  return Object.hasOwn(value, name) ? [value[name]] : [];
}
