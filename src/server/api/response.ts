// Writes successful responses: header fields, entity tag, 304 for a client that has the current version, and the body,
// compressed when the client accepts that, on the thread pool: a list of many megabytes does not block the event loop.
import { type Readable, type Transform, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import type { Response, Request } from 'express';
import type { ApiResponse, LargeBody } from '../../contract/handler';
import { computeEtag } from '../../base/digest';
import { isLarge } from '../../contract/validator';
import { type Coding, codedTag, heldTag, requireMatch, CODINGS } from './etags';
import { responseHeaders, send } from './request-context';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** Event of a response that needs no more work of the server: the client's reading is not load. */
export const WORK_DONE = Symbol('work done');

/** As many bytes as a stream holds for its client. */
const MIN_LIMITED_BYTES = 64 * 1024;

const VARY = 'Accept-Encoding, X-API-Key';

/**
 * Returns whether the contract declares an ETag for this response. Files have none, and neither have actions,
 * because their responses are not representations of the resource.
 */
const declaresTag = (response: Response, status: number): boolean =>
  response.locals.authenticatedRequest?.operation?.responses[status]?.headers?.['ETag'] !== undefined;

export async function writeResponse(response: Response, result: ApiResponse): Promise<void> {
  const headers: Record<string, string | number> = Object.assign(
    responseHeaders(response),
    {
      'Cache-Control': 'private, no-cache',
      Vary: response.hasHeader('Vary') ? `${String(response.getHeader('Vary'))}, ${VARY}` : VARY,
    },
    result.headers,
  );
  const { method, headers: requestHeaders } = response.req;
  const { deliver } = response.locals;
  const body = deliver && isLarge(result.body) ? await result.body.text() : result.body;
  const isInMemory = typeof body === 'string' || Buffer.isBuffer(body);
  let { status } = result;
  const etag = declaresTag(response, status)
    ? (result.etag ?? (isInMemory ? computeEtag(body) : undefined))
    : undefined;
  const isRead = status === 304 || (status === 200 && (method === 'GET' || method === 'HEAD'));
  try {
    if (isRead) requireMatch(requestHeaders['if-match'], ...(etag === undefined ? [] : [etag]));
  } catch (error) {
    if (body !== undefined && !isInMemory) await body.discard();
    throw error;
  }
  if (etag !== undefined) {
    const held = isRead ? heldTag(requestHeaders['if-none-match'], etag) : undefined;
    if (held !== undefined) status = 304;
    headers['ETag'] = held ?? etag;
  }
  if (status === 304 || body === undefined) {
    delete headers['Content-Type'];
    send(response, { status, headers });
    if (body !== undefined && !isInMemory) await body.discard();
    return;
  }
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  const bytes = isInMemory ? Buffer.byteLength(body) : body.bytes;
  const coding =
    deliver || bytes < MIN_COMPRESSED_BYTES
      ? undefined
      : codingFor(response.req, String(headers['Content-Type']));
  if (coding !== undefined) {
    headers['Content-Encoding'] = coding;
    if (etag !== undefined) headers['ETag'] = codedTag(etag, coding);
  }
  if (!isInMemory) return writeLarge(response, status, headers, body, coding);
  const sent = coding === undefined ? body : await compress(body, coding);
  headers['Content-Length'] = coding === undefined ? bytes : sent.length;
  // A change is committed: its response is small, and must not become an error.
  if (method === 'GET' && sent.length >= MIN_LIMITED_BYTES) response.locals.admission.requireRoom(sent);
  send(response, { status, headers }, sent, body);
}

/** Writes a body that is not in memory. @throws the error of reading the body */
async function writeLarge(
  response: Response,
  status: number,
  headers: Record<string, string | number>,
  body: LargeBody,
  coding: Coding | undefined,
): Promise<void> {
  if (coding === undefined) headers['Content-Length'] = body.bytes;
  response.locals.written = { headers };
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD' || response.destroyed) {
    response.end();
    await body.discard();
    return;
  }
  response.emit(WORK_DONE);
  await streamTo(response, body.read(), ...(coding === undefined ? [] : [createCompressor(coding)]));
}

/** Streams a body at the client's pace. A client that disconnects is no error. @throws the error of reading `body` */
export async function streamTo(response: Response, body: Readable, ...through: Transform[]): Promise<void> {
  response.setMaxListeners(20); // A pipeline adds several listeners.
  await promisify(pipeline)([body, ...through, response]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** A smaller body fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

const COMPRESSIBLE = /^(?:application\/json|text\/)/;

// The next level of either takes twice the time and saves a twentieth of the size (spec/decisions/0011).
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3 };
const GZIP = { level: 3 };

const compressWith: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, GZIP),
};

/**
 * Returns the coding of a response body, or undefined for an uncompressed body. A client that rejects every
 * coding gets an uncompressed body too.
 */
export function codingFor({ headers }: Request, contentType: string): Coding | undefined {
  if (headers['accept-encoding'] === undefined || !COMPRESSIBLE.test(contentType)) return undefined;
  const accepted = new Negotiator({ headers }).encoding([...CODINGS, 'identity']);
  return CODINGS.find((coding) => coding === accepted);
}

/** Compressed forms of bodies that the database still keeps and can send again. */
const compressedBodies = new WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>();

export function compress(body: string | Buffer, coding: Coding): Promise<Buffer> {
  if (typeof body === 'string') return compressWith[coding](Buffer.from(body));
  const known = compressedBodies.get(body) ?? {};
  compressedBodies.set(body, known);
  if (known[coding]) return known[coding];
  const compressing = compressWith[coding](body);
  known[coding] = compressing;
  compressing.catch(() => delete known[coding]); // The next request tries again.
  return compressing;
}

const createCompressor = (coding: Coding): Transform =>
  coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip(GZIP);
