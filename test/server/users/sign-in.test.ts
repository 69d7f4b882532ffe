// Tests sign-in with a password and a second factor.
import crypto from 'node:crypto';
import { byOperator } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import type { Recovery } from '../../../src/server/users/recoveries';
import type { Session } from '../../../src/server/users/sessions';
import { type SignIn, createSignIn } from '../../../src/server/users/sign-in/sign-in';
import { activityOf } from '../../support/activity';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import {
  FROM,
  PASSWORD,
  SECRET,
  type TestUser,
  addMembership,
  addUser,
  beginSession,
  codeOf,
} from '../../support/users';

let test_: TestInventory;
let signIn: SignIn;
beforeAll(async () => void (test_ = await openTestInventory()));
beforeEach(() => void (signIn = newSignIn()));
afterEach(() => signIn.close()); // waits for the log entries of this test
afterAll(() => test_.close());

const newSignIn = (): SignIn =>
  createSignIn({
    ...test_.inventory,
    secret: SECRET,
    onError: (error) => {
      throw error;
    },
  });

const users = () => test_.inventory.users;
const cedar = () => test_.cedar.organization.id;
/** The scrypt cost of passwords that these tests insert. */
const CHEAP_N = 2 ** 4;
let people = 0;
const newUser = (options = {}): Promise<TestUser> =>
  addUser(test_.inventory, cedar(), `person${++people}@cedar-valley.example`, options);
const sessionOf = async (token: string): Promise<Session> => (await users().sessions.find(token))!;

/** Returns the token of a step that must succeed. */
function tokenOf(answer: unknown): string {
  expect(answer).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) });
  return (answer as { token: string }).token;
}

const withPassword = async (email: string, password = PASSWORD): Promise<Session> =>
  sessionOf(tokenOf(await signIn.withPassword(email, password, FROM)));
const signedIn = async ({ email, recoveryCodes }: TestUser): Promise<Session> =>
  sessionOf(tokenOf(await signIn.withCode(await withPassword(email), recoveryCodes.pop()!, FROM)));

/** Returns the entries that `work` appends to cedar's log. */
async function appended(work: () => Promise<unknown>, tenant = test_.cedar) {
  const { length } = await activityOf(test_, tenant);
  await work();
  await signIn.close();
  return (await activityOf(test_, tenant)).slice(length);
}

