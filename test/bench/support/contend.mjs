// Measures the throughput of several servers in turns, so that other work of the machine affects all of them.
import { load } from './load.mjs';

/** The number of assets that a load of DELETE deletes. Its database needs them in addition. */
export const DELETED = { warmUp: 3000, measured: 5000 };
const WARM_UP = { seconds: 1 };

/**
 * Returns the best throughput of each contender, which is a `side` and its `work`. A measurement takes at
 * least as long as the warm-up.
 */
export async function contend(contenders, { rounds, seconds }) {
  const [
    {
      work: { name, warmUp = WARM_UP },
    },
  ] = contenders;
  const [first, measured] =
    name === 'DELETE' ? [{ amount: DELETED.warmUp }, { amount: DELETED.measured }] : [warmUp, { seconds }];
  const best = contenders.map(() => 0);
  const minSeconds = [];
  for (const { side, work } of contenders) minSeconds.push((await load(side.url, work, first)).seconds);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) {
      const { perSecond } = await load(side.url, work, {
        ...measured,
        seconds: Math.max(seconds, minSeconds[index]),
      });
      best[index] = Math.max(best[index], perSecond);
    }
  }
  return best;
}

/** Compares the first contender with the others, each with its goal. */
export const rowsOf = (group, work, [here, ...others], contenders, goals) =>
  others.map((beside, index) => ({
    group,
    work,
    here,
    beside,
    reference: contenders[index + 1].name,
    ratio: here / beside,
    goal: goals[index],
    unit: '/s',
  }));
