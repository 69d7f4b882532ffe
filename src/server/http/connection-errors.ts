// Responds to errors below Express: what Node rejects before it creates a request. Writes the JSON body of
// all errors to the socket, where Node would only close the connection.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, maxHeaderSize } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import type { Measure } from '../api/access-log';
import { errorResponse } from '../api/error-response';
import { commonHeaders } from '../api/request-context';
import { HSTS, httpsRequired } from '../api/require-https';
import { ApiError } from '../../base/errors';
import { type Connections, closeConnection, findTcpSocket } from './connections';

interface ParserError extends Error {
  code?: string;
  /** The packet that the parser was reading. */
  rawPacket?: Buffer;
}

/** OpenSSL's code for plain HTTP on a TLS connection. */
const PLAIN_HTTP = 'ERR_SSL_HTTP_REQUEST';

/** Returns whether the first line alone exceeds the limit of URL and headers together. */
function isFirstLineTooLong(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 10))) return false;
  const end = packet.indexOf('\r\n');
  return end < 0 || end > maxHeaderSize;
}

/** Maps Node's and llhttp's error codes (https://nodejs.org/api/http.html#event-clienterror). */
function toApiError({ code, rawPacket }: ParserError): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(
        'request_timeout',
        'The request did not arrive in time. Send it faster, or in parts.',
      );
    case PLAIN_HTTP:
      return httpsRequired();
    case 'HPE_HEADER_OVERFLOW':
      return isFirstLineTooLong(rawPacket)
        ? new ApiError(
            'uri_too_long',
            'The URL is too long. The limit for URL and headers together is 16 KiB.',
          )
        : new ApiError(
            'headers_too_large',
            'The headers are too large. The limit for URL and headers together is 16 KiB.',
          );
    case 'HPE_INVALID_METHOD':
      return new ApiError('bad_request', 'The request does not begin with a known HTTP/1.1 method.');
    default:
      return new ApiError('bad_request', 'The request is not well-formed HTTP/1.1.');
  }
}

/**
 * Returns whether the response must have no body, because a client would read it as the next response. Only a
 * guess: Node keeps the last packet, which may not be the request's first packet.
 */
const isHead = ({ rawPacket }: ParserError): boolean => rawPacket?.toString('latin1', 0, 5) === 'HEAD ';

/** Writes a response for each client error of a server, and counts it with `measure`. */
export function handleConnectionErrors(
  server: Server,
  connections: Connections,
  logger: Pick<Logger, 'info'>,
  measure?: Measure,
): void {
  const rejected = new WeakSet<Duplex>(); // Node repeats the error for each further packet.

  function respond(error: ParserError, parsed: Duplex, isCounted: boolean): void {
    const socket = error.code === PLAIN_HTTP ? findTcpSocket(parsed) : parsed; // There was no handshake.
    if (!socket.writable) return void socket.destroy();
    const requestId = randomUUID();
    const apiError = toApiError(error);
    const { status, code } = apiError;
    const { headers: ownHeaders, body } = errorResponse(apiError);
    const headers = {
      ...commonHeaders(requestId),
      ...((socket as Partial<TLSSocket>).encrypted ? HSTS : {}),
      ...ownHeaders,
      Connection: 'close',
      Date: new Date().toUTCString(),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    closeConnection(socket, isHead(error) ? head : head + body);
    logger.info({ requestId, status, error: code }, 'connection error');
    if (isCounted) measure?.({ status, reason: code });
  }

  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const { request, response } = connections.get(socket)?.current ?? {};
    const reject = () => respond(error, socket, true);
    const rejectUncounted = () => respond(error, socket, false); // The access log counts it as aborted.
    if (!request || !response) reject();
    else if (!request.complete && response.headersSent)
      socket.destroy(); // A partial response must not look complete.
    else if (!request.complete && response.socket) rejectUncounted();
    else if (!request.complete)
      response.once('socket', rejectUncounted); // after the previous responses
    else if (response.writableFinished) reject();
    else response.once('close', reject); // The previous request gets its own response first.
  });
}
