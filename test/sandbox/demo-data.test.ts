// Tests the demo data, which the examples of the contract quote.
import { nameKey } from '../../src/base/text';
import { demoData, demoOrganization, expand } from '../../src/sandbox/demo-data/demo-data';

const {
  facilities,
  control_centers: controlCenters,
  cyber_systems: systems,
  cyber_assets: assets,
} = demoData();
const ids = (rows: { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

const assetNamed = (name: string) => assets.find((asset) => asset.name === name);
const systemNamed = (name: string) => systems.find((system) => system.name === name);

it('has the documented number of records', () => {
  expect([facilities.length, controlCenters.length, systems.length, assets.length]).toEqual([13, 2, 35, 400]);
});

it('has unique ids and names', () => {
  for (const rows of [facilities, controlCenters, systems, assets]) {
    expect(ids(rows).size).toBe(rows.length);
    expect(new Set(rows.map(({ name }) => nameKey(name))).size).toBe(rows.length);
  }
});

it('refers to existing records only, and has one facility and one system that can be deleted', () => {
  for (const { facility_id, control_center_id } of systems) {
    expect([facility_id, control_center_id].filter((id) => id !== undefined)).toHaveLength(1);
    if (facility_id !== undefined) expect(ids(facilities)).toContain(facility_id);
    if (control_center_id !== undefined) expect(ids(controlCenters)).toContain(control_center_id);
  }
  for (const { cyber_system_id } of assets) expect(ids(systems)).toContain(cyber_system_id);
  const empty = systems.filter(({ id }) => !assets.some(({ cyber_system_id }) => cyber_system_id === id));
  expect(empty.map(({ name }) => name)).toEqual(['SUN Weather Station']);
  const unused = facilities.filter(({ id }) => !systems.some(({ facility_id }) => facility_id === id));
  expect(unused.map(({ name }) => name)).toEqual(['Juniper 69 kV Substation']);
});

it('keeps the ids that the examples of the contract quote', () => {
  expect(demoOrganization).toMatchObject({ id: 'org_01k4qsdg89fyc89dkyjez660ya', slug: 'cedar-valley' });
  expect(facilities.find(({ name }) => name === 'Millbrook 345 kV Substation')?.id).toBe(
    'fac_01k808vjcneks9f5c457w3x0x2',
  );
  expect(controlCenters.find(({ name }) => name === 'Cedar Valley Primary Control Center')?.id).toBe(
    'cc_01k7gxnap1f0gta20br5ty536r',
  );
  expect(systemNamed('MLB345 SCADA')).toEqual({
    id: 'cs_01k9key4fteaess0fz2tt06azn',
    name: 'MLB345 SCADA',
    impact_rating: 'medium',
    facility_id: 'fac_01k808vjcneks9f5c457w3x0x2',
  });
  expect(assetNamed('MLB345-RTU01')).toEqual({
    id: 'ca_01kbs4t885enxtxcxapjygarsc',
    name: 'MLB345-RTU01',
    cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
    asset_type: 'hardware',
    created_at: '2025-12-06T06:15:32.357Z',
    updated_at: '2025-12-06T06:15:32.357Z',
  });
});

it.each([
  ['MLB345-L3451-21P', 'MLB345 Protection'],
  ['SEL-5030 engineering client', 'MLB345 Protection'],
  ['MLB345-GPSCLK01', 'MLB345 Time Synchronization'],
  ['MLB345-FW01', 'MLB345 SCADA'],
  ['MLB345-PACS-CTRL01', 'MLB345 SCADA'],
  ['EMS application suite 9.2', 'CVPCC EMS/SCADA'],
  ['CVPCC-OPS-HMI03', 'CVPCC EMS/SCADA'],
  ['Windows Server 2022 (CVPCC-HIST01)', 'CVPCC EMS/SCADA'],
  ['CVBCC-ICCP02', 'CVBCC ICCP'],
  ['CDR-U1-DCS-CTRL02', 'CDR Shared DCS'],
  ['CDR-U2-PLC04', 'CDR Unit 2 Controls'],
  ['CDR-U1-BOP-PLC01', 'CDR Unit 1 Balance of Plant'],
  ['SUN-PPC01', 'SUN Plant Controls'],
  ['ASH138-RTU01', 'ASH138 SCADA'],
  ['HYD-U1-GOV01', 'HYD Unit Controls'],
])('has %s in %s', (asset, system) => {
  expect(systemNamed(system)).toBeDefined();
  expect(assetNamed(asset)?.cyber_system_id).toBe(systemNamed(system)?.id);
});

it.each(['MLB345-RTU02', 'MLB345-RTU01A', 'CVPCC-HIST02', 'Gateway configuration tool, release 7'])(
  'reserves the name %s for callers that try an example',
  (name) => {
    expect(assetNamed(name)).toBeUndefined();
  },
);

it('rates control centers high, the 345 kV substation medium, and the other sites but the large plant low', () => {
  const ratingsOf = (site: string) =>
    new Set(
      systems.filter(({ name }) => name.startsWith(`${site} `)).map(({ impact_rating }) => impact_rating),
    );
  expect([...ratingsOf('CVPCC'), ...ratingsOf('CVBCC')]).toEqual(['high', 'high']);
  expect([...ratingsOf('MLB345')]).toEqual(['medium']);
  for (const site of ['HYD', 'SUN', 'ASH138', 'HOL138']) expect([...ratingsOf(site)]).toEqual(['low']);
});

it('rates the system that the units of the large plant share medium, and the systems of one unit low', () => {
  const plant = systems.filter(({ name }) => name.startsWith('CDR '));
  expect(plant.filter(({ impact_rating }) => impact_rating === 'medium').map(({ name }) => name)).toEqual([
    'CDR Shared DCS',
  ]);
  const low = plant.filter(({ impact_rating }) => impact_rating === 'low');
  expect(low).toHaveLength(6);
  for (const { name } of low) expect(name).toMatch(/^CDR Unit [12] /);
});

it('has associated cyber assets in the systems that they protect, and no badge readers, locks or emission monitors', () => {
  for (const { name } of systems) expect(name).not.toMatch(/EACMS|PACS/);
  for (const { name } of assets) expect(name).not.toMatch(/BADGE|DOOR|CEMS/);
  for (const { name, cyber_system_id } of assets.filter((asset) => /-(FW|JUMP|PACS)/.test(asset.name))) {
    const holder = systems.find(({ id }) => id === cyber_system_id)!.name;
    expect([name, holder]).toEqual([name, expect.stringMatching(/SCADA|DCS|Controls|Substation/)]);
  }
});

it('expands ranges and lists', () => {
  expect(expand('@-U{1-2}-{A,B}01', 'X')).toEqual(['X-U1-A01', 'X-U1-B01', 'X-U2-A01', 'X-U2-B01']);
  expect(expand('@-RTU{09-11}', 'X')).toEqual(['X-RTU09', 'X-RTU10', 'X-RTU11']);
});
