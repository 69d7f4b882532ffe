// The planned lists and files below a facility, a control center and a system show what the real lists show.
import { parse } from 'csv-parse/sync';
import { readCsv } from '../../src/sync/source';
import { QUOTED_CSV } from '../support/csv';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { MILLBROOK, PRAIRIE_SUN, SCADA } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type Row = Record<string, string> & { id: string; name: string };
const read = async (path: string): Promise<Row[]> => (await sandbox.client('GET', path)).body as Row[];

async function world() {
  const [systems, assets] = await Promise.all(['/cyber-systems', '/cyber-assets'].map(read));
  const systemsOf = (field: string, id: string) => systems!.filter((system) => system[field] === id);
  const assetsOf = (field: string, id: string) =>
    assets!.filter(({ cyber_system_id }) =>
      systemsOf(field, id).some((system) => system.id === cyber_system_id),
    );
  return { systems: systems!, systemsOf, assetsOf };
}

describe.each([
  ['/facilities', 'facility_id', 'facility_name'],
  ['/control-centers', 'control_center_id', 'control_center_name'],
])('below each of %s', (path, field, name) => {
  it('are its systems and their assets', async () => {
    const { systemsOf, assetsOf } = await world();
    for (const { id } of await read(path)) {
      expect(await read(`${path}/${id}/cyber-systems`)).toEqual(systemsOf(field, id));
      expect(await read(`${path}/${id}/cyber-assets`)).toEqual(assetsOf(field, id));
    }
  });

  it('are files of its low-impact assets and of the others, under its name', async () => {
    const { systems, assetsOf } = await world();
    for (const site of await read(path)) {
      const rows = assetsOf(field, site.id).map((row) => ({
        ...row,
        cyber_system_name: systems.find(({ id }) => id === row['cyber_system_id'])!.name,
        [field]: site.id,
        [name]: site.name,
      }));
      for (const [file, isIn] of [
        ['export', ({ impact_rating }: Row) => impact_rating !== 'low'],
        ['export-low', ({ impact_rating }: Row) => impact_rating === 'low'],
      ] as const) {
        const { text, headers } = await sandbox.client('GET', `${path}/${site.id}/cyber-assets/${file}`);
        expect(rows.filter((row) => isIn(row as unknown as Row))).toMatchObject(
          parse(text, { columns: true }),
        );
        expect(headers.get('content-disposition')).toContain(
          site.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        );
      }
    }
  });
});

it('below each system are its assets', async () => {
  const { systems, assetsOf } = await world();
  for (const { id } of systems)
    expect(await read(`/cyber-systems/${id}/cyber-assets`)).toEqual(assetsOf('id', id));
});

it('the name of a file is that of its site and of what is in it', async () => {
  const nameOf = async (path: string) =>
    (await sandbox.client('GET', path)).headers.get('content-disposition');
  expect(await nameOf(`/facilities/${MILLBROOK}/cyber-assets/export`)).toBe(
    'attachment; filename="millbrook-345-kv-substation-cyber-assets.csv"',
  );
  expect(await nameOf(`/facilities/${PRAIRIE_SUN}/cyber-assets/export`)).toBe(
    'attachment; filename="prairie-sun-solar-plant-cyber-assets.csv"',
  );
  expect(await nameOf(`/facilities/${PRAIRIE_SUN}/cyber-assets/export-low`)).toBe(
    'attachment; filename="prairie-sun-solar-plant-cyber-assets-low.csv"',
  );
});

it('an asset that is made is there, and as a text with commas it is in the file', async () => {
  const name = 'Relay "7", spare';
  const { body } = await sandbox.client('POST', '/cyber-assets', {
    body: { name, cyber_system_id: SCADA, asset_type: 'hardware' },
  });
  for (const path of [`/cyber-systems/${SCADA}`, `/facilities/${MILLBROOK}`])
    expect(await read(`${path}/cyber-assets`)).toContainEqual(body);
  const { text } = await sandbox.client('GET', `/facilities/${MILLBROOK}/cyber-assets/export`);
  expect(parse<Row>(text, { columns: true }).map((row) => row.name)).toContain(name);
});

it('a file quotes every cell, and none becomes a formula behind a separator', async () => {
  const names = ['=1+1', "x;=cmd|' /C calc'!A0", 'x,@SUM(1)'];
  const system = { cyber_system_id: SCADA, asset_type: 'hardware' };
  for (const name of names) await sandbox.client('POST', '/cyber-assets', { body: { name, ...system } });
  const { text } = await sandbox.client('GET', `/facilities/${MILLBROOK}/cyber-assets/export`);
  const written = ["'=1+1", "x;'=cmd|' /C calc'!A0", "x,'@SUM(1)"];
  expect(parse<Row>(text, { columns: true }).map((row) => row.name)).toEqual(expect.arrayContaining(written));
  expect(text).toMatch(QUOTED_CSV);
});

it('the import template is a file that an import can read', async () => {
  const { text } = await sandbox.client('GET', '/cyber-assets/import/template');
  expect(text).toBe('"name","asset_type"\r\n');
  const { rows, columns } = readCsv('template.csv', `${text}SPARE,hardware\r\n`, ',');
  expect([...columns]).toEqual(['name', 'asset_type']);
  expect(rows).toMatchObject([{ cells: { name: 'SPARE', asset_type: 'hardware' } }]);
});

it('below what is not there is nothing (404), and an example or the answer of a status all the same', async () => {
  const path = '/facilities/fac_none/cyber-systems';
  expect((await sandbox.client('GET', path)).status).toBe(404);
  expect((await sandbox.client('GET', path, { headers: { Prefer: 'example=millbrook' } })).body).toHaveLength(
    5,
  );
  expect((await sandbox.client('GET', path, { headers: { Prefer: 'code=200' } })).status).toBe(200);
});
