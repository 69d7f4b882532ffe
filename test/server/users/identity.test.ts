// Tests sign-in with an identity: new members, roles, and the organizations that a session can use.
import { byOperator, byUser } from '../../../src/server/audit/entry';
import type { OrganizationId } from '../../../src/base/organization';
import type { Invited } from '../../../src/server/users/invitations';
import { type SignIn, createSignIn } from '../../../src/server/users/sign-in/sign-in';
import type { IdentityAccepted } from '../../../src/server/users/sign-in/identity';
import type { Role } from '../../../src/server/users/user';
import { activityOf } from '../../support/activity';
import { type TestInventory, createTenant, openTestInventory } from '../../support/inventory';
import {
  FROM,
  PASSWORD,
  SECRET,
  type TestUser,
  addMembership,
  addUser,
  beginSession,
} from '../../support/users';

const ISSUER = 'https://login.cedar-valley.example';
const DOMAINS = ['cedar-valley.example'];
/** The issuer of cedar's provider. */
const NAME = `${ISSUER}#settings`;

let test_: TestInventory;
let signIn: SignIn;

const addProvider = (organization: string, issuer: string, clientId = 'settings', domains = DOMAINS) =>
  test_.inventory.database.knex('identity_providers').insert({
    organization_id: organization,
    issuer,
    client_id: clientId,
    domains: JSON.stringify(domains),
    created_at: new Date().toISOString(),
  });

beforeAll(async () => {
  test_ = await openTestInventory();
  signIn = createSignIn({
    ...test_.inventory,
    secret: SECRET,
    onError: (error) => {
      throw error;
    },
  });
  await addProvider(test_.cedar.organization.id, ISSUER);
});
afterAll(() => test_.close());

const users = () => test_.inventory.users;
const cedar = () => test_.cedar.organization.id;
const resultOf = (
  email: string,
  { subject = email, organization = cedar(), issuer = ISSUER, clientId = 'settings', domains = DOMAINS } = {},
) =>
  signIn.withIdentity(
    { organization, provider: { issuer, clientId, clientSecretVariable: null, domains }, subject, email },
    FROM,
  );
const withIdentity = async (...who: Parameters<typeof resultOf>) =>
  (await resultOf(...who)) as IdentityAccepted;

test('a new user becomes a member, and keeps the account, also with another address', async () => {
  const { length } = await activityOf(test_, test_.cedar);
  const first = await withIdentity('clerk@cedar-valley.example', { subject: 'clerk-1' });
  expect(first.membership).toEqual({
    organization: cedar(),
    slug: 'cedar-power',
    name: 'cedar power',
    role: 'member',
  });
  const session = (await users().sessions.find(first.token))!;
  expect(session).toMatchObject({
    stage: 'signed in',
    provider: NAME,
    user: { email: 'clerk@cedar-valley.example' },
  });
  const second = (await users().sessions.find(
    (await withIdentity('married@cedar-valley.example', { subject: 'clerk-1' })).token,
  ))!;
  expect(second.user).toEqual(session.user);
  const entry = {
    actorType: 'user',
    actorId: session.user.id,
    resourceType: 'user',
    requestId: FROM.requestId,
  };
  expect((await activityOf(test_, test_.cedar)).slice(length)).toMatchObject([
    { ...entry, operation: 'created' },
    { ...entry, operation: 'signed_in' },
    { ...entry, operation: 'signed_in' },
  ]);
});

test('a user who takes over an address does not get its account', async () => {
  await withIdentity('passed-on@cedar-valley.example', { subject: 'first' });
  expect(await resultOf('passed-on@cedar-valley.example', { subject: 'second' })).toBe('another person');
  expect((await withIdentity('passed-on@cedar-valley.example', { subject: 'first' })).membership.role).toBe(
    'member',
  );
});

test('two first sign-ins at the same time create one user', async () => {
  // The order of the two requests differs between runs.
  for (let time = 1; time <= 20; time++) {
    const email = `twice${time}@cedar-valley.example`;
    const [one, two] = await Promise.all([withIdentity(email), withIdentity(email)]);
    expect((await users().sessions.find(one.token))!.user.id).toBe(
      (await users().sessions.find(two.token))!.user.id,
    );
  }
});

