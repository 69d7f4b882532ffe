// Ports of programs that are installed on the machine, for example of a proxy.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { until } from './until';

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when the port accepts connections. `said`: the output so far. @throws Error when the program exits. */
export async function accepting(
  name: string,
  port: number,
  child: ChildProcess,
  said: () => string,
): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${said()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
}
