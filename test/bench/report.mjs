// `npm run bench:report` writes the benchmark page of the guide
// with its charts, and the capacity page, from the runs in test/bench/results.
// With `--check` it writes nothing, and exits with 1 when a file is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../support/processes.mjs';
import { capacityPage } from './report/capacity-page.mjs';
import { growthChart } from './report/growth-chart.mjs';
import { benchmarksPage } from './report/page.mjs';
import { throughputChart } from './report/throughput-chart.mjs';

const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

const runs = ['node-20', 'node-24']
  .map((name) => `test/bench/results/${name}.json`)
  .filter((path) => existsSync(`${ROOT}${path}`))
  .map((path) => JSON.parse(read(path)));
const files = {
  'spec/guide/capacity.md': capacityPage(JSON.parse(read('test/bench/results/capacity.json'))),
  'spec/guide/benchmarks.md': benchmarksPage(runs),
  'spec/guide/throughput.svg': throughputChart(runs),
  'spec/guide/growth.svg': growthChart(runs),
};

if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((path) => read(path) !== files[path]);
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run npm run bench:report.`);
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of Object.entries(files)) writeFileSync(`${ROOT}${path}`, text);
}
