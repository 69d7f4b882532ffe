// Gives every request an id: the client's own if it has only safe characters, or a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { KEY_LIKE } from '../keys/format';
import './locals';

/** Other characters can be active in log viewers, spreadsheets or shells. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The id is logged, and a mistaken client may have put its key here. */
const isAcceptable = (id: string): boolean => ACCEPTABLE.test(id) && id.search(KEY_LIKE) < 0;

export function idOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && isAcceptable(given) ? given : randomUUID();
}

/** What every answer has, whoever writes it. */
export const commonHeaders = (id: string): Record<string, string> => ({
  'X-Request-Id': id,
  'X-Content-Type-Options': 'nosniff',
});

export const requestId: RequestHandler = (request, response, next) => {
  const id = idOf(request.headers);
  response.locals.requestId = id;
  response.locals.startedAt = process.hrtime.bigint();
  response.locals.headers = commonHeaders(id);
  next();
};
