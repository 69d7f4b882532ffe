// Connections that send the headers of a request with a body, one byte of the body, and nothing more.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export interface StalledBodies {
  /** Status of each response so far; none for a request whose body the server still expects. */
  statuses: () => number[];
  /** Sends the rest of the body on the connection of this number. Resolves with the response. */
  complete(number: number, rest: string): Promise<string>;
  close(): void;
}

/** @param head request line and header fields, without the line that ends them */
export async function stallBodies(url: string, head: string[], count: number): Promise<StalledBodies> {
  const { port, hostname } = new URL(url);
  const said: string[] = [];
  const open = async (_: unknown, number: number): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    said[number] = '';
    socket.on('data', (chunk: Buffer) => (said[number] += chunk.toString()));
    socket.on('error', () => undefined); // the server closes connections that are too slow
    await once(socket, 'connect');
    socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n{`);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  return {
    statuses: () => said.flatMap((text) => (text === '' ? [] : [Number(text.slice(9, 12))])),
    async complete(number, rest) {
      sockets[number]!.write(rest);
      while (!said[number]!.includes('\r\n\r\n')) await once(sockets[number]!, 'data');
      return said[number]!;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
