// Graceful shutdown: the server stops accepting connections, completes requests, and announces the end of
// each connection in its last response.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

/** How often idle connections are closed. */
const SWEEP_INTERVAL = 50;
/** Maximum time to accept connections that wait in the system's queue when the server stops listening. */
const MAX_QUEUE_MILLISECONDS = 250;
/** Maximum time for the first request of a connection. */
const MAX_SILENT_MILLISECONDS = 1000;

/**
 * State of an open connection. A map with an entry for each request would keep finished requests in memory
 * until a full garbage collection (spec/decisions/0018-speed.md).
 */
interface Connection {
  /** Whether no request has arrived yet. */
  isSilent: boolean;
  /** The last of the responses that are not finished; requests can be pipelined. */
  last?: ServerResponse | undefined;
  /** Bytes at the end of the last response. More bytes mean that a request is arriving. */
  bytesRead: number;
}

/** Node's own rule would call a connection idle while a slow client still reads the response. */
const isIdle = ({ isSilent, last, bytesRead }: Connection, socket: Socket): boolean =>
  !isSilent && last === undefined && socket.bytesRead === bytesRead;

/** Accepts the connections that wait in the system's queue, which closing the listener would reset. */
async function acceptQueued(server: Server): Promise<void> {
  const until = performance.now() + MAX_QUEUE_MILLISECONDS;
  let hasAccepted = true;
  const onConnection = (): void => void (hasAccepted = true);
  server.on('connection', onConnection);
  await nextTurn(); // This turn of the event loop may already have polled its sockets.
  while (hasAccepted && performance.now() < until) {
    hasAccepted = false;
    await nextTurn(); // Node accepts one connection in each turn.
  }
  server.off('connection', onConnection);
}

interface GracefulShutdown {
  /** Stops accepting connections. The server still serves requests on open connections. */
  stopListening(): Promise<void>;
  /** Stops listening and closes all connections, busy ones after at most `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

/**
 * Prepares the graceful shutdown of a server. Node's own `close` ends kept-alive connections at once, even
 * when the next request is on its way.
 */
export function createGracefulShutdown(server: Server): GracefulShutdown {
  const open = new Set<Socket>();
  const connections = new Map<Socket, Connection>();
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { isSilent: true, bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? { isSilent: false, bytesRead: 0 };
    connection.isSilent = false;
    if (isClosing) {
      if (connection.last) connection.last.shouldKeepAlive = true;
      response.shouldKeepAlive = false; // Node sends Connection: close, and closes.
    }
    connection.last = response;
    const setBytesRead = () => void (connection.bytesRead = socket.bytesRead);
    response.once('close', () => {
      setBytesRead();
      // The rest of a rejected body can still arrive.
      if (!request.complete) request.once('close', setBytesRead);
      if (connection.last === response) connection.last = undefined;
    });
  });

  const closeIdle = (): void =>
    connections.forEach((connection, socket) => isIdle(connection, socket) && socket.destroy());
  let closed: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await acceptQueued(server);
    closed = new Promise((resolve, reject) => {
      NetServer.prototype.close.call(server, (error) => (error ? reject(error) : resolve()));
    });
  }

  const stopListening = (): Promise<void> => (stopped ??= stop());

  return {
    stopListening,
    async close(grace) {
      await stopListening(); // first, because a client whose connection closes opens another one at once
      isClosing = true;
      for (const { last } of connections.values()) if (last) last.shouldKeepAlive = false;
      // An idle connection stays open for a moment,
      // because a request may be on its way, and ends right after Node reads.
      const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_INTERVAL);
      const deadlines = [
        setTimeout(
          () => connections.forEach(({ isSilent }, socket) => isSilent && socket.destroy()),
          Math.min(MAX_SILENT_MILLISECONDS, grace),
        ),
        setTimeout(() => open.forEach((socket) => socket.destroy()), grace),
      ];
      try {
        await closed;
        // Node closes the listener before the last connections, whose interrupted requests count when they close.
        await Promise.all(
          [...connections.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
        );
      } finally {
        clearInterval(sweep);
        deadlines.forEach(clearTimeout);
        server.close(); // also clears Node's interval, which would keep the server in memory
      }
    },
  };
}
