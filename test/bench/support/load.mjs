// One measurement with autocannon. One answer with a wrong status, or shorter than it must be, makes it void.
import autocannon from 'autocannon';

/** For one answer: of a slow reference the last of 32 connections waits long. */
const MAX_SECONDS = 60;

/**
 * `work`: `status` and `least` bytes of each answer (its head counts too), and `request(n)`, the nth request as autocannon takes it.
 * The load ends after `seconds`, or after `amount` requests.
 */
export async function load(url, { name, status, least, request }, { seconds, amount, connections = 32 }) {
  const wrong = new Map();
  let number = 0;
  let [first, last] = [0, 0]; // autocannon itself sees the end of an amount of requests only once a second
  const result = await autocannon({
    url,
    connections,
    timeout: MAX_SECONDS,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [{ setupRequest: (defaults) => Object.assign({}, defaults, request(number++)) }],
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
  const faults = [...wrong].map(([fault, times]) => `${times} answers with ${fault}`);
  if (result.errors > 0) faults.push(`${result.errors} errors`);
  if (result.requests.total === 0) faults.push('no answer');
  if (faults.length > 0) throw new Error(`${name} is void at ${url}: ${faults.join(', ')}.`);
  const elapsed = (last - first) / 1000;
  return { perSecond: result.requests.total / elapsed, seconds: elapsed };
}
