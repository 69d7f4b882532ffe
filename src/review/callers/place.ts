// Reads a place of a change, for example `response 200 application/json: data[].name`, and finds it in a call.
import { isObject } from '../../base/values';
import type { RecordedMessage } from './recordings';
import { type RoutedCall, readParameter } from './sent-parameter';
import { SentText, canBeOf } from './sent-text';

const PARAMETER = /^(path|query|header|cookie) parameter ([^:]+)(?:: (.*))?/s;
const MEDIA_TYPE = /^(?:request body|response \w+) ([^ :]+\/[^ :]+)/;
const RESPONSE = /^response (\w+)(?: header ([^:]+))?/;
const BODY_PATH = /: (.*)/s;
/** A field, a quoted field, an item, any item, any field, or an alternative that the value can match. */
const STEP = /\.?([\w$-]+)|\.?"((?:[^"\\]|\\.)*)"|\[(\d*)\]|\.?\*(?:\(.*?\))?|\(.*?\)/gy;

export const NOT_MODIFIED = 304;

/**
 * Returns the values at a place of a call: a list for each part of the call that can have the place, which is empty where the
 * place is absent. Undefined stands for a value without content.
 */
export function valuesAt(where: string, call: RoutedCall): unknown[][] {
  const parameter = PARAMETER.exec(where);
  if (parameter) {
    const [, location = '', name = '', inside] = parameter;
    const sent = readParameter({ location, name, inside }, call);
    return valuesUnder(inside, sent === undefined ? [] : [sent]);
  }
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
  return valuesUnder(path, bodies);
}

/** Returns the values at a path: a list for each holder of its last step. */
function valuesUnder(path: string | undefined, roots: unknown[]): unknown[][] {
  if (path === undefined) return [roots];
  const steps = [...path.matchAll(STEP)];
  const last = steps.pop();
  const holders = steps.reduce((values, step) => values.flatMap((value) => listChildren(value, step)), roots);
  return last ? holders.map((holder) => listChildren(holder, last)) : [];
}

function listChildren(value: unknown, [text, plain, quoted, index]: RegExpMatchArray): unknown[] {
  if (index !== undefined) {
    const list: unknown = value instanceof SentText ? value.asList : value;
    if (!Array.isArray(list)) return [];
    return index === '' ? list : list.slice(Number(index), Number(index) + 1);
  }
  if (text.startsWith('(')) {
    const label = text.slice(1, -1);
    // A label with parentheses is cut.
    return label.includes('(') || canBeOf(label, value) ? [value] : [];
  }
  const holder = value instanceof SentText ? value.asObject : value;
  if (!isObject(holder)) return [];
  const name = plain ?? (quoted === undefined ? undefined : (JSON.parse(`"${quoted}"`) as string));
  if (name === undefined) return Object.values(holder);
  return Object.hasOwn(holder, name) ? [holder[name]] : [];
}
