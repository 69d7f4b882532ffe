// Tests `import` with all kinds of files.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openInventory } from '../../src/app/inventory';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { inventoryOf } from '../support/inventory';

jest.setTimeout(30_000); // several processes per test

const folder = temporaryFolder();
const rows = inventoryOf('cedar');

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const toCsv = (list: Record<string, string>[]): string => {
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  return [columns, ...list.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
};

for (const [name, list] of Object.entries(rows)) write(`csv/${name}.csv`, `\uFEFF${toCsv(list)}`);

const FILES: Record<string, string> = {
  JSON: write('inventory.json', JSON.stringify(rows, null, 2)),
  YAML: write('inventory.yaml', stringify(rows)),
  CSV: join(folder, 'csv'),
};

let databases = 0;

/** Creates a database with the organization `cedar`. */
async function database(): Promise<Record<string, string>> {
  const environment = { DATABASE_URL: `sqlite:${join(folder, `${++databases}.sqlite`)}` };
  const { organizations, close } = await openInventory(environment.DATABASE_URL);
  await organizations.create('cedar', 'Cedar');
  await close();
  return environment;
}

/** The database of rejected imports, which must not change it. */
let untouched: Record<string, string>;
beforeAll(async () => {
  untouched = await database();
});
const all = (kind: 'created' | 'updated' | 'unchanged') =>
  Object.fromEntries(
    Object.entries(rows).map(([name, list]) => [
      name,
      { created: 0, updated: 0, unchanged: 0, [kind]: list.length },
    ]),
  );

test.each(Object.keys(FILES))(
  'import creates the rows of a %s file and changes nothing the second time',
  async (kind) => {
    const environment = await database();
    const dry = await cli(['import', 'cedar', FILES[kind]!, '--dry-run', '--json'], environment);
    expect(JSON.parse(dry.stdout)).toEqual({ dry_run: true, collections: all('created') });

    const first = await cli(['import', 'cedar', FILES[kind]!, '--json'], environment);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({ dry_run: false, collections: all('created') });

    const second = await cli(['import', 'cedar', FILES[kind]!, '--json'], environment);
    expect(JSON.parse(second.stdout)).toEqual({ dry_run: false, collections: all('unchanged') });
  },
);

test('import prints a table without --json', async () => {
  const { stdout, stderr } = await cli(['import', 'cedar', FILES['JSON']!, '--dry-run'], untouched);
  expect(stderr).toBe(''); // no progress bar without a terminal
  expect(stdout.split('\n')).toEqual([
    'COLLECTION       CREATED  UPDATED  UNCHANGED',
    'facilities       2        0        0',
    'control_centers  1        0        0',
    'cyber_systems    3        0        0',
    'cyber_assets     2        0        0',
    'Dry run: nothing was written.',
    '',
  ]);
});

const BAD_ASSETS = `id,name,cyber_system_id,asset_type
ca_1,A-RTU01,cs_cedar_relays,hardware
ca_2,A-RTU02,cs_nowhere,hardware

ca_3,a-rtu01,cs_cedar_relays,switch
ca_1,A-RTU04,cs_cedar_relays,hardware
,A-RTU05,cs_cedar_relays
xx_6,,cs_cedar_relays,software
`;

test('import reports file, line and reason of each invalid row and imports nothing', async () => {
  const bad = join(folder, 'bad');
  cpSync(FILES['CSV']!, bad, { recursive: true });
  const file = write('bad/cyber_assets.csv', BAD_ASSETS);
  const refused = await cli(['import', 'cedar', bad], untouched);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr.split('\n')).toEqual([
    `${file}:3: cyber_system_id matches no cyber system in the file or the organization`,
    `${file}:5: asset_type must be one of hardware, software; name is also on line 2`,
    `${file}:6: id is also on line 2`,
    `${file}:7: has 3 cells; the first line has 4`,
    `${file}:8: name is required; id must be the id of a cyber asset, such as ca_01k4…`,
    'Nothing was imported.',
    '',
  ]);

  const asJson = await cli(['import', 'cedar', bad, '--json'], untouched);
  expect(asJson.status).toBe(1);
  expect(JSON.parse(asJson.stdout).errors).toHaveLength(5);
  expect(JSON.parse(asJson.stdout).errors[1]).toEqual({
    file,
    line: 5,
    message: 'asset_type must be one of hardware, software; name is also on line 2',
  });
});

test('import rejects text that is not UTF-8, a missing file and an unknown organization', async () => {
  const file = join(folder, 'latin1.json');
  writeFileSync(file, Buffer.from('{"facilities": [{"name": "Zürich"}]}', 'latin1'));
  expect((await cli(['import', 'cedar', file], untouched)).stderr).toBe(
    `${file} is not UTF-8 text.\nNothing was imported.\n`,
  );
  expect(await cli(['import', 'cedar', 'nowhere.json'], untouched)).toMatchObject({
    status: 1,
    stderr: 'nowhere.json does not exist.\nNothing was imported.\n',
  });
  expect(await cli(['import', 'nobody', FILES['JSON']!], untouched)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No organization has the slug "nobody"'),
  });
});

test('rejected imports leave the database unchanged', async () => {
  const { stdout } = await cli(['import', 'cedar', FILES['JSON']!, '--dry-run', '--json'], untouched);
  expect(JSON.parse(stdout).collections).toEqual(all('created'));
});

describe('the records of a world', () => {
  const seed = (records: object) => write('seed.json', JSON.stringify({ records }));
  const records = {
    Facility: [{ id: 'fac_mill', name: 'Mill Creek' }],
    CyberSystem: [{ id: 'cs_mill', name: 'Protection', facility_id: 'fac_mill', impact_rating: 'low' }],
    Invitation: [],
    DocumentType: [],
  };

  it('go in as far as their operations are released, and the other kinds are named', async () => {
    const environment = await database();
    const run = () => cli(['import', 'cedar', seed(records), '--json'], environment);
    const reportOf = async () => JSON.parse((await run()).stdout) as { collections: object };
    expect(await reportOf()).toMatchObject({
      collections: { facilities: { created: 1 }, cyber_systems: { created: 1 } },
      left_out: ['Invitation', 'DocumentType'],
    });
    expect(await reportOf()).toMatchObject({ collections: { facilities: { created: 0, unchanged: 1 } } });
  });

  it.each([
    ['Facility.0.nickname is not a known field', { Facility: [{ id: 'fac_a', name: 'A', nickname: 'a' }] }],
    ['Facilities is no kind of records', { Facilities: [] }],
    [
      'facility_id is "fac_b", which no Facility of the file has',
      { CyberSystem: [{ ...records.CyberSystem[0], facility_id: 'fac_b' }] },
    ],
    ['must have a list of objects for each kind of records', { Facility: { id: 'fac_a' } }],
  ])('are refused as a whole: %s', async (problem, faulty) => {
    const { status, stderr } = await cli(['import', 'cedar', seed(faulty)], await database());
    expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(stderr).toContain('Nothing was imported.');
  });
});

it('says that the database cannot be used, while another program writes to it', async () => {
  const environment = await database();
  const { database: other, close } = await openInventory(environment.DATABASE_URL!);
  const held = await other.knex.client.acquireConnection();
  await other.knex.raw('begin immediate').connection(held);
  const { status, stderr } = await cli(['import', 'cedar', FILES.JSON!], environment);
  await other.knex.raw('rollback').connection(held);
  await other.knex.client.releaseConnection(held);
  await close();
  expect([status, stderr]).toEqual([1, expect.stringContaining('Cannot use the database: ')]);
});
