// Places that are lent: in the order in which they are asked for, and to nobody who has given up.
import { Semaphore } from '../../src/database/semaphore';

const PATIENCE = 20;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Holds a place until it gives it back. */
function borrow(lender: Semaphore<string>) {
  let giveBack!: () => void;
  const held = new Promise<void>((resolve) => (giveBack = resolve));
  const outcome = lender
    .withPlace((place) => held.then(() => place))
    .catch((error: { code: string }) => error.code);
  return { giveBack, outcome };
}

test('who waits longer than the patience is told so, and the place goes to the next one who asks', async () => {
  const lender = new Semaphore(['a'], PATIENCE);
  const [first, second] = [borrow(lender), borrow(lender)];
  expect([lender.lent, lender.waits]).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(PATIENCE);
  expect([await second.outcome, lender.lent, lender.waits]).toEqual(['unavailable', 1, 0]);
  first.giveBack();
  expect(await first.outcome).toBe('a');
  const third = borrow(lender);
  third.giveBack();
  expect([await third.outcome, lender.lent]).toEqual(['a', 0]);
});

test('who has got a place in time keeps it for as long as the work takes, and the patience of others begins when they ask', async () => {
  const lender = new Semaphore(['a'], PATIENCE);
  const [first, second] = [borrow(lender), borrow(lender)];
  await jest.advanceTimersByTimeAsync(PATIENCE / 2);
  first.giveBack();
  await first.outcome;
  expect(jest.getTimerCount()).toBe(0); // nobody waits any more
  const third = borrow(lender);
  await jest.advanceTimersByTimeAsync(PATIENCE - 1);
  second.giveBack();
  third.giveBack();
  expect([await second.outcome, await third.outcome, lender.lent, lender.waits]).toEqual(['a', 'a', 0, 0]);
});

test('without patience everybody gets a turn, in the order in which they have asked', async () => {
  const lender = new Semaphore(['a']);
  const got: number[] = [];
  const borrowers = [1, 2, 3].map((number) => lender.withPlace(() => Promise.resolve(got.push(number))));
  expect([lender.waits, jest.getTimerCount()]).toEqual([2, 0]);
  await Promise.all(borrowers);
  expect(got).toEqual([1, 2, 3]);
});

test('a tenant with many waiting requests delays another tenant by one turn at most', async () => {
  const lender = new Semaphore(['a']);
  const served: string[] = [];
  const lend = (tenant: string) => lender.withPlace(() => Promise.resolve(void served.push(tenant)), tenant);
  await Promise.all([lend('cedar'), lend('cedar'), lend('cedar'), lend('cedar'), lend('other')]);
  expect(served).toEqual(['cedar', 'cedar', 'other', 'cedar', 'cedar']);
});
