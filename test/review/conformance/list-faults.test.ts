// Plants faults of lists one at a time, and expects a finding for each.
import { checkLists } from '../../../src/review/conformance/checks/lists';
import { type TestServer, startTestServer } from '../../support/server';
import {
  type Found,
  type Planted,
  type Rows,
  type Target,
  ONE_ASSET,
  change,
  expectFound,
  findingsOf,
  inList,
  is,
} from './planted';

let server: TestServer;
let cedar: Target;
/** An organization whose only asset is older than each asset of a run, and one of the contract's examples. */
let elm: Target;
/** Rows of another organization. */
const foreign: Record<string, Rows> = {};

const LISTS = ['/facilities', '/control-centers', '/cyber-systems', '/cyber-assets'];

beforeAll(async () => {
  server = await startTestServer({ validateResponses: false });
  cedar = { url: server.url, key: server.cedar.key };
  for (const path of LISTS)
    foreign[path] = (await server.client('GET', path, { key: server.other.key })).body as Rows;
  elm = await organizationWithOldAsset(server);
});
afterAll(() => server.close());

const repeat = (rows: Rows, index: number): Rows => [...rows, rows.at(index)];
const byName = (rows: Rows): unknown => rows.sort((one, other) => (one.name < other.name ? 1 : -1));
const isOwn = ({ name }: { name: string }): boolean => name.startsWith('conformance-');

const inListOf = (path: string, edit: (rows: Rows) => unknown) => () => inList(path, edit);
const assets = (edit: (rows: Rows) => unknown) => inListOf('/cyber-assets', edit);

const LACKS = /the list lacks a record that the server returns/;
const TWICE = /the list has a record twice/;
const ORDER = /the rows are not in order of creation/;
const FOREIGN = /the list has a record that the server does not return/;

const PLANTED: Planted[] = [
  ['an empty list of assets', 'getCyberAssets', LACKS, assets(() => [])],
  ['an empty list of systems', 'getCyberSystems', LACKS, inListOf('/cyber-systems', () => [])],
  ['an empty list of facilities', 'getFacilities', LACKS, inListOf('/facilities', () => [])],
  ['an empty list of control centers', 'getControlCenters', LACKS, inListOf('/control-centers', () => [])],
  ['assets without the first row', 'getCyberAssets', LACKS, assets((rows) => rows.slice(1))],
  [
    'systems without the first row',
    'getCyberSystems',
    LACKS,
    inListOf('/cyber-systems', (rows) => rows.slice(1)),
  ],
  [
    'facilities without the first row',
    'getFacilities',
    LACKS,
    inListOf('/facilities', (rows) => rows.slice(1)),
  ],
  [
    'facilities without the last row',
    'getFacilities',
    LACKS,
    inListOf('/facilities', (rows) => rows.slice(0, -1)),
  ],
  ['the first asset twice', 'getCyberAssets', TWICE, assets((rows) => repeat(rows, 0))],
  ['the last asset twice', 'getCyberAssets', TWICE, assets((rows) => repeat(rows, -1))],
  ['all systems twice', 'getCyberSystems', TWICE, inListOf('/cyber-systems', (rows) => [...rows, ...rows])],
  [
    'a control center twice',
    'getControlCenters',
    TWICE,
    inListOf('/control-centers', (rows) => repeat(rows, 0)),
  ],
  ['assets in reverse order', 'getCyberAssets', ORDER, assets((rows) => rows.reverse())],
  ['assets in order of names', 'getCyberAssets', ORDER, assets(byName)],
  ['facilities in reverse order', 'getFacilities', ORDER, inListOf('/facilities', (rows) => rows.reverse())],
  [
    'systems with the first two swapped',
    'getCyberSystems',
    ORDER,
    inListOf('/cyber-systems', ([one, two, ...rest]) => [two, one, ...rest]),
  ],
  [
    'assets of the run in reverse order',
    'getCyberAssets',
    ORDER,
    assets((rows) => [...rows.filter(isOwn).reverse(), ...rows.filter((row) => !isOwn(row))]),
  ],
  [
    'assets in order of their last change',
    'getCyberAssets',
    ORDER,
    assets((rows) => rows.sort((one, other) => (one.updated_at < other.updated_at ? -1 : 1))),
  ],
  [
    'an asset of another organization, last',
    'getCyberAssets',
    FOREIGN,
    assets((rows) => [...rows, foreign['/cyber-assets']![0]]),
  ],
  [
    'an asset of another organization, first',
    'getCyberAssets',
    FOREIGN,
    assets((rows) => [foreign['/cyber-assets']![0], ...rows]),
  ],
  [
    'a system of another organization',
    'getCyberSystems',
    FOREIGN,
    inListOf('/cyber-systems', (rows) => [...rows, foreign['/cyber-systems']![0]]),
  ],
  [
    'a facility of another organization',
    'getFacilities',
    FOREIGN,
    inListOf('/facilities', (rows) => [...rows, foreign['/facilities']![0]]),
  ],
  [
    'an asset of a system of another organization',
    'getCyberAssets',
    /refers in cyber_system_id to a record that the server does not return/,
    assets((rows) => [...rows, { ...rows[0], id: 'ca_x', cyber_system_id: 'cs_other_ems' }]),
  ],
  [
    'rows of two organizations',
    'getFacilities',
    /the rows belong to several organizations/,
    inListOf('/facilities', (rows) => void (rows[1].organization_slug = 'other-power')),
  ],
  [
    'a row with another name than its record',
    'getCyberAssets',
    /a row differs from its record in name/,
    assets((rows) => void (rows.at(-1).name += ' 2')),
  ],
  [
    'a row with another type than its record',
    'getCyberAssets',
    /differs from its record in asset_type/,
    assets((rows) => rows.forEach((row) => (row.asset_type = 'hardware'))),
  ],
  [
    'a row with an older updated_at',
    'getCyberAssets',
    /differs from its record in updated_at/,
    assets((rows) => rows.forEach((row) => (row.updated_at = row.created_at))),
  ],
  [
    'a row without an optional field',
    'getControlCenters',
    /differs from its record in organization_slug/,
    inListOf('/control-centers', ([row]) => void delete row.organization_slug),
  ],
  [
    'a facility with another name than its record',
    'getFacilities',
    /differs from its record in name/,
    inListOf('/facilities', ([row]) => void (row.name = 'Other')),
  ],
  [
    'a row with another rating than its system',
    'getCyberAssets',
    /the impact_rating of a row is not that of its CyberSystem/,
    assets((rows) => void (rows.at(-1).impact_rating = 'low')),
  ],
];

