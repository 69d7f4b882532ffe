// Tests access by organization and role, with ids of other organizations in every form and path.
import { byOperator, byUser } from '../../../src/server/audit/entry';
import { CEDAR, type TestSettings, settingsRoutes, startTestSettings } from '../../support/settings';
import { type TestUser, addMembership, addUser } from '../../support/users';
import { type Visitor, createVisitor, signedInVisitor } from '../../support/visitor';
import { until } from '../../support/until';

let settings: TestSettings;
let admin: Visitor;
let othersAdmin: TestUser;
beforeAll(async () => {
  settings = await startTestSettings();
  othersAdmin = await addUser(
    settings.inventory,
    settings.other.organization.id,
    'compliance.manager@other.example',
  );
  admin = await signedInVisitor(settings.pages, settings.admin);
});
afterAll(() => settings.close());

const OTHER = '/organizations/other-power';
const routes = settingsRoutes();
const ofOrganizations = routes.filter(({ path }) => path.startsWith('/organizations/:slug'));
const EXPIRY = { expiry: '30', overlap: 'now', label: 'x', role: 'member', email: 'x@cedar.example' };

/** Sends a request as an admin of cedar, with a valid form token. */
async function request(
  visitor: Visitor,
  method: 'get' | 'post',
  path: string,
  fields: Record<string, string> = EXPIRY,
) {
  if (method === 'get') return visitor.get(path);
  await visitor.get('/account');
  return visitor.post(path, fields);
}

test('the Settings pages have routes of organizations', () => {
  expect(ofOrganizations.length).toBeGreaterThan(12);
  expect(ofOrganizations.filter(({ path }) => path.includes('/keys/:id'))).toHaveLength(4);
});

test.each(ofOrganizations)(
  "$method $path returns the same 404 for another user's organization as for an unknown one",
  async ({ method, path }) => {
    const [key] = await settings.inventory.keys.list(settings.other.organization.id);
    const filled = (organization: string) =>
      path
        .replace('/organizations/:slug', organization)
        .replace(':id', key!.id)
        .replace(':user', othersAdmin.id);
    const existing = await request(admin, method, filled(OTHER));
    const unknown = await request(admin, method, filled('/organizations/nowhere'));
    expect([existing.status, unknown.status]).toEqual([404, 404]);
    expect(existing.text).toBe(unknown.text);
  },
);

test.each(ofOrganizations.filter(({ path }) => /:(id|user)/.test(path)))(
  '$method $path rejects ids of another organization',
  async ({ method, path }) => {
    const { keys, users } = settings.inventory;
    const { id: other } = settings.other.organization;
    const before = await keys.list(other);
    const invited = await users.invitations.create(
      other,
      { email: 'auditor@other.example', role: 'member', invitedBy: 'operator' },
      { actorType: 'operator', actorId: 'operator', requestId: null },
    );
    const id = path.includes('invitations') ? (invited as { id: string }).id : before[0]!.id;
    expect(
      (
        await request(
          admin,
          method,
          path.replace('/organizations/:slug', CEDAR).replace(':id', id).replace(':user', othersAdmin.id),
        )
      ).status,
    ).toBe(404);
    expect(await keys.list(other)).toEqual(before);
    expect((await users.memberships.list(other)).map(({ email, role }) => [email, role])).toEqual([
      [othersAdmin.email, 'admin'],
    ]);
    expect(await users.invitations.open(other)).toHaveLength(1);
  },
);

test('redirects a visitor to sign-in, and then back to the page', async () => {
  for (const { method, path } of [...ofOrganizations, { method: 'get', path: '/account' } as const]) {
    const target = path.replace(':slug', 'cedar-power').replace(/:(id|user)/, 'some');
    const { status, headers } = await createVisitor(settings.pages)[method](target);
    expect([method, path, status, headers.get('location')]).toEqual([
      method,
      path,
      303,
      method === 'get' ? `/sign-in?next=${encodeURIComponent(target)}` : '/sign-in?done=session-over',
    ]);
  }
});

test('a user has a separate role in each organization, and loses access with the role', async () => {
  const { inventory, cedar, other, pages } = settings;
  const user = await addUser(inventory, cedar.organization.id, 'consultant@cedar.example');
  await addMembership(inventory, other.organization.id, user, 'member');
  const visitor = await signedInVisitor(pages, user);
  const { status, text } = await visitor.get(`${CEDAR}/keys`);
  expect(status).toBe(200);
  expect(text).toMatch(/cedar power<small>Organization Admin[^]*other power<small>Member/);
  expect(text).toContain(`<a href="${OTHER}/activity">`);
  expect((await visitor.get(`${OTHER}/keys`)).status).toBe(403);
  expect((await visitor.get(`${OTHER}/activity`)).status).toBe(200);
  await visitor.get(`${CEDAR}/people`);
  expect((await visitor.post(`${CEDAR}/people/${user.id}/role`, { role: 'member' })).status).toBe(303);
  expect((await visitor.get(`${CEDAR}/keys`)).status).toBe(403);
});

