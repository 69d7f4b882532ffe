// Requests a second of several servers, by turns: what else the machine does then hits all of them.
import { load } from './load.mjs';

/** Assets that a load of DELETE takes: its database must have so many more than the others. */
export const DELETED = { warmUp: 300, measured: 2000 };
const WARM_UP_SECONDS = 1;

/** Gives the best of each contender, which is a `side` and the `work` that it is asked for. */
export async function contend(contenders, { rounds, seconds }) {
  const [measured, warmUp] = contenders[0].work.name === 'DELETE' ? [{ amount: DELETED.measured }, { amount: DELETED.warmUp }] : [{ seconds }, { seconds: WARM_UP_SECONDS }];
  const best = contenders.map(() => 0);
  for (const { side, work } of contenders) await load(side.url, work, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) best[index] = Math.max(best[index], (await load(side.url, work, measured)).perSecond);
  }
  return best;
}
