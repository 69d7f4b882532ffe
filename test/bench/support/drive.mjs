// Measures throughput with wrk, which takes little of the processor that the server needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url));
/** More than any side answers. */
const MAX_PER_SECOND = 50_000;
/** Requests beyond this number begin again. Only reads come so far. */
const MAX_REQUESTS = 60_000;

/** Numbers of requests that are sent, by work. No number is sent twice in a run of works that change. */
const sent = new WeakMap();

function bytesOf({ method, path, headers, body = '' }, host) {
  const lines = Object.entries({
    host,
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Sends one request, so that a wrong status or too few bytes make the run invalid. */
async function check(url, { status, least, request }) {
  const { method, path, headers, body } = request(0);
  // In its default mode, fetch adds `Cache-Control: no-cache` to a conditional request, and Express then returns 200.
  const response = await fetch(url + path, { method, headers, body, cache: 'force-cache' });
  const bytes = (await response.arrayBuffer()).byteLength + JSON.stringify([...response.headers]).length;
  if (response.status !== status || bytes < least)
    throw new Error(`${method} ${path} is invalid at ${url}: status ${response.status}, ${bytes} bytes.`);
}

/** Returns a number in the output of wrk. */
const numberIn = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);

/**
 * Returns the requests, those per second, and the seconds of the processor that wrk took. `work` has the `status` and the
 * minimum bytes (`least`, with headers) of each response, and `request(n)`, the nth request.
 */
export async function drive(url, work, options) {
  const { connections = 32 } = options;
  const seconds = Math.ceil(options.seconds); // wrk takes whole seconds
  if (!sent.has(work)) {
    await check(url, work);
    sent.set(work, 1);
  }
  const first = sent.get(work);
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-wrk-'));
  try {
    const { host } = new URL(url);
    const count = Math.min(MAX_REQUESTS, Math.ceil(seconds * MAX_PER_SECOND));
    const requests = Array.from({ length: count }, (_, index) => bytesOf(work.request(first + index), host));
    writeFileSync(join(folder, 'requests'), requests.join('\0'));
    const command = `TIMEFORMAT='%U %S'; time wrk -t1 -c${connections} -d${seconds}s --timeout 60s -s "$0" "$1" -- "$2"`;
    const wrk = spawn('bash', ['-c', command, SCRIPT, url, join(folder, 'requests')]);
    const [output, times, [code]] = await Promise.all([
      text(wrk.stdout),
      text(wrk.stderr),
      once(wrk, 'exit'),
    ]);
    if (code !== 0) throw new Error(`wrk failed. Debian's package wrk has it.\n${output}${times}`);
    const wrong = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output);
    if (wrong) throw new Error(`${requests[0].split('\r\n')[0]} is invalid at ${url}: ${wrong[0]}.`);
    const total = numberIn(output, /(\d+) requests in/);
    sent.set(work, first + total + connections + 1); // wrk makes one request before the first, and drops the last ones
    const [user, system] = times.trim().split(' ').map(Number);
    return {
      requests: total,
      perSecond: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
      processor: user + system,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
