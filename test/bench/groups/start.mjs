// Measures the time from process start to the first response with 100,000 assets, and the memory when idle.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seedSandbox } from '../support/seed.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { sandbox, server } from '../support/sides.mjs';

const ASSETS = 100_000;
const SETTLE_MILLISECONDS = 3000;
const GROUP = `Start with ${ASSETS.toLocaleString('en')} assets`;

/** Starts a process per round. Returns the minimum startup time and the maximum memory when idle. */
async function startRepeatedly(side, { assetId, key }, { folder, rounds }) {
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const start = () => startSide(side, { folder, path: `/cyber-assets/${assetId(ASSETS - 1)}`, key });
    await withSides([start], async ([started]) => {
      await delay(SETTLE_MILLISECONDS);
      measured.push({ seconds: started.readyMilliseconds / 1000, megabytes: started.megabytes() });
    });
  }
  return {
    seconds: Math.min(...measured.map(({ seconds }) => seconds)),
    megabytes: Math.max(...measured.map(({ megabytes }) => megabytes)),
  };
}

/** Runs on SQLite only. */
export async function ofStart(database, options, report) {
  if (options.wanted(GROUP, 'server')) {
    const content = await database.fill({ assets: ASSETS });
    const { seconds, megabytes } = await startRepeatedly(server.on(await content.copy()), content, options);
    report({ group: GROUP, work: 'server: until the first answer', here: seconds, unit: ' s', goal: 1 });
    report({ group: GROUP, work: 'server: memory while it waits', here: megabytes, unit: ' MB', goal: 120 });
  }
  if (options.wanted(GROUP, 'sandbox')) {
    const url = `sqlite:${join(options.folder, 'sandbox.sqlite')}`;
    const { seconds } = await startRepeatedly(sandbox.on(url), await seedSandbox(url, ASSETS), options);
    report({ group: GROUP, work: 'sandbox: until the first answer', here: seconds, unit: ' s', goal: 2.5 });
  }
}
