// Takes the requests of a connection one after the other, also those that come without waiting for an answer (pipelining): the second may
// read what the first deletes (RFC 9112, section 9.3.2), and one connection is no crowd.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many may wait on a connection. Node reads on as long as no answers wait to be sent, and there are none of what has not begun. */
const MAX_WAITING = 64;

/** Begins the work for a response once the response before it on its connection is out, or refuses it when too many wait. */
export type InOrder = (
  socket: Socket,
  response: ServerResponse,
  begin: () => void,
  refuse: () => void,
) => void;

interface Queue {
  /** The response that comes last, until it is out. */
  last: ServerResponse;
  waiting: number;
}

export function createResponseOrder(): InOrder {
  const queues = new WeakMap<Socket, Queue>();
  return (socket, response, begin, refuse) => {
    const queue = queues.get(socket);
    // Not earlier than `close`: Node has written an answer before it hands the connection to the next one.
    response.once('close', () => queues.get(socket)?.last === response && queues.delete(socket));
    if (queue === undefined) {
      queues.set(socket, { last: response, waiting: 0 });
      return begin();
    }
    const before = queue.last;
    queue.last = response;
    if (queue.waiting >= MAX_WAITING) return refuse();
    queue.waiting += 1;
    before.once('close', () => {
      queue.waiting -= 1;
      // On a connection that ends, Node gives no answer its turn any more, nor tells it: what began would never be over.
      if (socket.writable) begin();
    });
  };
}
