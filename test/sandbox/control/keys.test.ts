// Tests the keys of worlds: each acts for one user, in the log and in the fields that name a user.
import { verifyChain } from '../../../src/server/audit/verify-chain';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createPerson, createWorld, keyOf } from '../../support/worlds';
import { createDocument, historyOf, outcome, read } from '../../support/world';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { now: '2026-06-01T08:00:00Z' });
});
afterAll(() => sandbox.close());

const keysOf = async ({ id }: Pick<TestWorld, 'id'>) => (await control(sandbox, 'GET', `/${id}/keys`)).body;
const statusOf = async (key: string) => (await world.client('GET', '/facilities', { key })).status;

describe('POST /sandbox/worlds/{id}/keys', () => {
  it('creates a key that acts for a user of the world', async () => {
    const { id } = await createPerson(sandbox, 'auditor', world);
    const { status, body } = await control(sandbox, 'POST', `/${world.id}/keys`, { userId: id });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        key: expect.stringMatching(/^cik_test_\w{36}$/),
        userId: id,
        access: 'full',
        expiresAt: null,
        createdAt: '2026-06-01T08:00:00.000Z',
      },
    ]);
    expect((await world.client('GET', '/users/me', { key: body.key })).body.id).toBe(id);
  });

  it('names the user of the key in the log and in the fields that name a user', async () => {
    const submitter = await createPerson(sandbox, 'organization_admin', world);
    const approver = await createPerson(sandbox, 'compliance_manager', world);
    const { id } = await createDocument(submitter.client);
    const submitted = await submitter.client('POST', `/policy-documents/${id}/submit`);
    const approved = await approver.client('POST', `/policy-documents/${id}/approve`);
    expect([submitted.body.submittedBy, approved.body.approvedBy]).toEqual([submitter.id, approver.id]);
    expect((await read(world.client, `/policy-documents/${id}/versions/latest`)).approvedBy).toBe(
      approver.id,
    );
    const history = await historyOf(world.client, 'policy-document', id);
    expect(history.map(({ actorType, actorId, operation }) => [actorType, actorId, operation])).toEqual([
      ['user', submitter.id, 'created'],
      ['user', submitter.id, 'submitted'],
      ['user', approver.id, 'approved'],
    ]);
  });

  it('names the user of the key in the log of released operations', async () => {
    const person = await createPerson(sandbox, 'api_user', world);
    const [system] = (await read(world.client, '/cyber-systems')) as { id: string }[];
    const body = { name: 'PERSON-RTU01', cyber_system_id: system!.id, asset_type: 'hardware' };
    const { id } = (await person.client('POST', '/cyber-assets', { body })).body;
    await person.client('DELETE', `/cyber-assets/${id}`);
    const entries = await historyOf(world.client, 'cyber-asset', id);
    expect(entries.map(({ actorId }) => actorId)).toEqual([person.id, person.id]);
    expect(entries[0]).not.toHaveProperty('keyId');
  });

  it('keeps the key of the user in the stored log, also for planned operations', async () => {
    const { inventory } = sandbox;
    const person = await createPerson(sandbox, 'api_user', world);
    await person.client('POST', '/tasks', { body: { title: 'Inspect the relay' } });
    const facility = await person.client('POST', '/facilities', { body: { name: 'PERSON Substation' } });
    const organization = world.id;
    const rows = await inventory.activity.newest(organization, { actorId: person.id });
    expect(rows.map(({ operation, key_id }) => [operation, key_id])).toEqual([
      ['created', person.keyId],
      ['created', person.keyId],
      ['signed_in', person.keyId],
    ]);
    expect(rows[0]).toMatchObject({ resource_id: facility.body.id, actor_type: 'user' });
    expect((await verifyChain(inventory.activity, organization)).fault).toBeUndefined();
  });

  it('creates a read-only key, whose changes return 403', async () => {
    const { id } = await createPerson(sandbox, 'organization_admin', world);
    const { client } = await keyOf(sandbox, id, world.id, { access: 'read_only' });
    expect((await client('GET', '/tasks')).status).toBe(200);
    expect(outcome(await client('POST', '/tasks', { body: { title: 'x' } }))).toEqual([403, 'forbidden']);
    expect(await keysOf(world)).toContainEqual(expect.objectContaining({ userId: id, access: 'read_only' }));
  });

  it('creates a key that expires by the clock of the world', async () => {
    const moved = await createWorld(sandbox, { now: '2026-06-01T08:00:00Z' });
    const { id } = await createPerson(sandbox, 'auditor', moved);
    const { key, keyId } = await keyOf(sandbox, id, moved.id, { expiresIn: 'P30D' });
    expect(await keysOf(moved)).toContainEqual(
      expect.objectContaining({ id: keyId, expiresAt: '2026-07-01T08:00:00.000Z' }),
    );
    await control(sandbox, 'PATCH', `/${moved.id}`, { advance: 'P29D' });
    expect(await statusOf(key)).toBe(200);
    await control(sandbox, 'PATCH', `/${moved.id}`, { advance: 'P1D' });
    expect([await statusOf(key), await statusOf(moved.key)]).toEqual([401, 200]);
  });

  it('keeps the first key of a world valid for as long as the world exists', async () => {
    const old = await createWorld(sandbox);
    await control(sandbox, 'PATCH', `/${old.id}`, { advance: 'P50Y' });
    expect(await statusOf(old.key)).toBe(200);
  });

  it('records which user made each call', async () => {
    const person = await createPerson(sandbox, 'auditor', world);
    await person.client('GET', '/tasks');
    const { entries } = (await control(sandbox, 'GET', `/${world.id}/calls`)).body.log;
    expect(entries.at(-1)).toMatchObject({ _user: person.id, request: { method: 'GET' } });
  });

  it('returns 400 for an unknown user, a user of another world, and a wrong field', async () => {
    const other = await createWorld(sandbox);
    const stranger = await createPerson(sandbox, 'auditor', other);
    const { id: userId } = await read(world.client, '/users/me');
    for (const [body, error, field] of [
      [{ userId: 'usr_01kk0000000000000000000000' }, 'invalid_reference', 'userId'],
      [{ userId: stranger.id }, 'invalid_reference', 'userId'],
      [{}, 'validation_error', 'userId'],
      [{ userId, access: 'write' }, 'validation_error', 'access'],
      [{ userId, expiresIn: '30 days' }, 'validation_error', 'expiresIn'],
      [{ userId, role: 'auditor' }, 'validation_error', 'role'],
    ] as const) {
      const { status, body: fault } = await control(sandbox, 'POST', `/${world.id}/keys`, body);
      expect([status, fault.error, fault.details[0].field]).toEqual([400, error, field]);
    }
  });

  it('returns 409 for a deleted user, and 404 for an unknown world', async () => {
    const { id } = await createPerson(sandbox, 'auditor', world);
    await world.client('DELETE', `/users/${id}`);
    const gone = await control(sandbox, 'POST', `/${world.id}/keys`, { userId: id });
    expect([gone.status, gone.body.message]).toEqual([
      409,
      `The user ${id} was deleted. Create a key for another user.`,
    ]);
    expect((await control(sandbox, 'POST', '/org_none/keys', { userId: id })).status).toBe(404);
  });
});

