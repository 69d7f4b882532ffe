// Tests the inventory on the Settings pages: days, filters, pages, downloads and the last review.
import { recordReview } from '../../../src/server/history/review';
import { readPast } from '../../../src/server/history/past-inventory';
import { openInventory } from '../../../src/app/inventory';
import { toDay, toLastDay } from '../../../src/base/day';
import { getState } from '../../../src/server/settings/routes/inventory-review';
import { inventoryOf } from '../../support/inventory';
import { type TestSettings, startTestSettings } from '../../support/settings';
import { addUser } from '../../support/users';
import { type Visitor, signedInVisitor } from '../../support/visitor';

const PATH = '/organizations/old-coop/inventory';
const YESTERDAY = '2026-06-29';
const DAY = '2026-06-30';
const MANY = 230;

let settings: TestSettings;
let admin: Visitor;
beforeAll(async () => {
  settings = await startTestSettings();
  const { databaseUrl, inventory } = settings;
  let now = new Date(`${YESTERDAY}T12:00:00Z`);
  const past = await openInventory(databaseUrl, 'dale', { now: () => now });
  const organization = (await past.organizations.create('old-coop', 'Old Co-op'))!;
  await past.importer.run(organization, inventoryOf('old'));
  now = new Date(`${DAY}T12:00:00Z`);
  const [, system] = inventoryOf('old').cyber_systems;
  await past.importer.run(organization, { cyber_systems: [{ ...system!, impact_rating: 'low' }] });
  now = new Date('2026-07-01T12:00:00Z');
  await past.importer.run(organization, {
    cyber_assets: Array.from({ length: MANY }, (_, index) => ({
      id: `ca_many_${String(index).padStart(3, '0')}`,
      name: `SUB-RTU-${String(index).padStart(3, '0')}`,
      cyber_system_id: system!.id,
      asset_type: 'hardware',
    })),
  });
  await past.close();
  admin = await signedInVisitor(
    settings.pages,
    await addUser(inventory, organization.id, 'manager@old.example'),
  );
});
afterAll(() => settings.close());

const rowsIn = (text: string): string[] =>
  [...text.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name!);

const shown = async (query: string): Promise<string> => {
  const { status, text } = await admin.get(PATH + query);
  expect(status).toBe(200);
  return text;
};

const rowOf = (text: string, name: string): string =>
  /<tr>.*?<\/tr>/s.exec(text.slice(text.indexOf(`<tr><th scope="row">${name}`)))![0];

test('shows each record of the day with its rating, its place and the entry that last changed it', async () => {
  const before = rowOf(await shown(`?as_of=${YESTERDAY}`), 'old-RTU01');
  expect(before).toContain('>medium<');
  expect(before).toContain('>old Protection, old Millbrook 345 kV Substation<');
  expect(before).toMatch(/Imported old-RTU01\..*by dale.*activity\?resource=ca_old_rtu">entry 8</s);
  const after = rowOf(await shown(`?as_of=${DAY}`), 'old-RTU01');
  expect(after).toContain('>low<');
  expect(after).toContain('Rated old-RTU01 from medium to low with old Protection by an import.');
  expect(await shown('?as_of=2026-06-28')).toContain('No records found');
});

test('shows 200 records a page, with the total and links that keep the filters', async () => {
  const first = await shown('?rating=low');
  const total = rowsIn(first).length + rowsIn(await shown('?rating=low&page=2')).length;
  expect(rowsIn(first)).toHaveLength(200);
  expect(total).toBeGreaterThan(MANY);
  expect(first).toContain(`${total} records, 1 to 200 shown`);
  expect(first).toContain(`/inventory?as_of=${toDay(Date.now())}&amp;rating=low&amp;page=2">Next`);
  const last = await shown('?rating=low&page=999');
  expect(last).toContain('Page 2 of 2');
  expect(last).not.toContain('>Next<');
});

test('filters by rating and facility', async () => {
  const facility = 'old Millbrook 345 kV Substation';
  expect(rowsIn(await shown(`?as_of=${YESTERDAY}&rating=high,medium`))).toContain('old-RTU01');
  expect(rowsIn(await shown(`?as_of=${DAY}&rating=high,medium`))).not.toContain('old-RTU01');
  const atSite = await shown(`?as_of=${YESTERDAY}&facility=${encodeURIComponent(facility)}`);
  expect(rowsIn(atSite)).toEqual([facility, 'old Protection', 'old-RTU01']);
  expect(atSite).toMatch(new RegExp(`<option (selected )?value="${facility}"( selected)?>${facility}`));
  expect(atSite).toContain('Clear filters');
});

test.each([
  ['2026-02-30', '&quot;2026-02-30&quot; is not a day of the calendar: February 2026 has the days 01 to 28.'],
  ['<script>', 'is not a day of the calendar.'],
  ['2999-01-01', '2999-01-01 is in the future.'],
])('returns 400 and names the field for the day %s', async (day, message) => {
  for (const path of [PATH, `${PATH}.csv`]) {
    const { status, text } = await admin.get(`${path}?as_of=${encodeURIComponent(day)}`);
    expect(status).toBe(400);
    expect(text).toMatch(/id="as_of".* aria-invalid="true" aria-describedby="as_of-problem"/);
    expect(text).toContain(message);
    expect(text).not.toContain('<script>"');
  }
});

test('downloads the whole list with the filters of the page', async () => {
  const csv = await admin.get(`${PATH}.csv?as_of=${DAY}&rating=low`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="old-coop-inventory-${DAY}.csv"`);
  expect(csv.text).toContain('"cyber asset","old-RTU01","hardware","low"');
  expect(csv.text).not.toContain('"high"');
  const all = JSON.parse((await admin.get(`${PATH}.json?rating=low`)).text) as { cyber_assets: object[] };
  expect(all.cyber_assets.length).toBeGreaterThan(MANY);
  const html = (await admin.get(`${PATH}.html?as_of=${DAY}`)).text;
  expect(html).toContain(`Inventory of Old Co-op as of ${DAY}`);
  expect(html).toContain('manager@old.example');
});

test('marks a record that is older than its log', async () => {
  const { inventory } = settings;
  const row = () => inventory.database.knex('cyber_assets');
  const [asset] = await row().where('id', 'ca_many_001');
  await row().insert({ ...asset, id: 'ca_older', name: 'OLDER-RTU', name_key: 'older-rtu' });
  expect(rowOf(await shown('?page=2'), 'OLDER-RTU')).toContain('origin unknown: no entry');
  await row().where('id', 'ca_older').delete();
});

test('shows the last review and the day by which the next one is due', async () => {
  expect(await shown('')).toContain('has no review');
  const { inventory } = settings;
  const organization = (await inventory.organizations.find('old-coop'))!;
  const past = await readPast(inventory.database, organization.id, DAY);
  await recordReview(inventory, organization.id, DAY, 'Morgan <Reyes>', past);
  const text = await shown('');
  expect(text).toContain('<dd>Jun 30, 2026</dd>');
  expect(text).toContain('Morgan &lt;Reyes>');
  expect(text).toMatch(/<dd class="mono">[0-9a-f]{64}</);
  expect(text).toContain('Sep 30, 2027');
  expect(toLastDay('2026-06', 15)).toBe('2027-09-30');
});

test.each([
  ['2027-07-31', 'not due'],
  ['2027-08-01', 'due'],
  ['2027-09-30', 'due'],
  ['2027-10-01', 'overdue'],
])('a review that is due by 2027-09-30 is on %s: %s', (today, state) => {
  expect(getState('2027-09-30', today)).toBe(state);
});