test('an invitation leads to a password, a second factor and a session; the next sign-in needs both', async () => {
  const email = 'first.admin@cedar-valley.example';
  const { id, token: link } = (await users().invitations.create(
    cedar(),
    { email, role: 'admin', invitedBy: 'operator' },
    byOperator('operator'),
  )) as Invited;
  expect(await signIn.choosePassword(link, 'Password12345!', FROM)).toEqual({
    fault: expect.stringMatching(/too easy to guess/),
  });
  let codes: string[] = [];
  let secret = '';
  const entries = await appended(async () => {
    const enrolling = await sessionOf(tokenOf(await signIn.choosePassword(link, PASSWORD, FROM)));
    expect(enrolling).toMatchObject({ stage: 'enrollment', provider: null, user: { email } });
    const shown = await signIn.enrollment(enrolling);
    expect(shown.uri).toContain(shown.secret);
    ({ secret } = shown);
    const again = await sessionOf(tokenOf(await signIn.withPassword(email, PASSWORD, FROM)));
    expect(again.stage).toBe('enrollment'); // a sign-in requires a second factor
    const reloaded = (await users().sessions.find(
      tokenOf({ token: await beginSession(test_.inventory, enrolling.user, 'enrollment') }),
    ))!;
    expect((await signIn.enrollment(reloaded)).secret).not.toBe(secret); // each session has its own
    const kept = {
      ...enrolling,
      pending: (
        await test_.inventory.database.knex('sessions').where({ digest: enrolling.digest }).first('pending')
      ).pending,
    };
    expect(await signIn.enrollment(kept)).toEqual(shown);
    expect(await signIn.confirmEnrollment(kept, '000000', FROM)).toBe('rejected');
    const confirmed = await signIn.confirmEnrollment(kept, codeOf(secret), FROM);
    codes = (confirmed as { recoveryCodes: string[] }).recoveryCodes;
    expect(await sessionOf(tokenOf(confirmed))).toMatchObject({
      stage: 'signed in',
      user: { email },
      pending: null,
    });
    expect(await signIn.confirmEnrollment(kept, codeOf(secret, 1), FROM)).toBe('rejected');
    expect(
      await test_.inventory.database.knex('sessions').where({ user_id: enrolling.user.id }),
    ).toHaveLength(1); // other incomplete sessions have ended
  });
  expect(entries).toMatchObject([
    {
      operation: 'accepted',
      resourceType: 'invitation',
      resourceId: id,
      actorType: 'user',
      requestId: FROM.requestId,
    },
    {
      operation: 'created',
      resourceType: 'user',
      changes: [
        { field: 'email', after: email },
        { field: 'role', after: 'admin' },
      ],
    },
    { operation: 'updated', resourceType: 'user' },
    {
      operation: 'signed_in',
      resourceType: 'user',
      description: `${email} signed in with password and code, from ${FROM.address}.`,
    },
  ]);
  expect(new Set(entries.map(({ actorId }) => actorId)).size).toBe(1);
  expect([new Set(codes).size, await signIn.choosePassword(link, PASSWORD, FROM)]).toEqual([10, undefined]);

  const half = await withPassword(email);
  expect(half.stage).toBe('second factor');
  expect((await sessionOf(tokenOf(await signIn.withCode(half, codeOf(secret, 1), FROM)))).stage).toBe(
    'signed in',
  );
  const stored = JSON.stringify([
    await test_.inventory.database.knex('users'),
    await test_.inventory.database.knex('sessions'),
    await test_.inventory.database.knex('activity'),
  ]);
  for (const secretText of [PASSWORD, secret, link, ...codes]) expect(stored).not.toContain(secretText);
});

test('a wrong password and an unknown address return the same result; the log of a known user records it', async () => {
  const { email, id } = await newUser();
  await addMembership(test_.inventory, test_.other.organization.id, { id, email }, 'member');
  const refusals: unknown[] = [];
  const digested = jest.spyOn(crypto, 'scrypt');
  const work = async () => {
    for (const given of [email, 'nobody@cedar-valley.example', 'nobody'])
      refusals.push(await signIn.withPassword(given, 'a wrong password', FROM));
  };
  const entry = {
    operation: 'sign_in_refused',
    actorType: 'user',
    actorId: id,
    resourceType: 'user',
    resourceId: id,
    requestId: FROM.requestId,
  };
  const otherEntries = await appended(
    async () => expect(await appended(work)).toMatchObject([entry]),
    test_.other,
  );
  expect(otherEntries).toMatchObject([entry]);
  expect(refusals).toEqual(['rejected', 'rejected', 'rejected']);
  // The same work as for a user whose digest has the normal cost.
  expect(digested.mock.calls.map(([, , , options]) => options.N)).toEqual([CHEAP_N, 2 ** 17, 2 ** 17]);
  digested.mockRestore();
});

test('a user without a password is rejected like an unknown one', async () => {
  const { email, id } = await newUser();
  await test_.inventory.database.knex('users').where({ id }).update({ password: null });
  expect(await signIn.withPassword(email, PASSWORD, FROM)).toBe('rejected');
});

test('rejects even the correct password after ten wrong ones; a sign-in resets the count', async () => {
  const [user, other] = [await newUser(), await newUser()];
  for (let attempt = 0; attempt < 9; attempt++)
    expect(await signIn.withPassword(user.email, 'wrong', FROM)).toBe('rejected');
  expect((await signedIn(user)).stage).toBe('signed in');
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await signIn.withPassword(user.email.toUpperCase(), 'wrong', FROM)).toBe('rejected');
  expect(await signIn.withPassword(user.email, PASSWORD, FROM)).toEqual({ retryAfter: expect.any(Number) });
  tokenOf(await signIn.withPassword(other.email, PASSWORD, FROM));
});

