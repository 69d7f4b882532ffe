// Errors below the router: what Node refuses before there is a request for Express. On the bare socket, with the same JSON body as everywhere.
import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  STATUS_CODES,
  type Server,
  type ServerResponse,
  maxHeaderSize,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { ApiError } from '../errors';
import type { Measure } from '../api/access-log';
import { closeConnection } from './close-connection';
import { errorResponse } from '../api/error-response';
import { commonHeaders } from '../api/request-context';
import { HSTS, httpsRequired } from '../api/require-https';

interface ParserError extends Error {
  code?: string;
  /** The bytes that the parser was reading. */
  rawPacket?: Buffer;
}

/** OpenSSL's word for a request that came in place of a handshake. */
const PLAIN_HTTP = 'ERR_SSL_HTTP_REQUEST';

/** Whether the first line alone is more than URL and headers may have together. */
function isFirstLineTooLong(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ /.test(packet.toString('latin1', 0, 10))) return false;
  const end = packet.indexOf('\r\n');
  return end < 0 || end > maxHeaderSize;
}

/** https://nodejs.org/api/http.html#event-clienterror, and the codes of llhttp. */
function fromParserError({ code, rawPacket }: ParserError): ApiError {
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
        ? new ApiError('uri_too_long', 'The URL is too long: URL and headers together may have 16 KiB.')
        : new ApiError(
            'headers_too_large',
            'The headers are too large: URL and headers together may have 16 KiB.',
          );
    case 'HPE_INVALID_METHOD':
      return new ApiError(
        'bad_request',
        'The request does not begin with a method of HTTP/1.1 that is known here.',
      );
    default:
      return new ApiError('bad_request', 'The request is not well-formed HTTP/1.1.');
  }
}

/**
 * Its answer has no body: a client would read one as the beginning of the next answer. Node keeps the last packet alone, and not where in it
 * the request begins: one whose head came in several is answered with a body, and one behind another in a packet is taken for the first.
 */
const isHead = ({ rawPacket }: ParserError): boolean => rawPacket?.toString('latin1', 0, 5) === 'HEAD ';

function refuse(
  socket: Duplex,
  error: ApiError,
  logger: Pick<Logger, 'info'>,
  isHead: boolean,
  measure?: Measure,
): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = randomUUID();
  const { headers: own, body } = errorResponse(error);
  const headers = {
    ...commonHeaders(requestId),
    ...((socket as Partial<TLSSocket>).encrypted ? HSTS : {}),
    ...own,
    Connection: 'close',
    Date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  closeConnection(
    socket,
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`,
  );
  logger.info({ requestId, status: error.status, error: error.code }, 'refused below the router');
  measure?.(undefined, error.status);
}

/** Where an answer can be written: with no handshake, on the connection that TLS was to run on. Node has no public name for it. */
const wayBack = (error: ParserError, socket: Duplex): Duplex =>
  error.code === PLAIN_HTTP ? ((socket as { _parent?: Duplex })._parent ?? socket) : socket;

/** Answers for Node where it would only close the connection; `measure` is told of each such refusal. */
export function handleConnectionErrors(
  server: Server,
  logger: Pick<Logger, 'info'>,
  measure?: Measure,
): void {
  const underWay = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Duplex>(); // an error is told again for each packet that comes after it
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    underWay.set(socket, { request, response });
    response.once(
      'close',
      () => request.complete && underWay.get(socket)?.response === response && underWay.delete(socket),
    );
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const { request, response } = underWay.get(socket) ?? {};
    const answer = (toldTo?: Measure) =>
      refuse(wayBack(error, socket), fromParserError(error), logger, isHead(error), toldTo);
    if (!request || !response) answer(measure);
    else if (!request.complete && response.headersSent)
      socket.destroy(); // it has its answer, or half of one, which must not look whole
    else if (!request.complete && response.socket)
      answer(); // it is measured with its line in the access log, as aborted
    else if (!request.complete)
      response.once('socket', () => answer()); // when its turn comes
    else if (response.writableFinished) answer(measure);
    else response.once('close', () => answer(measure)); // an earlier request of the connection gets its own answer first
  });
}
