// Runs `serve` in a separate process with health and metrics, and reads its log.
import type { ChildProcess } from 'node:child_process';
import { type Inventory, openInventory } from '../../src/app/inventory';
import { type Environment, MAIN, said, start } from './cli';
import { inventoryOf } from './inventory';
import { until } from './until';

export type LogLine = Record<string, unknown>;

export interface Serving {
  child: ChildProcess;
  url: string;
  operations: string;
  logs: LogLine[];
  /** Waits for the first line that `matches`. */
  logged(matches: (line: LogLine) => boolean): Promise<LogLine>;
}

/** A second connection to the server's database, to create keys. */
export interface Beside {
  inventory: Inventory;
  newKey(label?: string): Promise<string>;
}

export async function openBeside(databaseUrl: string): Promise<Beside> {
  const inventory = await openInventory(databaseUrl);
  const organization = (await inventory.organizations.create('cedar-power', 'Cedar Power'))!;
  await inventory.importer.run(organization, inventoryOf('cedar'));
  const expiresAt = new Date(Date.now() + 3_600_000);
  return {
    inventory,
    newKey: (label = 'x') =>
      inventory.keys.create(organization.id, { label, createdBy: 'test', expiresAt, environment: 'live' }),
  };
}

export async function serve(environment: Environment, main = MAIN): Promise<Serving> {
  const child = start(['serve'], { OPERATIONS_PORT: '0', PORT: '0', ...environment }, [
    process.execPath,
    main,
  ]);
  const logs: LogLine[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) logs.push(JSON.parse(line) as LogLine);
    waiting.forEach((look) => look());
  });
  const [, url, operations] = await said(child, 'stderr', /"url":"([^"]+)".*"operations":"([^"]+)"/);
  return {
    child,
    url: url!,
    operations: operations!,
    logs,
    logged: (matches) =>
      new Promise((resolve) => {
        const look = (): void => {
          const line = logs.find(matches);
          if (!line) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Repeats the request until the response has this status. */
export const answered = (url: string, status: number): Promise<Response> =>
  until(async () => {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === status) return response;
    await response?.arrayBuffer();
    return undefined;
  });
