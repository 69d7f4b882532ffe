// `npm run build`: compiles src/ into dist/, with the files that go with it as they are.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'src'], { cwd: root, stdio: 'inherit' });
// The pages of the sandbox's console are served as they are written; the schema is for who reads reports.
cpSync(`${root}src/sandbox/console/web`, `${root}dist/src/sandbox/console/web`, { recursive: true });
cpSync(`${root}src/review/reports/report.schema.json`, `${root}dist/src/review/reports/report.schema.json`);
chmodSync(`${root}dist/src/main.js`, 0o755);
