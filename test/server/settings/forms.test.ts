// Tests the origin, the tokens and the repeated submission of forms.
import { byOperator } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { PASSWORD, addMembership, addUser, codeOf } from '../../support/users';
import { type Visitor, createVisitor, signedInVisitor } from '../../support/visitor';

let settings: TestSettings;
let admin: Visitor;
beforeAll(async () => {
  settings = await startTestSettings();
  admin = await signedInVisitor(settings.pages, settings.admin);
});
afterAll(() => settings.close());

const labels = async () =>
  (await settings.inventory.keys.list(settings.cedar.organization.id)).map(({ label }) => label);
const tokenAt = async (path: string, visitor = admin) =>
  /name="form_token" value="([^"]+)"/.exec((await visitor.get(path)).text)![1]!;
/** Returns the fields of the form for a new key. */
const newKey = async (label: string) => ({
  label,
  access: 'read_write',
  expiry: '30',
  form_token: await tokenAt(`${CEDAR}/keys/new`),
});

test.each([
  ['of another site', { origin: 'https://attacker.example' }, 400],
  ['of a page that hides its origin', { origin: 'null' }, 400],
  ['with Sec-Fetch-Site of another origin', { 'sec-fetch-site': 'same-site' }, 400],
])('rejects a form %s', async (_title, headers, status) => {
  expect((await admin.post(`${CEDAR}/keys`, await newKey('foreign'), headers)).status).toBe(status);
  expect(await labels()).not.toContain('foreign');
});

test('rejects a form without its token, or with the token of another session', async () => {
  const user = await addUser(
    settings.inventory,
    settings.cedar.organization.id,
    'second.admin@cedar.example',
  );
  const other = await signedInVisitor(settings.pages, user);
  const token = await tokenAt('/account', other);
  const key = await newKey('foreign');
  for (const form_token of ['', 'x', token])
    expect((await admin.post(`${CEDAR}/keys`, { ...key, form_token })).status).toBe(403);
  expect(await labels()).not.toContain('foreign');
});

test('rejects the sign-in form without its cookie', async () => {
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in');
  visitor.cookies.clear();
  expect((await visitor.post('/sign-in', { email: settings.admin.email, password: PASSWORD })).status).toBe(
    403,
  );
});

