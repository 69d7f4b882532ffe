// A running server for tests: a real listener on a real database.
import pino from 'pino';
import { type RunningServer, type ServerOptions, startServer } from '../../src/compose';
import { type Client, createClient } from './client';
import { type TestInventory, openTestInventory } from './inventory';
import { Writable } from 'node:stream';

export interface TestServer extends TestInventory {
  url: string;
  server: RunningServer;
  /** Calls with cedar's key. Every answer is held against the contract. */
  client: Client;
  /** Log lines so far. */
  logs: Record<string, unknown>[];
}

export async function startTestServer(options: Partial<ServerOptions['config']> & Pick<Partial<ServerOptions>, 'environment' | 'sandbox' | 'timeouts' | 'overload'> = {}): Promise<TestServer> {
  const { environment = 'live', sandbox = false, timeouts, overload, ...config } = options;
  const test = await openTestInventory(environment);
  const logs: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      logs.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  const server = await startServer(test.inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [], ...config },
    environment,
    sandbox,
    ...(timeouts ? { timeouts } : {}),
    ...(overload ? { overload } : {}),
    logger: pino({ level: 'info' }, sink),
  });
  return {
    ...test,
    url: server.url,
    server,
    client: createClient(server, test.cedar.key),
    logs,
    async close() {
      await server.close();
      await test.close();
    },
  };
}
