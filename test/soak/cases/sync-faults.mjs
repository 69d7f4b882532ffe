// Syncs through a network that drops, delays, repeats and truncates.
// The sync converges without lost or duplicate assets.
import { prepareOrganization, startServer } from '../support/server.mjs';
import { SYSTEMS, openSync, requireSame, twoWorlds } from '../support/sync.mjs';
import { FAULTS, startUnreliableProxy } from '../support/unreliable-proxy.mjs';

export const name = 'sync-faults';

const ASSETS = 300;
const SYNCS = 10;
/** Share of all requests. */
const FAULTY = 0.2;

export async function run({ log, databaseUrl, scale = 1 }) {
  const organization = await prepareOrganization(databaseUrl, { systems: SYSTEMS });
  const server = await startServer({ databaseUrl });
  const proxy = await startUnreliableProxy(server.url, {
    faultOf: () => (Math.random() < FAULTY ? FAULTS[Math.floor(Math.random() * FAULTS.length)] : undefined),
  });
  // The sync is the only writer, so it owns every asset of a request without a response.
  const sync = openSync({ url: proxy.url, key: organization.key, claim: 'all' });
  const worlds = twoWorlds(Math.max(12, Math.ceil(ASSETS * scale)));
  const figures = { syncs: 0, changes: 0, 'requests sent again': 0, 'gone on with': 0 };
  try {
    for (let round = 0; round < Math.max(2, Math.ceil(SYNCS * scale)); round++) {
      const rows = worlds[round % 2];
      const plan = await sync.plan(rows);
      let receipt = await sync.apply(plan);
      // A sync may give up a request. --resume then reads whether the server has executed it.
      for (let tries = 0; !receipt.converged && tries < 10; tries++) {
        receipt = await sync.apply(plan, { resume: true });
        figures['gone on with']++;
      }
      if (!receipt.converged)
        throw new Error(
          `Round ${round} did not converge: ` +
            JSON.stringify(receipt.changes.filter(({ outcome }) => outcome !== 'done').slice(0, 5)),
        );
      requireSame(await sync.remote.assets(), rows, `Round ${round}`);
      const again = await sync.plan();
      if (again.changes.length > 0)
        throw new Error(`The second plan has changes: ${JSON.stringify(again.changes.slice(0, 5))}`);
      figures.syncs++;
      figures.changes += plan.changes.length;
      figures['requests sent again'] += receipt.retries;
    }
    log(`${figures.syncs} syncs converged`);
  } finally {
    sync.remove();
    await proxy.close();
  }
  await server.stop();
  return { figures: { ...figures, ...proxy.counts } };
}
