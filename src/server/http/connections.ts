// Opens and closes the connections of every listener.
import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { originOf } from '../../base/addresses';

/** Time in which a client can read the last response of its connection. */
const LINGER_MILLISECONDS = 1000;

/**
 * Starts listening and returns the server's origin, with the port that the system chose for port 0.
 * @throws Error with the system's code when the address is unavailable
 */
export async function listenOn(server: Server, options: ListenOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port } = server.address() as AddressInfo;
  return originOf(server instanceof TlsServer, address, port);
}

/** Sends the last bytes, if any, and closes the connection, also when the client keeps its side open. */
export function closeConnection(socket: Duplex, lastBytes?: string): void {
  socket.end(lastBytes);
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}

/**
 * Ignores `Upgrade`, as RFC 9110, section 7.8, allows, and closes the connection. Node drops the bytes behind
 * such a request in its packet, so that the next packet could begin in the middle of a request.
 */
export function closeAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('Connection', 'close');
  });
}
