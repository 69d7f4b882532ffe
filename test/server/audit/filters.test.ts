// Filters of the log by name, actor, action and time, in commands and on the Settings page.
import { createActors } from '../../../src/app/inventory';
import { readRows } from '../../../src/server/audit/read';
import type { ActivityFilter } from '../../../src/server/audit/read';
import { newAsset } from '../../support/assets';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { type Visitor, signedInVisitor } from '../../support/visitor';

let test: TestSettings;
let visitor: Visitor;
const assets: Record<string, string> = {};

const id = () => test.cedar.organization.id;

beforeAll(async () => {
  test = await startTestSettings();
  visitor = await signedInVisitor(test.pages, test.admin);
  for (const name of ['100%_RTU!', 'FEEDER-7', 'Relay ÄB']) {
    const { body } = await test.client('POST', '/cyber-assets', { body: newAsset({ name }) });
    assets[name] = (body as { id: string }).id;
  }
  await test.client('PATCH', `/cyber-assets/${assets['FEEDER-7']}`, { body: { name: 'FEEDER-8' } });
  await test.client('PATCH', `/cyber-assets/${assets['FEEDER-7']}`, { body: { asset_type: 'software' } });
  await test.client('DELETE', `/cyber-assets/${assets['100%_RTU!']}`);
});
afterAll(() => test.close());

async function operations(filter: ActivityFilter): Promise<string[]> {
  const found: string[] = [];
  for await (const row of readRows(test.inventory.activity.pages(id(), filter)))
    found.push(`${row.operation} ${row.resource_id}`);
  return found;
}
const named = (name: string) => operations({ name });
const by = async (actor: string) =>
  operations({ actorIds: await createActors(test.inventory).find(id(), actor) });

it.each(['FEEDER-7', 'feeder-8'])(
  'the name %s finds all entries of the record that has or had it',
  async (name) => {
    const asset = assets['FEEDER-7']!;
    expect(await named(name)).toEqual([`created ${asset}`, `updated ${asset}`, `updated ${asset}`]);
  },
);

it('a name finds a deleted record, and its special characters stand for themselves', async () => {
  const asset = assets['100%_RTU!']!;
  expect(await named('100%_RTU!')).toEqual([`created ${asset}`, `deleted ${asset}`]);
  expect(await named('100%%RTU!')).toEqual([]);
  expect(await named('%')).toEqual([]);
});

it('a name finds a system, a site, a key and a user', async () => {
  expect(await named('cedar Protection')).toEqual(['imported cs_cedar_relays']);
  expect((await named('cedar Primary Control Center')).at(-1)).toMatch(/^imported cc_/);
  const [key] = await test.inventory.keys.list(id());
  expect(await named(key!.label)).toEqual([`created ${key!.id}`]);
  expect((await named(test.admin.email)).at(-1)).toBe(`signed_in ${test.admin.id}`);
});

it('a name finds no record of another organization', async () => {
  expect(await test.inventory.activity.newest(test.other.organization.id, { name: 'FEEDER-8' })).toEqual([]);
});

it('a name of 1,100 records finds the entries of all, and case does not matter in any script', async () => {
  const facilities = Array.from({ length: 1100 }, (_, index) => ({
    id: `fac_same_${index}`,
    name: 'Schaltanlage ÄÖ',
  }));
  await test.inventory.importer.run(test.other.organization, { facilities });
  const { activity } = test.inventory;
  const organization = test.other.organization.id;
  expect(await activity.count(organization, { name: 'SCHALTANLAGE äö' })).toBe(1100);
  expect(await activity.newest(organization, { name: 'schaltanlage äö', limit: 3 })).toMatchObject(
    [1099, 1098, 1097].map((index) => ({ resource_id: `fac_same_${index}` })),
  );
});

it('an actor is an id, an e-mail address or a key label', async () => {
  const [key] = await test.inventory.keys.list(id());
  expect(await by(key!.label)).toHaveLength(1 + 6); // an operator has the same name
  expect(await by(key!.id)).toHaveLength(6);
  expect(await by(test.admin.email.toUpperCase())).toEqual([`signed_in ${test.admin.id}`]);
  expect(await by('nobody@cedar.example')).toEqual([]);
});

it('an action finds its entries alone', async () => {
  expect(await operations({ operation: 'deleted' })).toEqual([`deleted ${assets['100%_RTU!']}`]);
});

it('the Settings page and its export filter by name and action', async () => {
  const query = '?name=feeder-8&action=updated';
  const page = await visitor.get(`${CEDAR}/activity${query}`);
  expect(page.text.match(/<p class="did">/g)).toHaveLength(2);
  expect(page.text).toContain('value="feeder-8"');
  const csv = await visitor.get(`${CEDAR}/activity.csv${query}`);
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1 + 2);
  expect((await visitor.get(`${CEDAR}/activity?name=none`)).text).toContain(
    'No entries match these filters.',
  );
});
