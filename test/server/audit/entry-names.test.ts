// Names beside the ids of entries: in the table, in CSV and on the Settings page.
import { parse } from 'csv-parse/sync';
import { createNameSources } from '../../../src/app/inventory';
import { namedRows, nameEntries } from '../../../src/server/audit/names';
import { FORMATS, formatRows } from '../../../src/server/audit/formats';
import { type ActivityFilter, readPages } from '../../../src/server/audit/read';
import { newAsset } from '../../support/assets';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { signedInVisitor } from '../../support/visitor';

let test: TestSettings;
beforeAll(async () => void (test = await startTestSettings()));
afterAll(() => test.close());

const id = () => test.cedar.organization.id;

async function text(format: 'csv' | 'table' | 'json', filter: ActivityFilter = {}): Promise<string> {
  const { activity } = test.inventory;
  const rows = namedRows(createNameSources(test.inventory), id(), readPages(activity.pages(id(), filter)));
  let written = '';
  for await (const piece of formatRows(FORMATS[format], rows)) written += piece;
  return written;
}
const csv = async (filter: ActivityFilter): Promise<Record<string, string>[]> =>
  parse(await text('csv', filter), { columns: true });

async function create(name: string): Promise<string> {
  const { body } = await test.client('POST', '/cyber-assets', { body: newAsset({ name }) });
  return (body as { id: string }).id;
}
const patch = (asset: string, body: object) => test.client('PATCH', `/cyber-assets/${asset}`, { body });

it('an entry has the name at its time, and the present name where it has none', async () => {
  const asset = await create('MLB345-RTU01');
  await patch(asset, { asset_type: 'software' });
  await patch(asset, { name: 'MLB345-RTU02' });
  const names = (await csv({ resourceId: asset })).map(({ resourceName }) => resourceName);
  expect(names).toEqual(['MLB345-RTU01', 'MLB345-RTU02', 'MLB345-RTU02']);
});

it('an entry about a deleted record has its last name', async () => {
  const asset = await create('MLB345-RTU03');
  await patch(asset, { asset_type: 'software' });
  await test.client('DELETE', `/cyber-assets/${asset}`);
  const names = (await csv({ resourceId: asset })).map(({ resourceName }) => resourceName);
  expect(names).toEqual(['MLB345-RTU03', 'MLB345-RTU03', 'MLB345-RTU03']);
});

it('an asset has its system and site, a system has its site, and a moved asset has its system of that time', async () => {
  const asset = await create('MLB345-RTU04');
  await patch(asset, { cyber_system_id: 'cs_cedar_ems' });
  expect(await csv({ resourceId: asset })).toMatchObject([
    { systemName: 'cedar Protection', siteName: 'cedar Millbrook 345 kV Substation' },
    { systemName: 'cedar EMS/SCADA', siteName: 'cedar Primary Control Center' },
  ]);
  const [system] = await csv({ resourceId: 'cs_cedar_relays' });
  expect(system).toMatchObject({ systemName: '', siteName: 'cedar Millbrook 345 kV Substation' });
});

it('actors and records that are keys or users have label, last four characters or e-mail address', async () => {
  const [key] = await test.inventory.keys.list(id());
  const label = `${key!.label} (${key!.prefix}…${test.cedar.key.slice(-4)})`;
  const asset = await create('MLB345-RTU05');
  expect(await csv({ resourceId: asset })).toMatchObject([{ actorName: label }]);
  expect(await csv({ resourceId: test.admin.id })).toMatchObject([{ resourceName: test.admin.email }]);
  const visitor = await signedInVisitor(test.pages, test.admin);
  await visitor.get('/account');
  expect((await csv({ actorId: test.admin.id })).at(-1)).toMatchObject({ actorName: test.admin.email });
});

it('the table and the Settings page show the names, and JSON has the entries of the contract', async () => {
  const asset = await create('MLB345-RTU06');
  const table = await text('table', { resourceId: asset });
  expect(table).toMatch(
    / api_key key_\w+ \S.*\(cik_live_\w+….{4}\)  created +cyber-asset\/ca_\w+ MLB345-RTU06  cedar Protection, cedar Millbrook 345 kV Substation  Created/,
  );
  const visitor = await signedInVisitor(test.pages, test.admin, 1);
  const page = await visitor.get(`${CEDAR}/activity?resource=${asset}`);
  expect(page.text).toMatch(
    /Cyber asset MLB345-RTU06 <a [^>]*>ca_\w+<\/a>, cedar Protection, cedar Millbrook 345 kV Substation</,
  );
  const [entry] = JSON.parse(await text('json', { resourceId: asset })) as object[];
  expect(entry).not.toHaveProperty('resourceName');
});

it('names come from the organization of the entries alone', async () => {
  const { activity } = test.inventory;
  const rows = await activity.newest(id(), { resourceType: 'cyber-asset' });
  const { rows: named } = await nameEntries(
    createNameSources(test.inventory),
    test.other.organization.id,
    rows,
  );
  expect(named.map(({ actorName, systemName }) => [actorName, systemName])).toEqual(
    named.map(() => [null, null]),
  );
});
