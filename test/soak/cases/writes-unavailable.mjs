// The database rejects writes and serves reads: SQLite has a full disk, PostgreSQL read-only sessions as
// after a failover. Within seconds /health/ready returns 503, with and without write requests;
// /health/ready/reads stays at 200.
import pg from 'pg';
import { createClient } from '../support/client.mjs';
import { littleRoom } from '../support/little-room.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'writes-unavailable';

const ROUNDS = 3;
const MAX_MILLISECONDS = 10_000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves with the milliseconds until `condition` holds. */
async function until(condition, failure) {
  const since = performance.now();
  while (!(await condition())) {
    if (performance.now() - since > MAX_MILLISECONDS)
      throw new Error(`${failure} after ${MAX_MILLISECONDS} ms.`);
    await wait(20);
  }
  return Math.round(performance.now() - since);
}

/** `take` makes all writes fail, `giveBack` makes them succeed again. */
async function faultOf({ kind, url }, server) {
  if (kind === 'sqlite') {
    const room = littleRoom(url);
    return {
      take: () => room.take(server().child.pid),
      giveBack: () => room.giveBack(server().child.pid),
      end: () => {},
    };
  }
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the database stops after the case
  await client.connect();
  await client.query('set session characteristics as transaction read write');
  const set = (value) =>
    client.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', ` +
        'current_database()); end $$',
    );
  return {
    async take() {
      await set('on');
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity ' +
          'where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
    giveBack: () => set('off'), // existing sessions stay read-only
    end: () => client.end(),
  };
}

async function tryOnce({ server, client, systemId, fault, figures, round, writes }) {
  const post = async (number) =>
    (
      await client('POST', '/cyber-assets', {
        body: { name: `soak ${round} ${number}`, cyber_system_id: systemId, asset_type: 'hardware' },
      })
    ).status;
  const statusOf = async (path) => (await fetch(server.operations + path)).status;
  const requireReads = async () => {
    const statuses = [(await client('GET', '/facilities')).status, await statusOf('/health/ready/reads')];
    if (statuses.some((status) => status !== 200))
      throw new Error(`Reads and their readiness returned ${statuses.join(' and ')}.`);
  };
  await fault.take();
  let number = 0;
  if (writes) await until(async () => (await post(number++)) === 503, 'The server rejected no write');
  const noticed = await until(async () => (await statusOf('/health/ready')) === 503, 'Ready without writes');
  // The server reopens the terminated sessions.
  await until(async () => (await client('GET', '/facilities')).status === 200, 'No successful read');
  await until(async () => (await statusOf('/health/ready/reads')) === 200, 'Not ready for reads');
  await requireReads();
  await fault.giveBack();
  const back = await until(
    async () => (writes ? (await post(number++)) === 201 : true) && (await statusOf('/health/ready')) === 200,
    'Not ready with writes',
  );
  if ((await post('last')) !== 201) throw new Error('A server that reports ready rejected a write.');
  figures['slowest notice ms'] = Math.max(figures['slowest notice ms'], noticed);
  figures['slowest return ms'] = Math.max(figures['slowest return ms'], back);
}

export async function run({ log, databaseUrl, database, scale = 1 }) {
  let server;
  const fault = await faultOf(database, () => server);
  const { key, systemId } = await prepareOrganization(databaseUrl, { assets: 100 });
  server = await startServer({ databaseUrl });
  const client = createClient(server.url, key);
  const figures = { rounds: 0, 'slowest notice ms': 0, 'slowest return ms': 0 };
  for (; figures.rounds < Math.ceil(ROUNDS * scale) * 2; figures.rounds++) {
    const writes = figures.rounds % 2 === 0;
    await tryOnce({ server, client, systemId, fault, figures, round: figures.rounds, writes });
    log(`${writes ? 'with' : 'without'} write requests: passed`);
  }
  await fault.end();
  if ((await server.stop()) !== 0) throw new Error('The server exited with an error.');
  return { figures };
}
