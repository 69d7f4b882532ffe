// Keeps the order of the requests of one connection, and bounds how many a client sends ahead (pipelining).
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionGuard } from './connection-limits';

/** Maximum number of requests that wait on a connection. Node itself has no limit. */
const MAX_WAITING = 64;

/** A connection with more waiting requests is parsed in slices. */
const MAX_TRUSTED = 8;

/** Calls `start` after the previous response on the connection is sent. */
export type InOrder = (socket: Socket, response: ServerResponse, start: () => void) => void;

interface Queue {
  last: ServerResponse;
  waiting: number;
}

/**
 * Starts the requests of one connection in order, because the second may read what the first deletes (RFC 9112,
 * section 9.3.2), and at most one in a turn of the event loop, so that other connections have their turns between.
 * The guard closes a connection with too many.
 */
export function createResponseOrder({ turns, suspect, closePipelined }: ConnectionGuard): InOrder {
  const queues = new WeakMap<Socket, Queue>();
  return (socket, response, start) => {
    if (socket.destroyed) return; // The parser still reads the packet that made the guard close it.
    // On a connection that ends, Node never sends the response and emits no event for it.
    const startOpen = (): void => void (socket.writable && start());
    const queue = queues.get(socket);
    // Until `close`: before it, Node has not assigned the connection to the next response.
    response.once('close', () => queues.get(socket)?.last === response && queues.delete(socket));
    if (queue === undefined) {
      queues.set(socket, { last: response, waiting: 0 });
      return turns.start(startOpen);
    }
    if (queue.waiting === MAX_WAITING) return closePipelined(socket);
    if (queue.waiting === MAX_TRUSTED) suspect(socket);
    const previous = queue.last;
    queue.last = response;
    queue.waiting += 1;
    previous.once('close', () =>
      turns.startLater(() => {
        queue.waiting -= 1;
        startOpen();
      }),
    );
  };
}
