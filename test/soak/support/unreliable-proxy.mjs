// A proxy that drops, delays, repeats and truncates requests and responses.
import { createServer } from 'node:http';

const HOP_BY_HOP = [
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
  'accept-encoding',
];

async function readAll(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The names of the faults. */
export const FAULTS = ['dropped before', 'dropped after', 'delayed', 'repeated', 'cut off'];

/**
 * `faultOf(method)` returns one of FAULTS or undefined.
 * The proxy calls `onChange` for each request other than GET, with `before` the request
 * and `after` the response, and closes the connection when it returns true.
 */
export async function startUnreliableProxy(upstream, { faultOf = () => undefined, onChange = () => false }) {
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0]));
  const handle = async (request, response) => {
    const { method, url } = request;
    const body = await readAll(request);
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
    const send = async () => {
      const received = await fetch(upstream + url, {
        method,
        headers: [...headers, ['accept-encoding', 'identity']],
        ...(body.length > 0 ? { body } : {}),
      });
      return {
        status: received.status,
        headers: Object.fromEntries([...received.headers].filter(([name]) => !HOP_BY_HOP.includes(name))),
        body: Buffer.from(await received.arrayBuffer()),
      };
    };
    const fault = faultOf(method);
    if (fault) counts[fault]++;
    if (fault === 'dropped before' || (method !== 'GET' && onChange('before')))
      return request.socket.destroy();
    let answer = await send();
    if (fault === 'repeated') answer = await send(); // the client gets the second response
    if (fault === 'dropped after' || (method !== 'GET' && onChange('after'))) return request.socket.destroy();
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    if (fault !== 'cut off' || answer.body.length < 2) return response.end(answer.body);
    response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () =>
      request.socket.destroy(),
    );
  };
  const server = createServer((request, response) =>
    handle(request, response).catch(() => request.socket.destroy()),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
