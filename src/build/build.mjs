// `npm run build` compiles src/ into dist/, renders the guide, and copies static files.
// With `--if-changed` it builds only when a source is newer than dist/.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
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

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'src'], { cwd: root, stdio: 'inherit' });
// The client again as ES modules, with the same types.
// Its compiler options contain the web's globals but not Node's.
execFileSync(process.execPath, [tsc, '-p', 'src/client'], { cwd: root, stdio: 'inherit' });
writeFileSync(`${root}dist/esm/package.json`, '{ "type": "module" }\n');
writeFileSync(`${root}dist/esm/client.d.ts`, "export * from '../src/client/index.js';\n");
// The sandbox needs Node, so that its ES module only exports the CommonJS build.
writeFileSync(
  `${root}dist/esm/sandbox.js`,
  "import sandbox from '../src/app/test-suites/index.js';\nexport const { startSandbox } = sandbox;\n",
);
writeFileSync(`${root}dist/esm/sandbox.d.ts`, "export * from '../src/app/test-suites/index.js';\n");
// The server serves the console, the guide and the web files of the Settings pages. The report schema, the
// Grafana dashboard, the alert rules and the sync maps are part of the package.
cpSync(`${root}src/sandbox/console/web`, `${root}dist/src/sandbox/console/web`, { recursive: true });
// A single ES module. Its license requires the license text in each copy.
const search = `${root}node_modules/minisearch/`;
writeFileSync(
  `${root}dist/src/sandbox/console/web/minisearch.js`,
  `/*! ${readFileSync(`${search}LICENSE.txt`, 'utf8')}*/\n${readFileSync(`${search}dist/es/index.js`, 'utf8').replace(/^\/\/# sourceMappingURL.*/m, '')}`,
);
// The docs page explains the error codes with the same texts as the guide.
writeFileSync(
  `${root}dist/src/sandbox/console/web/error-texts.js`,
  `export const ERROR_TEXTS = ${JSON.stringify(parse(readFileSync(`${root}spec/errors.yaml`, 'utf8')))};\n`,
);
buildGuide(`${root}spec/guide`, `${root}dist/src/sandbox/console/guide`);
cpSync(`${root}src/server/settings/web`, `${root}dist/src/server/settings/web`, { recursive: true });
cpSync(`${root}src/review/reports/report.schema.json`, `${root}dist/src/review/reports/report.schema.json`);
cpSync(`${root}src/server/history/verify-proof.mjs`, `${root}dist/src/server/history/verify-proof.mjs`);
cpSync(`${root}src/sync/maps`, `${root}dist/src/sync/maps`, { recursive: true });
for (const name of ['dashboard.json', 'alerts.yaml'])
  cpSync(`${root}src/server/monitoring/${name}`, `${root}dist/src/server/monitoring/${name}`);
chmodSync(`${root}${MAIN}`, 0o755);
// Other users than the owner of the package start sandboxes too.
chmodSync(await createRequire(import.meta.url)(`${root}dist/src/app/sandbox-file.js`).writeTemplate(), 0o644);
