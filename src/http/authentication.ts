// The key comes before everything else: without a valid one, a request learns nothing, and its body is not read.
import type { RequestHandler } from 'express';
import type { Authenticate } from '../keys/authentication';
import { readBody, skipBody } from './body';

export const authentication =
  (authenticate: Authenticate): RequestHandler =>
  async (request, response, next) => {
    const principal = await authenticate(request.headers['x-api-key']);
    response.locals.exchange = {
      principal,
      requestId: response.locals.requestId,
      readBody: (formats) => readBody(request, response, formats),
      skipBody: () => skipBody(request, response),
    };
    next();
  };
