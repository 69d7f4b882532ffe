// Starts a server that returns scripted responses, one step per request, and records the requests.
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Step {
  status?: number;
  headers?: Record<string, string>;
  /** A JSON value, or text that is sent unchanged. */
  body?: unknown;
  /**
   * `drop` closes the connection before the response, `cut` in the middle of the body. `hang` sends no
   * response.
   */
  fault?: 'drop' | 'cut' | 'hang';
}

export interface ScriptedServer {
  url: string;
  requests: ReceivedRequest[];
  /** Sets the next responses. The last one repeats. */
  script(...steps: Step[]): void;
  close(): Promise<void>;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function respond(response: ServerResponse, { status = 200, headers = {}, body, fault }: Step): void {
  if (fault === 'drop') return void response.destroy();
  if (fault === 'hang') return;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json' };
  response.writeHead(status, { ...type, 'Content-Length': String(Buffer.byteLength(text)), ...headers });
  if (fault === 'cut') return void response.write(text.slice(0, text.length / 2), () => response.destroy());
  response.end(text);
}

export async function startScripted(): Promise<ScriptedServer> {
  let steps: Step[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      requests.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      respond(response, steps.length > 1 ? steps.shift()! : steps[0]!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...next) {
      steps = next;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
