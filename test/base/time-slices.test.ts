// Tests that long works of one process share the slice of a turn, and that each of them goes on.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { repeatDuring } from '../support/until';
import { forEachInSlices } from '../../src/base/scheduling/time-slices';

/** Uses the processor for a millisecond. */
function step(): void {
  for (const end = performance.now() + 1; performance.now() < end;);
}

test('ten works use one slice of a turn together, and all of them end', async () => {
  const steps = Array.from({ length: 10 }, () => 0);
  const works = steps.map((_, work) =>
    forEachInSlices(Array(30), () => {
      step();
      steps[work]! += 1;
    }),
  );
  const longest = { turn: 0 };
  await repeatDuring(Promise.all(works), async () => {
    const since = performance.now();
    await nextTurn();
    longest.turn = Math.max(longest.turn, performance.now() - since);
  });
  expect(steps).toEqual(Array(10).fill(30));
  expect(longest.turn).toBeLessThan(60); // 10 works with a slice each take 100 ms
});

test('a work that nothing delays goes on at once', async () => {
  await nextTurn();
  let isDone = false;
  void forEachInSlices([1, 2, 3], () => {}).then(() => (isDone = true));
  await Promise.resolve();
  await Promise.resolve();
  expect(isDone).toBe(true);
});

test('a work uses the rest of its slice although others wait', async () => {
  const order: number[] = [];
  const works = [0, 1, 2].map((work) => forEachInSlices(Array(20), () => (step(), order.push(work))));
  await Promise.all(works);
  const turns = order.filter((work, index) => work !== order[index - 1]);
  expect(turns.length).toBeLessThan(20); // 60 when each step waits for the others
});
