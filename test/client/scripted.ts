// A server for the client that answers what a test says, one step for each request, and keeps what it was
// asked.
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Step {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or text as it is. */
  body?: unknown;
  /**
   * The connection ends where the answer would begin, or in the middle of its body; or nothing comes at all.
   */
  fault?: 'drop' | 'cut' | 'hang';
}

export interface Scripted {
  url: string;
  asked: Asked[];
  /** The next answers; the last one is repeated. */
  script(...steps: Step[]): void;
  close(): Promise<void>;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function answer(response: ServerResponse, { status = 200, headers = {}, body, fault }: Step): void {
  if (fault === 'drop') return void response.destroy();
  if (fault === 'hang') return;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json' };
  response.writeHead(status, { ...type, 'Content-Length': String(Buffer.byteLength(text)), ...headers });
  if (fault === 'cut') return void response.write(text.slice(0, text.length / 2), () => response.destroy());
  response.end(text);
}

export async function startScripted(): Promise<Scripted> {
  let steps: Step[] = [];
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      answer(response, steps.length > 1 ? steps.shift()! : steps[0]!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    script(...next) {
      steps = next;
      asked.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
