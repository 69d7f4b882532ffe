// Tests changes of users in several organizations when the activity log of one cannot be written.
import { byUser } from '../../../src/server/audit/entry';
import { saveMemberIn } from '../../../src/app/inventory';
import type { Database } from '../../../src/database/database';
import type { OnUnrecorded } from '../../../src/server/users/changes';
import { createUserStores } from '../../../src/server/users/stores';
import { activityOf } from '../../support/activity';
import { type TestInventory, createTenant, openTestInventory } from '../../support/inventory';
import { type TestUser, addMembership, addUser } from '../../support/users';

const ENTRY = { operation: 'updated', resourceType: 'user', description: 'Changed.' } as const;

let test_: TestInventory;
let user: TestUser;
beforeAll(async () => {
  test_ = await openTestInventory();
  user = await addUser(test_.inventory, test_.cedar.organization.id, 'consultant@consultants.example');
  for (const { organization } of [test_.other, await createTenant(test_.inventory, 'third')])
    await addMembership(test_.inventory, organization.id, user, 'member');
});
afterAll(() => test_.close());

/** Wraps a database whose writes fail for the second organization. */
function partlyUnavailable(): Database {
  const { database } = test_.inventory;
  const unavailable = new Error('the connection was lost');
  return {
    ...database,
    write: (scope, work) =>
      typeof scope === 'object' &&
      'organization' in scope &&
      scope.organization === test_.other.organization.id
        ? Promise.reject(unavailable)
        : database.write(scope, work),
  };
}

const storesWith = (onUnrecorded?: OnUnrecorded) => {
  const { database, log, clock } = test_.inventory;
  return createUserStores(partlyUnavailable(), log, saveMemberIn(database, clock), onUnrecorded);
};
const change = (stores: ReturnType<typeof createUserStores>) =>
  stores.changes.change(user, null, byUser(user.id, { requestId: 'req-changes' }), () =>
    Promise.resolve({ result: 'made', activities: [{ ...ENTRY, resourceId: user.id, changes: [] }] }),
  );

const entriesOf = async (tenant: TestInventory['cedar']) =>
  (await activityOf(test_, tenant)).filter(({ requestId }) => requestId === 'req-changes').length;

test('a change succeeds, and the error is reported, when an entry in another organization fails', async () => {
  const unreported: unknown[] = [];
  expect(await change(storesWith((error, requestId) => unreported.push([error, requestId])))).toBe('made');
  expect(unreported).toEqual([
    [expect.objectContaining({ message: 'the connection was lost' }), 'req-changes'],
  ]);
  expect([await entriesOf(test_.cedar), await entriesOf(test_.other)]).toEqual([1, 0]);
});

test('a command fails when an entry in another organization fails', async () => {
  await expect(change(storesWith())).rejects.toThrow('the connection was lost');
});
