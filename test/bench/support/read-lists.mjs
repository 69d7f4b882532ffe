// Reads a whole list several times at once, in a process of its own: node read-lists.mjs URL KEY READERS ASSETS STALL_MILLISECONDS
// With a stall each reads only the head at first, says `stalled`, and reads the rest after so long. It says `read` when all is there, and `whole` when each list was what it must be.
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { assetId } from './seed.mjs';

const [, , url, key, readers, assets, stall] = process.argv;

async function head() {
  const [response] = await once(get(url, { headers: { 'X-API-Key': key }, agent: false }), 'response');
  if (response.statusCode !== 200) throw new Error(`A list was answered with ${response.statusCode}.`);
  response.pause();
  return response;
}

async function body(response) {
  const parts = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}

function mustBeWhole(bytes) {
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
bodies.forEach(mustBeWhole); // only now: it must not take the processor from what is measured
process.stdout.write('whole\n');