test('the log records once that a user was limited', async () => {
  const [byPassword, byCode] = [await newUser(), await newUser()];
  const times = async (most: number, attempt: () => Promise<unknown>) => {
    for (let time = 0; time < most; time++) await attempt();
  };
  const atOnce = jest
    .spyOn(crypto, 'scrypt')
    .mockImplementation((_password, _salt, length, _options, done) => done(null, Buffer.alloc(length))); // a fast digest that never matches
  const entries = await appended(async () => {
    await times(13, () => signIn.withPassword(byPassword.email, 'wrong', FROM));
    await times(13, () => signIn.withPassword('locked.out.nobody@cedar-valley.example', 'wrong', FROM));
    atOnce.mockRestore();
    for (let half = 0; half < 3; half++) {
      const session = await withPassword(byCode.email);
      await times(5, () => signIn.withCode(session, 'wrong', FROM));
    }
  });
  const limitEntries = entries.filter(({ description }) => description.includes('too many'));
  expect(
    limitEntries.map(({ actorId, operation, description }) => [actorId, operation, description]),
  ).toEqual([
    [
      byPassword.id,
      'sign_in_refused',
      `Rejected a sign-in of ${byPassword.email}: there were too many wrong passwords, from ${FROM.address}.`,
    ],
    [
      byCode.id,
      'sign_in_refused',
      `Rejected a sign-in of ${byCode.email}: there were too many wrong codes, from ${FROM.address}.`,
    ],
  ]);
});

test('each step starts a new session with the time of the first, and ends the previous one', async () => {
  const user = await newUser();
  const half = tokenOf(await signIn.withPassword(user.email, PASSWORD, FROM));
  const begun = new Date(Date.now() - 3_600_000).toISOString();
  await test_.inventory.database.knex('sessions').where({ user_id: user.id }).update({ created_at: begun });
  const whole = tokenOf(await signIn.withCode(await sessionOf(half), codeOf(user.secret), FROM));
  expect(whole).not.toBe(half);
  expect([await users().sessions.find(half), (await users().sessions.find(whole))?.stage]).toEqual([
    undefined,
    'signed in',
  ]);
  expect((await sessionOf(whole)).createdAt).toBe(begun);
  const entries = await appended(async () => signIn.signOut(await sessionOf(whole), FROM));
  expect(await users().sessions.find(whole)).toBeUndefined();
  expect(entries).toEqual([
    expect.objectContaining({ operation: 'signed_out', actorId: user.id, requestId: FROM.requestId }),
  ]);
});

test('a code and a recovery code work once each, also in concurrent requests', async () => {
  const user = await newUser();
  const code = codeOf(user.secret);
  const [one, two] = [await withPassword(user.email), await withPassword(user.email)];
  const answers = await Promise.all([signIn.withCode(one, code, FROM), signIn.withCode(two, code, FROM)]);
  expect(answers.filter((answer) => answer !== 'rejected')).toHaveLength(1);
  const [recovery] = user.recoveryCodes;
  const entries = await appended(async () => {
    tokenOf(await signIn.withCode(await withPassword(user.email), recovery!.toUpperCase(), FROM));
    expect(await signIn.withCode(await withPassword(user.email), recovery!, FROM)).toBe('rejected');
  });
  expect(entries).toMatchObject([
    { operation: 'signed_in', description: expect.stringContaining('recovery code (9 left)') },
    { operation: 'sign_in_refused' },
  ]);
});

test('a code works only in a session that awaits the second factor', async () => {
  const user = await newUser();
  for (const stage of ['signed in', 'enrollment'] as const) {
    const session = await sessionOf(await beginSession(test_.inventory, user, stage));
    expect(await signIn.withCode(session, codeOf(user.secret), FROM)).toBe('rejected');
  }
  expect(await signIn.confirmEnrollment(await withPassword(user.email), codeOf(user.secret), FROM)).toBe(
    'rejected',
  );
});

