// One measurement with autocannon. A wrong or short answer makes it void.
import autocannon from 'autocannon';

export async function measure(port, { name, path, key, least }, { seconds, connections }) {
  const url = `http://127.0.0.1:${port}${path}`;
  const headers = { 'X-API-Key': key };
  const sample = await fetch(url, { headers });
  const body = await sample.text();
  if (sample.status !== 200 || body.length < least) throw new Error(`${name}: ${url} answered ${sample.status} with ${body.length} characters.`);
  await autocannon({ url, connections, duration: 1, headers }); // warm-up
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} answers other than 2xx and ${result.errors} errors from ${url}.`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}
