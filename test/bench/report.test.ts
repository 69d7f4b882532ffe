// The benchmark page and the README state the measured figures, and the page marks missed goals.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs lines of an ES module, and returns the values that `show` gets. */
async function shown(lines: string): Promise<unknown[]> {
  const script = `const show = (value) => console.log(JSON.stringify(value));\n${lines}`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: __dirname });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const LINE = `import { line } from './report/line.mjs';
  import { benchmarksPage } from './report/page.mjs';
  const here = { name: 'server', values: [3000, 2900, 3100], processor: [0.2, 0.21, 0.19] };
  const beside = { name: 'Express', values: [2000, 2000, 1000], processor: [0.3, 0.3, 0.4] };
  const read = { node: '24.1.0', group: 'SQLite', work: 'POST', unit: '/s', here, beside };
  const memory = { node: '24.1.0', group: 'Lists', work: 'memory', unit: ' MB', here: { values: [150, 149] } };`;

it('the README, the benchmark page and its chart are current', async () => {
  await promisify(execFile)(process.execPath, [join(__dirname, 'report.mjs'), '--check']);
});

it('a row has the median and the range of its rounds, the ratios of the rounds, and whether it meets its goal', async () => {
  const lines = (await shown(`${LINE}
    for (const row of [
      { ...read, goal: { atLeast: 1.5 } },
      { ...read, goal: { atLeast: 1.51 } },
      { ...read, goal: { atMost: 1.5 } },
      { ...memory, goal: { atMost: 149.5 } },
      { ...memory, goal: { atMost: 149 } },
      { ...memory, here: { values: [0] }, goal: { atMost: 0 } },
    ]) show(line(row).replace(/ +/g, ' '));`)) as string[];
  const ratio = '1.50 × (1.45 to 3.10), processor 1.50 ×: Express (2,000/s, 0.3 ms)';
  const start = `SQLite · POST 3,000/s (2,900 to 3,100) 0.2 ms ${ratio}`;
  expect(lines).toEqual([
    `${start} goal ≥ 1.5 × met`,
    `${start} goal ≥ 1.51 × MISSED`,
    `${start} goal ≤ 1.5 × met`,
    'Lists · memory 150 MB (149 to 150) goal ≤ 149.5 MB met',
    'Lists · memory 150 MB (149 to 150) goal ≤ 149 MB MISSED',
    'Lists · memory 0 MB goal none met',
  ]);
});

it('the page has a table for each group, with a column for each version of Node, and marks missed goals', async () => {
  const [page] = (await shown(`${LINE}
    const machine = { cpu: 'A processor', cores: 2, memory: 8, sync: 0.25, load: 0.5 };
    const nodes = ['20.1.0', '24.1.0'];
    const rows = [
      { ...read, goal: { atLeast: 2 } },
      { ...read, node: '20.1.0', goal: { atLeast: 1 } },
      { ...read, beside: { ...beside, name: 'fastify' } },
      memory,
    ];
    show(benchmarksPage({ date: '2026-11-26T13:00:00.000Z', commit: 'abc', machine, nodes, seconds: 1, rounds: 3, rows }));
  `)) as [string];
  const server = '3,000/s (2,900 to 3,100), 0.2 ms';
  const ratio = '1.50 × (1.45 to 3.10)';
  expect(page).toContain(`## SQLite

| Work | Compared with | Goal | Node 20.1.0 | Node 24.1.0 |
|---|---|---|---|---|
| POST |  |  | ${server} | ${server} |
|  | Express | ≥ 2 × | ${ratio}; processor 1.50 × | **${ratio}, missed**; processor 1.50 × |
|  | fastify |  |  | ${ratio}; processor 1.50 × |

## Lists

| Work | Compared with | Goal | Node 20.1.0 | Node 24.1.0 |
|---|---|---|---|---|
| memory |  |  |  | 150 MB (149 to 150) |`);
  expect(page).toContain(
    'Measured on 2026-11-26 at commit abc, on one machine: 2 cores of A processor, 8 GB of memory',
  );
});

it('the README quotes two ratios of the file of results', () => {
  interface Side {
    name: string;
    values: number[];
  }
  interface Run {
    rows: { node: string; group: string; work: string; here: Side; beside?: Side }[];
  }
  const { rows } = JSON.parse(readFileSync(join(__dirname, 'results/bench.json'), 'utf8')) as Run;
  const ratioOf = (group: string, work: string, name: string): string => {
    const { here, beside } = rows.find(
      (row) =>
        row.node.startsWith('24.') && row.group === group && row.work === work && row.beside?.name === name,
    )!;
    const ratios = here.values.map((value, round) => value / beside!.values[round]!).sort((a, b) => a - b);
    expect(ratios).toHaveLength(3);
    return ratios[1]!.toFixed(1);
  };
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(
    `a read from SQLite has ${ratioOf('SQLite', 'GET one asset', 'Express with sqlite3')} times the throughput of Express`,
  );
  expect(readme).toContain(
    `PostgreSQL has ${ratioOf('PostgreSQL', 'POST', 'node:http with pg and a chained log')} times that of plain`,
  );
});
