// Imports the largest files, and measures how long each holds the event loop. The client is another process, so that only
// the work of the server counts.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTestInventory, type TestInventory } from '../support/inventory';
import { longestSliceOf } from '../support/processor-time';
import { type Sandbox, startSandbox } from '../support/sandbox';

const MAX_MILLISECONDS = 100;
const RUNS = 3;
const ROWS = 60_000;

/** Other threads and a full machine add to a measurement, so the best of some runs counts. */
async function expectSlices(prepare: () => void, work: () => Promise<unknown>): Promise<void> {
  let least = Infinity;
  for (let run = 0; run < RUNS && least >= MAX_MILLISECONDS; run++) {
    prepare();
    least = Math.min(least, await longestSliceOf(work));
  }
  expect(least).toBeLessThan(MAX_MILLISECONDS);
}

const HEADER = 'name,asset_type\n';
const namedRows = (count: number): string => {
  const id = randomUUID();
  return Array.from({ length: count }, (_, index) => `${index}-${id},hardware\n`).join('');
};

const UPLOAD = `
  const [url, key, path] = process.argv.slice(1);
  const body = new FormData();
  body.append('file', new Blob([require('node:fs').readFileSync(path)], { type: 'text/csv' }), 'assets.csv');
  fetch(url, { method: 'POST', headers: { 'X-API-Key': key }, body }).then(({ status }) => console.log(status));
`;

describe('importCyberAssets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-slices-'));
  const file = join(folder, 'assets.csv');
  let sandbox: Sandbox;
  let url: string;
  beforeAll(async () => {
    sandbox = await startSandbox();
    const [system] = (await sandbox.client('GET', '/cyber-systems')).body as { id: string }[];
    url = `${sandbox.url}/cyber-systems/${system!.id}/cyber-assets/import`;
  });
  afterAll(() => sandbox.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['20,000 rows', 201, () => HEADER + namedRows(20_000)],
    ['many faulty rows', 400, () => HEADER + namedRows(1) + 'a"b,c\n'.repeat(100_000)],
    ['many lines of empty cells', 400, () => HEADER + ',\n'.repeat(1_000_000)],
    ['many empty lines', 201, () => HEADER + namedRows(1) + '\n'.repeat(8_000_000)],
    ['one line of many cells', 400, () => HEADER + ','.repeat(8_000_000)],
    ['one cell of many quotes', 400, () => `${HEADER}"${'""'.repeat(4_000_000)}`],
    ['a header of many columns', 400, () => `${'name,'.repeat(1000)}\n`],
  ])('holds the event loop for less than 100 ms with a file of %s', async (_what, status, textOf) => {
    await expectSlices(
      () => writeFileSync(file, textOf()),
      async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [
          '-e',
          UPLOAD,
          url,
          sandbox.key,
          file,
        ]);
        expect(Number(stdout)).toBe(status);
      },
    );
  });
});

describe('the command import', () => {
  let context: TestInventory;
  beforeAll(async () => void (context = await openTestInventory()));
  afterAll(() => context.close());

  const asset = (name: string, cyber_system_id = 'cs_cedar_relays') => ({
    ...{ name, cyber_system_id, asset_type: 'hardware' },
  });

  // A file with one faulty row is read and planned completely, and not written, which would take long.
  it.each([
    ['one faulty row', 1, (index: number) => asset(`${index}`, index === 1 ? 'cs_other_relays' : undefined)],
    ['faulty rows', ROWS, () => asset(' ')],
    ['rows of one name', ROWS - 1, () => asset('Twin')],
  ])('holds the event loop for less than 100 ms with 60,000 rows and %s', async (_what, count, rowOf) => {
    const { importer } = context.inventory;
    const rows = Array.from({ length: ROWS }, (_row, index) => rowOf(index));
    const run = () => importer.run(context.cedar.organization, { cyber_assets: rows });
    await expectSlices(
      () => undefined,
      () => expect(run()).rejects.toThrow(`${count} errors`),
    );
  });
});