it.each(PLANTED)('reports %s', async (_planted, operationId, message, fault) => {
  expectFound(await findingsOf(cedar, fault()), operationId, message);
});

it.each<Planted>([
  ['a list without the last row', 'getCyberAssets', LACKS, assets((rows) => rows.slice(0, -1))],
  ['a list without a record of an example', 'getCyberAssets', LACKS, assets((rows) => rows.slice(1))],
])('reports %s when it holds an older asset', async (_planted, operationId, message, fault) => {
  expectFound(await findingsOf(elm, fault()), operationId, message);
});

it('reports a list that drops another record with each creation', async () => {
  const fault = inList('/cyber-assets', (rows) => {
    const dropped = rows.some(isOwn) ? rows.findLast((row) => !isOwn(row)) : undefined;
    return rows.filter((row) => row !== dropped);
  });
  const message = /^after a creation: the list lacks a record that it had before/;
  expectFound(await findingsOf(cedar, fault), 'getCyberAssets', message);
});

it('finds a row that the list always lacks, and to which nothing refers, when its id is known', async () => {
  const [first] = (await server.client('GET', '/cyber-assets', { key: server.other.key })).body as Rows;
  const other = { url: server.url, key: server.other.key };
  const fault = inList('/cyber-assets', (rows) => rows.slice(1));
  const knownIds = [first.id as string];
  expectFound(await findingsOf(other, fault, checkLists, { knownIds }), 'getCyberAssets', LACKS);
});

it('reports a rating that all responses give wrongly', async () => {
  const findings = await findingsOf(cedar, (exchange) => {
    const isAsset = exchange.path.startsWith('/cyber-assets') && exchange.status < 300;
    if (isAsset && exchange.text !== '')
      change(exchange, (body) => [body].flat().forEach((row) => (row.impact_rating = 'low')));
  });
  expectFound(findings, 'getCyberAssets', /the impact_rating of a row is not that/);
  expectFound(findings, 'createCyberAsset', /the impact_rating is not that/);
});

it('has no finding when another client changes a record between two requests', async () => {
  const [asset] = (await server.client('GET', '/cyber-assets')).body as Rows;
  let changes = 0;
  const findings = await findingsOf(cedar, (exchange) => {
    if (is(exchange, 'GET', ONE_ASSET) && exchange.path.endsWith(asset.id) && ++changes === 1)
      change(exchange, (body) => void (body.name = 'changed in between'));
  });
  expect([findings, changes]).toEqual<[Found[], number]>([[], 2]);
});

it('has no finding on three runs against a sound server', async () => {
  for (let run = 0; run < 3; run++)
    for (const target of [cedar, elm]) expect(await findingsOf(target, () => undefined)).toEqual([]);
});

async function organizationWithOldAsset({ inventory, url }: TestServer): Promise<Target> {
  const organization = (await inventory.organizations.create('elm', 'Elm'))!;
  const system = { id: 'cs_elm', name: 'Elm EMS', impact_rating: 'high', facility_id: 'fac_elm' };
  await inventory.importer.run(organization, {
    facilities: [{ id: 'fac_elm', name: 'Elm' }],
    control_centers: [],
    cyber_systems: [system],
    cyber_assets: [
      {
        id: 'ca_01kbs4t885enxtxcxapjygarsc',
        name: 'Elm RTU',
        cyber_system_id: system.id,
        asset_type: 'hardware',
      },
    ],
  });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const key = await inventory.keys.create(organization.id, {
    label: 'test',
    createdBy: 'test',
    expiresAt,
    environment: 'live',
  });
  return { url, key };
}
