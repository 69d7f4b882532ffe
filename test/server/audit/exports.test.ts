// Exports are entries of the log: of an inventory or of the log itself, on the Settings pages.
import { parse } from 'csv-parse/sync';
import { verifyLog } from '../../../src/app/inventory';
import { activityOf } from '../../support/activity';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { addUser } from '../../support/users';
import { type Visitor, signedInVisitor } from '../../support/visitor';

let test: TestSettings;
let auditor: Visitor;
beforeAll(async () => {
  test = await startTestSettings();
  const { inventory, cedar, pages } = test;
  const user = await addUser(inventory, cedar.organization.id, 'auditor@cedar.example', { role: 'member' });
  auditor = await signedInVisitor(pages, user);
});
afterAll(() => test.close());

const exportsIn = async () =>
  (await activityOf(test, test.cedar)).filter(({ operation }) => operation === 'exported');

it('a download by a Member is an entry with its filter and the address', async () => {
  await auditor.get(`${CEDAR}/inventory.csv?as_of=2026-06-30&rating=high,medium&facility=Cedar`);
  await auditor.get(`${CEDAR}/inventory.json?as_of=2026-06-30`);
  await auditor.get(`${CEDAR}/activity.csv?name=feeder-8`);
  const entries = await exportsIn();
  expect(entries.map(({ description }) => description)).toEqual([
    'Exported the inventory of 2026-06-30 as csv (impact rating high, medium; facility Cedar).',
    'Exported the inventory of 2026-06-30 as json.',
    'Exported the activity as csv (name feeder-8).',
  ]);
  expect(entries[0]).toMatchObject({
    actorType: 'user',
    resourceType: 'organization',
    resourceId: test.cedar.organization.id,
    changes: [],
    sourceAddress: '127.0.0.1',
  });
  expect((await verifyLog(test.inventory, test.cedar.organization.id, 'operator')).faults).toEqual([]);
});

it('an export of the log ends before its own entry', async () => {
  const { text } = await auditor.get(`${CEDAR}/activity.csv`);
  const rows = parse<Record<string, string>>(text, { columns: true });
  const own = (await exportsIn()).at(-1)!;
  expect(rows.at(-1)).toMatchObject({ sequence: String((await activityOf(test, test.cedar)).length - 1) });
  expect(rows.map(({ id }) => id)).not.toContain(own.id);
});

it.each([
  ['from', '2026-04-31', ': April 2026 has the days 01 to 30'],
  ['to', '2026-02-30', ': February 2026 has the days 01 to 28'],
  ['from', '2026-13-01', ': a year has the months 01 to 12'],
  ['to', '31.1.2026', ''],
])(
  'the activity returns 400 and names the field for %s=%s, as a page and as CSV',
  async (field, day, reason) => {
    const before = await exportsIn();
    for (const path of ['/activity', '/activity.csv']) {
      const { status, text } = await auditor.get(`${CEDAR}${path}?${field}=${day}&type=facility`);
      expect(status).toBe(400);
      expect(text).toMatch(
        new RegExp(`id="${field}".* aria-invalid="true" aria-describedby="${field}-problem"`),
      );
      expect(text).toContain(
        `&quot;${day}&quot; is not a day of the calendar${reason}. Enter a day such as 2026-06-30.`,
      );
      expect(text).not.toContain('No entries found');
    }
    expect(await exportsIn()).toEqual(before);
  },
);

it('a rejected download and a page are no exports', async () => {
  const before = await exportsIn();
  expect((await auditor.get(`${CEDAR}/inventory.csv?as_of=2026-02-30`)).status).toBe(400);
  await auditor.get(`${CEDAR}/inventory`);
  await auditor.get(`${CEDAR}/activity`);
  expect(await exportsIn()).toEqual(before);
});
