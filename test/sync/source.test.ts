// Tests sources: each row has its line in every file format, and unusable files are rejected.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAt } from '../../src/sync/source/row';
import { readSource } from '../../src/sync/source/source';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const linesOf = async (path: string, options = {}) =>
  (await readSource(path, options)).rows.map(({ line, cells, fault }) => [
    line,
    fault ?? valueAt(cells, 'name'),
  ]);

test('CSV: each row has its line after quoted line breaks, empty lines and a byte order mark', async () => {
  const path = file(
    'a.csv',
    '\uFEFFsys_id,name\r\n1,"RTU\r\n01"\r\n\r\n2,RTU02\r\n3\r\n4,a"b\r\n5,RTU05\r\n',
  );
  expect(await linesOf(path)).toEqual([
    [2, 'RTU\n01'],
    [5, 'RTU02'],
    [6, 'has 1 cell; the first line has 2'],
    [7, expect.stringContaining('a quote inside a cell')],
    [8, 'RTU05'],
  ]);
  expect(await linesOf(file('b.csv', 'id;name\n1;a,b\n'), { delimiter: ';' })).toEqual([[2, 'a,b']]);
});

test('CSV of a spreadsheet: ignores lines of empty cells and columns without a name', async () => {
  const { rows, columns } = await readSource(
    file('sheet.csv', 'id,name,,\n,,,\n1,RTU01,,\n2,RTU02,a note,\n,,,\n , ,,\n'),
  );
  expect(rows.map(({ line, cells, fault }) => [line, fault ?? valueAt(cells, 'name')])).toEqual([
    [3, 'RTU01'],
    [4, 'RTU02'],
  ]);
  expect([...columns]).toEqual(['id', 'name']);
});

test('CSV of a spreadsheet: a first line such as sep=; sets the delimiter and keeps line numbers', async () => {
  expect(await linesOf(file('sep.csv', '\uFEFFsep=;\r\nid;name\r\n1;a,b\r\n2\r\n'))).toEqual([
    [3, 'a,b'],
    [4, 'has 1 cell; the first line has 2'],
  ]);
  expect(await linesOf(file('tab.csv', '"sep=\t"\nid\tname\n1\tRTU01\n'), { delimiter: ';' })).toEqual([
    [3, 'RTU01'],
  ]);
});

test('Device42: a list of fields with key and value has a column for each key', async () => {
  const device = {
    device_id: 7,
    custom_fields: [
      { key: 'BES Cyber System', value: 'EMS', notes: null },
      { key: 'a.b', value: { c: 1 } },
    ],
    tags: ['x'],
  };
  const { rows, columns } = await readSource(
    file('device42.json', JSON.stringify({ total_count: 1, Devices: [device] })),
  );
  expect([...columns]).toEqual([
    'device_id',
    'custom_fields',
    'custom_fields.BES Cyber System',
    'custom_fields.a.b',
    'custom_fields.a.b.c',
    'tags',
  ]);
  const valueOf = (column: string) => valueAt(rows[0]!.cells, column);
  expect(['custom_fields.BES Cyber System', 'custom_fields.a.b', 'custom_fields.other'].map(valueOf)).toEqual(
    ['EMS', { c: 1 }, undefined],
  );
  const twice = {
    list: [
      { key: 'a', value: 1 },
      { key: 'a', value: 2 },
    ],
  };
  expect(() => valueAt(twice, 'list.a')).toThrow('the list has the field a twice');
});

test.each(['utf-16le', 'utf-16be'])(
  'CSV in %s is rejected with the name of the encoding, and read when the map sets it',
  async (encoding) => {
    const littleEndian = Buffer.from('\uFEFFid,name\n1,Zürich\n', 'utf16le');
    const path = file(`${encoding}.csv`, encoding === 'utf-16le' ? littleEndian : littleEndian.swap16());
    await expect(readSource(path)).rejects.toThrow(`is not UTF-8 text; its byte order mark says ${encoding}`);
    expect(await linesOf(path, { encoding })).toEqual([[2, 'Zürich']]);
  },
);

test('CSV in another encoding is read when the map sets it, and rejected otherwise', async () => {
  const path = file('latin.csv', Buffer.from('id,name\n1,Zürich\n', 'latin1'));
  expect(await linesOf(path, { encoding: 'windows-1252' })).toEqual([[2, 'Zürich']]);
  await expect(readSource(path)).rejects.toThrow(
    'is not UTF-8 text; set "source.encoding" in the map, for example to windows-1252',
  );
});

test('JSON: a list, or the list in a ServiceNow or NetBox response, has a line for each row', async () => {
  const rows =
    '[\n  {"name": "RTU01"},\n  {"name": "RTU02",\n   "site": {"name": "x"}}, {"name": "a", "name": "b"},\n  7,\n  {"name": "c", "tags": [{"x": 1}, {"x": 1, "x": 2}]}\n]';
  const expected = [
    [2, 'RTU01'],
    [3, 'RTU02'],
    [4, 'has a field twice'],
    [5, 'must be an object with fields'],
    [6, 'has a field twice'],
  ];
  expect(await linesOf(file('list.json', rows))).toEqual(expected);
  for (const key of ['result', 'results', 'records'])
    expect(await linesOf(file(`${key}.json`, `{"count": 4, "next": null, "${key}": ${rows}}`))).toEqual(
      expected,
    );
  expect(await linesOf(file('devices.json', `{"devices": ${rows}}`), { rows: 'devices' })).toEqual(expected);
  const { columns } = await readSource(file('list.json', rows));
  expect([...columns]).toEqual(['name', 'site', 'site.name']);
});

