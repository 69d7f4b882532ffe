// Authenticates the key before all other checks, and before the body is read.
import type { RequestHandler } from 'express';
import type { Authenticate } from '../keys/authentication';
import { type ReceiveBody, discardBody, readBody } from './body';

/** @throws ApiError `unauthorized`, `unavailable` */
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
    const receive: ReceiveBody = (read) => admission.receive(`${organization.id} ${keyId}`, read);
    response.locals.authenticatedRequest = {
      principal,
      origin: response.locals.origin,
      readBody: (formats) => readBody(request, response, formats, receive),
      skipBody: () => discardBody(request, response, receive),
    };
    next();
  };
