// Rejects requests that came over plain HTTP, unless a trusted proxy received them over HTTPS.
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Application, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../../base/errors';

/** One year, as OWASP ASVS 5 requires (3.4.1). RFC 6797 forbids the field over plain HTTP. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

export const httpsRequired = (
  message = 'This server requires HTTPS. Replace the key, because this request sent it unencrypted.',
) => new ApiError('https_required', message);

/** The caller may have used HTTPS: only the operator can correct this. */
const SILENT_PROXY =
  'This server requires HTTPS, and the proxy in front of it sends no X-Forwarded-Proto. Tell the operator of the server.';

const isTrusted = (app: Application, address: string | undefined): boolean =>
  (app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean)(address, 0);

/** Returns whether all hops used HTTPS. A caller can have written the first entry of the list. */
const isHttps = (forwarded: string): boolean =>
  forwarded.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https');

/** Returns whether a request came over HTTPS, to this server or to a proxy that `trust proxy` of `app` names. */
export function cameOverHttps({ socket, headers }: IncomingMessage, app: Application): boolean {
  const forwarded = isTrusted(app, socket.remoteAddress) ? headers['x-forwarded-proto'] : undefined;
  return forwarded === undefined
    ? (socket as Partial<TLSSocket>).encrypted === true
    : isHttps(String(forwarded));
}

/**
 * Creates the middleware. It logs once when a proxy is probably misconfigured. `message`: for requests over plain HTTP.
 * @throws ApiError `https_required`
 */
export function createRequireHttps(logger: Pick<Logger, 'warn'>, message?: string): RequestHandler {
  const logged = new Set<string>();

  function logOnce(advice: string, proxy: string | undefined): void {
    if (logged.has(advice)) return;
    logged.add(advice);
    logger.warn({ proxy }, advice);
  }

  return (request, response, next) => {
    const { socket, headers, app } = request;
    if (cameOverHttps(request, app)) {
      Object.assign(response.locals.headers, HSTS);
      return next();
    }
    const isFromProxy = isTrusted(app, socket.remoteAddress);
    if (!isFromProxy && headers['x-forwarded-proto'])
      logOnce('X-Forwarded-Proto is ignored: TRUST_PROXY does not list this proxy', socket.remoteAddress);
    if (!isFromProxy || headers['x-forwarded-proto']) throw httpsRequired(message);
    logOnce(
      'the trusted proxy sends no X-Forwarded-Proto: configure it to set this header',
      socket.remoteAddress,
    );
    throw httpsRequired(SILENT_PROXY);
  };
}
