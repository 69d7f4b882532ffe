// Starts a measured server in a separate process on a free port. It logs to a file, as in production.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.mjs';
import { startProcess, stopProcess } from '../../support/processes.mjs';
import { memoryOf } from './memory.mjs';
import { processorTimeOf } from './processor-time.mjs';

const MAX_MILLISECONDS = 60_000;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

async function waitForResponse(child, url, key, log) {
  const end = Date.now() + MAX_MILLISECONDS;
  while (Date.now() < end && child.exitCode === null) {
    const response = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
    if (response?.ok) return void (await response.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No response from ${url}.\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Starts a server with the environment variable PORT, on a Node, and waits until GET of `path` succeeds. */
export async function startSide({ name, args, environment }, { folder, path, key, node = process.execPath }) {
  const port = await freePort();
  const log = join(folder, `${name.replace(/\W+/g, '-')}-${port}.log`);
  const since = performance.now();
  const child = startProcess(node, args(port), { PORT: String(port), ...environment }, log);
  const url = `http://127.0.0.1:${port}`;
  await waitForResponse(child, url + path, key, log);
  return {
    name,
    url,
    pid: child.pid,
    readyMilliseconds: performance.now() - since,
    processorTime: () => processorTimeOf(child.pid),
    megabytes: (field) => memoryOf(child.pid, field),
    stop: () => stopProcess(child),
  };
}

/** Starts all servers, and stops them after `then`. */
export async function withSides(starts, then) {
  const sides = [];
  try {
    for (const start of starts) sides.push(await start());
    return await then(sides);
  } finally {
    for (const side of sides) await side.stop();
  }
}
