// What HTTP forbids and Node lets through.
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors';

function countOf(field: string, rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === field.length && rawHeaders[index]!.toLowerCase() === field) count++;
  return count;
}

/** `host[:port]`, an IP address in brackets; empty where the target has no authority. RFC 3986, section 3.2.2. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** @throws ApiError `expectation_failed`, `bad_request`, `method_not_allowed`. RFC 9110, sections 7.2, 9.3.6 and 10.1.1; RFC 9112, sections 3.2 and 6.1. */
export function requireWellFormed({ headers, rawHeaders, method, httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw new ApiError('bad_request', 'This server speaks HTTP/1.1.');
  const { expect, 'transfer-encoding': transferEncoding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new ApiError('expectation_failed', 'The only expectation that this server meets is 100-continue.');
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    throw new ApiError('bad_request', 'The only transfer coding that this server reads is chunked.', {
      headers: { Connection: 'close' },
    });
  const hosts = countOf('host', rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ApiError('bad_request', 'A request has one Host header, no more and no less.');
  if (headers.host !== undefined && !HOST.test(headers.host))
    throw new ApiError(
      'bad_request',
      'The Host header is a host name or an IP address, perhaps with a port.',
    );
  if (method === 'CONNECT')
    throw new ApiError('method_not_allowed', 'This server is no proxy.', {
      headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
}
