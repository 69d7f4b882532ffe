// Tests `inventory list` and `inventory review`: formats, filters and exit statuses.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { openInventory } from '../../src/app/inventory';
import { type Ended, cli } from '../support/cli';
import { QUOTED_CSV } from '../support/assets';
import { temporaryFolder } from '../support/folder';
import { inventoryOf } from '../support/inventory';

const folder = temporaryFolder();
const databaseUrl = `sqlite:${join(folder, 'inventory.sqlite')}`;
const inventory = (...args: string[]): Promise<Ended> =>
  cli(['inventory', ...args], { DATABASE_URL: databaseUrl });

const YESTERDAY = '2026-06-29';
const DAY = '2026-06-30';

beforeAll(async () => {
  let now = new Date(`${YESTERDAY}T12:00:00Z`);
  const opened = await openInventory(databaseUrl, '=dale', { now: () => now });
  const organization = (await opened.organizations.create('cedar', 'Cedar & Sons'))!;
  await opened.importer.run(organization, inventoryOf('cedar'));
  now = new Date(`${DAY}T23:59:59.999Z`);
  await opened.importer.run(organization, {
    cyber_systems: [{ ...inventoryOf('cedar').cyber_systems[1]!, impact_rating: 'low' }],
  });
  now = new Date('2026-07-01T00:00:00.000Z');
  await opened.importer.run(organization, {
    cyber_assets: [{ ...inventoryOf('cedar').cyber_assets[0]!, name: '=later' }],
  });
  await opened.close();
});

type Listed = Record<string, string>;

async function listed(...args: string[]): Promise<Listed[]> {
  const { status, stdout, stderr } = await inventory('cedar', '--format', 'csv', ...args);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(QUOTED_CSV);
  return parse<Listed>(stdout, { columns: true });
}

const assetOn = async (day: string): Promise<Listed> =>
  (await listed('--as-of', day)).find(({ id }) => id === 'ca_cedar_rtu')!;

test('csv lists each record as it was at the end of the day, with its rating, place and last entry', async () => {
  expect(await assetOn(YESTERDAY)).toEqual({
    kind: 'cyber asset',
    name: 'cedar-RTU01',
    type: 'hardware',
    rating: 'medium',
    system: 'cedar Protection',
    facility: 'cedar Millbrook 345 kV Substation',
    control_center: '',
    id: 'ca_cedar_rtu',
    changed_at: `${YESTERDAY}T12:00:00.000Z`,
    changed_by: `'=dale`,
    entry: '8',
    change: 'Imported cedar-RTU01.',
    note: '',
  });
  expect(await assetOn(DAY)).toMatchObject({
    name: 'cedar-RTU01',
    rating: 'low',
    change: 'Rated cedar-RTU01 from medium to low with cedar Protection by an import.',
  });
  expect(await assetOn('2026-07-01')).toMatchObject({ name: `'=later`, rating: 'low' });
  expect((await listed('--as-of', '2026-06-28')).length).toBe(0);
});

test('--rating and --facility select systems, assets and their sites', async () => {
  const names = (rows: Listed[]) => rows.map(({ name }) => name);
  expect(names(await listed('--as-of', YESTERDAY, '--rating', 'high,medium'))).toEqual([
    'cedar Millbrook 345 kV Substation',
    'cedar Primary Control Center',
    'cedar EMS/SCADA',
    'cedar Protection',
    'cedar-EMS-APP01',
    'cedar-RTU01',
  ]);
  expect(names(await listed('--as-of', DAY, '--facility', 'cedar Prairie Sun Solar Plant'))).toEqual([
    'cedar Prairie Sun Solar Plant',
    'cedar Plant Controls',
  ]);
  const { status, stderr } = await inventory('cedar', '--facility', 'none');
  expect([status, stderr]).toEqual([1, expect.stringContaining('The list has no facility "none".')]);
});

test('json can be imported into another organization', async () => {
  const { stdout } = await inventory('cedar', '--as-of', YESTERDAY, '--format', 'json');
  const content = JSON.parse(stdout) as { cyber_assets: object[] };
  expect(content.cyber_assets).toContainEqual({
    id: 'ca_cedar_rtu',
    name: 'cedar-RTU01',
    cyber_system_id: 'cs_cedar_relays',
    asset_type: 'hardware',
    impact_rating: 'medium',
  });
  const opened = await openInventory(databaseUrl);
  const other = (await opened.organizations.create('other', 'Other'))!;
  const { collections } = await opened.importer.run(other, content);
  await opened.close();
  expect(collections.cyber_assets.created).toBe(2);
});