test('a form that is submitted twice creates one key, and shows it once', async () => {
  const key = await newKey('once');
  const responses = await Promise.all([admin.post(`${CEDAR}/keys`, key), admin.post(`${CEDAR}/keys`, key)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.filter(({ text }) => /cik_live_[0-9A-Za-z]{36}/.test(text))).toHaveLength(1);
  expect((await labels()).filter((label) => label === 'once')).toHaveLength(1);
});

test('a form that is submitted to two organizations creates one key', async () => {
  const { knex } = settings.inventory.database;
  const { other, cedar } = settings;
  await addMembership(settings.inventory, other.organization.id, settings.admin);
  const key = await newKey('both');
  const paths = [CEDAR, `/organizations/${other.organization.slug}`];
  const statuses = [];
  for (const path of paths) statuses.push((await admin.post(`${path}/keys`, key)).status);
  expect(statuses).toEqual([200, 409]);
  const lists = await Promise.all(
    [cedar, other].map((each) => settings.inventory.keys.list(each.organization.id)),
  );
  expect(lists.flat().filter(({ label }) => label === 'both')).toHaveLength(1);
  await knex('memberships')
    .where({ organization_id: other.organization.id, user_id: settings.admin.id })
    .delete();
});

test('ignores an id that a form proposes for a key', async () => {
  const [otherKey] = await settings.inventory.keys.list(settings.other.organization.id);
  const { id: organization } = settings.cedar.organization;
  for (const id of [otherKey!.id, 'operator root', '', '\u001b[31mkey']) {
    const forger = createVisitor(settings.pages);
    forger.cookies.set('__Host-form', `new key ${organization} ${id}`);
    const proof = await tokenAt('/sign-in', forger).catch(() => '');
    await admin.post(`${CEDAR}/keys`, { ...(await newKey('chosen')), new_id: `${id}.${proof}`, id });
  }
  const created = (await settings.inventory.keys.list(organization)).filter(
    ({ label }) => label === 'chosen',
  );
  expect(created).toHaveLength(4);
  for (const { id } of created) expect(id).toMatch(/^key_[0-9a-z]{26}$/);
});

test('replaces a form cookie that the server has not issued, and rejects forms with it', async () => {
  const visitor = createVisitor(settings.pages);
  for (const planted of ['planted', 'A'.repeat(43)]) {
    visitor.cookies.set('__Host-form', planted);
    expect((await visitor.post('/sign-in', { email: settings.admin.email, password: PASSWORD })).status).toBe(
      403,
    );
    await visitor.get('/sign-in');
    expect(visitor.cookies.get('__Host-form')).not.toBe(planted);
    expect((await visitor.post('/sign-in', { email: settings.admin.email, password: PASSWORD })).status).toBe(
      303,
    );
  }
});

test('rejects NUL characters, and choices that the form does not offer', async () => {
  const [key] = await settings.inventory.keys.list(settings.cedar.organization.id);
  const path = `${CEDAR}/keys/${key!.id}/rotate`;
  expect(
    (await admin.post(path, { expiry: '30', overlap: 'constructor', form_token: await tokenAt(path) }))
      .status,
  ).toBe(400);
  expect((await admin.get(`${CEDAR}/keys/key_%00/revoke`)).status).toBe(400);
  expect((await admin.get(`${CEDAR}/activity.csv?resource=a%00b`)).status).toBe(400);
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in/organization');
  expect((await visitor.post('/sign-in/organization', { email: 'a\0b' })).status).toBe(400);
});

test('limits the passwords that the holder of a one-time link may try', async () => {
  const { users } = settings.inventory;
  const linkFor = async (email: string) =>
    (
      (await users.invitations.create(
        settings.cedar.organization.id,
        { email, role: 'member', invitedBy: 'operator' },
        byOperator('operator'),
      )) as Invited
    ).token;
  const visitor = createVisitor(settings.pages);
  const choose = async (link: string, password: string) => {
    await visitor.get(`/invitations/${link}`);
    return visitor.post(`/invitations/${link}`, { password });
  };
  const [link, anotherLink] = [
    await linkFor('tries@cedar.example'),
    await linkFor('tries.not@cedar.example'),
  ];
  for (let attempt = 1; attempt <= 10; attempt++)
    expect((await choose(link, '1'.repeat(64))).status).toBe(400);
  const { status, headers, text } = await choose(link, PASSWORD);
  expect([status, Number(headers.get('retry-after')) > 14 * 60]).toEqual([429, true]);
  expect(text).toContain('Too many attempts. Try again in 1');
  expect((await choose(anotherLink, PASSWORD)).headers.get('location')).toBe('/second-factor');
});

test('a form that is sent after the end of its session states that nothing was changed', async () => {
  const visitor = await signedInVisitor(settings.pages, await settings.addAdmin('late@cedar.example'));
  await settings.inventory.database
    .knex('sessions')
    .whereIn(
      'user_id',
      settings.inventory.database.knex('users').where({ email: 'late@cedar.example' }).select('id'),
    )
    .delete();
  const response = await visitor.post(`${CEDAR}/keys`, { label: 'late', expiry: '30' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in?done=session-over']);
});

test('a rotation that is submitted twice creates one key, also when the old one has expired', async () => {
  await admin.post(`${CEDAR}/keys`, await newKey('rotated'));
  const old = (await settings.inventory.keys.list(settings.cedar.organization.id)).find(
    ({ label }) => label === 'rotated',
  )!;
  const path = `${CEDAR}/keys/${old.id}/rotate`;
  const fields = { expiry: '30', overlap: 'now', form_token: await tokenAt(path) };
  expect((await admin.post(path, fields)).status).toBe(200);
  expect((await admin.post(path, fields)).status).toBe(409);
  expect((await labels()).filter((label) => label === 'rotated')).toHaveLength(2);
});

/** The next day that no calendar has. Date would move it into the next month. */
const [NO_DAY = ''] = [0, 1]
  .flatMap((years) =>
    ['02-30', '04-31', '06-31', '09-31', '11-31'].map(
      (day) => `${new Date().getUTCFullYear() + years}-${day}`,
    ),
  )
  .filter((day) => Date.parse(day) > Date.now());

test.each([
  ['no label', { label: '  ' }, 'Enter a label'],
  ['an invisible character in the label', { label: 'a\u202eb' }, 'invisible characters'],
  ['an access that the form does not offer', { access: 'toString' }, 'Choose what the key can do'],
  ['more than 365 days', { expiry: '366' }, 'Choose when the key expires'],
  ['a day in the past', { expiry: 'date', date: '2020-01-31' }, 'Choose a day from'],
  ['a day after more than a year', { expiry: 'date', date: '2099-01-31' }, 'Choose a day from'],
  ['no day', { expiry: 'date' }, 'Choose a day from'],
  [
    'a day that does not exist',
    { expiry: 'date', date: NO_DAY },
    `&quot;${NO_DAY}&quot; is not a day of the calendar: November ${NO_DAY.slice(0, 4)} has the days 01 to 30.`,
  ],
  ['a text that is no day', { expiry: 'date', date: '31.1.2027' }, 'is not a day of the calendar.'],
])('rejects a key with %s and names the problem', async (_title, fields, sentence) => {
  const before = await labels();
  const { status, text } = await admin.post(`${CEDAR}/keys`, { ...(await newKey('kept')), ...fields });
  expect(status).toBe(400);
  expect(text).toContain(sentence);
  expect(await labels()).toEqual(before);
});

test('every step of a sign-in starts a new session and ignores a planted one', async () => {
  const user = await addUser(settings.inventory, settings.cedar.organization.id, 'fixed@cedar.example');
  const visitor = createVisitor(settings.pages);
  const planted = 'planted-by-somebody-else';
  visitor.cookies.set('__Host-session', planted);
  await visitor.get('/sign-in');
  await visitor.post('/sign-in', { email: user.email, password: PASSWORD });
  const first = visitor.cookies.get('__Host-session')!;
  await visitor.get('/sign-in/code');
  await visitor.post('/sign-in/code', { code: codeOf(user.secret) });
  const second = visitor.cookies.get('__Host-session')!;
  expect(new Set([planted, first, second]).size).toBe(3);
  for (const old of [planted, first]) {
    const thief = createVisitor(settings.pages);
    thief.cookies.set('__Host-session', old);
    expect((await thief.get(`${CEDAR}/keys`)).status).toBe(303);
  }
  expect((await visitor.get(`${CEDAR}/keys`)).status).toBe(200);
});

test('a session cookie is invalid after sign-out', async () => {
  const user = await addUser(settings.inventory, settings.cedar.organization.id, 'leaving@cedar.example');
  const visitor = await signedInVisitor(settings.pages, user);
  const kept = visitor.cookies.get('__Host-session')!;
  await visitor.get('/account');
  expect((await visitor.post('/sign-out')).headers.get('location')).toBe('/sign-in?done=signed-out');
  expect(visitor.cookies.has('__Host-session')).toBe(false);
  visitor.cookies.set('__Host-session', kept);
  expect((await visitor.get(`${CEDAR}/keys`)).status).toBe(303);
});

test.each(['/second-factor', '/sign-in/code', '/sign-in/code?next=%2Faccount'])(
  '%s redirects signed-in users to the pages, and visitors to sign-in',
  async (path) => {
    expect((await admin.get(path)).headers.get('location')).toBe('/');
    await admin.get('/account');
    expect((await admin.post(path, { code: '000000' })).headers.get('location')).toBe('/');
    expect((await createVisitor(settings.pages).get(path)).headers.get('location')).toBe('/sign-in');
    expect((await admin.get(`/sign-in?next=${encodeURIComponent(path)}`)).headers.get('location')).toBe('/');
  },
);

test.each([
  'https://attacker.example/',
  '//attacker.example/',
  '/\\attacker.example/',
  'javascript:alert(1)',
])('sign-in does not redirect to another site: %s', async (next) => {
  expect((await admin.get(`/sign-in?next=${encodeURIComponent(next)}`)).headers.get('location')).toBe('/');
});
