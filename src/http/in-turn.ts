// Takes the requests of a connection one after the other, also those that come without waiting for an answer (pipelining): the second may
// read what the first deletes (RFC 9112, section 9.3.2), and one connection is no crowd.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Begins the work for a response once the response before it on its connection is out; never when the connection is gone by then. */
export type InTurn = (socket: Socket, response: ServerResponse, begin: () => void) => void;

export function createTurns(): InTurn {
  const last = new WeakMap<Socket, ServerResponse>();
  return (socket, response, begin) => {
    const before = last.get(socket);
    last.set(socket, response);
    if (before === undefined || before.writableFinished) return begin();
    before.once('close', () => socket.destroyed || begin());
  };
}
