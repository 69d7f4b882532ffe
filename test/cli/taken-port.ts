// Occupies a port with another listener.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export async function takenPort(): Promise<{ port: string; release: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), release: () => void server.close() };
}
