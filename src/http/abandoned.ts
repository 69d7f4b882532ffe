// Tells answers that wait for their turn on a connection when it closes. Node tells the one whose turn it is alone; of requests sent one
// behind the other (pipelining), the others would never end: their place under overload, and the file of a large list, would be lost.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export function tellAbandoned(server: Server): void {
  const behind = new WeakMap<Socket, Set<ServerResponse>>();

  function track(socket: Socket): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    behind.set(socket, responses);
    socket.once('close', () => {
      for (const response of responses) {
        response.destroyed = true;
        response.emit('close');
      }
    });
    return responses;
  }

  function watch({ socket }: IncomingMessage, response: ServerResponse): void {
    if (response.socket) return; // its turn has come
    const responses = behind.get(socket) ?? track(socket);
    responses.add(response);
    response.once('socket', () => responses.delete(response));
  }
  for (const event of ['request', 'checkExpectation']) server.prependListener(event, watch);
}
