// The metric of keys that expire soon.
import { byOperator } from '../../../src/server/audit/entry';
import { valueOf } from '../../support/metrics';
import { type MonitoredServer, startMonitoredServer } from '../../support/server';

const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);
const OPERATOR = byOperator('operator');

let test_: MonitoredServer;
beforeAll(async () => void (test_ = await startMonitoredServer()));
afterAll(() => test_.close());

const expiring = async () =>
  valueOf(await (await fetch(`${test_.operations.url}/metrics`)).text(), 'api_keys_expiring');

async function make(expiresAt: Date): Promise<string> {
  const { keys } = test_.inventory;
  const { id } = test_.cedar.organization;
  await keys.create(id, { label: 'x', createdBy: 'test', expiresAt, environment: 'live' });
  return (await keys.list(id)).at(-1)!.id;
}

test('counts active keys of all organizations that expire within 14 days and have no replacement', async () => {
  const { keys } = test_.inventory;
  const { id: organization } = test_.cedar.organization;
  const rotation = {
    createdBy: 'test',
    expiresAt: inDays(90),
    oldExpiresAt: inDays(1),
    environment: 'live',
  } as const;
  expect(await expiring()).toBe(2); // the keys of both organizations expire tomorrow
  const first = await make(inDays(13));
  const second = await make(inDays(13));
  await make(inDays(15));
  await make(inDays(-1));
  expect(await expiring()).toBe(4);
  await keys.revokeKey(organization, first, OPERATOR);
  expect(await expiring()).toBe(3);
  const made = (await keys.rotate(organization, second, rotation, OPERATOR))!;
  expect(await expiring()).toBe(2);
  await keys.revokeKey(organization, made.id, OPERATOR); // the old key has no working replacement
  expect(await expiring()).toBe(3);
});
