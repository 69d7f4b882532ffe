// Reads a list several times concurrently: node read-lists.mjs URL KEY READERS ASSETS STALL_MILLISECONDS
// With a stall, each reader reads the headers, prints `stalled`, and reads the body after the stall.
// Prints `read` after the last body and `whole` when all lists are correct.
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { assetId } from './seed.mjs';

const [, , url, key, readers, assets, stall] = process.argv;

async function head() {
  const [response] = await once(get(url, { headers: { 'X-API-Key': key }, agent: false }), 'response');
  if (response.statusCode !== 200) throw new Error(`A list returned ${response.statusCode}.`);
  response.pause();
  return response;
}

async function body(response) {
  const parts = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}

function requireComplete(bytes) {
  const ids = JSON.parse(bytes.toString()).map(({ id }) => id);
  const at = ids.findIndex((id, index) => id !== assetId(index));
  if (ids.length !== Number(assets) || at >= 0)
    throw new Error(`A list of ${ids.length} assets instead of ${assets} differs first at ${at}.`);
}

const many = Array.from({ length: Number(readers) });
const responses = Number(stall) > 0 ? await Promise.all(many.map(head)) : many.map(head);
if (Number(stall) > 0) {
  process.stdout.write('stalled\n');
  await delay(Number(stall));
}
const bodies = await Promise.all(responses.map(async (response) => body(await response)));
process.stdout.write('read\n');
bodies.forEach(requireComplete); // after the measurement, which it would slow down
process.stdout.write('whole\n');
