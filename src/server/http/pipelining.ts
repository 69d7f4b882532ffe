// Starts the requests of one connection in order, also when the client does not wait for the responses
// (pipelining): the second may read what the first deletes (RFC 9112, section 9.3.2).
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests that wait on a connection. Node itself has no limit. */
const MAX_WAITING = 64;

/** Calls `start` after the previous response on the connection is sent, or `reject` when too many wait. */
type InOrder = (socket: Socket, response: ServerResponse, start: () => void, reject: () => void) => void;

interface Queue {
  last: ServerResponse;
  waiting: number;
}

export function createResponseOrder(): InOrder {
  const queues = new WeakMap<Socket, Queue>();
  return (socket, response, start, reject) => {
    const queue = queues.get(socket);
    // Until `close`: before it, Node has not assigned the connection to the next response.
    response.once('close', () => queues.get(socket)?.last === response && queues.delete(socket));
    if (queue === undefined) {
      queues.set(socket, { last: response, waiting: 0 });
      return start();
    }
    const previous = queue.last;
    queue.last = response;
    if (queue.waiting >= MAX_WAITING) return reject();
    queue.waiting += 1;
    previous.once('close', () => {
      queue.waiting -= 1;
      // On a connection that ends, Node never sends the response and emits no event for it.
      if (socket.writable) start();
    });
  };
}
