// `npm run build`: compiles src/ into dist/, with the files that go with it as they are. With `--if-changed` only when something is newer than dist/.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

const changedAt = (path) => statSync(`${root}${path}`).mtimeMs;
const MAIN = 'dist/src/main.js';

/** Folders too: a file that is gone has changed its folder. */
function isUpToDate() {
  if (!existsSync(`${root}${MAIN}`)) return false;
  const inside = ['src', 'generated'].flatMap((folder) => [
    folder,
    ...readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  ]);
  return [...inside, 'package.json', 'tsconfig.json'].every((path) => changedAt(path) < changedAt(MAIN));
}

if (process.argv.includes('--if-changed') && isUpToDate()) process.exit();

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'src'], { cwd: root, stdio: 'inherit' });
// The client once more, as modules for browsers and whoever imports; the types are the same ones. Its compiler knows the web's globals and not Node's.
execFileSync(process.execPath, [tsc, '-p', 'src/client'], { cwd: root, stdio: 'inherit' });
writeFileSync(`${root}dist/esm/package.json`, '{ "type": "module" }\n');
writeFileSync(`${root}dist/esm/client.d.ts`, "export * from '../src/client/index.js';\n");
// The pages of the sandbox's console and the style and script of the Settings pages are served as they are written; the schema is for who reads reports, the dashboard for Grafana, the maps to begin a sync with.
cpSync(`${root}src/sandbox/console/web`, `${root}dist/src/sandbox/console/web`, { recursive: true });
cpSync(`${root}src/settings/web`, `${root}dist/src/settings/web`, { recursive: true });
cpSync(`${root}src/review/reports/report.schema.json`, `${root}dist/src/review/reports/report.schema.json`);
cpSync(`${root}src/sync/maps`, `${root}dist/src/sync/maps`, { recursive: true });
cpSync(`${root}src/monitoring/dashboard.json`, `${root}dist/src/monitoring/dashboard.json`);
chmodSync(`${root}${MAIN}`, 0o755);
