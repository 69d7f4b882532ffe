// Who asks for another protocol (`Upgrade`) is answered in this one, which RFC 9110 (section 7.8) allows, and the connection ends. Node throws
// away what came behind such a request in the same packet, and reads on with the next packet: a piece of a header would become a request.
import type { Server } from 'node:http';

export function closeAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }, response) => {
    if (headers.upgrade !== undefined) response.setHeader('Connection', 'close');
  });
}
