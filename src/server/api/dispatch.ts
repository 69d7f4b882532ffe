// Passes a request to the contract, which calls the operation's handler, and writes the response. Before, it rejects
// requests that HTTP forbids and Node accepts.
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Contract } from '../../contract/contract';
import type { AuthenticatedRequest } from '../../contract/handler';
import { ApiError, notFound } from '../../base/errors';
import { responseHeaders } from './request-context';
import { writeResponse } from './response';

export async function dispatch(
  contract: Contract,
  authenticated: AuthenticatedRequest,
  request: Request,
  response: Response,
): Promise<void> {
  requireWellFormed(request);
  const { method, headers } = request;
  const { path, search } = splitTarget(request.url);
  if (path.includes('%')) decodeURIComponent(path); // throws URIError, also for an unknown path
  if (method === 'OPTIONS') {
    const allow = contract.allowedMethods(path);
    if (allow.length === 0) throw notFound();
    response.writeHead(204, { ...responseHeaders(response), Allow: allow.join(', ') }).end();
    return;
  }
  const contractRequest = {
    // Node omits the body of a response to HEAD.
    method: method === 'HEAD' && contract.match('GET', path) ? 'GET' : method,
    path,
    search,
    headers,
    params: {},
    query: {},
    header: {},
    requestBody: undefined,
    bodyType: undefined,
    files: [],
  };
  await response.locals.admission.work(async () =>
    writeResponse(response, await contract.handle(contractRequest, authenticated)),
  );
}

/** Splits a target into path and query, both encoded, the query without `?`. */
export function splitTarget(target: string): { path: string; search: string } {
  const question = target.indexOf('?');
  if (question < 0) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question + 1) };
}

function countFields(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name) count++;
  return count;
}

/** Matches `host[:port]`, with an IP address in brackets; also an empty host (RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Checks RFC 9110, sections 7.2, 9.3.6 and 10.1.1, and RFC 9112, sections 3.2 and 6.1.
 * @throws ApiError `expectation_failed`, `bad_request`, `method_not_allowed`
 */
export function requireWellFormed({ headers, rawHeaders, method, httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw new ApiError('bad_request', 'This server supports only HTTP/1.1.');
  const { expect, 'transfer-encoding': transferEncoding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new ApiError('expectation_failed', 'This server supports only the expectation 100-continue.');
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    throw new ApiError('bad_request', 'This server supports only the transfer coding chunked.', {
      headers: { Connection: 'close' },
    });
  const hosts = countFields('host', rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ApiError('bad_request', 'Send exactly one Host header.');
  if (headers.host !== undefined && !HOST.test(headers.host))
    throw new ApiError(
      'bad_request',
      'The Host header must be a host name or an IP address, with an optional port.',
    );
  if (method === 'CONNECT')
    throw new ApiError('method_not_allowed', 'This server is not a proxy.', {
      headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
}
