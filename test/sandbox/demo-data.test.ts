// Tests the demo data, which the examples of the contract quote.
import { nameKey } from '../../src/resources/cyber-assets/rules';
import { demoData, demoOrganization, expand } from '../../src/sandbox/demo-data/demo-data';

const {
  facilities,
  control_centers: controlCenters,
  cyber_systems: systems,
  cyber_assets: assets,
} = demoData;
const ids = (rows: { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

const assetNamed = (name: string) => assets.find((asset) => asset.name === name);
const systemNamed = (name: string) => systems.find((system) => system.name === name);

it('has the documented number of records', () => {
  expect([facilities.length, controlCenters.length, systems.length, assets.length]).toEqual([12, 2, 40, 400]);
});

it('has unique ids and names', () => {
  for (const rows of [facilities, controlCenters, systems, assets]) {
    expect(ids(rows).size).toBe(rows.length);
    expect(new Set(rows.map(({ name }) => nameKey(name))).size).toBe(rows.length);
  }
});

it('refers to existing records only', () => {
  for (const { facility_id, control_center_id } of systems) {
    expect([facility_id, control_center_id].filter((id) => id !== undefined)).toHaveLength(1);
    if (facility_id !== undefined) expect(ids(facilities)).toContain(facility_id);
    if (control_center_id !== undefined) expect(ids(controlCenters)).toContain(control_center_id);
  }
  for (const { cyber_system_id } of assets) expect(ids(systems)).toContain(cyber_system_id);
  for (const { id } of systems)
    expect(assets.some(({ cyber_system_id }) => cyber_system_id === id)).toBe(true);
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
  ['MLB345-FW01', 'MLB345 EACMS'],
  ['MLB345-BADGE01', 'MLB345 PACS'],
  ['EMS application suite 9.2', 'CVPCC EMS/SCADA'],
  ['CVPCC-OPS-HMI03', 'CVPCC EMS/SCADA'],
  ['Windows Server 2022 (CVPCC-HIST01)', 'CVPCC Historian'],
  ['CVBCC-ICCP02', 'CVBCC ICCP'],
  ['CDR-U1-DCS-CTRL02', 'CDR Shared DCS'],
  ['CDR-U2-PLC04', 'CDR Unit 2 Controls'],
  ['SUN-PPC01', 'SUN Plant Controls'],
  ['ASH138-RTU01', 'ASH138 Protection and Control'],
  ['HYD-U1-GOV01', 'HYD Unit Controls'],
])('has %s in %s', (asset, system) => {
  expect(assetNamed(asset)?.cyber_system_id).toBe(systemNamed(system)?.id);
});

it.each(['MLB345-RTU02', 'MLB345-RTU01A', 'CVPCC-HIST02', 'Gateway configuration tool, release 7'])(
  'reserves the name %s for callers that try an example',
  (name) => {
    expect(assetNamed(name)).toBeUndefined();
  },
);

it('rates control centers high, the 345 kV substation and the large plant medium, the rest low', () => {
  const ratingsOf = (site: string) =>
    new Set(
      systems.filter(({ name }) => name.startsWith(`${site} `)).map(({ impact_rating }) => impact_rating),
    );
  expect([...ratingsOf('CVPCC'), ...ratingsOf('CVBCC')]).toEqual(['high', 'high']);
  expect([...ratingsOf('MLB345'), ...ratingsOf('CDR')]).toEqual(['medium', 'medium']);
  for (const site of ['HYD', 'SUN', 'ASH138', 'HOL138']) expect([...ratingsOf(site)]).toEqual(['low']);
});

it('expands ranges and lists', () => {
  expect(expand('@-U{1-2}-{A,B}01', 'X')).toEqual(['X-U1-A01', 'X-U1-B01', 'X-U2-A01', 'X-U2-B01']);
  expect(expand('@-RTU{09-11}', 'X')).toEqual(['X-RTU09', 'X-RTU10', 'X-RTU11']);
});
