// Fills a database for the bench with organizations, each with assets, systems and an API key.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const RATINGS = ['high', 'medium', 'low'];
const DAY = 86_400_000;

export const assetId = (index) => `ca_bench${String(index).padStart(6, '0')}`;

/** `systems` must be at least 8, because every work creates assets in `cs_bench7`. */
export const inventoryOf = (assets, systems = 50) => ({
  facilities: [{ id: 'fac_bench', name: 'Bench 345 kV Substation' }],
  control_centers: [],
  cyber_systems: Array.from({ length: systems }, (_, index) => ({
    id: `cs_bench${index}`,
    name: `System ${index}`,
    impact_rating: RATINGS[index % RATINGS.length],
    facility_id: 'fac_bench',
  })),
  cyber_assets: Array.from({ length: assets }, (_, index) => ({
    id: assetId(index),
    name: `BENCH-RTU${index}`,
    cyber_system_id: `cs_bench${index % systems}`,
    asset_type: index % 4 === 0 ? 'software' : 'hardware',
  })),
});

/** Creates the demo data with `assets` further assets. Returns the sandbox's key. */
export async function seedSandbox(databaseUrl, assets) {
  const { openInventory } = require('../../../dist/src/app/inventory.js');
  const { openSandbox } = require('../../../dist/src/app/sandbox.js');
  const { inventory: opened, key } = await openSandbox(databaseUrl);
  await opened.close();
  const inventory = await openInventory(databaseUrl);
  try {
    const [organization] = await inventory.organizations.list();
    await inventory.importer.run(organization, inventoryOf(assets));
  } finally {
    await inventory.close();
  }
  return { key, assetId };
}

/** Creates the organizations. Returns their keys, and `assetId`, which returns the id of an asset. */
export async function seed(databaseUrl, { organizations = 1, assets, systems }) {
  const { openInventory } = require('../../../dist/src/app/inventory.js');
  const inventory = await openInventory(databaseUrl);
  const keys = [];
  try {
    for (let number = 0; number < organizations; number++) {
      const slug = number === 0 ? 'bench' : `bench-${number}`;
      const organization = await inventory.organizations.create(slug, slug);
      await inventory.importer.run(organization, inventoryOf(assets, systems));
      const expiresAt = new Date(Date.now() + DAY);
      keys.push(
        await inventory.keys.create(organization.id, {
          label: 'bench',
          createdBy: 'bench',
          expiresAt,
          environment: 'live',
        }),
      );
    }
  } finally {
    await inventory.close();
  }
  return { keys, key: keys[0], assets, assetId };
}
