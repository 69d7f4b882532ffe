// Fills a database for the bench: organizations with so many assets in so many systems each, and a key for each.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const RATINGS = ['high', 'medium', 'low'];
const DAY = 86_400_000;

export const assetId = (index) => `ca_bench${String(index).padStart(6, '0')}`;

/** Every work creates assets in the seventh system, so there are eight at least. */
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

/** The demo world, with so many assets more. Gives the key that the sandbox takes for it. */
export async function seedSandbox(databaseUrl, assets) {
  const { openSandbox } = require('../../../dist/src/app/sandbox.js');
  const { inventory, key } = await openSandbox(databaseUrl);
  try {
    const [organization] = await inventory.organizations.list();
    await inventory.importer.run(organization, inventoryOf(assets));
  } finally {
    await inventory.close();
  }
  return { key, assetId };
}

/** Makes the organizations in the database of a URL. Gives the keys, and how to name an asset. */
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
