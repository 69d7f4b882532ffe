// Requests that fetch cannot send: header fields sent twice, bodies on GET, paths and bytes as they are.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  /** Whether the connection had carried a request before. */
  reusedSocket: boolean;
}

export interface RawOptions {
  /** In the order given; a field may come twice. */
  headers?: [name: string, value: string][];
  /** Sent with Content-Length, or chunked when there are several parts. */
  body?: string | Buffer | (string | Buffer)[];
  agent?: Agent;
}

export function rawRequest(base: string, method: string, path: string, { headers = [], body, agent }: RawOptions = {}): Promise<RawReply> {
  const { hostname, port, host } = new URL(base);
  const chunked = Array.isArray(body);
  const length: [string, string][] = body === undefined || chunked ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  const framing: [string, string][] = chunked ? [['Transfer-Encoding', 'chunked']] : length;
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, agent, headers: [['Host', host], ...framing, ...headers].flat() }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks), text: Buffer.concat(chunks).toString(), reusedSocket: call.reusedSocket }),
      );
    });
    call.on('error', reject);
    for (const part of chunked ? body : body === undefined ? [] : [body]) call.write(part);
    call.end();
  });
}

/** Sends bytes as they are and gives back what comes until the first whole header section and `until` are there. */
export function rawExchange(base: string, bytes: string | Buffer, until = '\r\n\r\n'): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.includes('\r\n\r\n') && answer.includes(until)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