test('a demoted user cannot change anything with requests that are in progress', async () => {
  const { memberships, invitations } = settings.inventory.users;
  const { id: cedar } = settings.cedar.organization;
  const mallory = await settings.addAdmin('mallory@cedar.example');
  const visitor = await signedInVisitor(settings.pages, mallory);
  await visitor.get(`${CEDAR}/people`);
  for (let round = 1; round <= 3; round++) {
    let isOver = false;
    const statuses: number[] = [];
    const send = async (sender: number) => {
      for (let time = 1; !isOver; time++) {
        statuses.push((await visitor.post(`${CEDAR}/people/${mallory.id}/role`, { role: 'admin' })).status);
        if (sender === 0)
          statuses.push(
            (
              await visitor.post(`${CEDAR}/people/invitations`, {
                email: `friend${round}.${time}@mallory.example`,
                role: 'admin',
              })
            ).status,
          );
        if (statuses.at(-1) === 403) return;
      }
    };
    const sending = Array.from({ length: 8 }, (_, sender) => send(sender));
    await until(async () => {
      await visitor.get('/account');
      return [200, 303].every((status) => statuses.includes(status)); // both are sent
    });
    await admin.get(`${CEDAR}/people`);
    expect(
      (await admin.post(`${CEDAR}/people/${mallory.id}/role`, { role: 'member' })).headers.get('location'),
    ).toBe(`${CEDAR}/people?done=role-changed`);
    isOver = true;
    await Promise.all(sending);
    expect((await memberships.list(cedar)).find(({ id }) => id === mallory.id)).toMatchObject({
      role: 'member',
    });
    expect((await invitations.open(cedar)).filter(({ email }) => email.endsWith('@mallory.example'))).toEqual(
      [],
    );
    expect(new Set(statuses)).toEqual(new Set([200, 303, ...(statuses.includes(403) ? [403] : [])]));
    await memberships.setRole(
      cedar,
      mallory.id,
      'admin',
      byUser(settings.admin.id, { requestId: 'req-again' }),
    );
  }
});

test('the activity page names former members and operators, but no users of other organizations', async () => {
  const formerMember = await settings.addAdmin('gone@cedar.example');
  const { memberships } = settings.inventory.users;
  await memberships.setRole(
    settings.cedar.organization.id,
    (
      await addUser(settings.inventory, settings.cedar.organization.id, 'promoted@cedar.example', {
        role: 'member',
      })
    ).id,
    'admin',
    byUser(formerMember.id, { requestId: 'req-gone' }),
  );
  await memberships.remove(settings.cedar.organization.id, formerMember.id, byOperator('night-shift'));
  const { text } = await admin.get(`${CEDAR}/activity`);
  expect(text).toContain(`<option value="${formerMember.id}">gone@cedar.example</option>`);
  expect(text).toContain('<option value="night-shift">night-shift (Operator)</option>');
  expect(text).toMatch(
    new RegExp(
      `actor=${formerMember.id}">gone@cedar\\.example</a> \\(User\\)<span class="mono"> ${formerMember.id}</span>`,
    ),
  );
  expect((await admin.get(`${CEDAR}/activity?actor=${othersAdmin.id}`)).text).not.toContain(
    othersAdmin.email,
  );
});

test('the activity filter shows the ids of users with the same e-mail address', async () => {
  const { inventory, cedar } = settings;
  const { id: organization } = cedar.organization;
  const { memberships } = inventory.users;
  const email = 'twice@cedar.example';
  const first = await addUser(inventory, organization, email);
  const changed = await addUser(inventory, organization, 'changed@cedar.example', { role: 'member' });
  await memberships.setRole(organization, changed.id, 'admin', byUser(first.id, { requestId: 'req-twice' }));
  await memberships.remove(organization, first.id, byOperator('night-shift'));
  const second = await addUser(inventory, organization, email);
  const { text } = await admin.get(`${CEDAR}/activity`);
  for (const { id } of [first, second])
    expect(text).toContain(`<option value="${id}">${email} (${id})</option>`);
  expect(text).toContain(`>${settings.admin.email}</option>`);
});