describe('GET /sandbox/worlds/{id}/keys', () => {
  it('lists the first key and the others, without the keys themselves', async () => {
    const listed = await createWorld(sandbox, { from: 'empty' });
    const me = await read(listed.client, '/users/me');
    const person = await createPerson(sandbox, 'auditor', listed);
    const keys = await keysOf(listed);
    expect(keys.map(({ userId }: { userId: string }) => userId)).toEqual([me.id, person.id]);
    expect(keys[1].id).toBe(person.keyId);
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(['access', 'createdAt', 'expiresAt', 'id', 'userId']);
  });
});

describe('DELETE /sandbox/worlds/{id}/keys/{keyId}', () => {
  it('makes the key return 401 on the next request, and leaves the list', async () => {
    const { key, keyId } = await createPerson(sandbox, 'auditor', world);
    expect(await statusOf(key)).toBe(200);
    expect((await control(sandbox, 'DELETE', `/${world.id}/keys/${keyId}`)).status).toBe(204);
    expect(await statusOf(key)).toBe(401);
    expect(await keysOf(world)).not.toContainEqual(expect.objectContaining({ id: keyId }));
    expect((await control(sandbox, 'DELETE', `/${world.id}/keys/${keyId}`)).status).toBe(404);
  });

  it('returns 409 for the first key of a world, and 404 for a key of another world', async () => {
    const [first] = await keysOf(world);
    const refused = await control(sandbox, 'DELETE', `/${world.id}/keys/${first.id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    const other = await createWorld(sandbox);
    expect((await control(sandbox, 'DELETE', `/${other.id}/keys/${first.id}`)).status).toBe(404);
    expect(await statusOf(world.key)).toBe(200);
  });
});

describe('a reset', () => {
  it('keeps the keys: one of a later user returns 401, one of a restored user works again', async () => {
    const reset = await createWorld(sandbox);
    const { data } = await read(reset.client, '/users?role=contributor');
    const seeded = await keyOf(sandbox, data[0].id, reset.id);
    const later = await createPerson(sandbox, 'auditor', reset);
    expect((await reset.client('DELETE', `/users/${data[0].id}`)).status).toBe(204);
    expect(await statusOf(seeded.key)).toBe(401);
    await control(sandbox, 'POST', `/${reset.id}/reset`);
    expect(await Promise.all([seeded.key, later.key, reset.key].map(statusOf))).toEqual([200, 401, 200]);
  });
});
