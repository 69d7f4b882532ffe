// A server under measurement, as a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MOST_MILLISECONDS = 30_000;

async function firstAnswer(url, key) {
  const end = Date.now() + MOST_MILLISECONDS;
  while (Date.now() < end) {
    const answer = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
    if (answer) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

/** Starts a side and waits for its first answer to the work. */
export async function startSide({ args, environment, port }, { path, key }) {
  const since = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'ignore' });
  await firstAnswer(`http://127.0.0.1:${port}${path}`, key);
  return {
    readyMilliseconds: performance.now() - since,
    /** Resident memory now. Linux only; NaN elsewhere. */
    megabytes() {
      try {
        return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
      } catch {
        return NaN;
      }
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
