// Tests members of an organization: lists, role changes, and removals.
import { byOperator, byUser } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import { AdminRequiredError } from '../../../src/server/users/admission';
import { activityOf } from '../../support/activity';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { type TestUser, addMembership, addUser } from '../../support/users';

let test_: TestInventory;
let admin: TestUser;
let member: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  test_ = await openTestInventory();
  const [cedar, other] = [test_.cedar.organization.id, test_.other.organization.id];
  admin = await addUser(test_.inventory, cedar, 'admin@cedar-valley.example');
  member = await addUser(test_.inventory, cedar, 'member@cedar-valley.example', { role: 'member' });
  outsider = await addUser(test_.inventory, other, 'admin@other.example');
  await addMembership(test_.inventory, other, admin, 'member');
});
afterAll(() => test_.close());

const memberships = () => test_.inventory.users.memberships;
const cedar = () => test_.cedar.organization.id;
const by = () => byUser(admin.id, { requestId: 'req-1' });
const roles = async () =>
  Object.fromEntries((await memberships().list(cedar())).map(({ email, role }) => [email, role]));

test('lists the members of an organization by address', async () => {
  const listed = (user: TestUser, role: string) => ({
    id: user.id,
    email: user.email,
    role,
    created_at: expect.any(String),
  });
  expect(await memberships().list(cedar())).toEqual([listed(admin, 'admin'), listed(member, 'member')]);
});

test('a user has a separate role in each organization', async () => {
  expect(await memberships().of(admin.id, null)).toEqual([
    { organization: cedar(), slug: 'cedar-power', name: 'cedar power', role: 'admin' },
    { organization: test_.other.organization.id, slug: 'other-power', name: 'other power', role: 'member' },
  ]);
});

test('a change of role appends an entry with its actor; an unchanged role appends none', async () => {
  const { length } = await activityOf(test_, test_.cedar);
  const outcomes = [];
  for (const role of ['admin', 'admin', 'member'] as const)
    outcomes.push(await memberships().setRole(cedar(), member.id, role, by()));
  expect(outcomes).toEqual(['done', 'done', 'done']);
  const entry = (before: string, after: string) => ({
    actorType: 'user',
    actorId: admin.id,
    requestId: 'req-1',
    operation: 'role_updated',
    resourceType: 'user',
    resourceId: member.id,
    changes: [{ field: 'role', before, after }],
  });
  expect((await activityOf(test_, test_.cedar)).slice(length)).toMatchObject([
    entry('member', 'admin'),
    entry('admin', 'member'),
  ]);
});

test.each([
  ['demoted', () => memberships().setRole(cedar(), admin.id, 'member', by())],
  ['removed', () => memberships().remove(cedar(), admin.id, by())],
  ['removed by an operator', () => memberships().remove(cedar(), admin.id, byOperator('operator'))],
])('the last admin cannot be %s', async (_how, change) => {
  expect(await change()).toBe('last admin');
  expect(await roles()).toEqual({ [admin.email]: 'admin', [member.email]: 'member' });
});

test('of two admins who remove each other at the same time, one remains', async () => {
  await memberships().setRole(cedar(), member.id, 'admin', by());
  const outcomes = await Promise.allSettled([
    memberships().remove(cedar(), member.id, by()),
    memberships().setRole(cedar(), admin.id, 'member', byUser(member.id, { requestId: 'req-2' })),
  ]);
  expect(outcomes).toEqual(
    expect.arrayContaining([
      { status: 'fulfilled', value: 'done' },
      { status: 'rejected', reason: expect.any(AdminRequiredError) },
    ]),
  );
  expect(Object.values(await roles()).filter((role) => role === 'admin')).toHaveLength(1);
  for (const table of ['memberships', 'records', 'record_fields'])
    await test_.inventory.database.knex(table).where({ organization_id: cedar() }).del();
  await addMembership(test_.inventory, cedar(), admin, 'admin');
  await addMembership(test_.inventory, cedar(), member, 'member');
});

