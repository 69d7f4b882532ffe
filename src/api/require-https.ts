// A request is served only when its key did not travel in the clear: over HTTPS, to this server or to a proxy that it trusts.
import type { IncomingMessage } from 'node:http';
import type { Application, RequestHandler } from 'express';
import type { TLSSocket } from 'node:tls';
import { ApiError } from '../errors';
import './locals';

/** A year, as OWASP ASVS 5 asks for (3.4.1). Only over HTTPS: elsewhere RFC 6797 forbids it. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

export const httpsRequired = () =>
  new ApiError(
    'https_required',
    'This server answers over HTTPS only. Replace the key: it was sent unencrypted.',
  );

type Trusts = (address: string | undefined, hop: number) => boolean;

/** `X-Forwarded-Proto` may be a list, to which a caller may have put the first entry: every hop must have been HTTPS. */
const isHttps = (forwarded: string): boolean =>
  forwarded.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https');

/** Whether a request came over HTTPS. Whom to trust is the application's `trust proxy`. */
export function cameOverHttps({ socket, headers }: IncomingMessage, app: Application): boolean {
  const trusts = app.get('trust proxy fn') as Trusts;
  const forwarded = trusts(socket.remoteAddress, 0) ? headers['x-forwarded-proto'] : undefined;
  return forwarded === undefined
    ? (socket as Partial<TLSSocket>).encrypted === true
    : isHttps(String(forwarded));
}

export const requireHttps: RequestHandler = (request, response, next) => {
  if (!cameOverHttps(request, request.app)) throw httpsRequired();
  Object.assign(response.locals.headers, HSTS);
  next();
};
