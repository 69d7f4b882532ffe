// A trial of the real server: its database has the demo inventory and a live key.
import { demoData, demoOrganization } from '../sandbox/demo-data/demo-data';
import { type Inventory, openInventory } from './inventory';

const HOUR = 3_600_000;

export async function openTrial(
  databaseUrl: string,
): Promise<{ inventory: Inventory; key: string; knownIds: string[] }> {
  const inventory = await openInventory(databaseUrl, 'trial', undefined, { isTemporary: true });
  const { id, slug, name } = demoOrganization;
  const organization = (await inventory.organizations.create(slug, name, id))!;
  await inventory.importer.run(organization, demoData(), { keepTimestamps: true });
  const key = await inventory.keys.create(id, {
    label: 'Trial',
    createdBy: 'trial',
    expiresAt: new Date(Date.now() + HOUR),
    environment: 'live',
  });
  const knownIds = Object.values(demoData()).flatMap((rows: { id: string }[]) => rows.map((row) => row.id));
  return { inventory, key, knownIds };
}
