// Tests that the sandbox keeps users as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { createPerson, keyOf } from '../../support/worlds';
import {
  atOnce,
  countStatuses,
  create,
  createFacility,
  createUser,
  everyRow,
  expectConditionalChanges,
  expectNotFound,
  expectNotModified,
  expectPages,
  expectSafeRetries,
  expectStablePages,
  expectTagToMove,
  historyOf,
  operationsOf,
  outcome,
  read,
  unique,
  uniqueEmail,
} from '../../support/world';

let sandbox: Sandbox;
let client: Client;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client;
});
afterAll(() => sandbox.close());

const ROLES = ['organization_admin', 'compliance_manager', 'contributor', 'auditor', 'api_user'];
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  client('PATCH', `/users/${id}`, { body, headers });
const remove = (id: string, headers: Record<string, string> = {}) =>
  client('DELETE', `/users/${id}`, { headers });
const post = (body: unknown) => client('POST', '/users', { body });
const person = (fields: object = {}) => ({ name: 'Ana', email: uniqueEmail(), role: 'auditor', ...fields });

describe('listUsers', () => {
  it('returns created users at the end, in order of creation', async () => {
    const users = [await createUser(client), await createUser(client, { role: 'api_user' })];
    const page = await read(client, '/users?limit=200');
    expect(page.data.slice(-2)).toEqual(users);
    expect(page.total).toBe(page.data.length);
  });
  it.each(ROLES)('selects the users with the role %s', async (role) => {
    const user = await createUser(client, { role });
    const { data, total } = await read(client, `/users?limit=200&role=${role}`);
    expect(data.at(-1)).toEqual(user);
    expect([new Set(data.map((row: { role: string }) => row.role)), total]).toEqual([
      new Set([role]),
      data.length,
    ]);
  });
  it('contains no deleted users', async () => {
    const { id } = await createUser(client);
    await remove(id);
    expect((await everyRow(client, '/users', 200)).map((row) => row.id)).not.toContain(id);
  });
  it('contains no users with a pending invitation', async () => {
    const email = uniqueEmail();
    await create(client, '/invitations', { email, role: 'auditor' });
    expect((await everyRow(client, '/users', 200)).map((row) => row.email)).not.toContain(email);
  });
  it('returns 400 for an unknown role or parameter', async () => {
    for (const [query, field] of [
      ['role=owner', 'role'],
      ['email=x', 'email'],
    ])
      expect(outcome(await client('GET', `/users?${query}`))).toEqual([400, 'validation_error', field]);
  });
  it('pages to the end, and returns 400 for a faulty limit and a foreign or garbled cursor', () =>
    expectPages(client, '/users', '/access-control'));
  it('hides and repeats no user when users are created and deleted between pages', () =>
    expectStablePages(
      client,
      '/users',
      () => createUser(client),
      async ({ id }) => expect((await remove(id)).status).toBe(204),
    ));
  it('returns 304 until a user changes', async () => {
    const { id } = await createUser(client, { role: 'auditor' });
    await expectNotModified(client, '/users');
    await expectTagToMove(client, '/users?role=auditor&limit=200', () => patch(id, { name: 'Changed' }));
  });
});

describe('an address with a pending invitation', () => {
  it('returns 409 for a new user and for a change of the address, in any case, and names the invitation', async () => {
    const email = uniqueEmail();
    const { id } = await create(client, '/invitations', { email, role: 'auditor' });
    const other = await createUser(client);
    const sent = email.toUpperCase();
    const message = `${sent} has the pending invitation ${id}. Resend or cancel it instead.`;
    const replies = [
      await client('POST', '/users', { body: { name: 'Ana Flores', email: sent, role: 'auditor' } }),
      await client('PATCH', `/users/${other.id}`, { body: { email: sent } }),
    ];
    for (const { status, body } of replies) expect([status, body.message]).toEqual([409, message]);
    expect((await client('DELETE', `/invitations/${id}`)).status).toBe(204);
    expect((await createUser(client, { email })).email).toBe(email);
  });
});

