// Tests invitations: links for one address that work once within a week.
import { byOperator, byUser } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import { AdminRequiredError } from '../../../src/server/users/admission';
import { activityOf } from '../../support/activity';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { type TestUser, addUser } from '../../support/users';

let test_: TestInventory;
let admin: TestUser;
beforeAll(async () => {
  test_ = await openTestInventory();
  admin = await addUser(test_.inventory, test_.cedar.organization.id, 'admin@cedar-valley.example');
});
afterAll(() => test_.close());

const invitations = () => test_.inventory.users.invitations;
const cedar = () => test_.cedar.organization.id;
const by = () => byUser(admin.id, { requestId: 'req-1' });
const invite = async (email: string, role: 'admin' | 'member' = 'member') =>
  (await invitations().create(cedar(), { email, role, invitedBy: admin.email }, by())) as Invited;
const setInvitation = (id: string, fields: object) =>
  test_.inventory.database.knex('invitations').where({ id }).update(fields);

test('the link shows the invitation, lists hide the link, and the log names the inviter', async () => {
  const { id, token, expires_at } = await invite('engineer@cedar-valley.example', 'admin');
  expect(token).toMatch(/^[\w-]{43}$/);
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
  expect([days > 6.9, days <= 7]).toEqual([true, true]);
  expect(await invitations().find(token)).toEqual({
    organization: cedar(),
    id,
    slug: 'cedar-power',
    name: 'cedar power',
    email: 'engineer@cedar-valley.example',
    role: 'admin',
    hasAccount: false,
  });
  expect(await invitations().open(cedar())).toEqual([
    {
      id,
      email: 'engineer@cedar-valley.example',
      role: 'admin',
      invited_by: admin.email,
      created_at: expect.any(String),
      expires_at,
    },
  ]);
  expect(await invitations().open(test_.other.organization.id)).toEqual([]);
  const entry = (await activityOf(test_, test_.cedar)).at(-1);
  expect(entry).toMatchObject({
    actorType: 'user',
    actorId: admin.id,
    operation: 'created',
    resourceType: 'invitation',
    resourceId: id,
    requestId: 'req-1',
  });
  expect(JSON.stringify([entry, await test_.inventory.database.knex('invitations')])).not.toContain(token);
});

test('a new invitation for an address replaces the older one', async () => {
  const [older, newer] = [
    await invite('clerk@cedar-valley.example'),
    await invite('clerk@cedar-valley.example', 'admin'),
  ];
  expect([await invitations().find(older.token), (await invitations().find(newer.token))?.role]).toEqual([
    undefined,
    'admin',
  ]);
  expect((await activityOf(test_, test_.cedar)).slice(-2)).toMatchObject([
    { operation: 'revoked', resourceId: older.id },
    { operation: 'created', resourceId: newer.id },
  ]);
});

test('a member cannot be invited', async () => {
  expect(
    await invitations().create(
      cedar(),
      { email: admin.email, role: 'member', invitedBy: 'operator' },
      byOperator('operator'),
    ),
  ).toBe('member');
});

test('an invitation that is withdrawn or a week old is not found', async () => {
  const [withdrawn, old] = [
    await invite('withdrawn@cedar-valley.example'),
    await invite('old@cedar-valley.example'),
  ];
  expect(await invitations().withdraw(cedar(), withdrawn.id, by())).toBe(true);
  expect(await invitations().withdraw(cedar(), withdrawn.id, by())).toBe(false);
  await setInvitation(old.id, { expires_at: new Date().toISOString() });
  expect([
    await invitations().find(withdrawn.token),
    await invitations().find(old.token),
    await invitations().find('no such token'),
  ]).toEqual([undefined, undefined, undefined]);
  expect((await invitations().open(cedar())).map(({ id }) => id)).not.toContain(old.id);
});

test('a demoted admin can neither create nor withdraw an invitation', async () => {
  const late = await addUser(test_.inventory, cedar(), 'late@cedar-valley.example', { role: 'member' });
  const { id } = await invite('kept@cedar-valley.example');
  const before = await invitations().open(cedar());
  await expect(
    invitations().create(
      cedar(),
      { email: 'let-in@cedar-valley.example', role: 'admin', invitedBy: late.email },
      byUser(late.id, { requestId: 'req-late' }),
    ),
  ).rejects.toThrow(AdminRequiredError);
  await expect(
    invitations().withdraw(cedar(), id, byUser(late.id, { requestId: 'req-late' })),
  ).rejects.toThrow(AdminRequiredError);
  expect(await invitations().open(cedar())).toEqual(before);
});

test('an invitation of another organization cannot be withdrawn', async () => {
  const { id, token } = await invite('stays@cedar-valley.example');
  expect(await invitations().withdraw(test_.other.organization.id, id, byOperator('operator'))).toBe(false);
  expect(await invitations().find(token)).toBeDefined();
});

describe('an invitation for an existing account', () => {
  let invited: TestUser;
  beforeAll(
    async () =>
      void (invited = await addUser(
        test_.inventory,
        test_.other.organization.id,
        'both@cedar-valley.example',
      )),
  );

  test('is accepted once, by that user only, with entries by the user', async () => {
    const { id, token } = await invite(invited.email, 'admin');
    expect(await invitations().find(token)).toMatchObject({ hasAccount: true });
    expect(
      await invitations().accept(token, { user: admin, provider: null }, { requestId: 'req-2' }),
    ).toBeUndefined();
    expect(
      await invitations().accept(
        token,
        { user: invited, provider: 'https://login.example#settings' },
        { requestId: 'req-2' },
      ),
    ).toBeUndefined(); // A password could then access the membership.
    const both = await Promise.all([
      invitations().accept(token, { user: invited, provider: null }, { requestId: 'req-2' }),
      invitations().accept(token, { user: invited, provider: null }, { requestId: 'req-3' }),
    ]);
    expect(both.filter((accepted) => accepted !== undefined)).toEqual([
      { organization: cedar(), slug: 'cedar-power', name: 'cedar power', role: 'admin' },
    ]);
    expect(await invitations().find(token)).toBeUndefined();
    expect((await test_.inventory.users.memberships.of(invited.id, null)).map(({ slug }) => slug)).toEqual([
      'cedar-power',
      'other-power',
    ]);
    const entries = (await activityOf(test_, test_.cedar)).slice(-2);
    expect(entries).toMatchObject([
      { operation: 'accepted', resourceType: 'invitation', resourceId: id, actorId: invited.id },
      { operation: 'created', resourceType: 'user', resourceId: invited.id, actorId: invited.id },
    ]);
  });
});