test('an open invitation sets the role, and is used', async () => {
  const email = 'invited@cedar-valley.example';
  await users().invitations.create(
    cedar(),
    { email, role: 'admin', invitedBy: 'operator' },
    byOperator('operator'),
  );
  expect((await withIdentity(email)).membership.role).toBe('admin');
  expect(await users().invitations.open(cedar())).toEqual([]);
});

test('a member keeps the role', async () => {
  const { id, email } = await addUser(test_.inventory, cedar(), 'admin@cedar-valley.example');
  const { token, membership } = await withIdentity(email);
  expect([membership.role, (await users().sessions.find(token))?.user.id]).toEqual(['admin', id]);
});

test('a session can use the organizations of its provider only, and each of them logs the sign-in', async () => {
  const { organization: sister } = await createTenant(test_.inventory, 'sister');
  await addProvider(sister.id, ISSUER);
  await addProvider(test_.other.organization.id, 'https://login.other.example');
  const user = await addUser(test_.inventory, cedar(), 'everywhere@cedar-valley.example');
  for (const organization of [sister.id, test_.other.organization.id]) {
    await test_.inventory.database.knex('memberships').insert({
      organization_id: organization,
      user_id: user.id,
      role: 'admin',
      created_at: new Date().toISOString(),
    });
  }
  await withIdentity(user.email);
  const slugs = async (provider: string | null) =>
    (await users().memberships.of(user.id, provider)).map(({ slug }) => slug);
  expect([
    await slugs(NAME),
    await slugs('https://login.other.example#settings'),
    await slugs('https://login.nobody.example#settings'),
  ]).toEqual([['cedar-power', 'sister-power'], ['other-power'], []]);
  expect(await slugs(null)).toEqual(['cedar-power', 'other-power', 'sister-power']);
  expect((await activityOf(test_, { organization: sister })).at(-1)).toMatchObject({
    operation: 'signed_in',
    actorId: user.id,
  });
  expect((await activityOf(test_, test_.other)).at(-1)).not.toMatchObject({ actorId: user.id });
});

test("a stranger's local account for an address gets no access through the provider of its owner", async () => {
  const strangersAccount = await addUser(
    test_.inventory,
    test_.other.organization.id,
    'engineer@cedar-valley.example',
  );
  const { user } = (await users().sessions.find((await withIdentity(strangersAccount.email)).token))!;
  expect(user.id).not.toBe(strangersAccount.id);
  expect((await users().memberships.of(user.id, NAME)).map(({ slug }) => slug)).toEqual(['cedar-power']);
  expect(await users().memberships.of(strangersAccount.id, NAME)).toEqual([]);
  expect((await users().memberships.of(strangersAccount.id, null)).map(({ slug }) => slug)).toEqual([
    'other-power',
  ]);
});

describe('organizations with the same issuer', () => {
  const tenantWith = async (mark: string, clientId: string, domains = DOMAINS) => {
    const { organization } = await createTenant(test_.inventory, mark);
    await addProvider(organization.id, ISSUER, clientId, domains);
    return organization.id;
  };
  const organizationsFor = async (token: string) => {
    const { user, provider } = (await users().sessions.find(token))!;
    return (await users().memberships.of(user.id, provider)).map(({ slug }) => slug);
  };

  test('a session cannot use an organization with another client, or without the domain of the address', async () => {
    const [otherClient, otherDomain] = [
      await tenantWith('client', 'theirs'),
      await tenantWith('domain', 'settings', ['elsewhere.example']),
    ];
    const user = await addUser(test_.inventory, cedar(), 'consultant@cedar-valley.example');
    for (const organization of [otherClient, otherDomain])
      await addMembership(test_.inventory, organization, user);
    expect(await organizationsFor((await withIdentity(user.email)).token)).toEqual(['cedar-power']);
    expect(
      await organizationsFor(
        (await withIdentity(user.email, { organization: otherClient, clientId: 'theirs' })).token,
      ),
    ).toEqual(['client-power']);
    expect(await resultOf(user.email, { organization: otherDomain, domains: ['elsewhere.example'] })).toBe(
      'another domain',
    );
  });

  test('a user has one account when each client has its own subjects', async () => {
    const pairwise = await tenantWith('pairwise', 'pairwise');
    const firstSession = await withIdentity('dispatcher@cedar-valley.example', {
      subject: 'dispatcher here',
    });
    const secondSession = await withIdentity('dispatcher@cedar-valley.example', {
      subject: 'dispatcher there',
      organization: pairwise,
      clientId: 'pairwise',
    });
    expect((await users().sessions.find(secondSession.token))!.user).toEqual(
      (await users().sessions.find(firstSession.token))!.user,
    );
    expect(
      await resultOf('dispatcher@cedar-valley.example', {
        subject: 'dispatcher here',
        organization: pairwise,
        clientId: 'pairwise',
      }),
    ).toBe('another person');
  });
});

