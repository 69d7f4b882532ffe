// Tests that the sandbox keeps invitations and their tokens as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  atOnce,
  countStatuses,
  create,
  createUser,
  everyRow,
  expectNotFound,
  expectNotModified,
  expectSafeRetries,
  expectTagToMove,
  historyOf,
  operationsOf,
  outcome,
  read,
  uniqueEmail,
} from '../../support/world';

let sandbox: Sandbox;
let client: Client;
let me: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client;
  me = (await read(client, '/users/me')).id;
});
afterAll(() => sandbox.close());

const TWO_WEEKS = 14 * 24 * 60 * 60 * 1000;
const invite = (email = uniqueEmail(), role = 'contributor') =>
  create(client, '/invitations', { email, role });
const post = (body: unknown) => client('POST', '/invitations', { body });
const accept = (token: string, fields: object = { name: 'Jordan Ellis' }) =>
  client('POST', '/invitations/accept', { body: { token, ...fields } });
const resend = (id: string) => client('POST', `/invitations/${id}/resend`);
const cancel = (id: string, headers: Record<string, string> = {}) =>
  client('DELETE', `/invitations/${id}`, { headers });
const validate = (token: string, headers: Record<string, string> = {}) =>
  client('GET', `/invitations/validate?${new URLSearchParams({ token }).toString()}`, { headers });
const list = async (query = '') => (await read(client, `/invitations${query}`)).data;
const withoutToken = (issued: object) => ({ ...issued, token: undefined });

describe('listInvitations', () => {
  it('returns invitations in order of creation, without tokens', async () => {
    const sent = [await invite(), await invite()];
    const { data, total } = await read(client, '/invitations');
    expect(data.slice(-2)).toEqual(sent.map(withoutToken));
    expect(total).toBe(data.length);
    expect(JSON.stringify(data)).not.toContain('token');
  });
  it('selects invitations by status', async () => {
    const pending = await invite();
    const accepted = await invite();
    await accept(accepted.token);
    for (const [status, { id }] of [
      ['pending', pending],
      ['accepted', accepted],
    ]) {
      const { data, total } = await read(client, `/invitations?status=${status}`);
      expect([data.at(-1).id, total]).toEqual([id, data.length]);
      expect(new Set(data.map((row: { status: string }) => row.status))).toEqual(new Set([status]));
    }
  });
  it('returns 400 for an unknown status or parameter', async () => {
    for (const [query, field] of [
      ['status=canceled', 'status'],
      ['limit=1', 'limit'],
    ])
      expect(outcome(await client('GET', `/invitations?${query}`))).toEqual([400, 'validation_error', field]);
  });
  it('returns 304 until an invitation changes', async () => {
    const { id } = await invite();
    await expectNotModified(client, '/invitations');
    await expectTagToMove(client, '/invitations', () => resend(id));
    await expectTagToMove(client, '/invitations', () => cancel(id));
  });
});

