// Fills a database for the bench: one organization with so many assets in 50 systems, and a key.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const SYSTEMS = 50;
const RATINGS = ['high', 'medium', 'low'];

export function inventoryOf(assets) {
  return {
    facilities: [{ id: 'fac_bench', name: 'Bench 345 kV Substation' }],
    control_centers: [],
    cyber_systems: Array.from({ length: SYSTEMS }, (_, index) => ({
      id: `cs_bench${index}`,
      name: `System ${index}`,
      impact_rating: RATINGS[index % RATINGS.length],
      facility_id: 'fac_bench',
    })),
    cyber_assets: Array.from({ length: assets }, (_, index) => ({
      id: `ca_bench${String(index).padStart(6, '0')}`,
      name: `BENCH-RTU${index}`,
      cyber_system_id: `cs_bench${index % SYSTEMS}`,
      asset_type: index % 4 === 0 ? 'software' : 'hardware',
    })),
  };
}

export async function seed(file, assets) {
  const { openInventory } = require('../../dist/src/compose.js');
  const inventory = await openInventory(`sqlite:${file}`);
  const organization = await inventory.organizations.create('bench', 'Bench');
  await inventory.importer.run(organization, inventoryOf(assets));
  const expiresAt = new Date(Date.now() + 86_400_000);
  const key = await inventory.keys.create(organization.id, { label: 'bench', createdBy: 'bench', expiresAt, environment: 'live' });
  await inventory.close();
  return { key, assetId: `ca_bench${String(Math.floor(assets / 2)).padStart(6, '0')}` };
}
