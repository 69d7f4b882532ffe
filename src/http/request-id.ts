// Gives every request an id: the client's own, when it is short and printable, or a new one.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import './locals';

// Not a key, which a mistaken client may put here: the id is logged.
const ACCEPTABLE = /^(?!.*cik_)[\x21-\x7e]{1,128}$/;

export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.locals.startedAt = process.hrtime.bigint();
  response.locals.headers = { 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' };
  next();
};
