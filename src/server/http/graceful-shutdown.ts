// Graceful shutdown: the server stops accepting connections, completes requests, and announces the end of
// each connection in its last response.
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isIdle, trackConnections } from './connections';

const SWEEP_INTERVAL = 50;
/** Maximum time to accept connections that wait in the system's queue when the server stops listening. */
const MAX_QUEUE_MILLISECONDS = 250;
/** Maximum time for the first request of a connection. */
const MAX_SILENT_MILLISECONDS = 1000;

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

export function createGracefulShutdown(server: Server, connections = trackConnections(server)) {
  // Node's `close` calls this method at once, even when the next request of an idle connection is on its way.
  server.closeIdleConnections = () => {};

  /** Announces the end of each connection: Node sends `Connection: close` with the last response, and closes. */
  function announceEnd(): void {
    for (const { last } of connections.values()) if (last) last.shouldKeepAlive = false;
    server.prependListener('request', ({ socket }, response) => {
      const previous = connections.get(socket)?.last;
      if (previous) previous.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
    });
  }

  const closeIdle = (): void =>
    connections.forEach((connection) => isIdle(connection) && connection.socket.destroy());
  let closed: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await acceptQueued(server);
    closed = promisify(server.close.bind(server))();
  }

  /** Stops accepting connections. The server still serves requests on open connections. */
  const stopListening = (): Promise<void> => (stopped ??= stop());

  return {
    stopListening,
    /** Stops listening and closes all connections, busy ones after at most `grace` milliseconds. */
    async close(grace: number): Promise<void> {
      await stopListening(); // first, because a client whose connection closes opens another one at once
      announceEnd();
      // An idle connection stays open for a moment,
      // because a request may be on its way, and ends right after Node reads.
      const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_INTERVAL);
      const deadlines = [
        setTimeout(
          () => connections.forEach(({ isSilent }, socket) => isSilent && socket.destroy()),
          Math.min(MAX_SILENT_MILLISECONDS, grace),
        ),
        setTimeout(() => connections.forEach(({ socket }) => socket.destroy()), grace),
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
      }
    },
  };
}