test('forgetting an identity ends its sessions, and links the next one to the account', async () => {
  const email = 'set.up.anew@cedar-valley.example';
  const old = await withIdentity(email, { subject: 'old' });
  expect(await resultOf(email, { subject: 'new' })).toBe('another person');
  const operator = byOperator('operator');
  expect([
    await users().identities.forget(email, operator),
    await users().identities.forget(email, operator),
    await users().identities.forget('nobody@cedar-valley.example', operator),
  ]).toEqual([true, false, undefined]);
  expect((await activityOf(test_, test_.cedar)).at(-1)).toMatchObject({
    actorType: 'operator',
    operation: 'updated',
    resourceType: 'user',
    description: expect.stringContaining(`Unlinked ${email} from ${ISSUER}`),
  });
  expect(await users().sessions.find(old.token)).toBeUndefined();
  expect((await withIdentity(email, { subject: 'new' })).membership.role).toBe('member');
  expect(await resultOf(email, { subject: 'old' })).toBe('another person');
});

test('a removed user who is invited again with a password signs in with the identity provider too', async () => {
  const email = 'returned@cedar-valley.example';
  const before = await withIdentity(email);
  const { id } = (await users().sessions.find(before.token))!.user;
  await users().memberships.remove(cedar(), id, byOperator('operator'));
  const successor = await addUser(test_.inventory, cedar(), email);
  const after = await withIdentity(email);
  expect((await users().sessions.find(after.token))!.user.id).toBe(successor.id);
  expect(await resultOf(email, { subject: 'another person of the address' })).toBe('another person');
});