test.each<[string, (by: ReturnType<typeof byUser>) => Promise<unknown>]>([
  ['promote themselves', (late) => memberships().setRole(cedar(), member.id, 'admin', late)],
  ['remove an admin', (late) => memberships().remove(cedar(), admin.id, late)],
])('a demoted admin, or an admin of another organization, cannot %s', async (_what, change) => {
  const { length } = await activityOf(test_, test_.cedar);
  for (const { id } of [member, outsider])
    await expect(change(byUser(id, { requestId: 'req-late' }))).rejects.toThrow(AdminRequiredError);
  expect(await roles()).toEqual({ [admin.email]: 'admin', [member.email]: 'member' });
  expect(await activityOf(test_, test_.cedar)).toHaveLength(length);
});

test('a user of another organization is unknown, and keeps the role', async () => {
  expect(await memberships().setRole(cedar(), outsider.id, 'admin', by())).toBe('unknown');
  expect(await memberships().remove(cedar(), outsider.id, by())).toBe('unknown');
  expect(await memberships().of(outsider.id, null)).toMatchObject([{ slug: 'other-power', role: 'admin' }]);
});

test('a removed user keeps access to other organizations only, and open invitations by the user end', async () => {
  await memberships().setRole(cedar(), member.id, 'admin', by());
  const { invitations } = test_.inventory.users;
  await invitations.create(
    cedar(),
    { email: 'second.address@cedar-valley.example', role: 'admin', invitedBy: admin.email },
    by(),
  );
  expect(await memberships().remove(cedar(), admin.id, byUser(member.id, { requestId: 'req-3' }))).toBe(
    'done',
  );
  expect(await memberships().of(admin.id, null)).toMatchObject([{ slug: 'other-power' }]);
  expect(await invitations.open(cedar())).toEqual([]);
  const [removal, withdrawn] = (await activityOf(test_, test_.cedar)).slice(-2);
  expect(withdrawn).toMatchObject({ operation: 'revoked', resourceType: 'invitation' });
  expect(removal).toMatchObject({
    actorId: member.id,
    operation: 'deleted',
    resourceType: 'user',
    resourceId: admin.id,
    requestId: 'req-3',
  });
});

describe('an open invitation for a member', () => {
  const open = async () => (await test_.inventory.users.invitations.open(cedar())).map(({ email }) => email);
  const inviteAsAdmin = async (email: string, organization = cedar()) =>
    (await test_.inventory.users.invitations.create(
      organization,
      { email, role: 'admin', invitedBy: 'operator' },
      byOperator('operator'),
    )) as Invited;
  let promoter: TestUser;
  let asked: TestUser;
  beforeAll(async () => {
    promoter = await addUser(test_.inventory, cedar(), 'promoter@cedar-valley.example');
    asked = await addUser(test_.inventory, cedar(), 'asked@cedar-valley.example', { role: 'member' });
  });
  const byAdmin = () => byUser(promoter.id, { requestId: 'req-4' });

  test.each<[string, () => Promise<unknown>]>([
    [
      'demoted',
      async () => {
        await memberships().setRole(cedar(), asked.id, 'admin', byAdmin());
        return memberships().setRole(cedar(), asked.id, 'member', byAdmin());
      },
    ],
    ['removed', () => memberships().remove(cedar(), asked.id, byAdmin())],
  ])('is withdrawn when the member is %s; other invitations stay open', async (_how, change) => {
    const { id, token } = await inviteAsAdmin(asked.email);
    const elsewhere = await inviteAsAdmin(asked.email, test_.other.organization.id);
    await inviteAsAdmin('somebody.else@cedar-valley.example');
    expect(await change()).toBe('done');
    expect((await activityOf(test_, test_.cedar)).at(-1)).toMatchObject({
      actorId: promoter.id,
      operation: 'revoked',
      resourceType: 'invitation',
      resourceId: id,
      requestId: 'req-4',
    });
    expect(
      await test_.inventory.users.invitations.accept(
        token,
        { user: asked, provider: null },
        { requestId: 'req-5' },
      ),
    ).toBeUndefined();
    expect((await roles())[asked.email]).not.toBe('admin');
    expect(await open()).toEqual(['somebody.else@cedar-valley.example']);
    expect(await test_.inventory.users.invitations.find(elsewhere.token)).toBeDefined();
  });

  test('stays open when the member is promoted', async () => {
    const promoted = await addUser(test_.inventory, cedar(), 'promoted@cedar-valley.example', {
      role: 'member',
    });
    await inviteAsAdmin(promoted.email);
    expect(await memberships().setRole(cedar(), promoted.id, 'admin', byAdmin())).toBe('done');
    expect(await open()).toContain(promoted.email);
  });
});
