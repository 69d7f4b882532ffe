// The cases of `npm run soak` that need no minutes to mean something, with few requests: 300 made-up ones, and a round of each race.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SOAK = join(__dirname, 'soak.mjs');

it.each(['fuzz', 'races', 'tenants'])('%s keeps its promise', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [SOAK, '--only', name, '--on', 'sqlite', '--scale', '0.015']).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(error.stdout + error.stderr);
  });
  expect(stdout).toContain(`kept  ${name} (sqlite)`);
});
