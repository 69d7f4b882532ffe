// The end of a server, in good order: it takes no new connections, requests under way finish, and each connection is told by its last answer.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

const SWEEP_MILLISECONDS = 50;
/** For a connection that has not made a request yet. */
const SILENT_MILLISECONDS = 1000;

/**
 * Returns what ends the server; whoever is still busy after `grace` milliseconds is cut off.
 * Node's own `close` ends kept-alive connections at once, also those on which the next request is on its way.
 */
export function prepareEnd(server: Server): (grace: number) => Promise<void> {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  /** The answer that comes last on each connection, of those under way: requests may be pipelined. */
  const underWay = new Map<Socket, ServerResponse>();
  let ending = false;

  const track = (sockets: Set<Socket>) => (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', track(open));
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', track(silent));
  server.prependListener('request', ({ socket }, response) => {
    silent.delete(socket);
    if (ending) {
      const earlier = underWay.get(socket);
      if (earlier) earlier.shouldKeepAlive = true;
      response.shouldKeepAlive = false; // Node says Connection: close, and does so
    }
    underWay.set(socket, response);
    response.once('close', () => {
      if (underWay.get(socket) === response) underWay.delete(socket);
    });
  });

  return (grace) =>
    new Promise((resolve, reject) => {
      ending = true;
      for (const response of underWay.values()) response.shouldKeepAlive = false;
      // Idle connections are given a moment, in which a request that is on its way arrives.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
      const patience = [
        setTimeout(() => silent.forEach((socket) => socket.destroy()), Math.min(SILENT_MILLISECONDS, grace)),
        setTimeout(() => open.forEach((socket) => socket.destroy()), grace),
      ];
      NetServer.prototype.close.call(server, (error) => {
        clearInterval(sweep);
        patience.forEach(clearTimeout);
        server.close(); // Node's own, for what else it ends: an interval that would hold the server for ever
        if (error) reject(error);
        else resolve();
      });
    });
}
