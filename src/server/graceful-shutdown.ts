// The end of a server, in good order: it takes no new connections, requests under way finish, and each connection is told by its last answer.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';

const SWEEP_MILLISECONDS = 50;
/** Maximum time to accept connections that wait in the system's queue when the server stops listening. */
const QUEUE_MILLISECONDS = 250;
/** For a connection on which no request has come yet. */
const SILENT_MILLISECONDS = 1000;

/**
 * A place that stays, whatever comes and goes on its connection: a map of the answers under way would be rebuilt all the time, and what the
 * earlier ones held, every request and all that hangs on it, would live until V8 looks through its whole heap.
 */
interface Connection {
  /** Whether no request has come on it yet. */
  isSilent: boolean;
  /** The answer that comes last, of those under way: requests may be pipelined. */
  last?: ServerResponse | undefined;
  /** What had come when the last answer was out: more than that is a request on its way. */
  bytesRead: number;
}

/** For Node a connection is idle as soon as the whole answer is handed over, however much of it a slow client has yet to take. */
const isIdle = ({ isSilent, last, bytesRead }: Connection, socket: Socket): boolean =>
  !isSilent && last === undefined && socket.bytesRead === bytesRead;

/** Accepts the connections that wait in the system's queue, which closing the listener would reset. */
async function acceptQueued(server: Server): Promise<void> {
  const until = performance.now() + QUEUE_MILLISECONDS;
  let hasAccepted = true;
  const note = (): void => void (hasAccepted = true);
  server.on('connection', note);
  await turn(); // this turn of the event loop may already have polled its sockets
  while (hasAccepted && performance.now() < until) {
    hasAccepted = false;
    await turn(); // Node accepts one connection in each turn
  }
  server.off('connection', note);
}

export interface GracefulShutdown {
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
  let ending = false;

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
    if (ending) {
      if (connection.last) connection.last.shouldKeepAlive = true;
      response.shouldKeepAlive = false; // Node says Connection: close, and does so
    }
    connection.last = response;
    const note = () => void (connection.bytesRead = socket.bytesRead);
    response.once('close', () => {
      note();
      if (!request.complete) request.once('close', note); // what it refused to read may still come
      if (connection.last === response) connection.last = undefined;
    });
  });

  const closeIdle = (): void =>
    connections.forEach((connection, socket) => isIdle(connection, socket) && socket.destroy());
  let closed: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await acceptQueued(server);
    closed = new Promise((resolve, reject) => {
      NetServer.prototype.close.call(server, (error) => (error ? reject(error) : resolve()));
    });
  }

  const stopListening = (): Promise<void> => (listening ??= stop());

  return {
    stopListening,
    async close(grace) {
      await stopListening(); // first: a client that must close its connection opens another one at once
      ending = true;
      for (const { last } of connections.values()) if (last) last.shouldKeepAlive = false;
      // An idle connection stays open for a moment, because a request may be on its way, and ends right after
      // Node reads.
      const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MILLISECONDS);
      const patience = [
        setTimeout(
          () => connections.forEach(({ isSilent }, socket) => isSilent && socket.destroy()),
          Math.min(SILENT_MILLISECONDS, grace),
        ),
        setTimeout(() => open.forEach((socket) => socket.destroy()), grace),
      ];
      try {
        await closed;
      } finally {
        clearInterval(sweep);
        patience.forEach(clearTimeout);
        server.close(); // Node's own, for what else it ends: an interval that would hold the server for ever
      }
    },
  };
}
