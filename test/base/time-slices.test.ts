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
  let ofTurn = 0;
  const works = steps.map((_, work) =>
    forEachInSlices(Array(30), () => {
      step();
      steps[work]! += 1;
      ofTurn += 1;
    }),
  );
  let most = 0;
  await repeatDuring(Promise.all(works), async () => {
    await nextTurn();
    most = Math.max(most, ofTurn);
    ofTurn = 0;
  });
  expect(steps).toEqual(Array(10).fill(30));
  expect(most).toBeLessThan(60); // a step takes 1 ms: 10 works with a slice each take 100 steps
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
