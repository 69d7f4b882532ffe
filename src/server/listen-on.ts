// Makes a server listen, and says where it does.
import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { originOf } from '../addresses';

/** Resolves with its URL, which has the port that the system gave when 0 was asked for. @throws Error, with the system's code, when the address cannot be had. */
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
