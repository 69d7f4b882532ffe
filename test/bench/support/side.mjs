// A server under measurement, as a process of its own on a free port. What it logs goes into a file, as in production.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.mjs';
import { startProcess, stopProcess } from '../../support/processes.mjs';
import { memoryOf } from './memory.mjs';

const MAX_MILLISECONDS = 60_000;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

async function firstAnswer(child, url, key, log) {
  const end = Date.now() + MAX_MILLISECONDS;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
    if (answer?.ok) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Nothing answers at ${url}.\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Starts a side and waits until it answers a GET of `path`. It is given its port as PORT, too. */
export async function startSide({ name, args, environment }, { folder, path, key }) {
  const port = await freePort();
  const log = join(folder, `${name.replace(/\W+/g, '-')}-${port}.log`);
  const since = performance.now();
  const child = startProcess(process.execPath, args(port), { PORT: String(port), ...environment }, log);
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(child, url + path, key, log);
  return {
    name,
    url,
    pid: child.pid,
    readyMilliseconds: performance.now() - since,
    megabytes: (field) => memoryOf(child.pid, field),
    stop: () => stopProcess(child),
  };
}

/** Starts all of them, and stops them after `then`. */
export async function withSides(starts, then) {
  const sides = [];
  try {
    for (const start of starts) sides.push(await start());
    return await then(sides);
  } finally {
    for (const side of sides) await side.stop();
  }
}
