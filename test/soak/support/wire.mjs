// Sends bytes on a raw connection, for invalid requests and clients that disconnect.
import { connect } from 'node:net';

const SILENCE_MILLISECONDS = 500;
const MAX_MILLISECONDS = 25_000;

/**
 * Sends bytes and reads until the server closes the connection.
 * Ends the client's side when the server is silent.
 */
export function converse(url, bytes) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const late = setTimeout(() => {
      const start = received.slice(0, 300);
      socket.destroy(new Error(`The connection was open for ${MAX_MILLISECONDS} ms: ${start}`));
    }, MAX_MILLISECONDS);
    socket.setEncoding('utf8');
    socket.setTimeout(SILENCE_MILLISECONDS, () => socket.end());
    socket.on('data', (text) => (received += text));
    socket.on('error', (error) => (['ECONNRESET', 'EPIPE'].includes(error.code) ? undefined : reject(error)));
    socket.on('close', () => {
      clearTimeout(late);
      resolve(received);
    });
  });
}

/** Sends bytes and closes the connection. */
export function sendAndGo(url, bytes, { reset = false } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(bytes, () => (reset ? socket.resetAndDestroy() : socket.destroy())),
    );
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** Parses the final responses of a connection, in order. */
export const answersIn = (conversation) =>
  conversation
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((one) => one !== '')
    .map((one) => {
      const end = one.indexOf('\r\n\r\n');
      const fields = one
        .slice(0, end)
        .split('\r\n')
        .slice(1)
        .map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]);
      return { status: Number(one.slice(9, 12)), headers: new Map(fields), text: one.slice(end + 4) };
    })
    .filter(({ status }) => status >= 200);
