// `npm run profile` profiles GET of one asset. Writes a CPU profile for a browser's developer tools and
// prints the share of time by component.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../support/options.mjs';
import { ROOT } from '../support/processes.mjs';
import { shares } from './report/shares.mjs';
import { sqlite } from './support/databases.mjs';
import { load } from './support/load.mjs';
import { startSide, withSides } from './support/side.mjs';
import { server } from './support/sides.mjs';
import { getOne } from './support/works.mjs';

const ASSETS = 10_000;
const WARM_UP = { seconds: 2 };

const USAGE = `npm run profile -- [options]
  --seconds N  duration of the load (default 10)
  --out FILE   file of the profile (default dist/get-one.cpuprofile)`;

const values = readOptions(
  USAGE,
  {
    seconds: { type: 'string', default: '10' },
    out: { type: 'string', default: `${ROOT}dist/get-one.cpuprofile` },
  },
  { numbers: ['seconds'] },
);

/** Turns the profiler on, and the operations listener off, whose thread would also write a profile. */
function profiled(side, folder) {
  return {
    ...side,
    args: () => ['--cpu-prof', `--cpu-prof-dir=${folder}`, ...side.args()],
    environment: { ...side.environment, OPERATIONS_PORT: 'off' },
  };
}

execFileSync(process.execPath, [`${ROOT}src/build/build.mjs`, '--if-changed'], { stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-profile-'));
try {
  const content = await sqlite(folder).fill({ assets: ASSETS });
  const side = profiled(server.on(await content.copy()), folder);
  const start = () =>
    startSide(side, { folder, path: `/cyber-assets/${content.assetId(0)}`, key: content.key });
  let since;
  const { perSecond } = await withSides([start], async ([started]) => {
    await load(started.url, getOne(content), WARM_UP);
    since = performance.now();
    return load(started.url, getOne(content), { seconds: Number(values.seconds) });
  });
  const milliseconds = performance.now() - since;
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.cpuprofile'));
  copyFileSync(join(folder, name), values.out);
  for (const { share, percent } of shares(JSON.parse(readFileSync(values.out, 'utf8')), ROOT, milliseconds))
    console.log(`${percent.toFixed(1).padStart(5)} %  ${share}`);
  console.log(
    `\nNode ${process.version}, ${Math.round(perSecond).toLocaleString('en')} requests per second ` +
      `with the profiler. Profile: ${values.out}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
