// Starts the server in a separate process on a free port, and creates an organization for the requests.
import { createRequire } from 'node:module';
import { ROOT, startProcess, stopProcess } from '../../support/processes.mjs';

const require = createRequire(import.meta.url);
const MAX_MILLISECONDS = 20_000;

/** Reads the URLs from the log line "listening". */
function addressesOf(child) {
  return new Promise((resolve, reject) => {
    const failed = (why) => reject(new Error(`The server did not start: ${why}\n${child.said}`));
    const timer = setTimeout(failed, MAX_MILLISECONDS, `no log line after ${MAX_MILLISECONDS} ms`);
    const look = () => {
      const line = child.said.split('\n').find((text) => text.endsWith('"msg":"listening"}'));
      if (!line) return;
      clearTimeout(timer);
      child.stderr.off('data', look); // later output may truncate the line
      resolve(JSON.parse(line));
    };
    child.stderr.on('data', look);
    child.once('exit', () => {
      clearTimeout(timer);
      failed('the process exited');
    });
  });
}

/** Starts `serve` from dist. `through` is a command line that runs it, for example one that sets limits. */
export async function startServer({ databaseUrl, environment = {}, through = [] }) {
  const [command, ...args] = [...through, process.execPath, `${ROOT}dist/src/main.js`, 'serve'];
  const child = startProcess(command, args, {
    PORT: '0',
    OPERATIONS_PORT: '0',
    RATE_LIMIT: '0',
    DATABASE_URL: databaseUrl,
    ...environment,
  });
  const { url, operations, settings } = await addressesOf(child);
  return {
    child,
    url,
    operations,
    settings,
    stop: (signal) => stopProcess(child, signal),
    said: () => child.said,
  };
}

/**
 * Migrates the database and creates an organization with an API key,
 * `assets` cyber assets in one system, and further `systems`.
 */
export async function prepareOrganization(databaseUrl, { slug = 'cedar', assets = 0, systems = [] } = {}) {
  const { openInventory } = require(`${ROOT}dist/src/app/inventory.js`);
  const inventory = await openInventory(databaseUrl);
  try {
    const organization = await inventory.organizations.create(slug, slug);
    const systemId = `cs_${slug}`;
    await inventory.importer.run(organization, {
      facilities: [{ id: `fac_${slug}`, name: 'Millbrook 345 kV Substation' }],
      control_centers: [{ id: `cc_${slug}`, name: 'Primary Control Center' }],
      cyber_systems: [
        { id: systemId, name: 'Protection', impact_rating: 'medium', facility_id: `fac_${slug}` },
        ...systems,
      ],
      cyber_assets: Array.from({ length: assets }, (_, index) => ({
        id: `ca_${slug}${index}`,
        name: `${slug}-RTU${index}`,
        cyber_system_id: systemId,
        asset_type: 'hardware',
      })),
    });
    const key = await inventory.keys.create(organization.id, {
      label: 'soak',
      createdBy: 'soak',
      expiresAt: new Date(Date.now() + 86_400_000),
      environment: 'live',
    });
    return { slug, key, systemId };
  } finally {
    await inventory.close();
  }
}
