// Opens connections that send the headers of a request and only the first byte of its body.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { until } from '../../support/until';

export interface StalledBodies {
  /** Returns the status of each response so far. */
  statuses: () => number[];
  /** Sends the rest of the body on this connection and returns the response. */
  complete(number: number, rest: string): Promise<string>;
  close(): void;
}

/** @param head request line and header fields, without the empty line at the end */
export async function stallBodies(url: string, head: string[], count: number): Promise<StalledBodies> {
  const { port, hostname } = new URL(url);
  const received: string[] = [];
  const open = async (_: unknown, number: number): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    received[number] = '';
    socket.on('data', (chunk: Buffer) => (received[number] += chunk.toString()));
    socket.on('error', () => undefined); // the server closes connections that are too slow
    await once(socket, 'connect');
    socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n{`);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  return {
    statuses: () => received.flatMap((text) => (text === '' ? [] : [Number(text.slice(9, 12))])),
    async complete(number, rest) {
      sockets[number]!.write(rest);
      await until(() => received[number]!.includes('\r\n\r\n'));
      return received[number]!;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
