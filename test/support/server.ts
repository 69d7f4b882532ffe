// Starts a server for tests with a real listener and a real database.
import pino, { type Logger } from 'pino';
import { startOperations } from '../../src/app/operations';
import type { SandboxInventory, SandboxOptions } from '../../src/app/sandbox';
import { type RunningServer, type ServerOptions, startServer } from '../../src/app/server';
import { inventoryIn, openInventory } from '../../src/app/inventory';
import { LOG_FORMAT } from '../../src/base/logger';
import { addStorageMetrics, createMetrics } from '../../src/server/monitoring/metrics';
import { type Client, createClient } from './client';
import { type TestInventory, openTestInventory } from './inventory';
import { Writable } from 'node:stream';
import { until } from './until';

export interface TestServer extends TestInventory {
  url: string;
  server: RunningServer;
  /** Sends requests with cedar's key and validates each response against the contract. */
  client: Client;
  /** The log lines so far. */
  logs: Record<string, unknown>[];
}

/** A server with the operations listener (health and metrics). */
export interface MonitoredServer extends TestServer {
  operations: Awaited<ReturnType<typeof startOperations>>;
}

/** Returns a logger, and its lines. */
export function collectLog(): { logger: Logger; logs: LogLine[] } {
  const logs: LogLine[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      logs.push(JSON.parse(line.toString()) as LogLine);
      done();
    },
  });
  return { logger: pino({ level: 'info', base: null, ...LOG_FORMAT }, sink), logs };
}

export async function startTestServer(
  options: Partial<ServerOptions['config']> &
    Pick<
      Partial<ServerOptions>,
      'environment' | 'timeouts' | 'metrics' | 'admission' | 'maxConnections' | 'unread'
    > &
    Pick<SandboxOptions, 'publicUrl'> & { sandbox?: boolean } = {},
  given?: TestInventory,
): Promise<TestServer> {
  const {
    environment = 'live',
    sandbox = false,
    timeouts,
    metrics,
    admission,
    maxConnections,
    unread,
    publicUrl,
    ...config
  } = options;
  // Few servers have worlds, and loading the sandbox takes half the time of a test file.
  const withWorlds = sandbox ? await import('../../src/app/sandbox.js') : undefined;
  let worlds: SandboxInventory | undefined;
  const openWorlds = async (url: string) => {
    worlds = await withWorlds!.openSandbox(url, { isTemporary: true });
    return inventoryIn(worlds.inventory.database, 'sandbox', worlds.clocks);
  };
  const test = given ?? (await openTestInventory(environment, withWorlds ? openWorlds : undefined));
  const { logger, logs } = collectLog();
  const serverOptions = {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [], ...config },
    ...(timeouts ? { timeouts } : {}),
    ...(metrics ? { metrics } : {}),
    ...(admission ? { admission } : {}),
    ...(maxConnections ? { maxConnections } : {}),
    ...(unread ? { unread } : {}),
    logger,
  };
  const server = worlds
    ? await withWorlds!.startSandbox(worlds, { ...serverOptions, publicUrl })
    : await startServer(test.inventory, { ...serverOptions, environment });
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

/** Serves an existing database, for example a restored one. */
export async function serverOf(
  databaseUrl: string,
  key: string,
): Promise<{ client: Client; logs: LogLine[]; close(): Promise<void> }> {
  const inventory = await openInventory(databaseUrl);
  const { logger, logs } = collectLog();
  const server = await startServer(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    logger,
  });
  return {
    client: createClient(server, key),
    logs,
    async close() {
      await server.close();
      await inventory.close();
    },
  };
}

export async function startMonitoredServer(backupFolder?: string): Promise<MonitoredServer> {
  const inventory = await openTestInventory();
  const { database } = inventory.inventory;
  const metrics = createMetrics(database);
  addStorageMetrics(metrics.registry, database, inventory.inventory.keys.countExpiring, backupFolder);
  const test = await startTestServer({ metrics }, inventory);
  const operations = await startOperations(database, {
    config: { host: '127.0.0.1', port: 0 },
    metrics: () => metrics.registry.metrics(),
    registry: metrics.registry,
    isListening: test.server.isListening,
    logger: pino({ level: 'silent' }),
  });
  return {
    ...test,
    operations,
    async close() {
      await operations.close();
      await test.close();
    },
  };
}

export type LogLine = Record<string, unknown>;

const isAccess = (line: LogLine): boolean => 'status' in line && 'milliseconds' in line;

export const accessLines = ({ logs }: Pick<TestServer, 'logs'>, requestId: string): LogLine[] =>
  logs.filter((line) => line['requestId'] === requestId && isAccess(line));

/** Waits for a line. */
export const logged = (find: () => LogLine | undefined): Promise<LogLine> => until(find);

/** Returns the access log line of a request. Waits for it, because the server writes it after the response. */
export const accessLine = (test: Pick<TestServer, 'logs'>, requestId: string): Promise<LogLine> =>
  logged(() => accessLines(test, requestId)[0]);

/** Waits until the log says that the database works again, and returns its lines about the outage. */
export async function outageLines({ logs }: Pick<TestServer, 'logs'>): Promise<LogLine[]> {
  await logged(() => logs.find(({ msg }) => msg === 'the database works again'));
  expect(JSON.stringify(logs)).not.toMatch(/"stack"|\\n {4}at /);
  return logs.filter(({ msg }) => String(msg).startsWith('the database'));
}
