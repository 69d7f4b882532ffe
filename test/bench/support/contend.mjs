// Measures several servers in turns, so that other work of the machine affects all of them.
import { load } from './load.mjs';

/** A server runs for days: what it does before its code is compiled does not count. Peers have less code to compile. */
const WARM_UP_SECONDS = 1.5;

/**
 * Returns a measurement of each contender, which is a `side` and its `work`: of each round, the requests per second
 * and the processor time of a request in ms. `processorTime` returns that of a database which the sides share.
 */
export async function contend(contenders, { rounds, seconds, processorTime = () => 0 }) {
  const measured = contenders.map(({ side }) => ({ name: side.name, values: [], processor: [] }));
  for (const { side, work } of contenders) await load(side.url, work, { seconds: WARM_UP_SECONDS });
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) {
      const before = side.processorTime() + processorTime();
      const { requests, perSecond } = await load(side.url, work, { seconds });
      measured[index].values.push(perSecond);
      measured[index].processor.push((side.processorTime() + processorTime() - before) / requests);
    }
  }
  return measured;
}
