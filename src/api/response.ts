// Writes a success: representation headers, entity tag, 304 when the client holds what it would get, and the body, compressed when it asks for that.
import type { Response } from 'express';
import { codedTag, etagOf, heldTag } from './etags';
import { type ApiResponse, isLarge } from '../contract/handler';
import { codingFor, compress } from './compression';
import { writeLarge } from './large-body';
import { responseHeaders } from './response-headers';

/** What an answer depends on beside its address. */
const VARY = 'Accept-Encoding, X-API-Key';

/** Only what the contract says has a tag gets one, and with it 304: files have none, nor have actions, whose answers are not what a GET would give. */
const declaresTag = (response: Response, status: number): boolean =>
  response.locals.exchange?.operation?.responses[status]?.headers?.['ETag'] !== undefined;

export async function writeAnswer(response: Response, answer: ApiResponse): Promise<void> {
  const headers: Record<string, string | number> = Object.assign(
    responseHeaders(response),
    {
      'Cache-Control': 'private, no-cache',
      Vary: response.hasHeader('Vary') ? `${String(response.getHeader('Vary'))}, ${VARY}` : VARY,
    },
    answer.headers,
  );
  const { method, headers: asked } = response.req;
  const { body } = answer;
  const large = body !== undefined && isLarge(body) ? body : undefined;
  let { status } = answer;
  const etag = declaresTag(response, status)
    ? (answer.etag ?? (body === undefined || isLarge(body) ? undefined : etagOf(body)))
    : undefined;
  if (etag !== undefined) {
    const held =
      status === 304 || (status === 200 && (method === 'GET' || method === 'HEAD'))
        ? heldTag(asked['if-none-match'], etag)
        : undefined;
    if (held !== undefined) status = 304;
    headers['ETag'] = held ?? etag;
  }
  if (status === 304 || body === undefined) {
    delete headers['Content-Type']; // of the body that stays away
    response.locals.written = { headers };
    response.writeHead(status, headers).end();
    await large?.discard();
    return;
  }
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  const bytes = isLarge(body) ? body.bytes : Buffer.byteLength(body);
  const coding = codingFor(response.req, String(headers['Content-Type']), bytes);
  if (coding !== undefined) {
    headers['Content-Encoding'] = coding;
    if (etag !== undefined) headers['ETag'] = codedTag(etag, coding);
  }
  if (isLarge(body)) return writeLarge(response, status, headers, body, coding);
  const sent = coding === undefined ? body : await compress(body, coding);
  headers['Content-Length'] = coding === undefined ? bytes : sent.length;
  response.locals.written = { headers, body };
  response.writeHead(status, headers).end(sent);
}
