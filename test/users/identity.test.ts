// Sign-in by an identity provider: what it makes of who comes, and how far it reaches.
import { byOperator } from '../../src/audit/actors';
import { type SignIn, createSignIn } from '../../src/users/sign-in';
import type { Entered } from '../../src/users/sign-in-identity';
import { activityOf } from '../support/activity';
import { type TestInventory, createTenant, openTestInventory } from '../support/inventory';
import { FROM, SECRET, addUser } from '../support/users';

const ISSUER = 'https://login.cedar-valley.example';

let test_: TestInventory;
let signIn: SignIn;

const addProvider = (organization: string, issuer: string) =>
  test_.inventory.database.knex('identity_providers').insert({ organization_id: organization, issuer, client_id: 'settings', domains: '["cedar-valley.example"]', created_at: new Date().toISOString() });

beforeAll(async () => {
  test_ = await openTestInventory();
  signIn = createSignIn(test_.inventory, { secret: SECRET, onError: (error) => { throw error; } });
  await addProvider(test_.cedar.organization.id, ISSUER);
});
afterAll(() => test_.close());

const users = () => test_.inventory.users;
const cedar = () => test_.cedar.organization.id;
const answerTo = (email: string, { subject = email, organization = cedar(), issuer = ISSUER } = {}) => signIn.withIdentity({ organization, issuer, subject, email }, FROM);
const withIdentity = async (...who: Parameters<typeof answerTo>) => (await answerTo(...who)) as Entered;

test('who is no member yet becomes one, and is the same user the next time, also under another address', async () => {
  const { length } = await activityOf(test_, test_.cedar);
  const first = await withIdentity('clerk@cedar-valley.example', { subject: 'clerk-1' });
  expect(first.membership).toEqual({ organization: cedar(), slug: 'cedar-power', name: 'cedar power', role: 'member' });
  const session = (await users().sessions.find(first.token))!;
  expect(session).toMatchObject({ stage: 'signed in', issuer: ISSUER, user: { email: 'clerk@cedar-valley.example' } });
  const second = (await users().sessions.find((await withIdentity('married@cedar-valley.example', { subject: 'clerk-1' })).token))!;
  expect(second.user).toEqual(session.user);
  const entry = { actorType: 'user', actorId: session.user.id, resourceType: 'user', requestId: FROM.requestId };
  expect((await activityOf(test_, test_.cedar)).slice(length)).toMatchObject([{ ...entry, operation: 'created' }, { ...entry, operation: 'signed_in' }, { ...entry, operation: 'signed_in' }]);
});

test('an address that the provider gives to somebody else does not give them the account', async () => {
  await withIdentity('passed-on@cedar-valley.example', { subject: 'first' });
  expect(await answerTo('passed-on@cedar-valley.example', { subject: 'second' })).toBe('another person');
  expect((await withIdentity('passed-on@cedar-valley.example', { subject: 'first' })).membership.role).toBe('member');
});

test('who comes for the first time in two windows at once is one user', async () => {
  // Which of them is ahead, and how far, differs from time to time.
  for (let time = 1; time <= 20; time++) {
    const email = `twice${time}@cedar-valley.example`;
    const [one, two] = await Promise.all([withIdentity(email), withIdentity(email)]);
    expect((await users().sessions.find(one.token))!.user.id).toBe((await users().sessions.find(two.token))!.user.id);
  }
});

test('an open invitation says as what, and is used with it', async () => {
  const email = 'invited@cedar-valley.example';
  await users().invitations.create(cedar(), { email, role: 'admin', invitedBy: 'operator' }, byOperator('operator'));
  expect((await withIdentity(email)).membership.role).toBe('admin');
  expect(await users().invitations.open(cedar())).toEqual([]);
});

test('a member keeps the role', async () => {
  const { id, email } = await addUser(test_.inventory, cedar(), 'admin@cedar-valley.example');
  const { token, membership } = await withIdentity(email);
  expect([membership.role, (await users().sessions.find(token))?.user.id]).toEqual(['admin', id]);
});

test('it reaches the organizations of this provider alone, and each of them is told', async () => {
  const { organization: sister } = await createTenant(test_.inventory, 'sister');
  await addProvider(sister.id, ISSUER);
  await addProvider(test_.other.organization.id, 'https://login.other.example');
  const user = await addUser(test_.inventory, cedar(), 'everywhere@cedar-valley.example');
  for (const organization of [sister.id, test_.other.organization.id]) {
    await test_.inventory.database.knex('memberships').insert({ organization_id: organization, user_id: user.id, role: 'admin', created_at: new Date().toISOString() });
  }
  await withIdentity(user.email);
  const slugs = async (issuer: string | null) => (await users().memberships.of(user.id, issuer)).map(({ slug }) => slug);
  expect([await slugs(ISSUER), await slugs('https://login.other.example'), await slugs('https://login.nobody.example')]).toEqual([['cedar-power', 'sister-power'], ['other-power'], []]);
  expect(await slugs(null)).toEqual(['cedar-power', 'other-power', 'sister-power']);
  expect((await activityOf(test_, { organization: sister })).at(-1)).toMatchObject({ operation: 'signed_in', actorId: user.id });
  expect((await activityOf(test_, test_.other)).at(-1)).not.toMatchObject({ actorId: user.id });
});

test('whoever has made a local account for somebody else’s address does not come in with it where the provider lets that person in', async () => {
  const squatted = await addUser(test_.inventory, test_.other.organization.id, 'engineer@cedar-valley.example');
  await withIdentity(squatted.email);
  expect((await users().memberships.of(squatted.id, ISSUER)).map(({ slug }) => slug)).toEqual(['cedar-power']);
  expect((await users().memberships.of(squatted.id, null)).map(({ slug }) => slug)).toEqual(['other-power']);
});
