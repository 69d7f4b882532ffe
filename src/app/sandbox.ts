// Wires the sandbox: the API server with demo data, mocks of planned operations, and a console.
import { DEMO_KEY, seedDemoData } from '../sandbox/demo-data/seed';
import { createConsole } from '../sandbox/console/console';
import { createConsoleRoutes } from '../sandbox/console/routes';
import { createMocks } from '../sandbox/interceptor';
import { prepareRecordTable } from '../sandbox/record-table';
import { type Inventory, openInventory } from './inventory';
import { type RunningServer, type ServerOptions, startServer } from './server';

const HOUR = 3_600_000;

interface DemoInventory {
  inventory: Inventory;
  key: string;
}

/**
 * Opens a database with demo data and a test key. @throws Error when the database holds another inventory.
 */
export async function openSandbox(databaseUrl: string): Promise<DemoInventory> {
  const inventory = await openInventory(databaseUrl, 'sandbox');
  try {
    await seedDemoData(inventory.database, inventory.keys);
  } catch (error) {
    await inventory.close();
    throw error;
  }
  return { inventory, key: DEMO_KEY };
}

/** Opens a database with demo data and a live key, for a trial of the real server. */
export async function openTrial(databaseUrl: string): Promise<DemoInventory> {
  const { inventory } = await openSandbox(databaseUrl);
  const [organization] = await inventory.organizations.list();
  const key = await inventory.keys.create(organization!.id, {
    label: 'Trial',
    createdBy: 'trial',
    expiresAt: new Date(Date.now() + HOUR),
    environment: 'live',
  });
  return { inventory, key };
}

/** Starts a sandbox on an open inventory with demo data. `stateless`: Prism alone answers planned operations. */
export async function startSandbox(
  inventory: Inventory,
  { stateless = false, ...options }: Omit<ServerOptions, 'environment' | 'sandbox'> & { stateless?: boolean },
): Promise<RunningServer> {
  const { database, importer } = inventory;
  await prepareRecordTable(database);
  return startServer(inventory, {
    ...options,
    environment: 'test',
    sandbox: {
      mocksFor: (document) => createMocks(document, stateless ? undefined : database),
      createConsole(document) {
        const console = createConsole({ database, importer, document });
        return {
          base: console.base,
          routes: createConsoleRoutes(console),
          observe: console.log.add,
          close: () => console.log.close(),
        };
      },
    },
  });
}
