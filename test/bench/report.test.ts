// The benchmark page states the measured figures, and marks missed goals.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: __dirname });

it('the benchmark page and its charts are current', async () => {
  await run([join(__dirname, 'report.mjs'), '--check']);
});

it('the README states the measured ratios', () => {
  const results = readFileSync(join(__dirname, 'results/node-20.json'), 'utf8');
  const { rows } = JSON.parse(results) as {
    rows: { group: string; work: string; reference?: string; ratio: number }[];
  };
  const ratiosOf = (group: string, works: string[], reference: string): number[] =>
    rows
      .filter((row) => row.group === group && works.includes(row.work) && row.reference === reference)
      .map(({ ratio }) => ratio);
  const [read] = ratiosOf('SQLite', ['GET one asset'], 'openapi-backend and Knex as they come');
  const writes = ratiosOf('SQLite', ['POST', 'PATCH', 'DELETE'], 'node:http, prepared statements');
  const [mock] = ratiosOf('Sandbox', ['Mock of a planned operation'], 'prism mock');
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(`a read has ${Math.floor(read!)} times`);
  expect(readme).toContain(
    `a write has ${Math.min(...writes).toFixed(1)} to ${Math.max(...writes).toFixed(1)} times`,
  );
  expect(readme).toContain(`a mock has ${mock!.toFixed(1)} times`);
});

/** The lines that the bench prints for rows, after a run that gave the same rows with twice these figures. */
async function linesOf(rows: object[]): Promise<string[]> {
  const script = `import { line } from './report/line.mjs';
    const before = ${JSON.stringify(rows)}.map((row) => ({ ...row, here: row.here * 2, ...(row.ratio && { ratio: row.ratio * 2 }) }));
    for (const row of ${JSON.stringify(rows)}) console.log(line(row, before).replace(/ +/g, ' '));`;
  return (await run(['--input-type=module', '--eval', script])).stdout.trim().split('\n');
}

it('a ratio beside a reference must reach its goal, a time, a size or a growth must not exceed it, and each is compared with an earlier run', async () => {
  const beside = {
    group: 'SQLite',
    work: 'POST',
    reference: 'by hand',
    here: 3000,
    beside: 2000,
    ratio: 1.5,
    unit: '/s',
  };
  const memory = { group: 'Lists', work: 'memory', here: 150, unit: ' MB' };
  const growth = {
    group: 'Growth',
    work: 'GET',
    here: 1.25,
    unit: ' ×',
    sizes: [
      { size: 500, perSecond: 4000 },
      { size: 100_000, perSecond: 3200 },
    ],
  };
  expect(
    await linesOf([
      { ...beside, goal: 1.5 },
      { ...memory, goal: 150 },
      { ...growth, goal: 1.3 },
      { ...memory, work: 'refused', here: 0, unit: ' %', goal: 0 },
    ]),
  ).toEqual([
    'SQLite · POST 3,000/s 1.50 × by hand (2,000/s) goal ≥ 1.5 × met since: 0.50 ×, by ratio 0.50 ×',
    'Lists · memory 150 MB goal ≤ 150 MB met since: 0.50 ×',
    'Growth · GET 1.25 × 500: 4,000/s 100,000: 3,200/s goal ≤ 1.3 × met since: 0.50 ×',
    'Lists · refused 0 % goal none met since: it was 0 %',
  ]);
  expect(
    await linesOf([
      { ...beside, goal: 1.6 },
      { ...memory, goal: 149 },
      { ...growth, goal: 1.2 },
      { ...memory, goal: 0 },
    ]),
  ).toEqual([
    expect.stringContaining(' goal ≥ 1.6 × MISSED'),
    expect.stringContaining(' goal ≤ 149 MB MISSED'),
    expect.stringContaining(' goal ≤ 1.2 × MISSED'),
    expect.stringContaining(' goal none MISSED'),
  ]);
});
