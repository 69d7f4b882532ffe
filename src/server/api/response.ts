// Writes successful responses: header fields, entity tag, 304 for a client that has the current version, and
// the body, compressed when the client accepts that.
import { type Readable, type Transform, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import type { Response } from 'express';
import type { ApiResponse, LargeBody } from '../../contract/handler';
import { MIN_COMPRESSED_BYTES, codingFor, compress, createCompressor } from './compression';
import { etagOf } from '../../base/digest';
import { type Coding, codedTag, heldTag } from './etags';
import { responseHeaders, isDropped } from './request-context';

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
  const { body } = result;
  const isInMemory = typeof body === 'string' || Buffer.isBuffer(body);
  if (isDropped(response)) {
    response.destroy();
    if (body !== undefined && !isInMemory) await body.discard();
    return;
  }
  let { status } = result;
  const etag = declaresTag(response, status)
    ? (result.etag ?? (isInMemory ? etagOf(body) : undefined))
    : undefined;
  if (etag !== undefined) {
    const held =
      status === 304 || (status === 200 && (method === 'GET' || method === 'HEAD'))
        ? heldTag(requestHeaders['if-none-match'], etag)
        : undefined;
    if (held !== undefined) status = 304;
    headers['ETag'] = held ?? etag;
  }
  if (status === 304 || body === undefined) {
    delete headers['Content-Type'];
    response.locals.written = { headers };
    response.writeHead(status, headers).end();
    if (body !== undefined && !isInMemory) await body.discard();
    return;
  }
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  const bytes = isInMemory ? Buffer.byteLength(body) : body.bytes;
  const coding =
    bytes < MIN_COMPRESSED_BYTES ? undefined : codingFor(response.req, String(headers['Content-Type']));
  if (coding !== undefined) {
    headers['Content-Encoding'] = coding;
    if (etag !== undefined) headers['ETag'] = codedTag(etag, coding);
  }
  if (!isInMemory) return writeLarge(response, status, headers, body, coding);
  const sent = coding === undefined ? body : await compress(body, coding);
  headers['Content-Length'] = coding === undefined ? bytes : sent.length;
  // A change is committed: its response is small, and must not become an error.
  if (method === 'GET' && sent.length >= MIN_LIMITED_BYTES) response.locals.admission.requireRoom(sent);
  response.locals.written = { headers };
  response.writeHead(status, headers).end(sent);
  response.locals.observeBody?.(body);
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

/**
 * Streams a body at the client's pace. A client that disconnects is no error.
 * @throws the error of reading `body`
 */
export async function streamTo(response: Response, body: Readable, ...through: Transform[]): Promise<void> {
  response.setMaxListeners(20); // A pipeline adds several listeners.
  await promisify(pipeline)([body, ...through, response]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