describe('createUser', () => {
  it('creates an account at its Location, with null for unknown phone and position', async () => {
    const fields = person();
    const reply = await post(fields);
    expect(reply.status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({ ...fields, phone: null, jobTitle: null });
    expect(updatedAt).toBe(createdAt);
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(5000);
    expect(reply.headers.get('location')).toBe(`/users/${id}`);
    const held = await client('GET', `/users/${id}`);
    expect([held.body, held.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
  });
  it('gives the account no access', async () => {
    const { id } = await createUser(client);
    expect(await read(client, `/access-control/user/${id}`)).toEqual({ data: [], total: 0 });
  });
  it('returns 409 for an e-mail address that another user has, in upper or lower case', async () => {
    const { email } = await createUser(client, { email: `Mixed.${uniqueEmail()}` });
    for (const taken of [email, email.toUpperCase(), email.toLowerCase()])
      expect(outcome(await post(person({ email: taken })))).toEqual([409, 'conflict']);
  });
  it('accepts the e-mail address of a deleted user', async () => {
    const { id, email } = await createUser(client);
    await remove(id);
    expect((await post(person({ email }))).status).toBe(201);
  });
  it.each([
    [{ name: undefined }, 'name'],
    [{ email: undefined }, 'email'],
    [{ role: undefined }, 'role'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ email: `${'x'.repeat(250)}@a.example` }, 'email'],
    [{ role: 'owner' }, 'role'],
    [{ phone: null }, 'phone'],
    [{ phone: 'x'.repeat(41) }, 'phone'],
    [{ jobTitle: '' }, 'jobTitle'],
    [{ id: 'usr_mine' }, 'id'],
    [{ createdAt: '2026-01-01T00:00:00.000Z' }, 'createdAt'],
  ])('returns 400 validation_error for %j', async (fields, field) => {
    expect(outcome(await post(person(fields)))).toEqual([400, 'validation_error', field]);
  });
  it('stores hostile names unchanged', async () => {
    for (const name of [
      "Robert'); DROP TABLE users;--",
      '<img src=x>',
      '__proto__',
      '%s%n',
      '😀'.repeat(255),
    ]) {
      const { id } = await createUser(client, { name });
      expect((await read(client, `/users/${id}`)).name).toBe(name);
    }
  });
  it('returns the first response again for the same Idempotency-Key, and creates one user', async () => {
    const fields = person();
    const { id } = await expectSafeRetries(client, '/users', fields, person());
    const rows = await everyRow(client, '/users', 200);
    expect(rows.filter(({ email }) => email === fields.email).map((row) => row.id)).toEqual([id]);
  });
  it('returns 201 once for 12 simultaneous requests with one e-mail address, and 409 to the others', async () => {
    const email = uniqueEmail();
    expect(countStatuses(await atOnce(12, () => post(person({ email }))))).toEqual({ 201: 1, 409: 11 });
  });
  it('creates 40 users with 40 ids from 40 simultaneous requests', async () => {
    const replies = await atOnce(40, () => post(person()));
    expect(countStatuses(replies)).toEqual({ 201: 40 });
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(40);
  });
  it('logs the creation with every supplied field and the request id', async () => {
    const fields = person();
    const reply = await post(fields);
    const [entry] = await historyOf(client, 'user', reply.body.id);
    expect([entry.operation, entry.requestId]).toEqual(['created', reply.headers.get('x-request-id')]);
    for (const [field, after] of Object.entries(fields))
      expect(entry.changes).toContainEqual({ field, before: null, after });
  });
});

describe('getCurrentUser', () => {
  it('returns the user behind the key, who is a user of the list', async () => {
    const me = await read(client, '/users/me');
    expect(await read(client, `/users/${me.id}`)).toEqual(me);
    expect(await everyRow(client, '/users', 200)).toContainEqual(me);
  });
  it('returns 304 until the user changes', async () => {
    const { id } = await read(client, '/users/me');
    await expectNotModified(client, '/users/me');
    await expectTagToMove(client, '/users/me', () => patch(id, { jobTitle: 'Integration' }));
  });
});

describe('getMyOrganizations', () => {
  it("returns the organization of the key with the user's role", async () => {
    const { role } = await read(client, '/users/me');
    const { data, total } = await read(client, '/users/me/organizations');
    expect(total).toBe(data.length);
    const [facility] = await read(client, '/facilities');
    expect(data).toContainEqual(expect.objectContaining({ slug: facility.organization_slug, role }));
  });
  it('returns 304 until the role of the user changes', async () => {
    const person = await createPerson(sandbox, 'contributor');
    await expectNotModified(person.client, '/users/me/organizations');
    const change = () => patch(person.id, { role: 'auditor' });
    await expectTagToMove(person.client, '/users/me/organizations', change);
    expect((await read(person.client, '/users/me/organizations')).data[0].role).toBe('auditor');
  });
});

describe('checkAccess', () => {
  it('answers for the role of the user behind the key, from the next request after a change', async () => {
    const person = await createPerson(sandbox, 'auditor');
    for (const [role, permission, allowed] of [
      ['organization_admin', 'users:write', true],
      ['compliance_manager', 'policy_documents:approve', true],
      ['compliance_manager', 'cyber_systems:write', true],
      ['compliance_manager', 'access_control:write', false],
      ['contributor', 'tasks:write', true],
      ['contributor', 'cyber_assets:write', false],
      ['auditor', 'tasks:read', true],
      ['auditor', 'tasks:write', false],
      ['auditor', 'policy_documents:approve', false],
      ['api_user', 'cyber_systems:write', true],
    ]) {
      expect((await patch(person.id, { role })).status).toBe(200);
      const path = `/users/me/check-access?permission=${permission}`;
      expect([role, permission, (await read(person.client, path)).allowed]).toEqual([
        role,
        permission,
        allowed,
      ]);
    }
  });
  it('answers for the role when one of the two resource parameters lacks', async () => {
    const path = '/users/me/check-access?permission=tasks:read';
    for (const query of ['resourceType=facility', 'resourceId=fac_1'])
      expect(await read(client, `${path}&${query}`)).toEqual(await read(client, path));
  });
  it('returns 400 for an unknown, a missing and a repeated permission', async () => {
    for (const query of [
      '?permission=everything',
      '',
      '?permission=',
      '?permission=tasks:read&permission=tasks:read',
    ])
      expect(outcome(await client('GET', `/users/me/check-access${query}`))).toEqual([
        400,
        'validation_error',
        'permission',
      ]);
  });
  it('returns 304 for its tag', () =>
    expectNotModified(client, '/users/me/check-access?permission=tasks:read'));
});

describe('getUser', () => {
  it('returns 404 for a deleted user, although other records keep the id', async () => {
    const { id } = await createUser(client);
    const task = await create(client, '/tasks', { title: 'Keep the id', assigneeId: id });
    await remove(id);
    expect(outcome(await client('GET', `/users/${id}`))).toEqual([404, 'not_found']);
    expect((await read(client, `/tasks/${task.id}`)).assigneeId).toBe(id);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'usr', 'GET', (id) => `/users/${id}`));
  it('returns 304 until the user changes', async () => {
    const { id } = await createUser(client);
    await expectNotModified(client, `/users/${id}`);
    await expectTagToMove(client, `/users/${id}`, () => patch(id, { phone: '+1 319 555 0100' }));
  });
});

describe('updateUser', () => {
  it('changes the supplied fields only, and logs them with the values before and after', async () => {
    const user = await createUser(client, { phone: '+1', jobTitle: 'Engineer' });
    const { status, body } = await patch(user.id, { name: 'New', phone: null });
    expect([status, body]).toEqual([200, { ...user, name: 'New', phone: null, updatedAt: body.updatedAt }]);
    expect(body.updatedAt > user.updatedAt).toBe(true);
    expect(await read(client, `/users/${user.id}`)).toEqual(body);
    const [, entry] = await historyOf(client, 'user', user.id);
    expect([entry.operation, entry.changes]).toEqual([
      'updated',
      expect.arrayContaining([
        { field: 'name', before: 'Ana Flores', after: 'New' },
        { field: 'phone', before: '+1', after: null },
      ]),
    ]);
    expect(entry.changes).toHaveLength(2);
  });
  it('logs a change of role as role_updated', async () => {
    const { id } = await createUser(client, { role: 'auditor' });
    await patch(id, { role: 'contributor' });
    expect(await operationsOf(client, 'user', id)).toEqual(['created', 'role_updated']);
  });
  it('changes nothing for an empty object, and logs nothing', async () => {
    const user = await createUser(client);
    const tag = (await client('GET', `/users/${user.id}`)).headers.get('etag');
    const reply = await patch(user.id, {});
    expect([reply.body, reply.headers.get('etag')]).toEqual([user, tag]);
    expect(await operationsOf(client, 'user', user.id)).toEqual(['created']);
  });
  it('returns 409 for an e-mail address that another user has, and 200 for its own in another case', async () => {
    const other = await createUser(client);
    const { id, email } = await createUser(client);
    expect(outcome(await patch(id, { email: other.email.toUpperCase() }))).toEqual([409, 'conflict']);
    expect((await patch(id, { email: email.toUpperCase() })).body.email).toBe(email.toUpperCase());
  });
  it('lets one of two users take an e-mail address at the same time', async () => {
    const email = uniqueEmail();
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(client)));
    expect(countStatuses(await atOnce(12, (index) => patch(users[index].id, { email })))).toEqual({
      200: 1,
      409: 11,
    });
  });
  it.each([
    [{ name: null }, 'name'],
    [{ email: null }, 'email'],
    [{ role: null }, 'role'],
    [{ role: 'owner' }, 'role'],
    [{ email: 'x' }, 'email'],
    [{ phone: '' }, 'phone'],
    [{ id: 'usr_x' }, 'id'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    const { id } = await createUser(client);
    expect(outcome(await patch(id, body))).toEqual([400, 'validation_error', field]);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'usr', 'PATCH', (id) => `/users/${id}`, { name: 'x' }));
  it('returns 412 for a stale If-Match, and 200 for the tag of the record', async () => {
    const { id } = await createUser(client);
    await expectConditionalChanges(client, `/users/${id}`, (headers) =>
      patch(id, { name: unique('x') }, headers),
    );
  });
  it('checks the body, the path, If-Match and rules in this order', async () => {
    const { email } = await createUser(client);
    const { id } = await createUser(client);
    const stale = { 'If-Match': '"stale"' };
    expect(outcome(await patch('usr_none', { email, role: 'x' }, stale))[0]).toBe(400);
    expect(outcome(await patch('usr_none', { email }, stale))[0]).toBe(404);
    expect(outcome(await patch(id, { email }, stale))[0]).toBe(412);
    expect(outcome(await patch(id, { email }))[0]).toBe(409);
  });
});

describe('deleteUser', () => {
  it('deletes a user, who is then 404, and is no valid reference', async () => {
    const { id, email } = await createUser(client);
    const { status, text } = await remove(id);
    expect([status, text]).toEqual([204, '']);
    expect(outcome(await remove(id))).toEqual([404, 'not_found']);
    expect(outcome(await patch(id, { name: 'x' }))).toEqual([404, 'not_found']);
    expect(outcome(await client('POST', '/tasks', { body: { title: 'x', assigneeId: id } }))).toEqual([
      400,
      'invalid_reference',
      'assigneeId',
    ]);
    const history = await historyOf(client, 'user', id);
    expect(history.map(({ operation }) => operation)).toEqual(['created', 'deleted']);
    expect(history[1].changes).toContainEqual({ field: 'email', before: email, after: null });
  });
  it('revokes all access of the user, and keeps the items as a record', async () => {
    const { id } = await createUser(client);
    const items = [];
    for (let count = 0; count < 3; count++)
      items.push(
        await create(client, '/access-control', {
          userId: id,
          resourceType: 'facility',
          resourceId: (await createFacility(client)).id,
          accessLevel: 'read',
        }),
      );
    const [first, second, third] = items.map((item) => item.id);
    const body = { accessControlItemIds: [first, second] };
    await client('POST', `/access-control/user/${id}/grant`, { body });
    await remove(id);
    const me = (await read(client, '/users/me')).id;
    for (const item of [first, second]) {
      expect(await read(client, `/access-control/${item}`)).toMatchObject({
        status: 'inactive',
        revokedBy: me,
      });
      expect(await operationsOf(client, 'access-control', item)).toEqual(['created', 'granted', 'revoked']);
    }
    expect(await operationsOf(client, 'access-control', third)).toEqual(['created']);
    const active = await everyRow(client, `/access-control?userId=${id}&status=active`);
    expect(active).toEqual([]);
    expect(outcome(await client('GET', `/access-control/user/${id}`))).toEqual([404, 'not_found']);
  });
  it('returns 412 for a stale If-Match and keeps the user, and 204 for the current tag', async () => {
    const { id } = await createUser(client);
    const stale = (await client('GET', `/users/${id}`)).headers.get('etag')!;
    await patch(id, { name: 'x' });
    expect(outcome(await remove(id, { 'If-Match': stale }))).toEqual([412, 'precondition_failed']);
    const tag = (await client('GET', `/users/${id}`)).headers.get('etag')!;
    expect((await remove(id, { 'If-Match': tag })).status).toBe(204);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'usr', 'DELETE', (id) => `/users/${id}`));
  it('returns 409 for the user behind the key, and 204 to another one', async () => {
    const person = await createPerson(sandbox, 'organization_admin');
    const reply = await person.client('DELETE', `/users/${person.id}`);
    expect([outcome(reply), reply.body.message]).toEqual([
      [409, 'conflict'],
      `${person.name} is the user behind this key. Delete this user with the key of another one.`,
    ]);
    expect((await remove(person.id)).status).toBe(204);
  });
  it('returns 401 to the keys of a deleted user from the next request', async () => {
    const person = await createPerson(sandbox, 'auditor');
    const other = await keyOf(sandbox, person.id);
    for (const each of [person, other]) expect((await each.client('GET', '/facilities')).status).toBe(200);
    expect((await remove(person.id)).status).toBe(204);
    for (const each of [person, other])
      for (const path of ['/facilities', '/users/me', '/users/me/check-access?permission=tasks:read'])
        expect(outcome(await each.client('GET', path))).toEqual([401, 'unauthorized']);
  });
  it('returns 204 once for 12 simultaneous requests, and 404 to the others', async () => {
    const { id } = await createUser(client);
    expect(countStatuses(await atOnce(12, () => remove(id)))).toEqual({ 204: 1, 404: 11 });
  });
});

describe('the last organization_admin', () => {
  const admins = async () =>
    (await everyRow(client, '/users?role=organization_admin')).map(({ id }): string => id);
  beforeEach(async () => {
    await createUser(client, { role: 'organization_admin' });
    const [, ...others] = await admins();
    for (const id of others) expect((await patch(id, { role: 'auditor' })).status).toBe(200);
  });

  it('keeps the role: updateUser returns 409, and 200 for other fields and the same role', async () => {
    const [last] = await admins();
    expect(outcome(await patch(last!, { role: 'auditor' }))).toEqual([409, 'conflict']);
    expect((await patch(last!, { name: 'Last', role: 'organization_admin' })).status).toBe(200);
    expect(await admins()).toEqual([last]);
  });
  it('is not deleted: deleteUser returns 409 until another administrator exists', async () => {
    const [last] = await admins();
    expect(outcome(await remove(last!))).toEqual([409, 'conflict']);
    await createUser(client, { role: 'organization_admin' });
    expect((await remove(last!)).status).toBe(204);
  });
  it('remains when 12 administrators are deleted and changed at the same time', async () => {
    for (let count = 0; count < 11; count++) await createUser(client, { role: 'organization_admin' });
    const ids = await admins();
    const replies = await atOnce(12, (index) =>
      index % 2 ? remove(ids[index]!) : patch(ids[index]!, { role: 'auditor' }),
    );
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
  });
});
