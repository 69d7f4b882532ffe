// A small inventory with two organizations, so that each test can check that their data stays separate.
import { type Inventory, openInventory } from '../../src/app/inventory';
import type { Environment } from '../../src/server/keys/format';
import type { OrganizationRecord } from '../../src/server/organizations/store';
import { testDatabase } from './database';

/** Returns the rows of one organization. `mark` makes the ids and names unique across organizations. */
export const inventoryOf = (mark: string) => ({
  facilities: [
    { id: `fac_${mark}_millbrook`, name: `${mark} Millbrook 345 kV Substation` },
    { id: `fac_${mark}_sun`, name: `${mark} Prairie Sun Solar Plant` },
  ],
  control_centers: [{ id: `cc_${mark}_primary`, name: `${mark} Primary Control Center` }],
  cyber_systems: [
    {
      id: `cs_${mark}_ems`,
      name: `${mark} EMS/SCADA`,
      impact_rating: 'high',
      control_center_id: `cc_${mark}_primary`,
    },
    {
      id: `cs_${mark}_relays`,
      name: `${mark} Protection`,
      impact_rating: 'medium',
      facility_id: `fac_${mark}_millbrook`,
    },
    {
      id: `cs_${mark}_solar`,
      name: `${mark} Plant Controls`,
      impact_rating: 'low',
      facility_id: `fac_${mark}_sun`,
    },
  ],
  cyber_assets: [
    {
      id: `ca_${mark}_rtu`,
      name: `${mark}-RTU01`,
      cyber_system_id: `cs_${mark}_relays`,
      asset_type: 'hardware',
    },
    {
      id: `ca_${mark}_app`,
      name: `${mark}-EMS-APP01`,
      cyber_system_id: `cs_${mark}_ems`,
      asset_type: 'software',
    },
  ],
});

export interface Tenant {
  organization: OrganizationRecord;
  key: string;
  mark: string;
}

export interface TestInventory {
  inventory: Inventory;
  databaseUrl: string;
  /** Tests send requests as `cedar`, which must never see data of `other`. */
  cedar: Tenant;
  other: Tenant;
  close(): Promise<void>;
}

const DAY = 86_400_000;

/** Creates an organization with its rows and an API key. */
export async function createTenant(
  inventory: Inventory,
  mark: string,
  environment: Environment = 'live',
): Promise<Tenant> {
  const organization = (await inventory.organizations.create(`${mark}-power`, `${mark} power`))!;
  await inventory.importer.run(organization, inventoryOf(mark));
  const key = await inventory.keys.create(organization.id, {
    label: 'test',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + DAY),
    environment,
  });
  return { organization, key, mark };
}

const openTemporary = (url: string): Promise<Inventory> =>
  openInventory(url, undefined, undefined, { isTemporary: true });

export async function openTestInventory(
  environment: Environment = 'live',
  open: (url: string) => Promise<Inventory> = openTemporary,
): Promise<TestInventory> {
  const database = await testDatabase();
  const inventory = await open(database.url);

  return {
    inventory,
    databaseUrl: database.url,
    cedar: await createTenant(inventory, 'cedar', environment),
    other: await createTenant(inventory, 'other', environment),
    async close() {
      await inventory.close();
      await database.remove();
    },
  };
}

/** Sets the id of the other organization's key to the id of cedar's key, and returns the id. */
export async function makeTwins({ inventory, cedar, other }: TestInventory): Promise<string> {
  const { knex } = inventory.database;
  await knex.schema.alterTable('api_keys', (table) => table.dropUnique(['id']));
  const [key] = await inventory.keys.list(cedar.organization.id);
  await knex('api_keys').where({ organization_id: other.organization.id }).update({ id: key!.id });
  return key!.id;
}
