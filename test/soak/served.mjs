// The built server for a soak case: a process of its own, on a database of its own, both gone at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seed } from '../bench/seed.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** Resolves with the server's first log line that says where it listens. */
async function listening(child) {
  for await (const line of createInterface({ input: child.stderr })) {
    const { msg, url } = JSON.parse(line);
    if (msg === 'listening') return url;
  }
  throw new Error('The server ended before it listened.');
}

/** Runs `work` with a server that has so many assets. */
export async function withServer({ assets, environment = {} }, work) {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-soak-'));
  const file = join(folder, 'inventory.sqlite');
  let child;
  try {
    const { key, assetId } = await seed(file, assets);
    const variables = { PORT: '0', OPERATIONS_PORT: '0', DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: '0', ...environment };
    child = spawn(process.execPath, [MAIN, 'serve'], { env: { ...process.env, ...variables }, stdio: ['ignore', 'ignore', 'pipe'] });
    const url = await listening(child);
    child.stderr.resume(); // its access log, which is part of its work
    return await work({ url, key, assetId });
  } finally {
    if (child && child.exitCode === null) {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The value that so many percent do not exceed. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}
