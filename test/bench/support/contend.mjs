// Requests a second of several servers, by turns: what else the machine does then hits all of them.
import { load } from './load.mjs';

/** Assets that a load of DELETE takes: its database must have so many more than the others. */
export const DELETED = { warmUp: 3000, measured: 5000 };
const WARM_UP = { seconds: 1 };

/** Gives the best of each contender, which is a `side` and the `work` that it is asked for. None is measured for a shorter time than its warm-up took. */
export async function contend(contenders, { rounds, seconds }) {
  const [
    {
      work: { name, warmUp = WARM_UP },
    },
  ] = contenders;
  const [first, measured] =
    name === 'DELETE' ? [{ amount: DELETED.warmUp }, { amount: DELETED.measured }] : [warmUp, { seconds }];
  const best = contenders.map(() => 0);
  const least = [];
  for (const { side, work } of contenders) least.push((await load(side.url, work, first)).seconds);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) {
      const { perSecond } = await load(side.url, work, {
        ...measured,
        seconds: Math.max(seconds, least[index]),
      });
      best[index] = Math.max(best[index], perSecond);
    }
  }
  return best;
}
