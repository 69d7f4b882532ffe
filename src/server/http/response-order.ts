// Decides when a request starts: in the order of its connection, and few in one turn of the event loop. Node accepts one
// connection in a turn, and clients that connect wait for as many turns as others wait before them.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Maximum number of requests that start in one turn of the event loop. */
const MAX_STARTS = 32;
/** The same in a turn that accepts a connection. */
const MAX_STARTS_WITH_CONNECTION = 2;

export interface Turns {
  /** Calls `start` in this turn, if it has room, or in a later one. */
  start: (start: () => void) => void;
  startLater: (start: () => void) => void;
}

export function createTurns(server: Server): Turns {
  const waiting: (() => void)[] = [];
  let left = MAX_STARTS;
  let hasConnection = false;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(startNext);
    isScheduled = true;
  }
  function startNext(): void {
    isScheduled = false;
    left = hasConnection ? MAX_STARTS_WITH_CONNECTION : MAX_STARTS;
    hasConnection = false;
    const starts = waiting.splice(0, left);
    left -= starts.length;
    if (starts.length > 0) schedule();
    for (const start of starts) start();
  }
  function startLater(start: () => void): void {
    waiting.push(start);
    schedule();
  }
  server.on('connection', () => {
    hasConnection = true;
    schedule();
  });
  return {
    startLater,
    start(start) {
      if (left === 0 || waiting.length > 0) return startLater(start);
      left -= 1;
      schedule();
      start();
    },
  };
}

/** Maximum number of requests that wait on a connection. Node itself has no limit. */
const MAX_WAITING = 64;

/** A connection with more waiting requests is parsed in slices. */
const MAX_TRUSTED = 8;

/** Calls `start` after the previous response on the connection is sent. */
export type InOrder = (socket: Socket, response: ServerResponse, start: () => void) => void;

export interface ConnectionGuard {
  turns: Turns;
  /** Closes a connection that pipelines too many requests. */
  closePipelined: (socket: Duplex) => void;
  /** Parses what the network of a connection sends in slices, for a minute. */
  suspect: (socket: Duplex) => void;
}

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
