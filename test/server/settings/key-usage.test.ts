// The usage of keys on the Settings pages: the requests of each key by operation.
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { type Visitor, signedInVisitor } from '../../support/visitor';

let settings: TestSettings;
let admin: Visitor;
beforeAll(async () => {
  settings = await startTestSettings();
  admin = await signedInVisitor(settings.pages, settings.admin);
});
afterAll(() => settings.close());

const DAY = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

async function newKey(label: string): Promise<string> {
  const { keys } = settings.inventory;
  const { id: organization } = settings.cedar.organization;
  const expiresAt = new Date(Date.now() + DAY);
  await keys.create(organization, { label, createdBy: 'test', expiresAt, environment: 'live' });
  return (await keys.list(organization)).find((key) => key.label === label)!.id;
}

/** Returns the cells of a key's table row by row, and the days as YYYY-MM-DD. */
async function tableOf(label: string): Promise<string[][]> {
  const { text } = await admin.get(`${CEDAR}/keys`);
  const item = text.split('<li class="key').find((part) => part.includes(label))!;
  return (item.match(/<tr>.*?<\/tr>/gs) ?? []).map((row) =>
    [...row.matchAll(/<(?:th|td)[^>]*>(?:<time dateTime="([^"]+)">)?([^<]*)/gi)].map(
      ([, day, cell]) => day ?? cell!,
    ),
  );
}

test('the list of keys shows the requests of the last 30 days by operation, the most requests first', async () => {
  const { id: organization } = settings.cedar.organization;
  const id = await newKey('Historian');
  await newKey('Unused');
  const record = (day: string, operationId: string | undefined, requests: number) =>
    settings.inventory.keys.recordUse(organization, id, {
      at: new Date().toISOString(),
      counts: [{ day, operationId, requests }],
    });
  const [recent, earlier, before] = [dayBefore(1), dayBefore(2), dayBefore(40)];
  await record(recent, 'getFacilities', 1200);
  await record(earlier, 'getFacilities', 34);
  await record(earlier, 'createCyberAsset', 2000);
  await record(earlier, undefined, 5);
  await record(before, 'deleteCyberAsset', 9);
  expect(await tableOf('Historian')).toEqual([
    ['Operation', 'Requests', 'Last day'],
    ['createCyberAsset', '2,000', earlier],
    ['getFacilities', '1,234', recent],
    ['No operation', '5', earlier],
  ]);
  expect(await tableOf('Unused')).toEqual([]);
});
