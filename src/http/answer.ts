// Writes a success: representation headers, entity tag, and 304 when the client holds what it would get.
import type { Response } from 'express';
import { etagOf, holds } from '../conditional/etags';
import type { Answer } from '../contract/handler';
import { responseHeaders } from './response-headers';

export function writeAnswer(response: Response, answer: Answer): void {
  const headers: Record<string, string | number> = {
    ...responseHeaders(response),
    'Cache-Control': 'private, no-cache',
    Vary: response.hasHeader('Vary') ? `${String(response.getHeader('Vary'))}, X-API-Key` : 'X-API-Key',
    ...answer.headers,
  };
  let { status } = answer;
  const etag = answer.etag ?? (answer.body === undefined ? undefined : etagOf(answer.body));
  if (etag !== undefined) {
    headers['ETag'] = etag;
    const method = response.req.method;
    if (status === 200 && (method === 'GET' || method === 'HEAD') && holds(response.req.headers['if-none-match'], etag)) status = 304;
  }
  if (status === 304 || answer.body === undefined) {
    response.locals.written = { headers };
    response.writeHead(status, headers).end();
    return;
  }
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  headers['Content-Length'] = Buffer.byteLength(answer.body);
  response.locals.written = { headers, body: answer.body };
  response.writeHead(status, headers).end(answer.body);
}
