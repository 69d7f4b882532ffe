// Usage of API keys: counts by day and operation, in several processes and after failed writes.
import { unavailable } from '../../../src/base/errors';
import { type KeyUse, createKeyUsage } from '../../../src/server/keys/usage';
import type { Principal } from '../../../src/contract/handler';
import { type TestInventory, openTestInventory } from '../../support/inventory';

let test: TestInventory;
let key: Principal;
beforeAll(async () => {
  test = await openTestInventory();
  const { organization } = test.cedar;
  const [listed] = await test.inventory.keys.list(organization.id);
  key = { organization, keyId: listed!.id, access: 'read_write' };
});
afterAll(() => test.close());

const silent = (): void => {};
const requests = (since = '2026-01-01') => test.inventory.keys.requestsByDay(key.organization.id, since);

it('counts of two processes add up by UTC day, and the last use is the latest', async () => {
  const [one, another] = [
    createKeyUsage(test.inventory.keys, silent),
    createKeyUsage(test.inventory.keys, silent),
  ];
  one.record(key, 'getFacilities', Date.parse('2026-01-30T23:59:59.999Z'));
  one.record(key, 'getFacilities', Date.parse('2026-01-31T00:00:00.000Z'));
  one.record(key, 'getFacilities', Date.parse('2026-01-31T08:15:30.123Z'));
  another.record(key, 'getFacilities', Date.parse('2026-01-31T07:00:00.000Z'));
  await one.close();
  await another.close();
  expect(await requests()).toEqual([
    { key_id: key.keyId, day: '2026-01-30', requests: 1 },
    { key_id: key.keyId, day: '2026-01-31', requests: 3 },
  ]);
  expect(await requests('2026-01-31')).toHaveLength(1);
  expect(await test.inventory.keys.find(key.organization.id, key.keyId)).toMatchObject({
    last_used_at: '2026-01-31T08:15:00.000Z',
  });
  expect(await test.inventory.keys.requestsByDay(test.other.organization.id, '2026-01-01')).toEqual([]);
});

it('counts of two processes add up by operation, and the rest of a day has no operation', async () => {
  const [one, another] = [
    createKeyUsage(test.inventory.keys, silent),
    createKeyUsage(test.inventory.keys, silent),
  ];
  const record = (usage: ReturnType<typeof createKeyUsage>, operationId: string | undefined, time: string) =>
    usage.record(key, operationId, Date.parse(time));
  record(one, 'getFacilities', '2026-02-01T08:00:00.000Z');
  record(one, 'createCyberAsset', '2026-02-01T08:00:01.000Z');
  record(one, undefined, '2026-02-01T08:00:02.000Z');
  record(another, 'getFacilities', '2026-02-01T08:00:03.000Z');
  record(another, 'getFacilities', '2026-02-02T08:00:00.000Z');
  await one.close();
  await another.close();
  expect(await test.inventory.keys.requestsByOperation(key.organization.id, '2026-02-01')).toEqual([
    { key_id: key.keyId, operation_id: 'getFacilities', requests: 3, last_day: '2026-02-02' },
    expect.objectContaining({ operation_id: 'createCyberAsset', requests: 1, last_day: '2026-02-01' }),
    expect.objectContaining({ operation_id: null, requests: 1, last_day: '2026-02-01' }),
  ]);
  expect((await requests('2026-02-01')).map((row) => row.requests)).toEqual([4, 1]);
  expect(await test.inventory.keys.requestsByOperation(test.other.organization.id, '2026-01-01')).toEqual([]);
});

it('all operations of a key are written together', async () => {
  const written: number[] = [];
  const recordUse = (_organization: string, _id: string, { counts }: KeyUse): Promise<void> =>
    Promise.resolve(void written.push(counts.length));
  const usage = createKeyUsage({ recordUse }, silent);
  for (const operationId of ['getFacilities', 'getFacility', undefined]) usage.record(key, operationId);
  await usage.close();
  expect(written).toEqual([3]);
});

it('requests during the write of other keys are counted', async () => {
  const counted = new Map<string, number>();
  const recordAll = () => {
    for (let index = 0; index < 100; index++)
      usage.record(
        { ...key, keyId: `key_${index}` },
        'getFacilities',
        Date.parse('2026-03-01T09:00:00.000Z'),
      );
  };
  const recordUse = async (_organization: string, id: string, { counts }: KeyUse): Promise<void> => {
    if (counted.size === 0) recordAll();
    counted.set(id, (counted.get(id) ?? 0) + counts[0]!.requests);
    await Promise.resolve();
  };
  const usage = createKeyUsage({ recordUse }, silent);
  recordAll();
  await usage.close();
  await usage.close();
  expect([counted.size, new Set(counted.values())]).toEqual([100, new Set([2])]);
});

it('the server writes usage once a minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  const written: number[] = [];
  const recordUse = (_organization: string, _id: string, { counts }: KeyUse): Promise<void> =>
    Promise.resolve(void written.push(...counts.map(({ requests }) => requests)));
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  usage.record(key, 'getFacilities', Date.parse('2026-04-01T09:00:00.000Z'));
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
  const recordUse = async (_organization: string, id: string, { counts }: KeyUse): Promise<void> => {
    asked++;
    await Promise.resolve();
    if (away) throw unavailable();
    counted.set(id, (counted.get(id) ?? 0) + counts[0]!.requests);
  };
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  for (let index = 0; index < 300; index++)
    usage.record({ ...key, keyId: `key_${index}` }, undefined, Date.parse('2026-03-01T09:00:00.000Z'));
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
        usage.record(key, 'getFacilities', Date.parse('2026-03-01T10:00:00.000Z')); // a request during the write
        throw failure;
      },
    },
    (error) => errors.push(error),
  );
  usage.record(key, 'getFacilities', Date.parse('2026-03-01T09:00:00.000Z'));
  await usage.close();
  fails = false;
  await usage.close();
  expect(errors).toEqual([failure]);
  expect(await requests('2026-03-01')).toEqual([{ key_id: key.keyId, day: '2026-03-01', requests: 2 }]);
  expect(await test.inventory.keys.find(key.organization.id, key.keyId)).toMatchObject({
    last_used_at: '2026-03-01T10:00:00.000Z',
  });
});

it('closing waits for a write in progress', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  let answer = (): void => {};
  const recordUse = (): Promise<void> => new Promise((resolve) => (answer = resolve));
  const usage = createKeyUsage({ ...test.inventory.keys, recordUse }, silent);
  usage.record(key, 'getFacilities', Date.parse('2026-04-01T09:00:00.000Z'));
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
