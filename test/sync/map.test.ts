// Tests maps: errors are reported with their line, and valid maps translate rows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDirectory } from '../../src/sync/inventory/inventory';
import { readMap, requireColumns } from '../../src/sync/source/map';
import { rowFaultLines } from '../../src/sync/plan/report-parts';
import { translateRows } from '../../src/sync/source/translate';
import type { SourceRow } from '../../src/sync/source/row';
import { readSource } from '../../src/sync/source/source';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();

function mapFile(text: string): string {
  const file = join(folder, 'map.yaml');
  writeFileSync(file, text);
  return file;
}

const PROVIDED = ['servicenow', 'netbox', 'device42', 'snipe-it', 'glpi'];
const providedMap = (name: string): string => join(ROOT, `src/sync/maps/${name}.yaml`);

const directory = createDirectory({
  organization: 'cedar',
  assets: [],
  facilities: [
    { id: 'fac_m', name: 'Millbrook' },
    { id: 'fac_s', name: 'Sun' },
  ],
  controlCenters: [{ id: 'cc_p', name: 'Primary' }],
  systems: [
    { id: 'cs_m', name: 'Protection', impact_rating: 'medium', facility_id: 'fac_m' },
    { id: 'cs_s', name: 'Protection', impact_rating: 'low', facility_id: 'fac_s' },
    { id: 'cs_e', name: 'EMS/SCADA', impact_rating: 'high', control_center_id: 'cc_p' },
  ],
});

const rowsOf = (...rows: Record<string, unknown>[]): SourceRow[] =>
  rows.map((cells, index) => ({ line: index + 2, cells }));

async function translate(text: string, ...rows: Record<string, unknown>[]) {
  const { map } = await readMap(mapFile(text));
  return translateRows(rowsOf(...rows), map, directory);
}

const FIELDS =
  'source: {name: cmdb}\nkey: id\nfields:\n  name: name\n  asset_type: {value: hardware}\n  cyber_system: system\n';

test('readMap reports all errors at once, each with its line', async () => {
  const file = mapFile(
    'source:\n  name: CMDB\n  format: xml\nkeys: id\nfields:\n  name: name\n  asset_type:\n    column: class\n    vales: {a: hardware}\n',
  );
  await expect(readMap(file)).rejects.toThrow(
    [
      `${file}:1: key is required`,
      `${file}:4: keys is not a known field; known fields: source, key, fields, only, except, adopt`,
      `${file}:2: source.name has the character C (U+0043) at position 1; use lowercase letters, digits, dots, hyphens and underscores`,
      `${file}:3: source.format must be one of csv, json, ndjson`,
      `${file}:5: fields.cyber_system is required`,
      `${file}:9: fields.asset_type.vales is not a known field; known fields: column, value, values, other, empty`,
    ].join('\n'),
  );
});

test.each([
  ['text that is not YAML', 'source: {\n', /:\d: is not valid YAML: /],
  [
    'a field with column and value',
    `${FIELDS}  site: {column: a, value: b}\n`,
    ':7: fields.site must have exactly one of column and value',
  ],
  [
    'a field without column and value',
    `${FIELDS}  site: {empty: b}\n`,
    ':7: fields.site must have exactly one of column and value',
  ],
  [
    'other without values',
    `${FIELDS}  site: {column: a, other: b}\n`,
    ':7: fields.site.other needs fields.site.values',
  ],
])('readMap rejects %s, with its line', async (_what, text, sentence) => {
  await expect(readMap(mapFile(text))).rejects.toThrow(sentence);
});

test('readMap rejects another encoding without the advice for source files', async () => {
  const file = join(folder, 'utf-16.yaml');
  writeFileSync(file, `\uFEFF${FIELDS}`, 'utf16le');
  await expect(readMap(file)).rejects.toMatchObject({ message: `${file} is not UTF-8 text.` });
});

test('requireColumns reports missing columns with the line of the map', async () => {
  const read = await readMap(mapFile(`${FIELDS}only:\n  - {column: nerc, values: [true]}\n`));
  expect(() => requireColumns(read, { columns: new Set(['id', 'name', 'sys']), delimiter: ';' })).toThrow(
    [
      `${read.file}:6: fields.cyber_system: the source has no column "system". Its columns are: id, name, sys (separated by a semicolon)`,
      `${read.file}:8: only.0: the source has no column "nerc". Its columns are: id, name, sys (separated by a semicolon)`,
    ].join('\n'),
  );
});