describe('an organization', () => {
  let organization: OrganizationId;
  let invited: TestUser;
  const invitedEmail = 'brought@cedar-valley.example';
  const roles = async () =>
    Object.fromEntries(
      (await users().memberships.list(organization)).map(({ email, role }) => [email, role]),
    );
  const invite = (email: string, role: Role) =>
    users().invitations.create(organization, { email, role, invitedBy: 'operator' }, byOperator('operator'));
  beforeAll(async () => {
    ({
      organization: { id: organization },
    } = await createTenant(test_.inventory, 'left'));
    await addProvider(organization, ISSUER);
    invited = await addUser(test_.inventory, organization, 'invited.here@cedar-valley.example');
    await invite(invitedEmail, 'admin');
    await withIdentity(invitedEmail, { organization });
  });

  test('keeps an admin who can sign in, which excludes users of its former provider', async () => {
    const leave = () =>
      users().memberships.setRole(organization, invited.id, 'member', byOperator('operator'));
    await users().identityProviders.remove(organization, byOperator('operator'));
    expect(await leave()).toBe('last admin');
    await addProvider(organization, 'https://login.new.example', 'new', ['elsewhere.example']);
    expect(await leave()).toBe('last admin');
    await test_.inventory.database
      .knex('identity_providers')
      .where({ organization_id: organization })
      .update({ domains: JSON.stringify(DOMAINS) });
    expect(await leave()).toBe('done');
  });

  test('without its provider admits former users of the provider by an invitation of an operator', async () => {
    await users().identityProviders.remove(organization, byOperator('operator'));
    const { id } = (await users().memberships.list(organization)).find(
      ({ email }) => email === invitedEmail,
    )!;
    const user = { id, email: invitedEmail };
    expect(await users().memberships.of(id, null)).toEqual([]);
    const { token } = (await invite(invitedEmail, 'member')) as Invited;
    expect(
      await users().invitations.accept(token, { user, provider: null }, { requestId: 'req-1' }),
    ).toMatchObject({
      slug: 'left-power',
      role: 'admin',
    });
    expect(await users().memberships.of(id, null)).toMatchObject([{ slug: 'left-power', role: 'admin' }]);
    expect(await invite(invitedEmail, 'admin')).toBe('member');
  });

  test.each(['member', 'admin'] as const)(
    'keeps an invitation as %s for an admin open when the admin signs in with the provider',
    async (role) => {
      const { organization: both } = await createTenant(test_.inventory, `both-ways-${role}`);
      await addProvider(both.id, ISSUER);
      const email = `both-ways-${role}@cedar-valley.example`;
      const inviteThere = async (as: Role) =>
        (await users().invitations.create(
          both.id,
          { email, role: as, invitedBy: 'operator' },
          byOperator('operator'),
        )) as Invited;
      await inviteThere('admin');
      await withIdentity(email, { organization: both.id });
      const { token } = await inviteThere(role);
      const { length } = await activityOf(test_, { organization: both });
      const session = (await users().sessions.find(
        (await withIdentity(email, { organization: both.id })).token,
      ))!;
      expect((await activityOf(test_, { organization: both })).slice(length)).toMatchObject([
        { operation: 'signed_in' },
      ]);
      expect(await users().memberships.of(session.user.id, null)).toEqual([]);
      expect(
        await users().invitations.accept(
          token,
          { user: session.user, provider: null },
          { requestId: 'req-1' },
        ),
      ).toMatchObject({ role: 'admin' });
      expect(await users().memberships.of(session.user.id, null)).toMatchObject([
        { organization: both.id, role: 'admin' },
      ]);
    },
  );

  test("promotes a Member with an operator's invitation as admin at the next sign-in", async () => {
    await withIdentity('raised@cedar-valley.example');
    await users().invitations.create(
      cedar(),
      { email: 'raised@cedar-valley.example', role: 'admin', invitedBy: 'operator' },
      byOperator('operator'),
    );
    expect((await withIdentity('raised@cedar-valley.example')).membership.role).toBe('admin');
    expect(await users().invitations.open(cedar())).toEqual([]);
  });

  test('lets operators, but not admins, invite a Member as admin', async () => {
    const member = await addUser(test_.inventory, organization, 'member.here@cedar-valley.example', {
      role: 'member',
    });
    const { id } = (await users().memberships.list(organization)).find(
      ({ email }) => email === invitedEmail,
    )!;
    expect(
      await users().invitations.create(
        organization,
        { email: member.email, role: 'admin', invitedBy: invitedEmail },
        byUser(id, { requestId: 'req-1' }),
      ),
    ).toBe('member');
    expect(await invite(member.email, 'member')).toBe('member');
    const { token } = (await invite(member.email, 'admin')) as Invited;
    await users().invitations.accept(token, { user: member, provider: null }, { requestId: 'req-1' });
    expect(await roles()).toMatchObject({ [member.email]: 'admin' });
    expect((await test_.inventory.activity.newest(organization))[0]).toMatchObject({
      operation: 'role_updated',
      resource_id: member.id,
    });
  });
});

test('a new password ends no session of an identity provider', async () => {
  const user = await addUser(test_.inventory, cedar(), 'both.ways@cedar-valley.example');
  const { token } = await withIdentity(user.email);
  const byPassword = (await users().sessions.find(await beginSession(test_.inventory, user)))!;
  expect(await signIn.changePassword(byPassword, PASSWORD, 'granite walnut lantern spiral', FROM)).toBe(
    'done',
  );
  expect(await users().sessions.find(token)).toBeDefined();
});
