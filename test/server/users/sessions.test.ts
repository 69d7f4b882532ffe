// Tests sessions: their storage, and their expiry after 15 idle minutes or 8 hours.
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { type TestUser, addUser, beginSession } from '../../support/users';

const MINUTE = 60_000;

let test_: TestInventory;
let user: TestUser;
beforeAll(async () => {
  test_ = await openTestInventory();
  user = await addUser(test_.inventory, test_.cedar.organization.id, 'admin@cedar-valley.example');
});
afterAll(() => test_.close());

const sessions = () => test_.inventory.users.sessions;
const rows = () => test_.inventory.database.knex('sessions').where({ user_id: user.id });
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString();

/** Starts a session. Its start and its last use are in the past, in minutes. */
async function aged(begun: number, seen: number): Promise<string> {
  await rows().del();
  const token = await beginSession(test_.inventory, user);
  await rows().update({ created_at: ago(begun), seen_at: ago(seen) });
  return token;
}

test('the database does not contain the token of a session', async () => {
  const token = await beginSession(test_.inventory, user);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect(await sessions().find(token)).toMatchObject({
    user: { id: user.id, email: user.email },
    stage: 'signed in',
    provider: null,
  });
});

test.each([
  ['14 minutes idle', 20, 14, true],
  ['15 minutes idle', 20, 15, false],
  ['almost 8 hours, seen just now', 479, 0, true],
  ['8 hours, seen just now', 480, 0, false],
])('%s', async (_what, begun, seen, lives) => {
  expect((await sessions().find(await aged(begun, seen))) !== undefined).toBe(lives);
});

test('a request updates the last use of a session once a minute', async () => {
  const token = await aged(30, 10);
  await sessions().find(token);
  const [{ seen_at }] = await rows().select('seen_at');
  expect(Date.now() - Date.parse(seen_at)).toBeLessThan(MINUTE);
  await sessions().find(token);
  expect(await rows().select('seen_at')).toEqual([{ seen_at }]);
});

test("a sign-in removes the user's ended sessions", async () => {
  await aged(500, 1);
  await beginSession(test_.inventory, user);
  expect(await rows()).toHaveLength(1);
});
