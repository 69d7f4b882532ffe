// Kills the server 100 times during writes. It loses no acknowledged change and leaves no partial change.
// The operating system continues to run, so this case does not cover power failures (PRAGMA synchronous).
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { createLedger, holdToLedger, write } from '../support/writers.mjs';

export const name = 'kill-9';

const KILLS = 100;
const WRITERS = 6;
const REPEATED = 10;

/**
 * Repeats POSTs. The server replays an acknowledged POST and performs an unacknowledged POST exactly once.
 */
async function repeatPosts(client, ledger, stored) {
  for (const { request, text } of ledger.created.slice(-REPEATED)) {
    const again = await client(request.method, request.path, request);
    if (again.status !== 201 || again.text !== text || !again.headers.has('idempotency-replayed'))
      throw new Error(`A repeated POST returned ${again.status} ${again.text} instead of ${text}`);
  }
  for (const request of ledger.unknown.filter(({ method }) => method === 'POST')) {
    const again = await client(request.method, request.path, request);
    const before = [...stored].find(([, assetName]) => assetName === request.body.name)?.[0];
    if (again.status !== 201 || (before !== undefined && again.body.id !== before))
      throw new Error(`A repeated POST returned ${again.status} ${again.text}; ${before} existed before`);
    if (again.headers.has('idempotency-replayed') !== (before !== undefined))
      throw new Error(`The row and the stored response of a POST differ: ${again.text}`);
    stored.set(again.body.id, again.body.name);
  }
}

const countDone = (unknown, stored) => {
  const names = [...stored.values()];
  return unknown.filter(({ method, id, body }) =>
    method === 'POST' ? names.includes(body.name) : stored.get(id) === body?.name,
  ).length;
};

export async function run({ log, databaseUrl, database }) {
  const organization = await prepareOrganization(databaseUrl);
  const ledger = createLedger();
  const figures = { kills: 0, acknowledged: 0, unanswered: 0, 'unanswered and done': 0 };
  let server = await startServer({ databaseUrl });
  while (figures.kills < KILLS) {
    const signal = new AbortController();
    const writers = Array.from({ length: WRITERS }, () =>
      write({ url: server.url, ...organization, ledger, signal: signal.signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 400));
    await server.stop('SIGKILL');
    await Promise.all(writers);
    figures.kills++;

    server = await startServer({ databaseUrl });
    const client = createClient(server.url, organization.key);
    const stored = await holdToLedger(client, ledger);
    figures.unanswered += ledger.unknown.length;
    figures['unanswered and done'] += countDone(ledger.unknown, stored);
    figures.acknowledged = ledger.acknowledged;
    await repeatPosts(client, ledger, stored);
    ledger.assets = stored;
    ledger.unknown = [];
    const faults = await database.faults();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    if (figures.kills % 20 === 0)
      log(`${figures.kills} kills, ${figures.acknowledged} acknowledged writes, none lost`);
  }
  await server.stop();
  return { figures };
}
