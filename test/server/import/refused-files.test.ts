// Tests invalid files: each error has a location and a message with the correction.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSource } from '../../../src/server/import/read';
import { ImportError, type ImportSource } from '../../../src/server/import/content';
import { temporaryFolder } from '../../support/folder';
import { type TestInventory, openTestInventory } from '../../support/inventory';

const folder = temporaryFolder();
let context: TestInventory;
beforeAll(async () => {
  context = await openTestInventory();
});
afterAll(() => context.close());

const list = (text: string): string => `{"facilities": [\n  {"name": "One"},\n  ${text}\n]}`;

test.each([
  ['a.json', list('"Two"'), 'a.json:3: must be an object with fields'],
  ['b.json', list('{"name": null}'), 'b.json:3: name must not be null'],
  ['c.json', list('{"name": "Two", "name": "Three"}'), 'c.json:3: has a field twice'],
  ['d.json', list('{"name": "Two", "Id": "fac_2"}'), 'd.json:3: Id is not a known field; did you mean id?'],
  ['e.json', list('{"name": " Two"}'), 'e.json:3: name begins with a space (U+0020); remove it'],
  ['f.json', list('{"name": "Two",}'), 'f.json:3: is not valid JSON: Expected double-quoted property name'],
  [
    'g.json',
    '{"assets": []}',
    'g.json has the unknown key "assets"; its keys may be facilities, control_centers, cyber_systems, cyber_assets',
  ],
  ['h.json', '[]', 'h.json is a list; put it under the name of its collection'],
  ['i.json', '{"facilities": [], "facilities": []}', 'i.json has a key twice'],
  ['j.yaml', 'facilities:\n  - name: One\n  - name: 2\n', 'j.yaml:3: name must be of type string'],
  [
    'k.yaml',
    'facilities:\n  - name: One\n    name: Two\n',
    'k.yaml:3: is not valid YAML: Map keys must be unique',
  ],
  ['l.yml', 'facilities: {}\n', 'l.yml must have a list under facilities'],
  ['m.txt', 'x', 'm.txt is not a folder and has none of the extensions .json, .yaml, .yml'],
  [
    'n/assets.csv',
    'x\n',
    'n has the unknown file assets.csv; its files may be facilities.csv, control_centers.csv, cyber_systems.csv, cyber_assets.csv',
  ],
  ['o/facilities.csv', '', 'facilities.csv is empty; its first line must name the columns'],
  [
    'p/cyber_assets.csv',
    'id,cyber_system_id,type\n',
    'cyber_assets.csv:1: has no column name, asset_type; found: id, cyber_system_id, type (separated by a comma); required: name, asset_type; also allowed: id, cyber_system_id, cyber_system_name, ',
  ],
  [
    'r/facilities.csv',
    'PK\u0003\u0004',
    'facilities.csv is a workbook (for example XLSX), not CSV; export the rows as CSV',
  ],
  ['s/facilities.csv', '{"a": 1}', 'facilities.csv is a JSON file, not CSV; export the rows as CSV'],
  [
    't.json',
    '<!DOCTYPE html>',
    't.json is an HTML page, for example of a sign-in, not JSON; export the rows as JSON',
  ],
  ['u.yaml', 'PK\u0003\u0004', 'u.yaml is a workbook (for example XLSX), not YAML; export the rows as YAML'],
  [
    'v/facilities.csv',
    'Name;id\n',
    'facilities.csv:1: has no column name; found: Name, id (separated by a semicolon); required: name; also allowed: id, ',
  ],
  ['q/facilities.csv', 'name\nOne"s\nTwo\n', 'facilities.csv:2: has a quote inside a cell'],
])('rejects %s', async (name, text, message) => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const read = readSource(name.endsWith('.csv') ? dirname(file) : file);
  const thrown: unknown = await read
    .then((source) => {
      const { content, placeOf } = source as ImportSource;
      return context.inventory.importer.run(context.cedar.organization, content, { placeOf });
    })
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ImportError);
  const messages = (thrown as ImportError).errors.map(
    (error) => `${error.file}${error.line === undefined ? ' ' : `:${error.line}: `}${error.message}`,
  );
  expect(messages.join('\n')).toContain(message);
});
