// Sends a burst of pipelined requests. The server gets all requests of a burst in one read, so that its
// work depends neither on the speed of the client nor on other load of the machine.
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const END_OF_CHUNKS = '\r\n0\r\n\r\n';

function textOf({ method, path, headers, body = '' }) {
  const lines = Object.entries({ host: 'localhost', 'content-length': body.length, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Returns the bytes of the first response in a Latin-1 text, or undefined when it is incomplete. */
function lengthOf(text) {
  const head = text.indexOf(END_OF_HEAD);
  if (head < 0) return undefined;
  const start = head + END_OF_HEAD.length;
  const [, length] = /^content-length: (\d+)/im.exec(text.slice(0, head)) ?? [];
  const chunks = length === undefined ? text.indexOf(END_OF_CHUNKS, head) : undefined;
  if (chunks === -1) return undefined;
  const end = chunks === undefined ? start + Number(length) : chunks + END_OF_CHUNKS.length;
  return end <= text.length ? end : undefined;
}

/** Sends the requests `first` to `first + count - 1` of a work on a new connection, and waits for all responses. */
export async function sendBurst(url, { status, request }, first, count) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const texts = Array.from({ length: count }, (_, index) => textOf(request(first + index)));
  socket.write(texts.join(''));
  let text = '';
  let received = 0;
  for await (const part of socket) {
    text += part;
    for (let end = lengthOf(text); end !== undefined; end = lengthOf(text)) {
      if (!text.startsWith(`HTTP/1.1 ${status} `))
        throw new Error(`A response of ${url} is invalid: ${text.slice(0, 500)}`);
      text = text.slice(end);
      received++;
    }
    if (received === count) return;
  }
  throw new Error(`${url} closed the connection after ${received} of ${count} responses.`);
}
