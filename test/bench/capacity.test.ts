// The capacity page predicts measured points.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Row {
  name: string;
  cores: { predicted: number; measured: number };
  bytes: { predicted: number; measured: number };
}

/** Deviation of the model from a measured point: processors of a shared machine vary, disks do not. */
const MAX_DEVIATION = { cores: 0.3, bytes: 0.15 };

it('the capacity model predicts processors and disk of three measured points on each database', async () => {
  const script = `import { readFileSync } from 'node:fs';
    import { checkRows } from './report/capacity-page.mjs';
    console.log(JSON.stringify(checkRows(JSON.parse(readFileSync('results/capacity.json', 'utf8')))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: __dirname,
  });
  const rows = JSON.parse(stdout) as Row[];
  expect(rows.map(({ name }) => name).sort()).toEqual([
    ...Array<string>(3).fill('PostgreSQL'),
    ...Array<string>(3).fill('SQLite'),
  ]);
  for (const row of rows) {
    for (const kind of ['cores', 'bytes'] as const) {
      const { predicted, measured } = row[kind];
      expect(Math.abs(predicted / measured - 1)).toBeLessThan(MAX_DEVIATION[kind]);
    }
  }
});
