// Reports each API request and its response to an observer: the request log of the sandbox's console. The
// real server has no observer.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../../contract/contract';
import type { Availability } from '../../contract/document';
import type { ErrorCode, ErrorDetail } from '../../base/errors';
import type { KeyOwner, KeyRejection, ScriptedFault } from './request-context';
import { isObject } from '../../base/values';

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

export type Observation = Omit<Exchange, 'size'> & { size?: number };

interface ObservedMessage {
  headers: Record<string, string>;
  body?: ObservedBody;
}

export type Observe = (observation: Observation) => void;

const MAX_TEXT_BYTES = 64 * 1024;

type Body = string | Buffer | undefined;

function observedBody(body: Body): ObservedBody | undefined {
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

function withOutline(body: ObservedBody | undefined, written: string | Buffer): ObservedBody | undefined {
  const outline = body?.cut && getOutline(Buffer.isBuffer(written) ? written : Buffer.from(written));
  return body && outline && outline.length <= MAX_TEXT_BYTES ? { ...body, outline } : body;
}

/** Of lists that are built once for many responses. It holds no list itself. */
const observedLists = new WeakMap<Buffer, ObservedBody>();

function observed(written: Body): ObservedBody | undefined {
  const known = Buffer.isBuffer(written) ? observedLists.get(written) : undefined;
  if (known || written === undefined) return known;
  const body = withOutline(observedBody(written), written);
  if (body && Buffer.isBuffer(written)) observedLists.set(written, body);
  return body;
}

const toFields = (headers: IncomingHttpHeaders | OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );

/** Returns the operation, also of a request that was rejected before dispatch. */
function findOperation({ method, path }: Request, { locals }: Response, contract: Contract) {
  const known = locals.authenticatedRequest?.operation;
  if (known) return known;
  try {
    return contract.match(method === 'HEAD' ? 'GET' : method, path);
  } catch {
    return undefined;
  }
}

const toMessage = (headers: Parameters<typeof toFields>[0], body: ObservedBody | undefined) => ({
  headers: toFields(headers),
  ...(body ? { body } : {}),
});

/** A request with its response. Holds references, and makes the texts for each reader. */
class Exchange {
  readonly requestId: string;
  /** The organization of the key, also of a rejected one; undefined for an unknown key. */
  declare readonly world?: string;
  /** The user for whom the key acts, in a sandbox. */
  declare readonly user?: { id: string; name: string };
  /** A known key, also a rejected one. */
  declare readonly key?: { id: string; access: 'full' | 'read_only' };
  /** Arrival of the request, in ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Encoded, with the query. */
  readonly path: string;
  /** 0 when the client got no response. */
  readonly status: number;
  readonly milliseconds: number;
  declare readonly operationId?: string;
  declare readonly availability?: Availability;
  readonly answeredBy: 'server' | 'world' | 'mock';
  declare readonly error?: { code: ErrorCode; message: string; details?: ErrorDetail[] };
  declare readonly keyRejection?: KeyRejection;
  declare readonly fault?: ScriptedFault;
  readonly #sent: [headers: IncomingHttpHeaders, body: Body];
  readonly #written: [headers: OutgoingHttpHeaders, body: Body | ObservedBody];

  constructor(
    request: Request,
    response: Response,
    { contract, time, body }: { contract: Contract; time: Date; body: Body | ObservedBody },
  ) {
    const { origin, startedAt, authenticatedRequest, keyRejection, keyOwner, fault } = response.locals;
    // A client that disconnects early, or that a fault drops, sees nothing of a response.
    const isSeen = response.headersSent;
    const written = isSeen ? response.locals.written : undefined;
    const operation = findOperation(request, response, contract);
    const requestBody: unknown = request.body;
    const owner: Partial<KeyOwner> = authenticatedRequest?.principal ?? keyOwner ?? {};
    const { organization, user, keyId, access } = owner;
    this.requestId = origin.requestId;
    if (organization) this.world = organization.id;
    if (user) this.user = { id: user.id, name: user.name };
    if (keyId) this.key = { id: keyId, access: access === 'read_only' ? access : 'full' };
    this.time = time.toISOString();
    this.method = request.method;
    this.path = request.originalUrl;
    this.status = isSeen ? response.statusCode : 0;
    this.milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
    if (operation) {
      this.operationId = operation.operationId;
      this.availability = operation.availability;
    }
    this.answeredBy = authenticatedRequest?.answeredBy ?? 'server';
    if (written?.error) {
      const { code, message, details } = written.error;
      this.error = { code, message, ...(details ? { details } : {}) };
    }
    if (keyRejection) this.keyRejection = keyRejection;
    if (fault) this.fault = fault;
    this.#sent = [request.headers, Buffer.isBuffer(requestBody) ? requestBody : undefined];
    this.#written = isSeen
      ? [Object.assign(response.getHeaders(), written?.headers), request.method === 'HEAD' ? undefined : body]
      : [{}, undefined];
  }

  get request(): ObservedMessage {
    const [headers, body] = this.#sent;
    return toMessage(headers, observedBody(body));
  }

  get response(): ObservedMessage {
    const [headers, body] = this.#written;
    return toMessage(headers, isText(body) ? observed(body) : body);
  }

  /** The bytes of both bodies that the observation keeps. */
  get size(): number {
    const [sent, written] = [this.#sent[1], this.#written[1]];
    return (sent?.length ?? 0) + (isText(written) ? (written?.length ?? 0) : MAX_TEXT_BYTES);
  }
}

const isText = (body: Body | ObservedBody): body is Body => typeof body !== 'object' || Buffer.isBuffer(body);

export const observation =
  (served: { contract: Contract }, observe: Observe): RequestHandler =>
  (request, response, next) => {
    const time = new Date();
    let body: Body | ObservedBody;
    // Of a longer body, only the beginning stays in memory.
    response.locals.observeBody = (written) =>
      void (body = written.length > MAX_TEXT_BYTES ? observed(written) : written);
    response.once('close', () =>
      observe(new Exchange(request, response, { contract: served.contract, time, body })),
    );
    next();
  };

/** Larger bodies take too long while other requests wait. */
const MAX_BYTES = 1024 * 1024;

/** Returns a shorter JSON text with every field of a list or page, or undefined for another or a larger body. */
function getOutline(body: Buffer): string | undefined {
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
