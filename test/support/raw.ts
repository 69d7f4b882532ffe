// Sends requests that fetch cannot send: repeated header fields, bodies on GET, unmodified paths and bytes.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type Socket, connect } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { AUTHORITIES } from './tls';

export interface RawReply {
  status: number;
  /** The reason phrase. */
  reason: string;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  /** True when the connection carried an earlier request. */
  reusedSocket: boolean;
}

/** Returns all that a caller can compare of a response, without the `Date` field. */
export const wholeOf = ({ status, text, headers }: RawReply) => ({
  status,
  text,
  headers: { ...headers, date: undefined },
});

export interface RawOptions {
  /** Sent in this order. A field may occur twice. */
  headers?: [name: string, value: string][];
  /** The value of `Host`, by default that of the URL. */
  host?: string;
  /** Sent with Content-Length, or chunked when it is an array. */
  body?: string | Buffer | (string | Buffer)[];
  agent?: Agent;
}

export function rawRequest(
  base: string,
  method: string,
  path: string,
  { headers = [], host = new URL(base).host, body, agent }: RawOptions = {},
): Promise<RawReply> {
  const { protocol, hostname, port } = new URL(base);
  const secure = protocol === 'https:';
  const chunked = Array.isArray(body);
  const length: [string, string][] =
    body === undefined || chunked ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const framing: [string, string][] = chunked ? [['Transfer-Encoding', 'chunked']] : length;
  return new Promise((resolve, reject) => {
    const clientRequest = (secure ? secureRequest : request)(
      {
        hostname,
        port,
        method,
        path,
        agent,
        ...(secure ? { ca: AUTHORITIES } : {}),
        headers: [['Host', host], ...framing, ...headers].flat(),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            reason: response.statusMessage!,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
            text: Buffer.concat(chunks).toString(),
            reusedSocket: clientRequest.reusedSocket,
          }),
        );
      },
    );
    clientRequest.on('error', reject);
    for (const part of chunked ? body : body === undefined ? [] : [body]) clientRequest.write(part);
    clientRequest.end();
  });
}

/** Sends bytes and returns what the server sends until it contains a complete header section and `until`. */
export function rawExchange(base: string, bytes: string | Buffer, until = '\r\n\r\n'): Promise<string> {
  const { protocol, hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let received = '';
    const send = (): boolean => socket.write(bytes);
    const socket =
      protocol === 'https:'
        ? secureConnect({ port: Number(port), host: hostname, ca: AUTHORITIES }, send)
        : connect(Number(port), hostname, send);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes('\r\n\r\n') && received.includes(until)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** Sends bytes and reads until the server closes the connection. `more` may send further bytes. */
export function rawConversation(
  base: string,
  bytes: string | Buffer,
  more?: (socket: Socket) => void,
): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      more?.(socket);
    });
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

export interface RawAnswer {
  status: number;
  /** The status line and the header fields. */
  head: string;
  text: string;
}

/** Parses the responses of a connection, in order. */
export function answersIn(conversation: string): RawAnswer[] {
  return conversation.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const end = one.indexOf('\r\n\r\n');
    return { status: Number(one.slice(9, 12)), head: one.slice(0, end), text: one.slice(end + 4) };
  });
}
