// Proxies a real server and alters its responses to simulate a server with one fault.
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  method: string;
  path: string;
  keyed: boolean;
  /** Whether the request has `If-None-Match`. */
  conditional: boolean;
  /** The request body. */
  sent: string;
  status: number;
  headers: Headers;
  /** The response body. */
  text: string;
}

/** Changes the response in place. */
export type Fault = (exchange: Exchange) => void;

export interface FaultyProxy {
  url: string;
  close(): Promise<void>;
}

const HOP_BY_HOP = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request header that the server ignores on some paths. */
export interface Ignored {
  header: string;
  path: RegExp;
}

export async function startFaultyProxy(
  upstream: string,
  fault: Fault,
  ignored?: Ignored,
): Promise<FaultyProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const [method, path] = [request.method!, request.url!];
      const sent = await readAll(request);
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        HOP_BY_HOP.includes(name) || (name === ignored?.header && ignored.path.test(path))
          ? []
          : [[name, String(value)]],
      );
      const upstreamResponse = await fetch(upstream + path, {
        method,
        headers,
        redirect: 'manual',
        ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
      });
      const exchange: Exchange = {
        method,
        path,
        keyed: Boolean(request.headers['x-api-key']),
        conditional: request.headers['if-none-match'] !== undefined,
        sent: sent.toString(),
        status: upstreamResponse.status,
        headers: new Headers(upstreamResponse.headers),
        text: await upstreamResponse.text(),
      };
      // fetch has decompressed the body. Node adds its length.
      for (const name of [...HOP_BY_HOP, 'content-encoding']) exchange.headers.delete(name);
      fault(exchange);
      response.statusCode = exchange.status;
      response.setHeaders(exchange.headers);
      response.end(exchange.text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
