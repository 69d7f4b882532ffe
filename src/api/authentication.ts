// The key comes before everything else: without a valid one, a request learns nothing, and its body is not read.
import type { RequestHandler } from 'express';
import type { Authenticate } from '../keys/authentication';
import { type Receive, readBody, skipBody } from './body';

export const authentication =
  (authenticate: Authenticate): RequestHandler =>
  async (request, response, next) => {
    const admission = request.admission!;
    const principal = await authenticate(request.headers['x-api-key']).catch((error: unknown) => {
      admission.identify(undefined);
      throw error;
    });
    const { organization, keyId } = principal;
    admission.identify(organization.id);
    const receive: Receive = (work) => admission.receive(`${organization.id} ${keyId}`, work);
    response.locals.exchange = {
      principal,
      requestId: response.locals.requestId,
      readBody: (formats) => readBody(request, response, formats, receive),
      skipBody: () => skipBody(request, response, receive),
    };
    next();
  };
