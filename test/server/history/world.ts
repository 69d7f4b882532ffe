// Random histories of an organization, with a copy of its records at the end of each day.
import { type Inventory, openInventory } from '../../../src/app/inventory';
import type { OrganizationRecord } from '../../../src/server/organizations/store';
import { createCyberAssetStore } from '../../../src/server/records/asset-store';
import { deleteCyberAsset, updateCyberAsset } from '../../../src/server/operations/tuned';
import { createDice } from '../../sandbox/world/model/dice';
import { testDatabase } from '../../support/database';

export type Row = Record<string, string | null> & { id: string };
/** The rows of each table, each asset with its rating. */
export type Copy = Record<string, Row[]>;

const RATINGS = ['high', 'medium', 'low'] as const;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

const dayAt = (index: number): string => new Date(FIRST_DAY + index * DAY).toISOString().slice(0, 10);

export async function openHistories() {
  const database = await testDatabase();
  let now = FIRST_DAY;
  const clock = { now: () => new Date(now) };
  const inventory = await openInventory(database.url, 'dale', clock);
  return {
    inventory,
    setTime: (time: number) => void (now = time),
    clock,
    async close() {
      await inventory.close();
      await database.remove();
    },
  };
}

export type Histories = Awaited<ReturnType<typeof openHistories>>;

/** Reads the tables themselves. */
export async function copyOf(
  { database: { knex } }: Inventory,
  { id: organization_id }: OrganizationRecord,
): Promise<Copy> {
  const rowsOf = (table: string, ...columns: string[]) =>
    knex(table)
      .where({ organization_id })
      .orderBy('id')
      .select<Row[]>('id', 'name', ...columns);
  const cyber_systems = await rowsOf('cyber_systems', 'impact_rating', 'facility_id', 'control_center_id');
  const ratings = new Map(cyber_systems.map(({ id, impact_rating }) => [id, impact_rating]));
  const assets = await rowsOf('cyber_assets', 'cyber_system_id', 'asset_type');
  return {
    facilities: await rowsOf('facilities'),
    control_centers: await rowsOf('control_centers'),
    cyber_systems,
    cyber_assets: assets.map((asset) => ({
      ...asset,
      impact_rating: ratings.get(asset['cyber_system_id']!)!,
    })),
  };
}

/** Makes random changes on some days. Returns the records at the end of each day. */
export async function makeHistory(
  { inventory, clock, setTime }: Histories,
  organization: OrganizationRecord,
  seed: number,
  days: number,
): Promise<Map<string, Copy>> {
  const dice = createDice(seed);
  const { database, log, importer } = inventory;
  const store = createCyberAssetStore(database);
  const context = { database, store, log, clock };
  const origin = { requestId: 'history', address: '192.0.2.9', userAgent: 'history/1' };
  const caller = { keyId: 'key_history', userId: 'usr_history', ...origin };
  const input = { organization, caller, query: {}, files: [] } as never as object;
  const copies = new Map<string, Copy>();

  const place = () =>
    dice.chance(50) ? { facility_id: `fac_${dice.int(2)}` } : { control_center_id: 'cc_0' };
  const systemRow = (index: number) => ({
    id: `cs_${index}`,
    name: `System ${index} ${dice.int(3)}`,
    impact_rating: dice.pick(RATINGS),
    ...place(),
  });
  const assetRow = (index: number) => ({
    id: `ca_${index}`,
    name: `RTU${index}-${dice.int(3)}`,
    cyber_system_id: `cs_${dice.int(3)}`,
    asset_type: dice.pick(['hardware', 'software']),
  });
  const someAsset = () => `ca_${dice.int(4)}`;
  const changes: (() => Promise<unknown>)[] = [
    () =>
      importer.run(organization, { facilities: [{ id: `fac_${dice.int(2)}`, name: `Site ${dice.int(9)}` }] }),
    () => importer.run(organization, { cyber_systems: [systemRow(dice.int(3))] }),
    () => importer.run(organization, { cyber_assets: [assetRow(dice.int(4))] }),
    () =>
      importer.run(organization, { cyber_systems: [systemRow(0)], cyber_assets: [assetRow(0), assetRow(1)] }),
    () =>
      updateCyberAsset(context, {
        ...input,
        path: { id: someAsset() },
        header: {},
        body: {
          cyber_system_id: `cs_${dice.int(3)}`,
          ...(dice.chance(50) ? { name: `HMI${dice.int(20)}` } : {}),
        },
      } as never),
    () => deleteCyberAsset(context, { ...input, path: { id: someAsset() }, header: {} } as never),
  ];

  for (let day = 0; day < days; day++) {
    setTime(FIRST_DAY + day * DAY);
    if (day === 0)
      await importer.run(organization, {
        facilities: [0, 1].map((index) => ({ id: `fac_${index}`, name: `Site ${index}` })),
        control_centers: [{ id: 'cc_0', name: 'Primary' }],
        cyber_systems: [0, 1, 2].map(systemRow),
        cyber_assets: [0, 1].map(assetRow),
      });
    for (let left = dice.int(4); left > 0; left--) {
      setTime(FIRST_DAY + day * DAY + dice.int(DAY - 1) / 4 + (4 - left) * (DAY / 4));
      // A missing asset or a taken name changes nothing.
      await dice
        .pick(changes)()
        .catch(() => undefined);
    }
    copies.set(dayAt(day), await copyOf(inventory, organization));
  }
  return copies;
}
