// A listening server, and its end: requests under way finish, idle connections close.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { messageClasses } from './message-classes';

const GRACE_MILLISECONDS = 8000;

export interface Listener {
  /** `http://127.0.0.1:3000`, with the port that the system gave when 0 was asked for. */
  url: string;
  /** Takes no new connections, and ends those that are still busy after eight seconds. */
  close(): Promise<void>;
}

/** @throws Error, with the system's code, when the address cannot be had. */
export async function listen(application: Express, host: string, port: number): Promise<Listener> {
  const server = createServer(messageClasses(application), application);
  server.maxHeadersCount = 0; // their size is limited; past a count, Node would drop them in silence, If-Match included
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
        server.close((error) => {
          clearTimeout(patience);
          if (error) reject(error);
          else resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
