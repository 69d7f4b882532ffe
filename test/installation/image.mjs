// Runs the instructions of .github/Dockerfile in an empty folder, then its command and health check as its user.
// That user owns the data folder only, as on a read-only file system.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.mjs';
import { runDockerfile } from './dockerfile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

if (process.getuid?.() !== 0) {
  console.log('Left out: only root can run the image as another user.');
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-image-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
chmodSync(folder, 0o755);
const stage = runDockerfile(join(ROOT, '.github/Dockerfile'), ROOT, folder);
console.log(
  `The build has written ${execFileSync('du', ['-sh', stage.workingDirectory]).toString().split('\t')[0]}.`,
);

assert.notEqual(stage.uid, 0);
const options = {
  cwd: stage.workingDirectory,
  uid: stage.uid,
  gid: stage.gid,
  env: {
    PATH: process.env.PATH,
    ...stage.environment,
    PORT: '0',
    OPERATIONS_PORT: String(await freePort()),
  },
};
const isHealthy = () => spawnSync(stage.healthCheck[0], stage.healthCheck.slice(1), options).status === 0;
assert.equal(isHealthy(), false, 'the health check succeeds without a server');

const server = spawn(stage.command[0], stage.command.slice(1), {
  ...options,
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = once(server, 'exit');
let log = '';
await new Promise((resolve, reject) => {
  server.stderr.on('data', (text) => {
    log += text;
    if (log.includes('"msg":"listening"')) resolve();
  });
  ended.then(() => reject(new Error(`The server did not start.\n${log}`)));
});
const [, url] = /"url":"([^"]+)"/.exec(log);
assert.equal((await fetch(`${url}/facilities`)).status, 401);
assert.equal(isHealthy(), true, 'the health check fails while the server runs');
server.kill('SIGTERM');
assert.deepEqual(await ended, [0, null]);

const written = execFileSync('find', [stage.root, '-user', String(stage.uid)])
  .toString()
  .trim()
  .split('\n');
assert.ok(written.length > 1);
for (const path of written) assert.ok(path.startsWith(stage.inFolder('/data')), `the server wrote ${path}`);
console.log('The image builds, its server runs without root, and the health check reports it.');
