// Checks that an account of a stranger for an address never blocks an invitation of the owner (decision 24).
import { byOperator, byUser } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import type { Tenant } from '../../support/inventory';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { PASSWORD, codeOf } from '../../support/users';
import { type Visitor, createVisitor } from '../../support/visitor';

const OTHER = '/organizations/other-power';
const OWN_PASSWORD = 'granite walnut lantern spiral';
let settings: TestSettings;
beforeAll(async () => void (settings = await startTestSettings()));
afterAll(() => settings.close());

const users = () => settings.inventory.users;

async function linkTo(
  { organization }: Pick<Tenant, 'organization'>,
  email: string,
  role: 'admin' | 'member' = 'admin',
): Promise<string> {
  const invited = await users().invitations.create(
    organization.id,
    { email, role, invitedBy: 'operator' },
    byOperator('operator'),
  );
  return `/invitations/${(invited as Invited).token}`;
}

interface Enrolled {
  visitor: Visitor;
  secret: string;
}

/** Opens a link, chooses a password, and sets up a second factor. */
async function enroll(link: string, password: string): Promise<Enrolled> {
  const visitor = createVisitor(settings.pages);
  await visitor.get(`${link}?account=new`);
  expect((await visitor.post(link, { password })).headers.get('location')).toBe('/second-factor');
  const { text } = await visitor.get('/second-factor');
  const secret = /id="secret"[^>]*>([^<]+)</.exec(text)![1]!.replaceAll(' ', '');
  expect((await visitor.post('/second-factor', { code: codeOf(secret) })).status).toBe(200);
  return { visitor, secret };
}

async function signIn(email: string, password: string, secret: string, steps: number): Promise<Visitor> {
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in');
  expect((await visitor.post('/sign-in', { email, password })).status).toBe(303);
  await visitor.get('/sign-in/code');
  expect((await visitor.post('/sign-in/code', { code: codeOf(secret, steps) })).status).toBe(303);
  return visitor;
}

const statuses = async (visitor: Visitor) => [
  (await visitor.get(`${CEDAR}/keys`)).status,
  (await visitor.get(`${OTHER}/keys`)).status,
];

test('an invitation lets the owner choose a password, and separates the two accounts', async () => {
  const email = 'engineer@cedar.example';
  const stranger = await enroll(await linkTo(settings.other, email), PASSWORD);
  const owner = await enroll(await linkTo(settings.cedar, email), OWN_PASSWORD);
  expect([await statuses(owner.visitor), await statuses(stranger.visitor)]).toEqual([
    [200, 404],
    [404, 200],
  ]);
  expect(await statuses(await signIn(email, OWN_PASSWORD, owner.secret, 1))).toEqual([200, 404]);
  expect(await statuses(await signIn(email, PASSWORD, stranger.secret, 1))).toEqual([404, 200]);
});

test('the page of the invitation offers to sign in and to choose a password', async () => {
  const email = 'planner@cedar.example';
  await enroll(await linkTo(settings.other, email), PASSWORD);
  const link = await linkTo(settings.cedar, email);
  const { text } = await createVisitor(settings.pages).get(link);
  expect(text).toContain(`href="/sign-in?next=${encodeURIComponent(link)}"`);
  expect(text).toContain(`href="${link}?account=new"`);
  expect((await createVisitor(settings.pages).get(`${link}?account=new`)).text).toContain('name="password"');
});

test('the code selects the account when accounts of one address have the same password', async () => {
  const email = 'dispatcher@cedar.example';
  const stranger = await enroll(await linkTo(settings.other, email), PASSWORD);
  const owner = await enroll(await linkTo(settings.cedar, email), PASSWORD);
  expect(await statuses(await signIn(email, PASSWORD, owner.secret, 1))).toEqual([200, 404]);
  expect(await statuses(await signIn(email, PASSWORD, stranger.secret, 1))).toEqual([404, 200]);
});

test('rejects the code of another account with a different password', async () => {
  const email = 'operator@cedar.example';
  const stranger = await enroll(await linkTo(settings.other, email), PASSWORD);
  await enroll(await linkTo(settings.cedar, email), OWN_PASSWORD);
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email, password: OWN_PASSWORD });
  await visitor.get('/sign-in/code');
  expect((await visitor.post('/sign-in/code', { code: codeOf(stranger.secret, 1) })).status).toBe(403);
});

test('a sign-in to one account does not reset the count of wrong passwords for another one', async () => {
  const email = 'auditor@cedar.example';
  const stranger = await enroll(await linkTo(settings.other, email), PASSWORD);
  const owner = await enroll(await linkTo(settings.cedar, email), OWN_PASSWORD);
  const guesser = createVisitor(settings.pages);
  const guess = async (password: string) => {
    await guesser.get('/sign-in');
    return (await guesser.post('/sign-in', { email, password })).status;
  };
  for (let attempt = 0; attempt < 9; attempt++) expect(await guess('wrong')).toBe(403);
  await signIn(email, PASSWORD, stranger.secret, 1);
  expect(await guess('wrong')).toBe(403);
  expect(await guess(OWN_PASSWORD)).toBe(403); // The account of the owner has had its ten wrong passwords.
  expect(owner.secret).not.toBe(stranger.secret);
});

test('a removed predecessor with the same address does not block the successor, and no longer signs in', async () => {
  const email = 'compliance.desk@cedar.example';
  const { organization } = settings.cedar;
  const predecessor = await enroll(await linkTo(settings.cedar, email, 'member'), PASSWORD);
  const [account] = await users().accounts.byEmail(email);
  await users().memberships.remove(
    organization.id,
    account!.id,
    byUser(settings.admin.id, { requestId: 'req-removed' }),
  );
  const successor = await enroll(await linkTo(settings.cedar, email), OWN_PASSWORD);
  expect([await statuses(successor.visitor), await statuses(predecessor.visitor)]).toEqual([
    [200, 404],
    [404, 404],
  ]);
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in');
  expect((await visitor.post('/sign-in', { email, password: PASSWORD })).status).toBe(403);
  expect(
    (await users().memberships.list(organization.id)).filter((member) => member.email === email),
  ).toHaveLength(1);
});

test('a removed user who is still signed in joins again with the same account, and signs in to it later', async () => {
  const email = 'returning@cedar.example';
  const { visitor, secret } = await enroll(await linkTo(settings.cedar, email), PASSWORD);
  const [account] = await users().accounts.byEmail(email);
  await users().memberships.remove(
    settings.cedar.organization.id,
    account!.id,
    byUser(settings.admin.id, { requestId: 'req-removed' }),
  );
  const link = await linkTo(settings.cedar, email);
  await visitor.get(link);
  expect((await visitor.post(link)).headers.get('location')).toBe(`${CEDAR}/keys?done=joined`);
  expect(await statuses(await signIn(email, PASSWORD, secret, 1))).toEqual([200, 404]);
});

test('the link for a member of the organization chooses no password, and another account of the address does not join', async () => {
  const email = 'member@cedar.example';
  const stranger = await enroll(await linkTo(settings.other, email), PASSWORD);
  await enroll(await linkTo(settings.cedar, email, 'member'), OWN_PASSWORD);
  const link = await linkTo(settings.cedar, email, 'admin');
  expect((await stranger.visitor.get(link)).text).toContain('Sign out, then open this link again');
  await stranger.visitor.get('/sign-in/organization'); // a form for visitors without a session
  expect((await stranger.visitor.post(link, { password: 'copper meadow thunder pencil' })).text).toContain(
    'Sign out, then open this link again',
  );
  expect(await statuses(stranger.visitor)).toEqual([404, 200]);
});
