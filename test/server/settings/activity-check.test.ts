// Tests the check of the activity log on the Settings pages.
import { archiveLogs } from '../../../src/server/audit/archive';
import { toMonth, nextMonth } from '../../../src/base/day';
import { temporaryFolder } from '../../support/folder';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { type Visitor, signedInVisitor } from '../../support/visitor';

const CHECK = `${CEDAR}/activity/check`;

let settings: TestSettings;
let admin: Visitor;
beforeAll(async () => {
  settings = await startTestSettings();
  admin = await signedInVisitor(settings.pages, settings.admin);
});
afterAll(() => settings.close());

const archives = temporaryFolder();

const headIn = (text: string): string => /<code id="head"[^>]*>([0-9a-f]{64})</.exec(text)![1]!;

it('shows that the chain still contains an earlier hash', async () => {
  const earlierHead = headIn((await admin.get(CHECK)).text);
  const { inventory, cedar } = settings;
  await inventory.keys.create(cedar.organization.id, {
    label: 'later',
    createdBy: 'test',
    expiresAt: new Date(Date.now() + 60_000),
    environment: 'live',
  });
  const { status, text } = await admin.get(`${CHECK}?head=%20${earlierHead.toUpperCase()}%0A`);
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/The chain still contains your earlier hash, in entry \d+\./),
  ]);
  expect(headIn(text)).not.toBe(earlierHead);
});

it('shows that the chain does not contain a hash', async () => {
  const { status, text } = await admin.get(`${CHECK}?head=${'f'.repeat(64)}`);
  expect([status, text]).toEqual([
    200,
    expect.stringContaining('The chain does not contain your earlier hash.'),
  ]);
});

it('returns 400 for text that is not a hash', async () => {
  const { status, text } = await admin.get(`${CHECK}?head=${encodeURIComponent('"><script>')}`);
  expect([status, text]).toEqual([400, expect.stringContaining('Paste the 64 hexadecimal digits')]);
  expect(text).not.toContain('<script>"');
});

it('names a record and field that were changed directly in the database', async () => {
  const asset = () => settings.inventory.database.knex('cyber_assets').where('id', 'ca_cedar_rtu');
  const { name } = await asset().first();
  await asset().update({ name: 'A-31337' });
  const { text } = await admin.get(CHECK);
  expect(text).toContain('Records differ from the log');
  expect(text).toContain('The name of cyber-asset ca_cedar_rtu is ');
  await asset().update({ name });
  expect((await admin.get(CHECK)).text).toContain('The records match the log.');
});

it('says which entries and records it did not check when entries are archived', async () => {
  const { inventory } = settings;
  const earlier = (await inventory.activity.newest(settings.cedar.organization.id, { limit: 2 }))[1]!;
  expect((await admin.get(`${CEDAR}/activity`)).text).not.toContain('are archived in');
  const archiving = archiveLogs(inventory, nextMonth(toMonth(new Date())), archives);
  expect((await archiving.next()).done).toBe(false);
  const { text } = await admin.get(`${CHECK}?head=${earlier.hash}`);
  expect(text).toContain('Checked 1 entry.');
  expect(text).toMatch(/Not checked: \d+ earlier entries in archives, and the parts of \d+ records/);
  expect(text).toContain('No entry in the database has your earlier hash.');
  expect((await admin.get(`${CEDAR}/activity`)).text).toMatch(
    /Entries 1 to \d+ are archived in the file activity-/,
  );
});
