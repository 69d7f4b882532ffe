// A worker thread that measures how long the server lets others wait: another organization's reads of an asset and of its
// list, and changes of an asset of the organization at work.
import { parentPort, workerData } from 'node:worker_threads';

const { url, reader, writer } = workerData;
let since = performance.now();
const result = () => ({ reads: 0, writes: 0, failures: [] });
let worst = result();
const running = new Set();

async function ask(kind, path, { key, method = 'GET', body }) {
  const started = performance.now();
  const end = (status) => {
    // A request that began before the current measurement counts from the measurement's start.
    worst[kind] = Math.max(worst[kind], (performance.now() - Math.max(started, since)) / 1000);
    if (status !== 200) worst.failures.push(`${method} ${path}: ${status}`);
  };
  try {
    const headers = { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(url + path, { method, headers, body });
    await response.arrayBuffer();
    end(response.status);
  } catch (error) {
    end(error.cause?.code ?? error.message);
  }
}

function repeat(milliseconds, ...request) {
  const loop = { request: ask(...request) };
  running.add(loop);
  const next = () =>
    loop.request.then(() =>
      setTimeout(() => {
        loop.request = ask(...request);
        next();
      }, milliseconds),
    );
  next();
}

repeat(20, 'reads', `/cyber-assets/${reader.assetId}`, reader);
repeat(500, 'reads', '/cyber-assets', reader);
repeat(500, 'writes', `/cyber-assets/${writer.assetId}`, {
  ...writer,
  method: 'PATCH',
  body: JSON.stringify({ asset_type: 'hardware' }),
});

parentPort.on('message', async (message) => {
  if (message === 'begin') {
    since = performance.now();
    worst = result();
    return;
  }
  await Promise.all([...running].map(({ request }) => request)); // what still waits counts too
  parentPort.postMessage(worst);
});
