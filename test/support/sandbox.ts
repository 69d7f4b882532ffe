// Starts a sandbox with the demo data, as `npm run sandbox` does.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Inventory, inventoryIn } from '../../src/app/inventory';
import type { RunningServer } from '../../src/app/server';
import { type SandboxOptions, openSandbox, startSandbox as serveSandbox } from '../../src/app/sandbox';
import type { Worlds } from '../../src/sandbox/control/worlds';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import type { ContractDocument } from '../../src/contract/document';
import { type Client, createClient } from './client';

/** The build makes it, and Jest builds first. To make the demo data takes 0.1 s. */
export const TEMPLATE = join(__dirname, '../../dist/src/app/sandbox-template.sqlite');

export interface Sandbox {
  url: string;
  key: string;
  server: RunningServer;
  inventory: Inventory;
  worlds: Worlds;
  /** Sends requests with the demo key and validates each response against the contract. */
  client: Client;
  close(): Promise<void>;
}

/** Serves `document` instead of the contract when it is given. */
export async function startSandbox(
  document?: ContractDocument,
  { port = 0, ...options }: Pick<Partial<SandboxOptions>, 'unread' | 'admission'> & { port?: number } = {},
  maxSnapshots?: number,
): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-sandbox-test-'));
  const file = join(folder, 'inventory.sqlite');
  copyFileSync(TEMPLATE, file);
  const opened = await openSandbox(`sqlite:${file}`, { isTemporary: true, maxSnapshots });
  const server = await serveSandbox(opened, {
    config: { port, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    logger: pino({ level: 'silent' }),
    ...(document ? { document } : {}),
    ...options,
  });
  return {
    url: server.url,
    key: opened.key,
    inventory: inventoryIn(opened.inventory.database, 'sandbox', opened.clocks),
    worlds: opened.worlds,
    server,
    client: createClient(server, opened.key),
    async close() {
      await server.close();
      await opened.inventory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resets the default world, as the console does. Throws unless the status is 200. */
export async function resetDemoData({ url }: Sandbox): Promise<void> {
  const { status } = await fetch(`${url}/sandbox/worlds/${demoOrganization.id}/reset`, { method: 'POST' });
  if (status !== 200) throw new Error(`The reset of the default world returned ${status}.`);
}
