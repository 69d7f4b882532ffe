// `npm run build` compiles src/ into dist/, renders the guide, and copies static files.
// With `--if-changed` it builds only when a source is newer than dist/. A build replaces dist/ when it is complete, so that
// a server that runs from dist/ finds its files, and a failed build changes nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { buildGuide } from './build-guide.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const changedAt = (path) => statSync(`${root}${path}`).mtimeMs;
const MAIN = 'dist/src/main.js';

/** Compares folders too, because a deleted file changes the time of its folder. */
function isUpToDate() {
  if (!existsSync(`${root}${MAIN}`)) return false;
  const inside = ['src', 'generated', 'spec/guide'].flatMap((folder) => [
    folder,
    ...readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  ]);
  return [...inside, 'spec/errors.yaml', 'package.json', 'tsconfig.json'].every(
    (path) => changedAt(path) < changedAt(MAIN),
  );
}

if (process.argv.includes('--if-changed') && isUpToDate()) process.exit();

const BUILDING = 'Building dist/ from the changed sources.';
console.error(BUILDING);
// npx hides the output of `prepare` from its user.
if (process.env.npm_command === 'exec') spawnSync('sh', ['-c', `echo '${BUILDING}' > /dev/tty`]);
const [dist, built, replaced] = ['', `-${process.pid}`, `-${process.pid}-replaced`].map(
  (end) => `${root}dist${end}`,
);
process.once('exit', () => {
  for (const folder of [built, replaced]) rmSync(folder, { recursive: true, force: true });
});

execFileSync(process.execPath, [tsc, '-p', 'src', '--outDir', built], { cwd: root, stdio: 'inherit' });
// The client again as ES modules, with the same types.
// Its compiler options contain the web's globals but not Node's.
execFileSync(process.execPath, [tsc, '-p', 'src/client', '--outDir', `${built}/esm`], {
  cwd: root,
  stdio: 'inherit',
});
writeFileSync(`${built}/esm/package.json`, '{ "type": "module" }\n');
writeFileSync(`${built}/esm/client.d.ts`, "export * from '../src/client/index.js';\n");
// The sandbox needs Node, so that its ES module only exports the CommonJS build.
writeFileSync(
  `${built}/esm/sandbox.js`,
  "import sandbox from '../src/app/test-suites/index.js';\nexport const { startSandbox } = sandbox;\n",
);
writeFileSync(`${built}/esm/sandbox.d.ts`, "export * from '../src/app/test-suites/index.js';\n");
// The server serves the console, the guide and the web files of the Settings pages. The report schema, the
// Grafana dashboard, the alert rules and the sync maps are part of the package.
cpSync(`${root}src/sandbox/console/web`, `${built}/src/sandbox/console/web`, { recursive: true });
// A single ES module. Its license requires the license text in each copy.
const search = `${root}node_modules/minisearch/`;
writeFileSync(
  `${built}/src/sandbox/console/web/minisearch.js`,
  `/*! ${readFileSync(`${search}LICENSE.txt`, 'utf8')}*/\n${readFileSync(`${search}dist/es/index.js`, 'utf8').replace(/^\/\/# sourceMappingURL.*/m, '')}`,
);
// The docs page explains the error codes with the same texts as the guide.
writeFileSync(
  `${built}/src/sandbox/console/web/error-texts.js`,
  `export const ERROR_TEXTS = ${JSON.stringify(parse(readFileSync(`${root}spec/errors.yaml`, 'utf8')))};\n`,
);
buildGuide(`${root}spec/guide`, `${built}/src/sandbox/console/guide`);
for (const folder of ['base/report/web', 'server/settings/web'])
  cpSync(`${root}src/${folder}`, `${built}/src/${folder}`, { recursive: true });
cpSync(`${root}src/review/reports/report.schema.json`, `${built}/src/review/reports/report.schema.json`);
cpSync(`${root}src/server/history/verify-proof.mjs`, `${built}/src/server/history/verify-proof.mjs`);
cpSync(`${root}src/sync/maps`, `${built}/src/sync/maps`, { recursive: true });
for (const name of ['dashboard.json', 'alerts.yaml'])
  cpSync(`${root}src/server/monitoring/${name}`, `${built}/src/server/monitoring/${name}`);
chmodSync(`${built}/src/main.js`, 0o755);
// Other users than the owner of the package start sandboxes too.
chmodSync(await createRequire(import.meta.url)(`${built}/src/app/sandbox-file.js`).writeTemplate(), 0o644);
if (existsSync(dist)) renameSync(dist, replaced);
renameSync(built, dist);
