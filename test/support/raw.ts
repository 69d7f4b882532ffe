// Requests that fetch cannot send: header fields sent twice, bodies on GET, paths and bytes as they are.
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
  /** Whether the connection had carried a request before. */
  reusedSocket: boolean;
}

/** All of an answer but its time: those that nobody can tell apart are equal. */
export const wholeOf = ({ status, text, headers }: RawReply) => ({
  status,
  text,
  headers: { ...headers, date: undefined },
});

export interface RawOptions {
  /** In the order given; a field may come twice. */
  headers?: [name: string, value: string][];
  /** Sent with Content-Length, or chunked when there are several parts. */
  body?: string | Buffer | (string | Buffer)[];
  agent?: Agent;
}

export function rawRequest(
  base: string,
  method: string,
  path: string,
  { headers = [], body, agent }: RawOptions = {},
): Promise<RawReply> {
  const { protocol, hostname, port, host } = new URL(base);
  const secure = protocol === 'https:';
  const chunked = Array.isArray(body);
  const length: [string, string][] =
    body === undefined || chunked ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const framing: [string, string][] = chunked ? [['Transfer-Encoding', 'chunked']] : length;
  return new Promise((resolve, reject) => {
    const call = (secure ? secureRequest : request)(
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
            reusedSocket: call.reusedSocket,
          }),
        );
      },
    );
    call.on('error', reject);
    for (const part of chunked ? body : body === undefined ? [] : [body]) call.write(part);
    call.end();
  });
}

/** Sends bytes as they are and gives back what comes until the first whole header section and `until` are there. */
export function rawExchange(base: string, bytes: string | Buffer, until = '\r\n\r\n'): Promise<string> {
  const { protocol, hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let answer = '';
    const send = (): boolean => socket.write(bytes);
    const socket =
      protocol === 'https:'
        ? secureConnect({ port: Number(port), host: hostname, ca: AUTHORITIES }, send)
        : connect(Number(port), hostname, send);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.includes('\r\n\r\n') && answer.includes(until)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

/** Sends bytes as they are and reads until the server closes. `more` may send others. */
export function rawConversation(
  base: string,
  bytes: string | Buffer,
  more?: (socket: Socket) => void,
): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      more?.(socket);
    });
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

export interface RawAnswer {
  status: number;
  /** The status line and the header fields. */
  head: string;
  text: string;
}

/** All the answers of a conversation, in order. */
export function answersIn(conversation: string): RawAnswer[] {
  return conversation.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const end = one.indexOf('\r\n\r\n');
    return { status: Number(one.slice(9, 12)), head: one.slice(0, end), text: one.slice(end + 4) };
  });
}
