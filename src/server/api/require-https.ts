// Rejects requests that came over plain HTTP, unless a trusted proxy received them over HTTPS.
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Application, RequestHandler } from 'express';
import { ApiError } from '../../base/errors';

/** One year, as OWASP ASVS 5 requires (3.4.1). RFC 6797 forbids the field over plain HTTP. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

export const httpsRequired = () =>
  new ApiError(
    'https_required',
    'This server requires HTTPS. Replace the key, because this request sent it unencrypted.',
  );

type IsTrusted = (address: string | undefined, hop: number) => boolean;

/** Returns whether all hops used HTTPS. A caller can have written the first entry of the list. */
const isHttps = (forwarded: string): boolean =>
  forwarded.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https');

/**
 * Returns whether a request came over HTTPS, to this server or to a proxy that `trust proxy` of `app` names.
 */
export function cameOverHttps({ socket, headers }: IncomingMessage, app: Application): boolean {
  const isTrusted = app.get('trust proxy fn') as IsTrusted;
  const forwarded = isTrusted(socket.remoteAddress, 0) ? headers['x-forwarded-proto'] : undefined;
  return forwarded === undefined
    ? (socket as Partial<TLSSocket>).encrypted === true
    : isHttps(String(forwarded));
}

/** @throws ApiError `https_required` */
export const requireHttps: RequestHandler = (request, response, next) => {
  if (!cameOverHttps(request, request.app)) throw httpsRequired();
  Object.assign(response.locals.headers, HSTS);
  next();
};