test('deeply nested JSON is read to a limited depth of columns', async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const { columns } = await readSource(file('deep.json', `[${deep}]`));
  expect([...columns].slice(0, 3)).toEqual(['a', 'a.a', 'a.a.a']);
});

test('NDJSON: each line is a row, and an invalid line is reported', async () => {
  expect(
    await linesOf(
      file(
        'a.ndjson',
        '{"name":"RTU01"}\n\n{"name":\n{"name":"a","name":"b"}\n{"name":"c","site":{"x":1,"x":2}}\n',
      ),
    ),
  ).toEqual([
    [1, 'RTU01'],
    [3, 'is not valid JSON'],
    [4, 'has a field twice'],
    [5, 'has a field twice'],
  ]);
});

test.each([
  [
    'the last page of several',
    'a.json',
    '{"count": 900, "next": null, "previous": "https://netbox.example/?offset=0", "results": []}',
    'is one page of several ("previous" has an address)',
  ],
  [
    'one page of several',
    'a.json',
    '{"count": 900, "next": "https://netbox.example/?offset=50", "results": []}',
    'is one page of several',
  ],
  [
    'a page whose `next` is not an address',
    'a.json',
    '{"next": {"offset": 50}, "results": []}',
    'is one page of several ("next" is not null)',
  ],
  [
    'a truncated NetBox export',
    'a.json',
    '{"count": 3, "next": null, "results": [{"name": "A"}, {"name": "B"}]}',
    'is truncated: "count" is 3, and the number of rows is 2. Export all rows at once.',
  ],
  [
    'a truncated Device42 export',
    'a.json',
    '{"total_count": "1200", "limit": 1000, "offset": 0, "rows": [{"name": "A"}]}',
    '"total_count" is 1200, and the number of rows is 1',
  ],
  ['truncated JSON', 'a.json', '[{"name": "secret-name"},\n{"na', ':2: row 2 is not valid JSON: '],
  [
    'JSON with a missing comma',
    'a.json',
    '{"count": 3, "results": [{"name": "A"}, {"name": "B" "id": 2}, {"name": "C"}]}',
    ':1: row 2 is not valid JSON: ',
  ],
  ['JSON without a list', 'a.json', '{"name": []}', 'has no list under result, results, records'],
  ['an empty CSV', 'a.csv', '', 'is empty; its first line must name the columns'],
  [
    'a CSV with another delimiter',
    'a.csv',
    'id;name\n1;A\n',
    ':1: has one column, "id;name"; if the delimiter is a semicolon, set "source.delimiter" in the map to ";"',
  ],
  [
    'a CSV with tabs',
    'a.csv',
    'id\tname\n1\tA\n',
    'if the delimiter is a tab, set "source.delimiter" in the map to "\\t"',
  ],
  ['a duplicate column', 'a.csv', 'id,name,name\n', ':1: has the column "name" twice'],
  ['an unknown file type', 'a.xlsx', 'PK', 'has none of the extensions .csv, .json, .ndjson, .jsonl'],
])('readSource rejects %s', async (_what, name, content, sentence) => {
  const rejected = readSource(file(name, content));
  await expect(rejected).rejects.toThrow(sentence);
  await expect(rejected).rejects.not.toThrow('secret-name');
});

test('a digest identifies the content of the file', async () => {
  const [one, same, other] = await Promise.all(
    [file('1.csv', 'a\n1\n'), file('2.csv', 'a\n1\n'), file('3.csv', 'a\n2\n')].map((path) =>
      readSource(path),
    ),
  );
  expect(one!.digest).toBe(same!.digest);
  expect(one!.digest).not.toBe(other!.digest);
});

describe('the last line of a complete export', () => {
  const row = '{"name":"RTU01"}\n';
  it.each([
    ['of export.mjs', 'x.ndjson', `${row}{"end_of_export":{"rows":1}}\n`],
    ["of Python's json.dumps", 'x.ndjson', `${row}{"end_of_export": {"rows": 1}}\r\n\n`],
    ['in CSV', 'x.csv', 'id,name\n1,RTU01\nend_of_export,1\n'],
    ['in CSV with more columns', 'x.csv', 'id,name,site\n1,RTU01,A\n"end_of_export","1"\n\n'],
  ])('%s is no row, and says that the file is complete', async (_title, name, text) => {
    const { rows, hasEndLine } = await readSource(file(name, text));
    expect([rows.length, hasEndLine]).toEqual([1, true]);
  });

  it.each([
    ['another number', 'y.ndjson', `${row}{"end_of_export":{"rows":2}}\n`, 'its last line says 2'],
    ['no number', 'y.ndjson', `${row}{"end_of_export":null}\n`, 'its last line says undefined'],
    [
      'rows after it',
      'y.ndjson',
      `{"end_of_export":{"rows":0}}\n${row}`,
      'has lines after its end on line 1',
    ],
    ['rows after it, in CSV', 'y.csv', 'id,name\nend_of_export,0\n1,RTU01\n', 'after its end on line 2'],
  ])('with %s is an error', async (_title, name, text, message) => {
    await expect(readSource(file(name, text))).rejects.toThrow(message);
  });
});
