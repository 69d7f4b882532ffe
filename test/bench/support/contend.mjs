// Measures several servers in turns, so that other work of the machine affects all of them.
import { drive } from './drive.mjs';

/** A server runs for days: what it does before its code is compiled does not count. Peers have less code to compile. */
const WARM_UP_SECONDS = 2;

/**
 * Returns a measurement of each contender, which is a `side` and its `work`: of each round, the requests per second
 * the processor time of a request in ms, and that of the generator as a share of it. `processorTime` returns that of a database which the sides share.
 */
export async function contend(contenders, { rounds, seconds, connections, processorTime = () => 0 }) {
  const measured = contenders.map(({ side }) => ({
    name: side.name,
    values: [],
    processor: [],
    generator: [],
  }));
  for (const { side, work } of contenders)
    await drive(side.url, work, { seconds: WARM_UP_SECONDS, connections });
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) {
      const before = side.processorTime() + processorTime();
      const { requests, perSecond, processor } = await drive(side.url, work, { seconds, connections });
      measured[index].values.push(perSecond);
      const own = side.processorTime() + processorTime() - before;
      measured[index].processor.push(own / requests);
      measured[index].generator.push((processor * 1000) / own);
    }
  }
  return measured;
}