test('five wrong codes end the session, and ten limit the user', async () => {
  const user = await newUser();
  const half = tokenOf(await signIn.withPassword(user.email, PASSWORD, FROM));
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await signIn.withCode(await sessionOf(half), 'wrong', FROM)).toBe('rejected');
  expect(await signIn.withCode(await sessionOf(half), codeOf(user.secret), FROM)).toBe('rejected');
  expect(await users().sessions.find(half)).toBeUndefined();
  const next = await withPassword(user.email);
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await signIn.withCode(next, 'wrong', FROM)).toBe('rejected');
  expect(await signIn.withCode(next, codeOf(user.secret), FROM)).toEqual({ retryAfter: expect.any(Number) });
});

test('a new password replaces the old one, and ends only the other sessions of the user', async () => {
  const user = await newUser();
  const [here, elsewhere, another] = [
    await signedIn(user),
    await signedIn(user),
    await signedIn(await newUser()),
  ];
  const chosen = 'granite walnut lantern spiral';
  expect(await signIn.changePassword(here, 'wrong', chosen, FROM)).toBe('rejected');
  expect(await signIn.changePassword(here, PASSWORD, user.email, FROM)).toEqual({
    fault: expect.stringMatching(/./),
  });
  const entries = await appended(async () =>
    expect(await signIn.changePassword(here, PASSWORD, chosen, FROM)).toBe('done'),
  );
  expect(entries).toMatchObject([
    {
      operation: 'updated',
      actorId: user.id,
      resourceType: 'user',
      description: expect.stringContaining('changed the password'),
    },
  ]);
  const left = await test_.inventory.database.knex('sessions').where({ user_id: user.id }).select('digest');
  expect(left).toEqual([{ digest: here.digest }]);
  expect(left).not.toContainEqual({ digest: elsewhere.digest });
  expect(await test_.inventory.database.knex('sessions').where({ digest: another.digest })).toHaveLength(1);
  expect(await signIn.withPassword(user.email, PASSWORD, FROM)).toBe('rejected');
  expect((await withPassword(user.email, chosen)).stage).toBe('second factor');
});

test('a recovery link replaces password and second factor once within an hour, and ends all sessions', async () => {
  const user = await newUser();
  const before = await signedIn(user);
  const recover = async () =>
    (await users().recoveries.create(user.email, byOperator('operator'))) as Recovery;
  const [older, newer] = [await recover(), await recover()];
  expect([await users().recoveries.find(older.token), await users().recoveries.find(newer.token)]).toEqual([
    undefined,
    { id: user.id, email: user.email },
  ]);
  const entries = await appended(async () => {
    const session = await sessionOf(
      tokenOf(await signIn.choosePassword(newer.token, 'granite walnut lantern spiral', FROM)),
    );
    expect(session).toMatchObject({ stage: 'enrollment', user: { id: user.id } });
  });
  expect(entries).toMatchObject([{ operation: 'updated', actorId: user.id, resourceId: user.id }]);
  expect(await test_.inventory.database.knex('sessions').where({ digest: before.digest })).toEqual([]);
  expect(await signIn.choosePassword(newer.token, PASSWORD, FROM)).toBeUndefined();
  expect((await withPassword(user.email, 'granite walnut lantern spiral')).stage).toBe('enrollment');
  const { token, expires_at } = await recover();
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000)).toBeLessThan(5000);
  await test_.inventory.database
    .knex('recoveries')
    .where({ user_id: user.id })
    .update({ expires_at: new Date().toISOString() });
  expect([await users().recoveries.find(token), await signIn.choosePassword(token, PASSWORD, FROM)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(
    await users().recoveries.create('nobody@cedar-valley.example', byOperator('operator')),
  ).toBeUndefined();
});

test('an invitation for an address with an account creates another account', async () => {
  const user = await newUser();
  const { token } = (await users().invitations.create(
    test_.other.organization.id,
    { email: user.email, role: 'admin', invitedBy: 'operator' },
    byOperator('operator'),
  )) as Invited;
  const created = await sessionOf(
    tokenOf(await signIn.choosePassword(token, 'granite walnut lantern spiral', FROM)),
  );
  expect(created.user).toEqual({ id: expect.any(String), email: user.email });
  expect(created.user.id).not.toBe(user.id);
  expect(await withPassword(user.email)).toMatchObject({ stage: 'second factor', user: { id: user.id } });
});
