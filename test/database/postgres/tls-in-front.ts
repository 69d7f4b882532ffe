// Terminates TLS in front of a PostgreSQL without TLS. Tests can replace the certificate.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';
import type { CertificateFiles } from '../../../src/base/secrets/certificate';

export interface TlsInFront {
  /** URL of the database through the proxy. It trusts only `certificate`. */
  url: string;
  /** Closes all connections. Later connections get this certificate. */
  use(files: CertificateFiles): void;
  close(): Promise<void>;
}

export async function tlsInFront(
  databaseUrl: string,
  { certificate, key }: CertificateFiles,
): Promise<TlsInFront> {
  const behind = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let shown = { certificate, key };
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S'); // accepts the client's SSLRequest
      const secureContext = createSecureContext({
        cert: readFileSync(shown.certificate),
        key: readFileSync(shown.key),
      });
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      const plain = connect(Number(behind.port), behind.hostname);
      for (const [from, to] of [
        [secure, plain],
        [plain, secure],
      ] as const)
        from
          .on('error', () => to.destroy())
          .once('close', () => to.destroy())
          .pipe(to);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = Object.assign(new URL(databaseUrl), { port: String(port) });
  url.search = `?sslmode=verify-full&sslrootcert=${certificate}`;
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    use(files) {
      shown = files;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