test('translates values, trims them for comparison, and finds systems by name or id', async () => {
  const text = `${FIELDS.replace('{value: hardware}', '{column: class, values: {App: software}, other: hardware, empty: hardware}')}  site: site\nonly: [{column: nerc, values: [true, Yes]}]\nexcept: [{column: state, values: [7]}]\n`;
  const base = { name: ' RTU01 ', class: 'Relay', system: 'EMS/SCADA', nerc: 'true' };
  const { desired, leftOut, faults } = await translate(
    text,
    { ...base, id: 1 },
    { ...base, id: 2, class: 'App', system: 'Protection', site: 'Sun' },
    { ...base, id: 3, class: '', system: 'cs_m' },
    { ...base, id: 4, nerc: 'No' },
    { ...base, id: 5, state: 7 },
  );
  expect(desired).toEqual([
    { key: '1', line: 2, fields: { name: 'RTU01', cyber_system_id: 'cs_e', asset_type: 'hardware' } },
    { key: '2', line: 3, fields: { name: 'RTU01', cyber_system_id: 'cs_s', asset_type: 'software' } },
    { key: '3', line: 4, fields: { name: 'RTU01', cyber_system_id: 'cs_m', asset_type: 'hardware' } },
  ]);
  expect([leftOut, faults]).toEqual([
    [
      { reason: 'nerc is "No"', rows: 1 },
      { reason: 'state is "7"', rows: 1 },
    ],
    [],
  ]);
});

test('reports an invalid row with its line and all its errors', async () => {
  const text = `${FIELDS.replace('{value: hardware}', '{column: class, values: {RTU: hardware}}')}  site: site\n`;
  const { desired, faults } = await translate(
    text,
    { id: 1, name: '', class: 'Relay', system: 'Protection' },
    { id: '', name: 'A', class: 'RTU', system: 'cs_m' },
    { id: 3, name: 'a\u202eb', class: 'RTU', system: 'ems scada' },
    { id: 4, name: 'A', class: 'RTU', system: 'EMS/SCADA', site: 'Sun' },
    { id: 5, name: { first: 'A' }, class: 'RTU', system: 'cs_m' },
    { id: 6, name: 'A', class: 'RTU', system: 'Protection', site: 'Nowhere' },
    { id: 2 ** 53, name: 'A', class: 'RTU', system: 'cs_m' },
  );
  expect(desired).toEqual([]);
  expect(faults).toEqual([
    {
      line: 2,
      key: '1',
      message:
        'name is empty; asset_type "Relay" is not one of the values in the map: RTU; cyber_system "Protection" matches 2 systems: Protection of Millbrook (cs_m), Protection of Sun (cs_s); add fields.site to the map, or use ids',
    },
    { line: 3, message: 'id (the key) is empty' },
    {
      line: 4,
      key: '3',
      message: expect.stringMatching(
        /^cyber_system "ems scada" does not exist in the organization; did you mean "EMS\/SCADA"\?; name has a right-to-left override \(U\+202E\) at position 2; remove it$/,
      ),
    },
    {
      line: 5,
      key: '4',
      message: 'cyber_system "EMS/SCADA" does not belong to "Sun"; it belongs to Primary',
    },
    { line: 6, key: '5', message: 'name is an object; name a field of it in the map, for example name.name' },
    { line: 7, key: '6', message: 'site "Nowhere" is not a facility or control center of the organization' },
    { line: 8, message: 'id is a number too large to be read exactly: export it as text' },
  ]);
});

test('values that a spreadsheet has rewritten are faults, and a rewritten key is no key', async () => {
  const keyed = (id: string) => ({ id, name: 'RTU01', system: 'EMS/SCADA' });
  const named = (name: string) => ({ id: '1', name, system: 'EMS/SCADA' });
  for (const id of ['1.2E+15', 'Mar-01', '1-Dec', '#N/A', '########', '#DIV/0!'])
    expect([id, (await translate(FIELDS, keyed(id))).faults]).toEqual([
      id,
      [{ line: 2, message: expect.stringMatching(/a spreadsheet: .* export again$/) }],
    ]);
  for (const name of ['#REF!', '#NAME?', '########'])
    expect([name, (await translate(FIELDS, named(name))).faults]).toEqual([
      name,
      [{ line: 2, key: '1', message: expect.stringContaining('is an error of a spreadsheet') }],
    ]);
  for (const id of ['1E5', '100000', '2026-01-02', 'MAR-01', 'Feb-2', '#1', '# 4'])
    expect([id, (await translate(FIELDS, keyed(id))).faults]).toEqual([id, []]);
});

