// Clients that send requests and do not read, and what the server holds for them.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Socket, connect } from 'node:net';
import { until } from '../../support/until';

/** Sockets of servers in this process, by the port of their client. */
const serverSockets = new Map<number, Socket>();
const onSocket = (message: unknown): void => {
  const { socket } = message as { socket: Socket };
  const port = socket.remotePort!;
  serverSockets.set(port, socket);
  socket.once('close', () => serverSockets.delete(port));
};
beforeAll(() => subscribe('net.server.socket', onSocket));
afterAll(() => void unsubscribe('net.server.socket', onSocket));

/** Returns the bytes that servers of this process hold for their clients. */
export const unreadBytes = (): number =>
  [...serverSockets.values()]
    .filter((socket) => !socket.destroyed)
    .reduce((sum, socket) => sum + socket.writableLength, 0);

export interface StuckReader {
  socket: Socket;
  /** Resolves when the server has written something. */
  answered(): Promise<void>;
  /** Returns whether the server has closed the connection. */
  isClosed(): boolean;
}

const open: Socket[] = [];
afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

/** Sends requests on one connection, of which nothing is read. */
export function stuckReader(url: string, head: string[], count = 1): StuckReader {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname, () =>
    socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n`.repeat(count)),
  );
  socket.on('error', () => undefined);
  open.push(socket);
  let isAccepted = false;
  const isClosed = (): boolean => isAccepted && !serverSockets.has(socket.localPort!);
  return {
    socket,
    isClosed,
    async answered() {
      await until(() => {
        const ours = serverSockets.get(socket.localPort ?? 0);
        isAccepted ||= ours !== undefined;
        return (ours?.bytesWritten ?? 0) > 0 || isClosed();
      });
    },
  };
}
