// Guards the control interface, which needs no API key: only programs on this machine, or the bearer of a token.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ApiError } from '../../base/errors';
import { loopbackOnly } from './loopback-only';

export interface ControlAccess {
  /** The bearer token (RFC 6750). */
  token: string | undefined;
  /** Whether only this machine can reach the sandbox. */
  isLoopback: boolean;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @throws ApiError `unauthorized`, `bad_request`. */
export function controlAccess({ token, isLoopback }: ControlAccess): RequestHandler {
  if (token === undefined && isLoopback) return loopbackOnly;
  return (request, response, next) => {
    const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined || !timingSafeEqual(digest(given), digest(token)))
      throw new ApiError(
        'unauthorized',
        'The worlds of this sandbox need the bearer token of SANDBOX_TOKEN in the Authorization header.',
        { headers: { 'WWW-Authenticate': 'Bearer realm="sandbox"' } },
      );
    for (const [name, value] of Object.entries(response.locals.headers)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    next();
  };
}