test('faults of a JSON row have the number of the row and its key, as far as the row can be read', async () => {
  writeFileSync(
    join(folder, 'one-line.json'),
    '[{"id": 1, "name": "A", "system": "EMS/SCADA"}, {"id": 2, "name": "", "system": "EMS/SCADA"}, {"id": 3, "name": "A", "name": "B"}, {"name": "C"}]',
  );
  const { map } = await readMap(mapFile(FIELDS));
  const { rows } = await readSource(join(folder, 'one-line.json'));
  const { faults } = translateRows(rows, map, directory);
  expect(faults).toEqual([
    { line: 1, row: 2, key: '2', message: 'name is empty' },
    { line: 1, row: 3, message: 'has a field twice; its id may be 3' },
    { line: 1, row: 4, message: 'id (the key) is empty' },
  ]);
  expect(rowFaultLines('cmdb.json', { faults, conflicts: [] })).toEqual([
    'cmdb.json:1: row 2: name is empty (key 2)',
    'cmdb.json:1: row 3: has a field twice; its id may be 3',
    'cmdb.json:1: row 4: id (the key) is empty',
  ]);
});

test('rows with one message are one line with their number and the first of them', () => {
  const faults = Array.from({ length: 1_507 }, (_, index) => ({
    line: index + 2,
    key: String(index),
    message: index === 3 ? 'name is empty' : 'cyber_system "X" does not exist',
  }));
  expect(rowFaultLines('cmdb.csv', { faults, conflicts: [] })).toEqual([
    'cmdb.csv:2: cyber_system "X" does not exist (key 0); 1,505 other rows, first: line 3, line 4, line 6',
    'cmdb.csv:5: name is empty (key 3)',
  ]);
});

test('an object with a display value, as sysparm_display_value=all exports it, names that field', async () => {
  const { faults } = await translate(FIELDS, {
    id: '1',
    name: { display_value: 'RTU01', value: 'a1' },
    system: 'EMS/SCADA',
  });
  expect(faults).toEqual([
    {
      line: 2,
      key: '1',
      message: 'name is an object; name a field of it in the map, for example name.display_value',
    },
  ]);
});

test('a rule leaves out rows with an empty column, and the 20 most frequent reasons are listed', async () => {
  const text = `${FIELDS}only: [{column: state, values: [live]}]\nexcept: [{column: system, values: ['']}]\n`;
  const { leftOut, faults } = await translate(
    text,
    { id: 1, name: 'A', state: 'live', system: ' ' },
    { id: 2, name: 'B', state: 'live', system: null },
    ...Array.from({ length: 22 }, (_, index) => ({ id: index, state: `s${index}` })),
  );
  expect(faults).toEqual([]);
  expect(leftOut).toHaveLength(21);
  expect([leftOut[0], leftOut[1], leftOut.at(-1)]).toEqual([
    { reason: 'system is empty', rows: 2 },
    { reason: 'state is "s0"', rows: 1 },
    { reason: 'other values', rows: 3 },
  ]);
});

test.each(PROVIDED)('the provided map for %s is valid', async (name) => {
  await expect(readMap(providedMap(name))).resolves.toMatchObject({ map: { source: { name } } });
});

test('the provided maps read exports of their systems', async () => {
  const serviceNow = await readMap(providedMap('servicenow'));
  const [ci] = translateRows(
    rowsOf({
      sys_id: 'a1',
      name: 'RTU01',
      sys_class_name: 'IP Device',
      install_status: 'Installed',
      location: 'Sun',
      u_bes_cyber_system: 'Protection',
    }),
    serviceNow.map,
    directory,
  ).desired;
  expect(ci).toMatchObject({
    key: 'a1',
    fields: { name: 'RTU01', cyber_system_id: 'cs_s', asset_type: 'hardware' },
  });

  const netBox = await readMap(providedMap('netbox'));
  const device = {
    id: 7,
    name: 'RTU02',
    status: { value: 'active', label: 'Active' },
    site: { id: 1, name: 'Millbrook' },
    custom_fields: { bes_cyber_system: 'Protection' },
  };
  const { desired, leftOut } = translateRows(
    rowsOf(device, { ...device, id: 8, status: { value: 'decommissioning' } }),
    netBox.map,
    directory,
  );
  expect(desired).toEqual([
    { key: '7', line: 2, fields: { name: 'RTU02', cyber_system_id: 'cs_m', asset_type: 'hardware' } },
  ]);
  expect(leftOut).toEqual([{ reason: 'status.value is "decommissioning"', rows: 1 }]);
  for (const [name, text] of [
    ['devices.json', JSON.stringify({ count: 1, next: null, results: [device] })],
    ['devices.ndjson', `${JSON.stringify(device)}\n`],
  ] as const) {
    writeFileSync(join(folder, name), text);
    expect((await readSource(join(folder, name), netBox.map.source)).rows).toEqual([
      { line: 1, row: 1, cells: device },
    ]);
  }
});
