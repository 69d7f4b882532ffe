// Tests sign-ins and password changes while another request recovers, changes or removes the account.
import { byOperator } from '../../../src/server/audit/entry';
import type { Inventory } from '../../../src/app/inventory';
import type { Database } from '../../../src/database/database';
import type { Recovery } from '../../../src/server/users/recoveries';
import type { Session } from '../../../src/server/users/sessions';
import { type SignIn, createSignIn } from '../../../src/server/users/sign-in/sign-in';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { FROM, PASSWORD, SECRET, type TestUser, addUser, codeOf } from '../../support/users';

const RECOVERED = 'granite walnut lantern spiral';
const STOLEN = 'copper meadow thunder pencil';

let test_: TestInventory;
let signIn: SignIn;
let people = 0;

const process = (inventory: Pick<Inventory, 'database' | 'log' | 'users'>): SignIn =>
  createSignIn({
    ...inventory,
    secret: SECRET,
    onError: (error) => {
      throw error;
    },
  });
beforeAll(async () => void (test_ = await openTestInventory()));
beforeEach(() => void (signIn = process(test_.inventory)));
afterEach(() => signIn.close());
afterAll(() => test_.close());

const users = () => test_.inventory.users;
const newUser = (options = {}): Promise<TestUser> =>
  addUser(test_.inventory, test_.cedar.organization.id, `owner${++people}@cedar-valley.example`, options);

/** Simulates a second process on the same database, whose transactions start after `work`. */
function interruptedBy(work: () => Promise<unknown>): SignIn {
  const { database, log, users } = test_.inventory;
  const after =
    <Call extends unknown[], Result>(write: (...call: Call) => Promise<Result>) =>
    async (...call: Call): Promise<Result> => {
      await work();
      return write(...call);
    };
  const late: Inventory['users'] = {
    ...users,
    changes: {
      ...users.changes,
      async change(user, provider, by, then) {
        await work();
        return users.changes.change(user, provider, by, then);
      },
    },
  };
  const lateDatabase: Database = Object.create(database, {
    write: { value: after(database.write.bind(database)) },
  });
  return process({ database: lateDatabase, log, users: late });
}

async function recover({ email }: TestUser): Promise<void> {
  const { token } = (await users().recoveries.create(email, byOperator('operator'))) as Recovery;
  expect(await signIn.choosePassword(token, RECOVERED, FROM)).toHaveProperty('token');
}

const remove = ({ id }: TestUser) =>
  users().memberships.remove(test_.cedar.organization.id, id, byOperator('operator'));

async function afterPassword({ email }: TestUser): Promise<Session> {
  const { token } = (await signIn.withPassword(email, PASSWORD, FROM)) as { token: string };
  return (await users().sessions.find(token))!;
}

async function signedIn(user: TestUser): Promise<Session> {
  const entered = await signIn.withCode(await afterPassword(user), user.recoveryCodes.pop()!, FROM);
  return (await users().sessions.find((entered as { token: string }).token))!;
}

const sessionsOf = ({ id }: TestUser) =>
  test_.inventory.database.knex('sessions').where({ user_id: id }).pluck('stage');

test('a password change is rejected when a recovery completes first; the recovery stays valid', async () => {
  const user = await newUser();
  const intruder = await signedIn(user);
  const late = interruptedBy(() => recover(user));
  expect(await late.changePassword(intruder, PASSWORD, STOLEN, FROM)).toBe('rejected');
  expect(await signIn.withPassword(user.email, STOLEN, FROM)).toBe('rejected');
  expect(await signIn.withPassword(user.email, RECOVERED, FROM)).toMatchObject({ stage: 'enrollment' });
});

test('one of two concurrent password changes succeeds', async () => {
  const user = await newUser();
  const [firstSession, secondSession] = [await signedIn(user), await signedIn(user)];
  const outcomes = await Promise.all([
    signIn.changePassword(firstSession, PASSWORD, RECOVERED, FROM),
    signIn.changePassword(secondSession, PASSWORD, STOLEN, FROM),
  ]);
  expect([...outcomes].sort()).toEqual(['done', 'rejected']);
  const chosen = outcomes[0] === 'done' ? RECOVERED : STOLEN;
  expect(await signIn.withPassword(user.email, chosen, FROM)).toMatchObject({ stage: 'second factor' });
});

test('a password change in an ended session is rejected', async () => {
  const user = await newUser();
  const intruder = await signedIn(user);
  const late = interruptedBy(() => users().sessions.end(intruder));
  expect(await late.changePassword(intruder, PASSWORD, STOLEN, FROM)).toBe('rejected');
  expect(await signIn.withPassword(user.email, PASSWORD, FROM)).toMatchObject({ stage: 'second factor' });
});

test('a sign-in with the old password is rejected when a recovery completes first', async () => {
  const user = await newUser();
  const late = interruptedBy(() => recover(user));
  expect(await late.withPassword(user.email, PASSWORD, FROM)).toBe('rejected');
  expect(await sessionsOf(user)).toEqual(['enrollment']);
});

test('a code is rejected when a recovery completes first', async () => {
  const user = await newUser();
  const session = await afterPassword(user);
  const late = interruptedBy(() => recover(user));
  expect(await late.withCode(session, codeOf(user.secret), FROM)).toBe('rejected');
  expect(await sessionsOf(user)).toEqual(['enrollment']);
});

test('a code does not sign in to another account of the address with a changed password', async () => {
  const user = await newUser();
  const other = await addUser(test_.inventory, test_.other.organization.id, user.email);
  const owner = await signedIn(other);
  const session = await afterPassword(user);
  const [holder, changed] = session.user.id === other.id ? [other, user] : [user, other];
  expect(changed.id).toBe(owner.user.id);
  expect(holder.id).toBe(session.user.id);
  expect(await signIn.changePassword(owner, PASSWORD, RECOVERED, FROM)).toBe('done');
  expect(await signIn.withCode(session, codeOf(changed.secret), FROM)).toBe('rejected');
});

describe('the removal from the last organization', () => {
  test('ends a sign-in between password and code', async () => {
    const user = await newUser();
    const session = await afterPassword(user);
    await remove(user);
    expect(await sessionsOf(user)).toEqual([]);
    expect(await signIn.withCode(session, codeOf(user.secret), FROM)).toBe('rejected');
  });

  test('ends a sign-in while its password or code is compared', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const withPassword = interruptedBy(() => remove(user));
    expect(await withPassword.withPassword(user.email, PASSWORD, FROM)).toBe('rejected');
    const session = await afterPassword(other);
    const withCode = interruptedBy(() => remove(other));
    expect(await withCode.withCode(session, codeOf(other.secret), FROM)).toBe('rejected');
    expect([await sessionsOf(user), await sessionsOf(other)]).toEqual([[], []]);
  });

  test('ends the enrollment of a second factor', async () => {
    const user = await newUser({ enrolled: false });
    const session = await afterPassword(user);
    const { secret } = await signIn.enrollment(session);
    const [pending] = await test_.inventory.database
      .knex('sessions')
      .where({ digest: session.digest })
      .pluck<string[]>('pending');
    await remove(user);
    expect(await signIn.confirmEnrollment({ ...session, pending: pending! }, codeOf(secret), FROM)).toBe(
      'rejected',
    );
  });

  test('ends a recovery link', async () => {
    const user = await newUser();
    const { token } = (await users().recoveries.create(user.email, byOperator('operator'))) as Recovery;
    await remove(user);
    expect(await users().recoveries.find(token)).toBeUndefined();
    expect(await signIn.choosePassword(token, RECOVERED, FROM)).toBeUndefined();
  });
});
