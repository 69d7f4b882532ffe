// Reports each API request and its response to an observer: the request log of the sandbox's console. The
// real server has no observer.
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../../contract/contract';
import type { Availability } from '../../contract/document';
import type { ErrorCode, ErrorDetail } from '../../base/errors';
import { type KeyOwner, type KeyRejection, isDropped, type ScriptedFault } from './request-context';
import { isObject } from '../../base/json';

/** The size of a body, and the beginning of a text body. */
interface ObservedBody {
  bytes: number;
  /** Undefined for a binary body. */
  text?: string;
  /** Whether the text is only the beginning. */
  cut?: true;
  /** Every field of a cut JSON response: its lists have only the rows with a new field. */
  outline?: string;
}

export interface Observation {
  requestId: string;
  /** The organization of the key, also of a rejected one; undefined for an unknown key. */
  world?: string;
  /** The user for whom the key acts, in a sandbox. */
  user?: { id: string; name: string };
  /** Arrival of the request, in ISO 8601. */
  time: string;
  method: string;
  /** Encoded, with the query. */
  path: string;
  /** 0 when the client got no response. */
  status: number;
  milliseconds: number;
  operationId?: string;
  availability?: Availability;
  answeredBy: 'server' | 'world' | 'mock';
  /** The error of a request that was not successful. */
  error?: { code: ErrorCode; message: string; details?: ErrorDetail[] };
  /** Why the key was rejected. */
  keyRejection?: KeyRejection;
  /** The scripted fault of the sandbox that the request met. */
  fault?: ScriptedFault;
  request: { headers: Record<string, string>; body?: ObservedBody };
  response: { headers: Record<string, string>; body?: ObservedBody };
}

export type Observe = (observation: Observation) => void;

const MAX_TEXT_BYTES = 64 * 1024;

function observedBody(body: string | Buffer | undefined): ObservedBody | undefined {
  if (body === undefined || body.length === 0) return undefined;
  if (typeof body === 'string' && body.length * 3 <= MAX_TEXT_BYTES && !body.includes('\0'))
    return { bytes: Buffer.byteLength(body), text: body };
  const whole = Buffer.isBuffer(body) ? body : Buffer.from(body);
  const cut = whole.length > MAX_TEXT_BYTES;
  const bytes = whole.length;
  try {
    // `stream` accepts half a character at the end.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(0, MAX_TEXT_BYTES), {
      stream: cut,
    });
    return text.includes('\0') ? { bytes } : { bytes, text, ...(cut ? { cut } : {}) };
  } catch {
    return { bytes };
  }
}

/** Adds the fields of the rows that a cut text lacks. */
function withOutline(body: ObservedBody | undefined, written: string | Buffer): ObservedBody | undefined {
  const outline = body?.cut && outlineOf(Buffer.isBuffer(written) ? written : Buffer.from(written));
  return body && outline && outline.length <= MAX_TEXT_BYTES ? { ...body, outline } : body;
}

/** Of lists that are built once for many responses. It holds no list itself. */
const observedLists = new WeakMap<Buffer, ObservedBody>();

function observed(written: string | Buffer): ObservedBody | undefined {
  const known = typeof written === 'string' ? undefined : observedLists.get(written);
  if (known) return known;
  const body = withOutline(observedBody(written), written);
  if (body && typeof written !== 'string') observedLists.set(written, body);
  return body;
}

/** Returns header fields by their names in lower case. */
const fieldsOf = (
  headers: IncomingHttpHeaders | Record<string, string | number | string[] | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );

/** Returns the operation, also of a request that was rejected before dispatch. */
function operationOf({ method, path }: Request, { locals }: Response, contract: Contract) {
  const known = locals.authenticatedRequest?.operation;
  if (known) return known;
  try {
    return contract.match(method === 'HEAD' ? 'GET' : method, path);
  } catch {
    return undefined;
  }
}

const withBody = (headers: Record<string, string>, body: ObservedBody | undefined) => ({
  headers,
  ...(body ? { body } : {}),
});

function toObservation(
  request: Request,
  response: Response,
  { contract, time, body }: { contract: Contract; time: Date; body: ObservedBody | undefined },
): Observation {
  const { origin, startedAt, authenticatedRequest, keyRejection, keyOwner, fault } = response.locals;
  // A client that disconnects early, or that a fault drops, sees nothing of a response.
  const isSeen = response.headersSent && !isDropped(response);
  const written = isSeen ? response.locals.written : undefined;
  const operation = operationOf(request, response, contract);
  const error = written?.error;
  const requestBody: unknown = request.body;
  const { organization, user }: Partial<KeyOwner> = authenticatedRequest?.principal ?? keyOwner ?? {};
  const world = organization?.id;
  return {
    requestId: origin.requestId,
    ...(world === undefined ? {} : { world }),
    ...(user ? { user: { id: user.id, name: user.name } } : {}),
    time: time.toISOString(),
    method: request.method,
    path: request.originalUrl,
    status: isSeen ? response.statusCode : 0,
    milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
    ...(operation ? { operationId: operation.operationId, availability: operation.availability } : {}),
    answeredBy: authenticatedRequest?.answeredBy ?? 'server',
    ...(error
      ? {
          error: {
            code: error.code,
            message: error.message,
            ...(error.details ? { details: error.details } : {}),
          },
        }
      : {}),
    ...(keyRejection ? { keyRejection } : {}),
    ...(fault ? { fault } : {}),
    request: withBody(
      fieldsOf(request.headers),
      observedBody(Buffer.isBuffer(requestBody) ? requestBody : undefined),
    ),
    response: isSeen
      ? withBody(
          fieldsOf({ ...response.getHeaders(), ...written?.headers }),
          request.method === 'HEAD' ? undefined : body,
        )
      : { headers: {} },
  };
}

export const observation =
  (served: { contract: Contract }, observe: Observe): RequestHandler =>
  (request, response, next) => {
    const time = new Date();
    let body: ObservedBody | undefined;
    response.locals.observeBody = (written) => void (body = observed(written));
    response.once('close', () =>
      observe(toObservation(request, response, { contract: served.contract, time, body })),
    );
    next();
  };

/** Larger bodies take too long while other requests wait. */
const MAX_BYTES = 1024 * 1024;

/** Returns a shorter JSON text with every field of a list or page, or undefined for another or a larger body. */
function outlineOf(body: Buffer): string | undefined {
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
