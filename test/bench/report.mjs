// `npm run bench:report`: the README's section and the charts, from the results in test/bench/results. With `--check` nothing is written, and the exit status is 1 when something is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../support/processes.mjs';
import { growthChart } from './report/growth-chart.mjs';
import { withSection } from './report/section.mjs';
import { throughputChart } from './report/throughput-chart.mjs';

const RESULTS = 'test/bench/results';
const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

const runs = ['node-20', 'node-24']
  .filter((name) => existsSync(`${ROOT}${RESULTS}/${name}.json`))
  .map((name) => JSON.parse(read(`${RESULTS}/${name}.json`)));
const files = {
  'README.md': withSection(read('README.md'), runs),
  [`${RESULTS}/throughput.svg`]: throughputChart(runs),
  [`${RESULTS}/growth.svg`]: growthChart(runs),
};

if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((path) => read(path) !== files[path]);
  if (stale.length > 0) {
    console.error(`Not what the results say: ${stale.join(', ')}. Run npm run bench:report.`);
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of Object.entries(files)) writeFileSync(`${ROOT}${path}`, text);
}