test('html begins with organization, day, filter, head and exporter', async () => {
  const entries = await countEntries();
  const { stdout } = await inventory('cedar', '--as-of', DAY, '--rating', 'low', '--format', 'html');
  expect(stdout).toContain(` (entry ${entries})`);
  expect(stdout).toMatch(
    /<h1>Inventory of Cedar &#38; Sons as of 2026-06-30<\/h1>[^]*Cedar &#38; Sons \(cedar\)[^]*the end of 2026-06-30 \(UTC\)[^]*impact rating low[^]*[0-9a-f]{64} \(entry[^]*Exported by/,
  );
  expect(stdout).not.toMatch(/<script|https?:/);
});

test.each([
  ['a day that does not exist', ['--as-of', '2026-02-30']],
  ['a day in the future', ['--as-of', '2999-01-01']],
  ['a time', ['--as-of', '2026-06-30T12:00:00Z']],
  ['an unknown rating', ['--rating', 'High']],
])('%s is wrong usage', async (_name, args) => {
  expect(await inventory('cedar', ...args)).toMatchObject({ status: 2, stdout: '' });
});

test('--proof writes a folder whose program verifies the list', async () => {
  const proof = join(folder, 'proof');
  const entries = await countEntries();
  expect(await inventory('cedar', '--as-of', DAY, '--proof', proof)).toMatchObject({ status: 0, stderr: '' });
  expect(execFileSync(process.execPath, [join(proof, 'verify-proof.mjs')], { encoding: 'utf8' })).toContain(
    `Cedar & Sons: 8 records at the end of 2026-06-30 (UTC), from entries 1 to ${entries}.`,
  );
});

test('review records the approval of the list of a day in the log, with the digest of the list', async () => {
  const { status, stdout } = await inventory(
    'review',
    'cedar',
    '--as-of',
    DAY,
    '--approved-by',
    'Morgan Reyes',
  );
  expect([status, stdout]).toEqual([
    0,
    'Recorded the review of 8 records as of 2026-06-30. The next one is due by 2027-09-30.\n',
  ]);
  const log = await cli(['activity', 'cedar', '--format', 'json', '--resource', 'organization'], {
    DATABASE_URL: databaseUrl,
  });
  expect((JSON.parse(log.stdout) as object[]).at(-1)).toMatchObject({
    operation: 'approved',
    description: 'Reviewed the inventory of 2026-06-30 (8 records), approved by Morgan Reyes.',
    changes: [
      { field: 'inventory_day', after: '2026-06-30' },
      { field: 'inventory_approved_by', after: 'Morgan Reyes' },
      { field: 'inventory_sha256', after: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
  });
  expect((await cli(['activity', 'verify', 'cedar'], { DATABASE_URL: databaseUrl })).status).toBe(0);
});

test('csv, json, html and a proof are entries of the log, and the table is none', async () => {
  const before = (await exports()).length;
  for (const format of ['table', 'csv', 'json', 'html'])
    await inventory('cedar', '--as-of', DAY, '--rating', 'low', '--format', format);
  await inventory('cedar', '--as-of', DAY, '--proof', join(folder, 'exported'));
  expect((await exports()).slice(before)).toEqual([
    `Exported the inventory of ${DAY} as csv (impact rating low).`,
    `Exported the inventory of ${DAY} as json (impact rating low).`,
    `Exported the inventory of ${DAY} as html (impact rating low).`,
    `Exported the inventory of ${DAY} as a proof.`,
  ]);
});

async function countEntries(): Promise<number> {
  const { stdout } = await cli(['activity', 'verify', 'cedar', '--json'], { DATABASE_URL: databaseUrl });
  return (JSON.parse(stdout) as { entries: number }).entries;
}

async function exports(): Promise<string[]> {
  const { stdout } = await cli(['activity', 'cedar', '--format', 'json', '--action', 'exported'], {
    DATABASE_URL: databaseUrl,
  });
  return (JSON.parse(stdout) as { description: string }[])
    .map(({ description }) => description)
    .filter((description) => description.includes('the inventory'));
}

test('a day before the end of the archived months is rejected, and later days name the archived months', async () => {
  const cedar = { DATABASE_URL: databaseUrl };
  expect((await cli(['activity', 'archive', '--before', '2026-07', '--to', folder], cedar)).status).toBe(0);
  const { status, stderr } = await inventory('cedar', '--as-of', YESTERDAY);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('The entries up to 2026-06 are archived. Ask for 2026-06-30 or a later day'),
  ]);
  expect(await assetOn(DAY)).toMatchObject({
    name: 'cedar-RTU01',
    rating: 'low',
    entry: '',
    note: 'origin not in the database: entries up to 2026-06 are archived',
  });
  const proof = join(folder, 'later');
  expect((await inventory('cedar', '--as-of', '2026-07-01', '--proof', proof)).status).toBe(0);
  expect(execFileSync(process.execPath, [join(proof, 'verify-proof.mjs')], { encoding: 'utf8' })).toMatch(
    /from entries 12 to \d+\.\nEntries 1 to 11 are archived\.\n8 records are older than these entries/,
  );
});
