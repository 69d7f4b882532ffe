// Starts a sandbox with the demo data, as `npm run sandbox` does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { RunningServer } from '../../src/app/server';
import { openSandbox, startSandbox as serveSandbox } from '../../src/app/sandbox';
import type { ContractDocument } from '../../src/contract/document';
import { type Client, createClient } from './client';

export interface Sandbox {
  url: string;
  key: string;
  server: RunningServer;
  /** Sends requests with the demo key and validates each response against the contract. */
  client: Client;
  close(): Promise<void>;
}

/** Serves `document` instead of the contract when it is given. */
export async function startSandbox(document?: ContractDocument): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-sandbox-test-'));
  const { inventory, key } = await openSandbox(`sqlite:${join(folder, 'inventory.sqlite')}`);
  const server = await serveSandbox(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: ['*'] },
    logger: pino({ level: 'silent' }),
    ...(document ? { document } : {}),
  });
  return {
    url: server.url,
    key,
    server,
    client: createClient(server, key),
    async close() {
      await server.close();
      await inventory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resets the demo data, as the console does. Throws unless the status is 200. */
export async function resetDemoData({ url }: Sandbox): Promise<void> {
  const { status } = await fetch(`${url}/console/reset`, { method: 'POST' });
  if (status !== 200) throw new Error(`POST /console/reset returned ${status}.`);
}
