// Measures throughput with autocannon. A response with a wrong status or too few bytes makes the run invalid.
import autocannon from 'autocannon';

/** Timeout of one response. The last of 32 connections to a slow reference waits long. */
const MAX_SECONDS = 60;

/**
 * `work` has the `status` and the minimum bytes (`least`, with headers) of each response, and `request(n)`,
 * the nth request for autocannon. The load ends after `seconds`, or after `amount` requests. `rate` limits the
 * requests per second.
 */
export async function load(url, { status, least, request }, { seconds, amount, rate, connections = 32 }) {
  const wrong = new Map();
  let number = 0;
  let sent;
  let [first, last] = [0, 0]; // autocannon checks the amount only once per second
  const result = await autocannon({
    url,
    connections,
    timeout: MAX_SECONDS,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(rate !== undefined && { overallRate: rate }),
    requests: [{ setupRequest: (defaults) => Object.assign({}, defaults, (sent = request(number++))) }],
    setupClient(client) {
      first ||= performance.now();
      client.on('response', (got, bytes) => {
        last = performance.now();
        if (got === status && bytes >= least) return;
        const fault = got === status ? `${bytes} bytes` : `status ${got}`;
        wrong.set(fault, (wrong.get(fault) ?? 0) + 1);
      });
    },
  });
  const faults = [...wrong].map(([fault, times]) => `${times} responses with ${fault}`);
  if (result.errors > 0) faults.push(`${result.errors} errors`);
  if (result.requests.total === 0) {
    if (faults.length === 0 && seconds < MAX_SECONDS)
      return load(url, { status, least, request }, { seconds: seconds * 4, rate, connections });
    faults.push('no response');
  }
  if (faults.length > 0)
    throw new Error(`${sent?.method} ${sent?.path} is invalid at ${url}: ${faults.join(', ')}.`);
  const elapsed = (last - first) / 1000;
  return { requests: result.requests.total, perSecond: result.requests.total / elapsed, seconds: elapsed };
}
