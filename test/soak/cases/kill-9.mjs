// A server that is killed under writes, 100 times, loses nothing that it has acknowledged, and leaves no half change.
// The operating system lives on, so this says nothing of power that fails: that is PRAGMA synchronous = FULL.
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { createLedger, holdToLedger, write } from '../support/writers.mjs';

export const name = 'kill-9';

const KILLS = 100;
const WRITERS = 6;
const REPEATED = 10;

/** The same POST again: what was acknowledged is replayed, and what was not is done once, or has been. */
async function repeatPosts(client, ledger, there) {
  for (const { call, text } of ledger.created.slice(-REPEATED)) {
    const again = await client(call.method, call.path, call);
    if (again.status !== 201 || again.text !== text || !again.headers.has('idempotency-replayed'))
      throw new Error(`A repeated POST answered ${again.status} ${again.text}, not ${text}`);
  }
  for (const call of ledger.unknown.filter(({ method }) => method === 'POST')) {
    const again = await client(call.method, call.path, call);
    const before = [...there].find(([, assetName]) => assetName === call.body.name)?.[0];
    if (again.status !== 201 || (before !== undefined && again.body.id !== before))
      throw new Error(
        `A POST that was not answered, repeated: ${again.status} ${again.text}; ${before} was there`,
      );
    if (again.headers.has('idempotency-replayed') !== (before !== undefined))
      throw new Error(`The row and the kept answer of a POST disagree: ${again.text}`);
    there.set(again.body.id, again.body.name);
  }
}

const countDone = (unknown, there) => {
  const names = [...there.values()];
  return unknown.filter((call) =>
    call.method === 'POST' ? names.includes(call.body.name) : there.get(call.id) === call.body?.name,
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
    const there = await holdToLedger(client, ledger);
    figures.unanswered += ledger.unknown.length;
    figures['unanswered and done'] += countDone(ledger.unknown, there);
    figures.acknowledged = ledger.acknowledged;
    await repeatPosts(client, ledger, there);
    ledger.assets = there;
    ledger.unknown = [];
    const faults = await database.faults();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    if (figures.kills % 20 === 0)
      log(`${figures.kills} kills, ${figures.acknowledged} acknowledged writes, none lost`);
  }
  await server.stop();
  return { figures };
}
