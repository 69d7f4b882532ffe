// `sync apply`, killed at 50 random points: --resume brings it to its end, and nothing is lost or there twice.
import { once } from 'node:events';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { SYSTEMS, openSync, requireSame, twoWorlds } from '../support/sync.mjs';
import { startUnreliableProxy } from '../support/unreliable-proxy.mjs';

export const name = 'sync-kill';

const KILLS = 50;
const ASSETS = 60;

const random = (below) => Math.floor(Math.random() * below);

async function cli(args, key) {
  const child = startProcess(process.execPath, [`${ROOT}dist/src/main.js`, 'sync', ...args], { API_KEY: key });
  return { child, ended: once(child, 'exit').then(([status, signal]) => ({ status: status ?? signal, said: child.said })) };
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const { key } = await prepareOrganization(databaseUrl, { systems: SYSTEMS });
  const server = await startServer({ databaseUrl });
  let kill = () => false;
  const proxy = await startUnreliableProxy(server.url, { onChange: (when) => kill(when) });
  const sync = openSync({ url: proxy.url, key });
  const worlds = twoWorlds(ASSETS);
  const figures = { kills: 0, 'before the server had it': 0, 'after it was done': 0, changes: 0 };
  try {
    await sync.apply(await sync.plan(worlds[0]));
    for (let round = 1; figures.kills < Math.ceil(KILLS * scale); round++) {
      const rows = worlds[round % 2];
      const plan = await sync.plan(rows);
      const apply = await cli(['apply', sync.planFile], key);
      const point = { at: random(plan.changes.length), when: random(2) ? 'before' : 'after' };
      let calls = 0;
      let killed = false;
      kill = (when) => {
        // Nothing of what was under way beside it gets an answer either.
        if (!killed && when === point.when && calls++ === point.at) killed = apply.child.kill('SIGKILL');
        return killed;
      };
      const { status, said } = await apply.ended;
      kill = () => false;
      if (!killed || status !== 'SIGKILL') throw new Error(`It was not killed: ${status}\n${said}`);
      figures.kills++;
      figures[point.when === 'before' ? 'before the server had it' : 'after it was done']++;

      const resumed = await (await cli(['apply', sync.planFile, '--resume'], key)).ended;
      if (resumed.status !== 0) throw new Error(`Killed ${point.when} call ${point.at}, and --resume ended with ${resumed.status}:\n${resumed.said}`);
      requireSame(await sync.remote.assets(), rows, `Killed ${point.when} call ${point.at} of round ${round}`);
      const again = await sync.plan();
      if (again.changes.length > 0) throw new Error(`Killed ${point.when} call ${point.at}, and a second plan has something to do: ${JSON.stringify(again.changes.slice(0, 5))}`);
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