describe('createInvitation', () => {
  it('returns a pending invitation with a token that is valid for 14 days', async () => {
    const email = uniqueEmail();
    const reply = await post({ email, role: 'auditor' });
    expect(reply.status).toBe(201);
    const { id, token, createdAt, expiresAt, ...rest } = reply.body;
    expect(rest).toEqual({
      email,
      role: 'auditor',
      status: 'pending',
      invitedBy: me,
      sentAt: createdAt,
      acceptedAt: null,
      userId: null,
    });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(5000);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(TWO_WEEKS);
    expect([id, token]).toEqual([expect.stringMatching(/^inv_/), expect.stringMatching(/^[\w-]{16,200}$/)]);
    expect(reply.headers.get('location')).toBeNull();
  });
  it('returns 409 for an address that a user or a pending invitation has, in any case', async () => {
    const { email } = await createUser(client);
    const pending = await invite();
    for (const taken of [email, email.toUpperCase(), pending.email, pending.email.toUpperCase()])
      expect(outcome(await post({ email: taken, role: 'auditor' }))).toEqual([409, 'conflict']);
  });
  it('accepts the address of a canceled invitation and of a deleted user', async () => {
    const canceled = await invite();
    await cancel(canceled.id);
    expect((await post({ email: canceled.email, role: 'auditor' })).status).toBe(201);
    const accepted = await invite();
    const { body } = await accept(accepted.token);
    expect((await post({ email: accepted.email, role: 'auditor' })).status).toBe(409);
    await client('DELETE', `/users/${body.id}`);
    expect((await post({ email: accepted.email, role: 'auditor' })).status).toBe(201);
  });
  it.each([
    [{ role: 'auditor' }, 'email'],
    [{ email: 'a@cedar-valley.example' }, 'role'],
    [{ email: 'a', role: 'auditor' }, 'email'],
    [{ email: 'a@cedar-valley.example', role: 'owner' }, 'role'],
    [{ email: null, role: 'auditor' }, 'email'],
    [{ email: 'a@cedar-valley.example', role: 'auditor', token: 'x'.repeat(20) }, 'token'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    expect(outcome(await post(body))).toEqual([400, 'validation_error', field]);
  });
  it('returns the first response again for the same Idempotency-Key, with the same token', async () => {
    const email = uniqueEmail();
    const { token } = await expectSafeRetries(
      client,
      '/invitations',
      { email, role: 'auditor' },
      { email, role: 'contributor' },
    );
    expect((await validate(token)).body.valid).toBe(true);
    expect((await list()).filter((row: { email: string }) => row.email === email)).toHaveLength(1);
  });
  it('returns 201 once for 12 simultaneous requests with one address, and 409 to the others', async () => {
    const email = uniqueEmail();
    expect(countStatuses(await atOnce(12, () => post({ email, role: 'auditor' })))).toEqual({
      201: 1,
      409: 11,
    });
  });
  it('gives 40 simultaneous invitations 40 ids and 40 tokens', async () => {
    const replies = await atOnce(40, () => post({ email: uniqueEmail(), role: 'auditor' }));
    expect(countStatuses(replies)).toEqual({ 201: 40 });
    expect(new Set(replies.flatMap(({ body }) => [body.id, body.token])).size).toBe(80);
  });
  it('logs the creation with the address and the role, and never a token', async () => {
    const { id, email, token } = await invite();
    const [entry] = await historyOf(client, 'invitation', id);
    expect(entry.operation).toBe('created');
    expect(entry.changes).toEqual(
      expect.arrayContaining([
        { field: 'email', before: null, after: email },
        { field: 'role', before: null, after: 'contributor' },
      ]),
    );
    expect(JSON.stringify(entry)).not.toContain(token);
    expect(entry.changes.map(({ field }: { field: string }) => field.toLowerCase()).join()).not.toContain(
      'token',
    );
  });
});

describe('validateInvitation', () => {
  it('returns the addressee of a pending invitation', async () => {
    const { token, email, role, expiresAt } = await invite();
    const [organization] = (await read(client, '/users/me/organizations')).data;
    expect((await validate(token)).body).toEqual({
      valid: true,
      email,
      role,
      organizationName: organization.name,
      expiresAt,
    });
  });
  it('changes nothing', async () => {
    const { token } = await invite();
    const { total } = await read(client, '/activity?limit=1');
    await validate(token);
    await validate(token);
    expect((await read(client, '/activity?limit=1')).total).toBe(total);
    expect((await accept(token)).status).toBe(200);
  });
  it('returns the same response for unknown, replaced, used and canceled tokens', async () => {
    const replaced = await invite();
    await resend(replaced.id);
    const used = await invite();
    await accept(used.token);
    const canceled = await invite();
    await cancel(canceled.id);
    for (const token of ['A'.repeat(24), replaced.token, used.token, canceled.token, `${replaced.token}A`])
      expect((await validate(token)).body).toEqual({ valid: false });
  });
  it('compares tokens exactly, in upper and lower case', async () => {
    const { token } = await invite();
    const swapped = token.replace(/[a-z]/gi, (letter: string) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect((await validate(swapped)).body).toEqual({ valid: false });
    expect((await accept(swapped)).body.error).toBe('invalid_reference');
  });
  it('returns 400 for a missing, malformed or repeated token', async () => {
    const token = 'A'.repeat(24);
    const rejection = [400, 'validation_error', 'token'];
    expect(outcome(await client('GET', '/invitations/validate'))).toEqual(rejection);
    for (const value of ['', 'short', 'A'.repeat(201), `${token}%`, `${token}, ${token}`])
      expect(outcome(await validate(value))).toEqual(rejection);
    const twice = `/invitations/validate?token=${token}&token=${token}`;
    expect(outcome(await client('GET', twice))).toEqual(rejection);
  });
  it('has a tag of its own for each token, which moves when the token becomes invalid', async () => {
    const { id, token } = await invite();
    const other = (await invite()).token;
    const held = { 'If-None-Match': (await validate(token)).headers.get('etag')! };
    expect((await validate(token, held)).status).toBe(304);
    expect((await validate(other, held)).status).toBe(200);
    await cancel(id);
    expect((await validate(token, held)).status).toBe(200);
  });
});

describe('acceptInvitation', () => {
  it('activates a user with the profile, and the address and the role of the invitation', async () => {
    const { id, token, email } = await invite(uniqueEmail(), 'auditor');
    const profile = { name: 'Jordan Ellis', phone: '+1 319 555 0111', jobTitle: 'Relay Technician' };
    const { status, body, headers } = await accept(token, profile);
    expect([status, body]).toEqual([
      200,
      {
        id: body.id,
        email,
        role: 'auditor',
        ...profile,
        createdAt: body.createdAt,
        updatedAt: body.updatedAt,
      },
    ]);
    const user = await client('GET', `/users/${body.id}`);
    expect([user.body, user.headers.get('etag')]).toEqual([body, headers.get('etag')]);
    expect((await everyRow(client, '/users', 200)).at(-1)).toEqual(body);
    expect((await list()).find((row: { id: string }) => row.id === id)).toMatchObject({
      status: 'accepted',
      userId: body.id,
      acceptedAt: expect.any(String),
    });
    expect(await operationsOf(client, 'invitation', id)).toEqual(['created', 'accepted']);
    expect(await operationsOf(client, 'user', body.id)).toEqual(['created']);
  });
  it('sets phone and position to null without them', async () => {
    expect((await accept((await invite()).token)).body).toMatchObject({ phone: null, jobTitle: null });
  });
  it('returns 400 invalid_reference for an unknown, canceled or replaced token', async () => {
    const canceled = await invite();
    await cancel(canceled.id);
    const replaced = await invite();
    await resend(replaced.id);
    for (const token of ['A'.repeat(24), canceled.token, replaced.token])
      expect(outcome(await accept(token))).toEqual([400, 'invalid_reference', 'token']);
  });
  it('returns 409 for an invitation that is already accepted', async () => {
    const { token } = await invite();
    await accept(token);
    expect(outcome(await accept(token, { name: 'Another' }))).toEqual([409, 'conflict']);
  });
  it.each([
    [{ token: 'A'.repeat(24) }, 'name'],
    [{ name: 'x' }, 'token'],
    [{ token: 'short', name: 'x' }, 'token'],
    [{ token: `${'A'.repeat(20)}'`, name: 'x' }, 'token'],
    [{ token: 'A'.repeat(24), name: 'x', role: 'organization_admin' }, 'role'],
    [{ token: 'A'.repeat(24), name: 'x', email: 'x@y.example' }, 'email'],
    [{ token: 'A'.repeat(24), name: '' }, 'name'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    const reply = await client('POST', '/invitations/accept', { body });
    expect(outcome(reply)).toEqual([400, 'validation_error', field]);
  });
  it('returns 200 once for 12 simultaneous requests, 409 to the others, and creates one user', async () => {
    const { token, email } = await invite();
    expect(countStatuses(await atOnce(12, () => accept(token)))).toEqual({ 200: 1, 409: 11 });
    const rows = await everyRow(client, '/users', 200);
    expect(rows.filter((row) => row.email === email)).toHaveLength(1);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const { token } = await invite();
    await expectSafeRetries(client, '/invitations/accept', { token, name: 'Ana' }, { token, name: 'Eve' });
  });
});

describe('cancelInvitation', () => {
  it('removes the invitation from the list and makes its link invalid at once', async () => {
    const { id, token } = await invite();
    const { status, text } = await cancel(id);
    expect([status, text]).toEqual([204, '']);
    expect((await list()).map((row: { id: string }) => row.id)).not.toContain(id);
    expect((await validate(token)).body).toEqual({ valid: false });
    expect(outcome(await cancel(id))).toEqual([404, 'not_found']);
    expect(outcome(await resend(id))).toEqual([404, 'not_found']);
    expect((await operationsOf(client, 'invitation', id)).at(-1)).toBe('deleted');
  });
  it('returns 409 for an accepted invitation, which stays', async () => {
    const { id, token } = await invite();
    await accept(token);
    expect(outcome(await cancel(id))).toEqual([409, 'conflict']);
    expect((await list()).map((row: { id: string }) => row.id)).toContain(id);
  });
  it('returns 412 for another If-Match and keeps the invitation, and 204 for *', async () => {
    const { id } = await invite();
    expect(outcome(await cancel(id, { 'If-Match': '"other"' }))).toEqual([412, 'precondition_failed']);
    expect((await list()).map((row: { id: string }) => row.id)).toContain(id);
    expect((await cancel(id, { 'If-Match': '*' })).status).toBe(204);
  });
  it('returns 204 for the tag that the last response carried, and 412 for an earlier one', async () => {
    const body = { email: uniqueEmail(), role: 'auditor' };
    const created = await client('POST', '/invitations', { body });
    const { id } = created.body as { id: string };
    const first = { 'If-Match': created.headers.get('etag')! };
    const resent = await client('POST', `/invitations/${id}/resend`, { headers: first });
    const last = { 'If-Match': resent.headers.get('etag')! };
    expect([created.status, resent.status, first['If-Match'] === last['If-Match']]).toEqual([
      201,
      200,
      false,
    ]);
    expect(outcome(await cancel(id, first))).toEqual([412, 'precondition_failed']);
    expect((await cancel(id, last)).status).toBe(204);
  });
  it('has the same tag in the replay of a creation', async () => {
    const body = { email: uniqueEmail(), role: 'auditor' };
    const headers = { 'Idempotency-Key': uniqueEmail() };
    const tags = [];
    for (let attempt = 0; attempt < 2; attempt++)
      tags.push((await client('POST', '/invitations', { body, headers })).headers.get('etag'));
    expect(tags[1]).toBe(tags[0]);
  });
  it('returns 412 rather than 409 for an accepted invitation', async () => {
    const { id, token } = await invite();
    await accept(token);
    expect(outcome(await cancel(id, { 'If-Match': '"other"' }))).toEqual([412, 'precondition_failed']);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'inv', 'DELETE', (id) => `/invitations/${id}`));
  it('either cancels or accepts when both arrive at the same time', async () => {
    const { id, token } = await invite();
    const [canceled, accepted] = await Promise.all([cancel(id), accept(token)]);
    expect([
      [204, 400],
      [409, 200],
    ]).toContainEqual([canceled.status, accepted.status]);
  });
});

describe('resendInvitation', () => {
  it('returns the invitation with a new token for 14 days, and makes the earlier link invalid', async () => {
    const before = await invite();
    const { status, body } = await resend(before.id);
    expect([status, body]).toEqual([
      200,
      { ...before, token: body.token, sentAt: body.sentAt, expiresAt: body.expiresAt },
    ]);
    expect(body.token).not.toBe(before.token);
    expect(body.sentAt > before.sentAt).toBe(true);
    expect(Date.parse(body.expiresAt) - Date.parse(body.sentAt)).toBe(TWO_WEEKS);
    expect((await validate(before.token)).body).toEqual({ valid: false });
    expect((await validate(body.token)).body).toMatchObject({ valid: true, expiresAt: body.expiresAt });
    expect((await list()).find((row: { id: string }) => row.id === before.id)).toEqual(withoutToken(body));
    expect((await accept(body.token)).status).toBe(200);
  });
  it('returns 409 for an accepted invitation', async () => {
    const { id, token } = await invite();
    await accept(token);
    expect(outcome(await resend(id))).toEqual([409, 'conflict']);
  });
  it('logs the new times, and never a token', async () => {
    const { id, token } = await invite();
    const { body } = await resend(id);
    const history = await historyOf(client, 'invitation', id);
    expect(history.map(({ operation }) => operation)).toEqual(['created', 'updated']);
    for (const secret of [token, body.token]) expect(JSON.stringify(history)).not.toContain(secret);
    expect(JSON.stringify(history[1].changes)).toContain('expiresAt');
    expect(JSON.stringify(history).toLowerCase()).not.toContain('"token');
  });
  it('leaves one valid token after 12 simultaneous requests', async () => {
    const { id } = await invite();
    const replies = await atOnce(12, () => resend(id));
    expect(countStatuses(replies)).toEqual({ 200: 12 });
    const checks = await Promise.all(replies.map(({ body }) => validate(body.token)));
    expect(checks.filter(({ body }) => body.valid)).toHaveLength(1);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const { id } = await invite();
    await expectSafeRetries(client, `/invitations/${id}/resend`, undefined);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'inv', 'POST', (id) => `/invitations/${id}/resend`));
});
