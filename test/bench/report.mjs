// `npm run bench:report` writes the benchmark page of the guide with its chart, the sentence of the README, and the
// capacity page, from the runs in test/bench/results.
// With `--check` it writes nothing, and exits with 1 when a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../support/processes.mjs';
import { capacityPage } from './report/capacity-page.mjs';
import { benchmarksPage, withSentence } from './report/page.mjs';
import { RESULTS } from './report/results.mjs';
import { throughputChart } from './report/throughput-chart.mjs';

const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

const run = JSON.parse(read(RESULTS));
const files = {
  'README.md': withSentence(read('README.md'), run),
  'spec/guide/capacity.md': capacityPage(JSON.parse(read('test/bench/results/capacity.json'))),
  'spec/guide/benchmarks.md': benchmarksPage(run),
  'spec/guide/throughput.svg': throughputChart(run),
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
