// Usage of API keys: counts by day, in several processes and after failed writes.
import { unavailable } from '../../src/errors';
import { createKeyUsage } from '../../src/keys/usage';
import type { KeyRecord } from '../../src/keys/store';
import { type TestInventory, openTestInventory } from '../support/inventory';

let test: TestInventory;
let key: KeyRecord;
beforeAll(async () => {
  test = await openTestInventory();
  const { id: organizationId, slug } = test.cedar.organization;
  const [listed] = await test.inventory.keys.list(organizationId);
  key = { id: listed!.id, organizationId, slug, expiresAt: listed!.expires_at, revokedAt: null };
});
afterAll(() => test.close());

const silent = (): void => {};
const requests = (since = '2026-01-01') => test.inventory.keys.requestsByDay(key.organizationId, since);

it('counts of two processes add up by UTC day, and the last use is the latest', async () => {
  const [one, another] = [
    createKeyUsage(test.inventory.keys, silent),
    createKeyUsage(test.inventory.keys, silent),
  ];
  one.record(key, '2026-01-30T23:59:59.999Z');
  one.record(key, '2026-01-31T00:00:00.000Z');
  one.record(key, '2026-01-31T08:15:30.123Z');
  another.record(key, '2026-01-31T07:00:00.000Z');
  await one.close();
  await another.close();
  expect(await requests()).toEqual([
    { key_id: key.id, day: '2026-01-30', requests: 1 },
    { key_id: key.id, day: '2026-01-31', requests: 3 },
  ]);
  expect(await requests('2026-01-31')).toHaveLength(1);
  expect(await test.inventory.keys.find(key.organizationId, key.id)).toMatchObject({
    last_used_at: '2026-01-31T08:15:00.000Z',
  });
  expect(await test.inventory.keys.requestsByDay(test.other.organization.id, '2026-01-01')).toEqual([]);
});

it('the server writes usage once a minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  const written: number[] = [];
  const recordUse = (_organization: string, _id: string, use: { requests: number }): Promise<void> =>
    Promise.resolve(void written.push(use.requests));
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  usage.record(key, '2026-04-01T09:00:00.000Z');
  await jest.advanceTimersByTimeAsync(59_000);
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(1000);
  jest.useRealTimers();
  expect(written).toEqual([1]);
  await usage.close();
});

it('an unavailable database delays one batch only, and loses no counts', async () => {
  const counted = new Map<string, number>();
  let away = true;
  let asked = 0;
  const recordUse = async (
    _organization: string,
    id: string,
    { requests: count }: { requests: number },
  ): Promise<void> => {
    asked++;
    await Promise.resolve();
    if (away) throw unavailable();
    counted.set(id, (counted.get(id) ?? 0) + count);
  };
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  for (let index = 0; index < 300; index++)
    usage.record({ ...key, id: `key_${index}` }, '2026-03-01T09:00:00.000Z');
  await usage.close();
  expect(asked).toBeLessThan(100);
  away = false;
  await usage.close();
  expect([counted.size, new Set(counted.values())]).toEqual([300, new Set([1])]);
});

it('counts of a failed write are added to the next one, each request once', async () => {
  const errors: unknown[] = [];
  const failure = new Error('away');
  let fails = true;
  const usage = createKeyUsage(
    {
      ...test.inventory.keys,
      async recordUse(...use) {
        if (!fails) return test.inventory.keys.recordUse(...use);
        usage.record(key, '2026-03-01T10:00:00.000Z'); // a request during the write
        throw failure;
      },
    },
    (error) => errors.push(error),
  );
  usage.record(key, '2026-03-01T09:00:00.000Z');
  await usage.close();
  fails = false;
  await usage.close();
  expect(errors).toEqual([failure]);
  expect(await requests('2026-03-01')).toEqual([{ key_id: key.id, day: '2026-03-01', requests: 2 }]);
  expect(await test.inventory.keys.find(key.organizationId, key.id)).toMatchObject({
    last_used_at: '2026-03-01T10:00:00.000Z',
  });
});

it('closing waits for a write in progress', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  let answer = (): void => {};
  const recordUse = (): Promise<void> => new Promise((resolve) => (answer = resolve));
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  usage.record(key, '2026-04-01T09:00:00.000Z');
  await jest.advanceTimersByTimeAsync(60_000);
  jest.useRealTimers();
  const steps: string[] = [];
  const closed = usage.close().then(() => steps.push('closed'));
  await new Promise(setImmediate);
  steps.push('written');
  answer();
  await closed;
  expect(steps).toEqual(['written', 'closed']);
});
