// Measures the time from process start to the first response with 100,000 assets, and the memory when idle.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seedSandbox } from '../support/seed.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { sandbox, server } from '../support/sides.mjs';

const ASSETS = 100_000;
const SETTLE_MILLISECONDS = 2000;
const GROUP = `Start with ${ASSETS.toLocaleString('en')} assets`;

/** Starts a process per round. Returns its startup times, and its memory when idle. */
async function startRepeatedly(side, { assetId, key }, { folder, node, rounds }) {
  const [seconds, megabytes] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const start = () => startSide(side, { folder, node, path: `/cyber-assets/${assetId(ASSETS - 1)}`, key });
    await withSides([start], async ([started]) => {
      await delay(SETTLE_MILLISECONDS);
      seconds.push(started.readyMilliseconds / 1000);
      megabytes.push(started.megabytes());
    });
  }
  return { seconds, megabytes };
}

/** Runs on SQLite only. */
export async function ofStart(database, options, report) {
  const row = (work, values, unit, goal) =>
    report({ group: GROUP, work, unit, here: { values }, goal: { atMost: goal } });
  if (options.wanted(GROUP, 'server')) {
    const content = await database.fill({ assets: ASSETS });
    const { seconds, megabytes } = await startRepeatedly(server.on(await content.copy()), content, options);
    row('server: until the first response', seconds, ' s', 1);
    row('server: memory while it waits', megabytes, ' MB', 120);
  }
  if (options.wanted(GROUP, 'sandbox')) {
    const url = `sqlite:${join(options.folder, 'sandbox.sqlite')}`;
    const { seconds } = await startRepeatedly(sandbox.on(url), await seedSandbox(url, ASSETS), options);
    row('sandbox: until the first response', seconds, ' s', 2.5);
  }
}
