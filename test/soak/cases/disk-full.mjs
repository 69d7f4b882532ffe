// Fills the disk during writes. The server returns 503 for writes, continues to serve reads, loses no
// acknowledged write, and accepts writes again when the disk has space.
import { createClient } from '../support/client.mjs';
import { littleRoom } from '../support/little-room.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { createLedger, holdToLedger, write } from '../support/writers.mjs';

export const name = 'disk-full';
export const databases = ['sqlite'];

const ROUNDS = 5;
const WRITERS = 4;
const MAX_SECONDS_FULL = 30;
const MAX_MILLISECONDS_BACK = 5000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(condition, seconds, failure) {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${failure} after ${seconds} s`);
    await wait(20);
  }
}

export async function run({ log, databaseUrl, database }) {
  const room = littleRoom(databaseUrl);
  const organization = await prepareOrganization(databaseUrl, { assets: 100 });
  const server = await startServer({ databaseUrl });
  const client = createClient(server.url, organization.key);
  const ledger = createLedger();
  for (const { id, name: assetName } of (await client('GET', '/cyber-assets')).body)
    ledger.assets.set(id, assetName);
  const stopping = new AbortController();
  const writers = Promise.all(
    Array.from({ length: WRITERS }, () =>
      write({ url: server.url, ...organization, ledger, signal: stopping.signal }),
    ),
  );
  writers.catch(() => undefined); // awaited at the end
  const figures = { by: room.by, rounds: 0, refused: 0, 'slowest return ms': 0 };
  for (; figures.rounds < ROUNDS; figures.rounds++) {
    await wait(500);
    room.take(server.child.pid);
    const refused = () => ledger.refused[503] ?? 0;
    const before = refused();
    await until(() => refused() >= before + 20, MAX_SECONDS_FULL, 'The full disk caused no 503');
    const read = await client('GET', '/cyber-assets');
    if (read.status !== 200) throw new Error(`A read on a full disk returned ${read.status} ${read.text}`);
    room.giveBack(server.child.pid);
    const [since, acknowledged] = [performance.now(), ledger.acknowledged];
    await until(
      () => ledger.acknowledged > acknowledged,
      MAX_MILLISECONDS_BACK / 1000,
      'The server accepted no write with free disk space',
    );
    figures['slowest return ms'] = Math.max(
      figures['slowest return ms'],
      Math.round(performance.now() - since),
    );
  }
  stopping.abort();
  await writers;
  if (ledger.unknown.length > 0)
    throw new Error(`${ledger.unknown.length} connections broke:\n${server.said().slice(-2000)}`);
  await holdToLedger(client, ledger);
  figures.refused = ledger.refused[503];
  figures.acknowledged = ledger.acknowledged;
  if ((await server.stop()) !== 0) throw new Error('The server exited with an error.');
  const faults = await database.faults();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  log('integrity_check ok');
  return { figures };
}
