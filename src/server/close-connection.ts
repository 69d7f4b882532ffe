// The end of a connection that no HTTP time limit watches any more: what is refused on it is told, and then it is over, whatever the client does.
import type { Duplex } from 'node:stream';

/** How long a client may take to read why it was refused. */
const LINGER_MILLISECONDS = 1000;

/** Sends what is given last, if anything, and ends the connection also for a client that keeps its own side open. */
export function closeConnection(socket: Duplex, last?: string): void {
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}
