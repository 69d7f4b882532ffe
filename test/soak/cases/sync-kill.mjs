// Kills `sync apply` at 50 random points. --resume completes it without lost or duplicate assets.
import { once } from 'node:events';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { SYSTEMS, openSync, requireSame, twoWorlds } from '../support/sync.mjs';
import { startUnreliableProxy } from '../support/unreliable-proxy.mjs';

export const name = 'sync-kill';

const KILLS = 50;
const ASSETS = 60;

const random = (below) => Math.floor(Math.random() * below);

/** Approximate duration of an uninterrupted apply. */
const MAX_MILLISECONDS = 1500;

async function cli(args, key, url) {
  const child = startProcess(process.execPath, [`${ROOT}dist/src/main.js`, 'sync', ...args], {
    API_KEY: key,
    SYNC_URL: url,
  });
  return {
    child,
    exited: once(child, 'exit').then(([status, signal]) => ({
      status: status ?? signal,
      output: child.said,
    })),
  };
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const { key } = await prepareOrganization(databaseUrl, { systems: SYSTEMS });
  const server = await startServer({ databaseUrl });
  let kill = () => false;
  const proxy = await startUnreliableProxy(server.url, { onChange: (when) => kill(when) });
  // The sync is the only writer, so it owns every asset of a request without a response.
  const sync = openSync({ url: proxy.url, key, claim: 'all' });
  const worlds = twoWorlds(ASSETS);
  const figures = { kills: 0, 'before a change': 0, 'after a change': 0, 'at any time': 0, changes: 0 };
  try {
    await sync.apply(await sync.plan(worlds[0]));
    for (let round = 1; figures.kills < Math.ceil(KILLS * scale); round++) {
      const rows = worlds[round % 2];
      const plan = await sync.plan(rows);
      const apply = await cli(['apply', sync.planFile], key, proxy.url);
      const when = ['before', 'after', 'any time'][random(3)];
      const at = random(when === 'any time' ? MAX_MILLISECONDS : plan.changes.length);
      const point = `Killed ${when} ${at} in round ${round}`;
      let changes = 0;
      let killed = false;
      if (when === 'any time') setTimeout(() => apply.child.kill('SIGKILL'), at);
      kill = (moment) => {
        // Concurrent requests get no response either.
        if (!killed && moment === when && changes++ === at) killed = apply.child.kill('SIGKILL');
        return killed;
      };
      const { status, output } = await apply.exited;
      kill = () => false;
      if (status === 0 && when === 'any time') continue; // the apply had completed
      if (status !== 'SIGKILL') throw new Error(`${point}: the apply exited with ${status}\n${output}`);
      figures.kills++;
      figures[when === 'any time' ? 'at any time' : `${when} a change`]++;

      let resumed = await (await cli(['apply', sync.planFile, '--resume'], key, proxy.url)).exited;
      // The apply had not begun, or was complete.
      if (when === 'any time' && resumed.output.includes('Nothing to resume'))
        resumed = await (await cli(['apply', sync.planFile], key, proxy.url)).exited;
      if (
        resumed.status !== 0 &&
        !(when === 'any time' && resumed.output.includes('another plan was applied'))
      )
        throw new Error(`${point}, and --resume exited with ${resumed.status}:\n${resumed.output}`);
      requireSame(await sync.remote.assets(), rows, point);
      const again = await sync.plan();
      if (again.changes.length > 0)
        throw new Error(
          `${point}, and the second plan has changes: ${JSON.stringify(again.changes.slice(0, 5))}`,
        );
      figures.changes += plan.changes.length;
      if (figures.kills % 10 === 0) log(`${figures.kills} kills`);
    }
  } finally {
    sync.remove();
    await proxy.close();
  }
  await server.stop();
  return { figures };
}
