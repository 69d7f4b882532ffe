// Tests each route of the Settings pages with each role. The routes come from the pages, so a new route must be
// listed here before a visitor or a Member may use it.
import { byOperator } from '../../../src/server/audit/entry';
import { type TestSettings, CEDAR, settingsRoutes, startTestSettings } from '../../support/settings';
import { addUser } from '../../support/users';
import { type Visitor, createVisitor, signedInVisitor } from '../../support/visitor';

const routes = settingsRoutes().map(({ method, path }) => `${method.toUpperCase()} ${path}`);

/** The routes before and during sign-in. All others need a session. */
const OF_VISITORS = [
  'GET /sign-in',
  'POST /sign-in',
  'GET /sign-in/code',
  'POST /sign-in/code',
  'GET /sign-in/organization',
  'POST /sign-in/organization',
  'GET /sign-in/organization/callback',
  'POST /sign-out',
  'GET /second-factor',
  'POST /second-factor',
  'GET /invitations/:token',
  'POST /invitations/:token',
  'GET /recoveries/:token',
  'POST /recoveries/:token',
];
/** The routes of the user's own account, and the front page. */
const OF_USERS = ['GET /', 'GET /account', 'POST /account/password'];
/** The routes that a Member may use. They change no record; exports add an entry to the log. */
const OF_MEMBERS = [
  'GET /organizations/:slug/inventory',
  'GET /organizations/:slug/inventory.csv',
  'GET /organizations/:slug/inventory.json',
  'GET /organizations/:slug/inventory.html',
  'GET /organizations/:slug/activity',
  'GET /organizations/:slug/activity.csv',
  'GET /organizations/:slug/activity/check',
];
const ofOrganizations = routes.filter((route) => route.includes(' /organizations/:slug'));
const ofAdmins = ofOrganizations.filter((route) => !OF_MEMBERS.includes(route));

let settings: TestSettings;
let admin: Visitor;
let member: Visitor;
let ids: { key: string; invitation: string };
beforeAll(async () => {
  settings = await startTestSettings();
  const { inventory, cedar, pages } = settings;
  const { id: organization } = cedar.organization;
  const auditor = await addUser(inventory, organization, 'auditor@cedar.example', { role: 'member' });
  const invitation = { email: 'engineer@cedar.example', role: 'admin', invitedBy: 'operator' } as const;
  const invited = await inventory.users.invitations.create(organization, invitation, byOperator('test'));
  const [key] = await inventory.keys.list(organization);
  ids = { key: key!.id, invitation: (invited as { id: string }).id };
  admin = await signedInVisitor(pages, settings.admin);
  member = await signedInVisitor(pages, auditor);
});
afterAll(() => settings.close());

/** Sends a request with a valid form token and valid fields. */
async function send(visitor: Visitor, route: string) {
  const [method, path] = route.split(' ') as [string, string];
  const filled = path
    .replace('/organizations/:slug', CEDAR)
    .replace(':id', path.includes('invitations') ? ids.invitation : ids.key)
    .replace(':user', settings.admin.id);
  if (method === 'GET') return visitor.get(filled);
  await visitor.get('/account');
  return visitor.post(filled, {
    expiry: '30',
    overlap: 'now',
    label: 'x',
    role: 'member',
    email: 'x@x.example',
  });
}

const state = async () => {
  const { keys, users } = settings.inventory;
  const { id } = settings.cedar.organization;
  return [await keys.list(id), await users.memberships.list(id), await users.invitations.open(id)];
};

test('each route needs a role that this file lists', () => {
  const listed = [...OF_VISITORS, ...OF_USERS, ...OF_MEMBERS];
  expect(listed.filter((route) => !routes.includes(route))).toEqual([]);
  expect(routes.filter((route) => !listed.includes(route))).toEqual(ofAdmins);
  expect(ofAdmins.length).toBeGreaterThan(10);
});

test('the routes of Members are reads', () => {
  expect(OF_MEMBERS.filter((route) => !route.startsWith('GET '))).toEqual([]);
});

test.each(routes.filter((route) => !OF_VISITORS.includes(route)))(
  '%s redirects a visitor to sign-in',
  async (route) => {
    const { status, headers } = await send(createVisitor(settings.pages), route);
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/sign-in(\?|$)/)]);
  },
);

test.each(ofAdmins)('%s returns 403 to a Member and changes nothing', async (route) => {
  const before = await state();
  const { status, text } = await send(member, route);
  expect([status, text]).toEqual([
    403,
    expect.stringContaining('Only Organization Admins can open this page'),
  ]);
  expect(await state()).toEqual(before);
});

test.each(OF_MEMBERS)('%s returns 200 to a Member and to an Organization Admin', async (route) => {
  expect((await send(member, route)).status).toBe(200);
  expect((await send(admin, route)).status).toBe(200);
});

test.each(ofAdmins.filter((route) => route.startsWith('GET ')))(
  '%s returns 200 to an Organization Admin',
  async (route) => {
    expect((await send(admin, route)).status).toBe(200);
  },
);

const linksIn = (text: string): string[] =>
  [...text.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, link]) => link!);

test('a Member starts at the activity, and its pages link to and submit to no other page of the organization', async () => {
  expect((await member.get('/')).headers.get('location')).toBe(`${CEDAR}/activity`);
  for (const path of [
    `${CEDAR}/inventory`,
    `${CEDAR}/activity`,
    `${CEDAR}/activity/check`,
    `${CEDAR}/keys`,
  ]) {
    const { text } = await member.get(path);
    const links = linksIn(text).filter((link) => link.startsWith(CEDAR));
    expect(links.length).toBeGreaterThan(0);
    expect([path, links.filter((link) => !/\/(inventory|activity)/.test(link))]).toEqual([path, []]);
    expect(text.match(/<form method="post" action="(?!\/sign-out")/g)).toBeNull();
  }
});

test('an Organization Admin starts at the keys', async () => {
  expect((await admin.get('/')).headers.get('location')).toBe(`${CEDAR}/keys`);
});
