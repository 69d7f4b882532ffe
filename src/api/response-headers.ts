// The header fields that every answer to a request carries, whether it is a success or an error.
import type { Response } from 'express';
import './locals';

const MAX_VERSION = 100;

/** A document may have any value as its version; a header field is visible ASCII (RFC 9110, section 5.5). */
function headerValue(version: unknown): string {
  const text = typeof version === 'string' ? version : JSON.stringify(version);
  return text
    .slice(0, MAX_VERSION)
    .toWellFormed()
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/** In the sandbox an answer also says what it is: who answered, whether the operation is released, and by which contract. */
function description({ contractVersion, exchange }: Response['locals']): Record<string, string> {
  if (contractVersion === undefined) return {};
  return {
    'X-Contract-Version': headerValue(contractVersion),
    'X-Answered-By': exchange?.answeredBy ?? 'server',
    ...(exchange?.operation ? { 'X-Availability': exchange.operation.availability } : {}),
  };
}

/** An object of its own each time, to be added to; assigned for that reason and not spread (spec/decisions/0018-speed.md). */
export function responseHeaders(response: Response): Record<string, string | number> {
  const { headers, exchange } = response.locals;
  return Object.assign({}, headers, description(response.locals), exchange?.headers);
}
