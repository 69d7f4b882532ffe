// Tests the lines of rows in files, and that YAML that is read in parts equals the whole document.
import { parseDocument, stringify } from 'yaml';
import { COLLECTIONS } from '../../../src/server/import/collections';
import type { ImportSource } from '../../../src/server/import/content';
import { scanJsonRows } from '../../../src/server/import/parse';
import { parseCsv, readJson } from '../../../src/server/import/read';
import { readYaml, splitRows } from '../../../src/server/import/read-yaml';
import { demoData } from '../../../src/sandbox/demo-data/demo-data';

const linesOf = ({ content, placeOf }: ImportSource) =>
  COLLECTIONS.map((name) => (content[name] ?? []).map((_, index) => placeOf(name, index).line));

it('finds the line of each row of JSON', () => {
  const text =
    '{ "facilities" : [ {"name":"a \\"[{,:}]\\" \\\\"},\r\n\n {"name":\n"b", "more": {"x": [1, {"y": 2}]}}, 7, [1,\n2], null\n ],\n"cyber_assets":[],\n"control_centers":[\n{}\n,{"a":1,"a":2}] }';
  JSON.parse(text);
  expect(scanJsonRows(text)).toEqual([
    ['facilities', { lines: [1, 3, 4, 4, 5], fields: [1, 4, 0, 0, 0] }],
    ['cyber_assets', { lines: [], fields: [] }],
    ['control_centers', { lines: [9, 10], fields: [0, 2] }],
  ]);
});

it('reads the same from YAML as from JSON', () => {
  const yaml = stringify(demoData());
  expect(splitRows(yaml, COLLECTIONS)!.length).toBeGreaterThan(4); // the document is read in parts
  const source = readYaml('f', yaml);
  expect(source.content).toEqual(demoData());
  const yamlLines = yaml.split('\n');
  expect(linesOf(source).flatMap((lines) => lines.map((line) => yamlLines[line - 1]!.slice(0, 4)))).toEqual(
    Array(450).fill('  - '),
  );
});

const PLAIN =
  'facilities:\n- name: >-\n   folded\n   - text\n  id: fac_1\n# a comment\n\n- {name: two}\n\ncyber_assets:\n    -\n      name: three\n    - name: "fo\n       ur"\n';
const UNCOMMON = [
  '---\nfacilities:\n- name: a\n',
  '{"facilities": [{"name": "a"}]}',
  'facilities: [{name: a}, {name: b}]\n',
  'facilities:\n- &a {name: a}\ncontrol_centers:\n- *a\n',
  '"facilities":\n  - name: a\n',
  'facilities: # the sites\n  - name: a\n',
  'facilities: []\ncyber_assets:\n- name: a\n',
  'facilities:\n  - a\n  - - b\n',
];

it.each([PLAIN, ...UNCOMMON])('reads %j like the whole document', (text) => {
  expect(readYaml('f', text).content).toEqual(parseDocument(text).toJS());
});

it('reads the common layout in parts, and any other layout as a whole', () => {
  expect(splitRows(PLAIN, COLLECTIONS)).toHaveLength(2);
  expect(linesOf(readYaml('f', PLAIN))).toEqual([[2, 8], [], [], [12, 13]]);
  for (const text of UNCOMMON.filter((odd) => !odd.includes('&') && !odd.includes('- - ')))
    expect(splitRows(text, COLLECTIONS)).toBeUndefined();
});

it('reads texts with many brackets and indicators in YAML, which nest nothing', () => {
  const name = `switch [A ${'{'.repeat(40)} ${'- '.repeat(40)}end`;
  const text = `facilities:\n${`  - name: ${name}\n    notes: |\n${' '.repeat(80)}- a\n`.repeat(40)}`;
  expect(readYaml('f', text).content['facilities']).toEqual(Array(40).fill({ name, notes: '- a\n' }));
});

it('finds the line of each row of CSV after empty lines, lines of empty cells and quoted line breaks', async () => {
  const { rows, lines } = await parseCsv(
    'f',
    'facilities',
    'id,name\r\n\r\nfac_1,"a\r\nb"\r\nfac_2,"say ""c"""\r\n,\r\n,d\r\n',
  );
  expect(rows).toEqual([{ id: 'fac_1', name: 'a\nb' }, { id: 'fac_2', name: 'say "c"' }, { name: 'd' }]);
  expect(lines).toEqual([3, 5, 7]);
});

it('does not repeat the content of a file that is not JSON', () => {
  expect(() => readJson('f', '{"facilities": [{"name": "secret" secret}]}')).toThrow(/^((?!secret).)*$/s);
});
