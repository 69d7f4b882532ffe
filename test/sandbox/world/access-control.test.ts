// Tests that the sandbox keeps access control items, grants and revocations as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  atOnce,
  countStatuses,
  create,
  createDocument,
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

const PATH = '/access-control';
const facility = async () => ({ resourceType: 'facility', resourceId: (await createFacility(client)).id });
const define = async (fields: object = {}) => {
  const base = { accessLevel: 'read', ...(await facility()) };
  return { userId: (await createUser(client)).id, ...base, ...fields };
};
const item = async (fields: object = {}) => create(client, PATH, await define(fields));
const post = (body: unknown) => client('POST', PATH, { body });
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  client('PUT', `${PATH}/${id}`, { body, headers });
const remove = (id: string, headers: Record<string, string> = {}) =>
  client('DELETE', `${PATH}/${id}`, { headers });
const change = (action: 'grant' | 'revoke', userId: string, ids: unknown, fields: object = {}) =>
  client('POST', `${PATH}/user/${userId}/${action}`, { body: { accessControlItemIds: ids, ...fields } });
const activeIds = async (userId: string) => (await read(client, `${PATH}/user/${userId}`)).data;
async function granted(fields: object = {}) {
  const { id, userId } = await item(fields);
  await change('grant', userId, [id]);
  return read(client, `${PATH}/${id}`);
}
/** Returns the request that defines an item. */
const definition = ({
  userId,
  resourceType,
  resourceId,
  accessLevel,
  justification,
}: Record<string, unknown>) => ({
  userId,
  resourceType,
  resourceId,
  accessLevel,
  ...(justification === null ? {} : { justification }),
});

describe('listAccessControls', () => {
  it('returns active and inactive items in order of creation', async () => {
    const items = [await granted(), await item()];
    const page = await read(client, `${PATH}?limit=200`);
    expect([page.data.slice(-2), page.total]).toEqual([items, page.data.length]);
  });
  it('selects items by user, resource and status, alone and combined', async () => {
    const active = await granted();
    const other = await item({ userId: active.userId });
    const { userId, resourceId } = active;
    const ids = async (query: string) =>
      (await everyRow(client, `${PATH}?${query}`, 200)).map(({ id }) => id);
    expect(await ids(`userId=${userId}`)).toEqual([active.id, other.id]);
    expect(await ids(`resourceId=${resourceId}`)).toEqual([active.id]);
    expect(await ids('status=active')).toContain(active.id);
    expect(await ids('status=active')).not.toContain(other.id);
    expect(await ids(`userId=${userId}&status=inactive`)).toEqual([other.id]);
    expect(await ids(`userId=${userId}&resourceId=${other.resourceId}&status=active`)).toEqual([]);
  });
  it('returns an empty page for a filter that matches nothing', async () => {
    for (const query of ['userId=usr_none', 'resourceId=none', 'resourceId=%27%20OR%201%3D1%20--'])
      expect(await read(client, `${PATH}?${query}`)).toEqual({ data: [], total: 0 });
  });
  it('returns 400 for a malformed user id, an unknown status or an unknown parameter', async () => {
    for (const [query, field] of [
      ['userId=x', 'userId'],
      ['status=granted', 'status'],
      ['accessLevel=read', 'accessLevel'],
      [`resourceId=${'x'.repeat(69)}`, 'resourceId'],
    ])
      expect(outcome(await client('GET', `${PATH}?${query}`))).toEqual([400, 'validation_error', field]);
  });
  it('pages to the end, and returns 400 for a faulty limit and a foreign or garbled cursor', async () => {
    for (let count = 0; count < 4; count++) await item();
    await expectPages(client, PATH, '/users');
  });
  it('hides and repeats no item when items are created and deleted between pages', () =>
    expectStablePages(
      client,
      PATH,
      () => item(),
      async ({ id }) => expect((await remove(id)).status).toBe(204),
    ));
  it('keeps pages of a filter complete when a grant moves an item out of it between pages', async () => {
    const { id: userId } = await createUser(client);
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push((await item({ userId })).id);
    const query = `${PATH}?userId=${userId}&status=inactive`;
    const page = await read(client, `${query}&limit=2`);
    await change('grant', userId, ids.slice(0, 1));
    const rest = await read(client, `${query}&limit=2&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(rest.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  });
  it('returns 304 until an item changes', async () => {
    const { id, userId } = await item();
    await expectNotModified(client, PATH);
    await expectTagToMove(client, `${PATH}?userId=${userId}`, () => change('grant', userId, [id]));
  });
});

describe('createAccessControl', () => {
  it('creates an inactive item at its Location, which gives no access', async () => {
    const body = await define({ justification: 'Maintains the RTUs.' });
    const reply = await post(body);
    expect(reply.status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({
      ...body,
      status: 'inactive',
      grantedAt: null,
      grantedBy: null,
      revokedAt: null,
      revokedBy: null,
    });
    expect([updatedAt, Math.abs(Date.parse(createdAt) - Date.now()) < 5000]).toEqual([createdAt, true]);
    expect(reply.headers.get('location')).toBe(`${PATH}/${id}`);
    const held = await client('GET', `${PATH}/${id}`);
    expect([held.body, held.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect(await activeIds(body.userId)).toEqual([]);
  });
  it('has a justification of null when none was given', async () => {
    expect((await item()).justification).toBeNull();
  });
  it('accepts resources of each kind', async () => {
    const [center] = await read(client, '/control-centers');
    const [system] = await read(client, '/cyber-systems');
    const [asset] = await read(client, '/cyber-assets');
    const document = await createDocument(client);
    for (const [resourceType, { id: resourceId }] of [
      ['control_center', center],
      ['cyber_system', system],
      ['cyber_asset', asset],
      ['policy_document', document],
    ])
      expect(await item({ resourceType, resourceId })).toMatchObject({ resourceType, resourceId });
  });
  it('returns 400 invalid_reference for an unknown user or resource, or a resource of another kind', async () => {
    const document = await createDocument(client);
    for (const [fields, field] of [
      [{ userId: 'usr_none' }, 'userId'],
      [{ userId: document.id }, 'userId'],
      [{ resourceId: 'fac_none' }, 'resourceId'],
      [{ resourceId: document.id }, 'resourceId'],
      [{ resourceType: 'cyber_system' }, 'resourceId'],
      [{ resourceType: 'policy_document', resourceId: me }, 'resourceId'],
    ] as const)
      expect(outcome(await post(await define(fields)))).toEqual([400, 'invalid_reference', field]);
  });
  it('returns 400 invalid_reference for a deleted user or resource', async () => {
    const { id: userId } = await createUser(client);
    await client('DELETE', `/users/${userId}`);
    const { id: resourceId } = await createFacility(client);
    await client('DELETE', `/facilities/${resourceId}`);
    expect(outcome(await post(await define({ userId })))).toEqual([400, 'invalid_reference', 'userId']);
    expect(outcome(await post(await define({ resourceId })))).toEqual([
      400,
      'invalid_reference',
      'resourceId',
    ]);
  });
  it('returns 409 for a second item with the same user and resource, also of another level', async () => {
    const body = definition(await item());
    expect(outcome(await post(body))).toEqual([409, 'conflict']);
    expect(outcome(await post({ ...body, accessLevel: 'edit' }))).toEqual([409, 'conflict']);
  });
  it('accepts the same user and resource again after the item is deleted', async () => {
    const first = await item();
    await remove(first.id);
    expect((await post(definition(first))).status).toBe(201);
  });
  it.each([
    [{ userId: undefined }, 'userId'],
    [{ resourceType: undefined }, 'resourceType'],
    [{ resourceId: undefined }, 'resourceId'],
    [{ accessLevel: undefined }, 'accessLevel'],
    [{ accessLevel: 'admin' }, 'accessLevel'],
    [{ resourceType: 'task' }, 'resourceType'],
    [{ justification: null }, 'justification'],
    [{ justification: '' }, 'justification'],
    [{ status: 'active' }, 'status'],
  ])('returns 400 validation_error for %j', async (fields, field) => {
    expect(outcome(await post(await define(fields)))).toEqual([400, 'validation_error', field]);
  });
  it('returns 201 once for 12 simultaneous requests with one definition, and 409 to the others', async () => {
    const body = await define();
    expect(countStatuses(await atOnce(12, () => post(body)))).toEqual({ 201: 1, 409: 11 });
  });
  it('creates 40 items with 40 ids from 40 simultaneous requests', async () => {
    const bodies: object[] = [];
    for (let count = 0; count < 40; count++) bodies.push(await define());
    const replies = await atOnce(40, (index) => post(bodies[index]));
    expect(countStatuses(replies)).toEqual({ 201: 40 });
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(40);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const body = await define();
    const { id } = await expectSafeRetries(client, PATH, body, { ...body, accessLevel: 'edit' });
    expect(await operationsOf(client, 'access-control', id)).toEqual(['created']);
  });
});

describe('getAccessControl', () => {
  it('returns the item with its last grant and revocation', async () => {
    const { id, userId } = await item();
    await change('grant', userId, [id]);
    const { grantedAt } = await read(client, `${PATH}/${id}`);
    await change('revoke', userId, [id]);
    expect(await read(client, `${PATH}/${id}`)).toMatchObject({
      status: 'inactive',
      grantedAt,
      grantedBy: me,
      revokedAt: expect.any(String),
      revokedBy: me,
    });
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'ac', 'GET', (id) => `${PATH}/${id}`));
  it('returns 304 until the item changes', async () => {
    const { id, userId } = await item();
    await expectNotModified(client, `${PATH}/${id}`);
    await expectTagToMove(client, `${PATH}/${id}`, () => change('grant', userId, [id]));
    await expectTagToMove(client, `${PATH}/${id}`, () => change('revoke', userId, [id]));
  });
});

describe('updateAccessControl', () => {
  it('replaces the definition, and an omitted justification becomes null', async () => {
    const before = await item({ justification: 'Before' });
    const body = { ...(await define({ userId: before.userId })), accessLevel: 'edit' };
    const reply = await put(before.id, body);
    expect([reply.status, reply.body]).toEqual([
      200,
      { ...before, ...body, justification: null, updatedAt: reply.body.updatedAt },
    ]);
    expect(reply.body.updatedAt > before.updatedAt).toBe(true);
    expect(await read(client, `${PATH}/${before.id}`)).toEqual(reply.body);
    const [, entry] = await historyOf(client, 'access-control', before.id);
    expect(entry.operation).toBe('updated');
    expect(entry.changes).toContainEqual({ field: 'justification', before: 'Before', after: null });
  });
  it('keeps a grant while user, resource and level stay the same', async () => {
    const active = await granted();
    const { body } = await put(active.id, { ...definition(active), justification: 'Confirmed' });
    expect(body).toEqual({ ...active, justification: 'Confirmed', updatedAt: body.updatedAt });
    expect(await activeIds(active.userId)).toEqual([active.id]);
  });
  it('makes the item inactive when user, resource or level changes, until it is granted again', async () => {
    for (const fields of [
      { accessLevel: 'edit' },
      await facility(),
      { userId: (await createUser(client)).id },
      { resourceType: 'policy_document', resourceId: (await createDocument(client)).id },
    ]) {
      const active = await granted();
      const { body } = await put(active.id, { ...definition(active), ...fields });
      expect([body.status, await activeIds(active.userId)]).toEqual(['inactive', []]);
      expect((await change('grant', body.userId, [active.id])).body.items[0].status).toBe('active');
    }
  });
  it('returns 400 invalid_reference for an unknown user or resource', async () => {
    const before = await item();
    for (const [fields, field] of [
      [{ userId: 'usr_none' }, 'userId'],
      [{ resourceId: 'fac_none' }, 'resourceId'],
      [{ resourceType: 'control_center' }, 'resourceId'],
    ] as const)
      expect(outcome(await put(before.id, { ...definition(before), ...fields }))).toEqual([
        400,
        'invalid_reference',
        field,
      ]);
    expect(await read(client, `${PATH}/${before.id}`)).toEqual(before);
  });
  it('returns 409 when another item has this user and resource', async () => {
    const first = await item();
    const second = await item({ userId: first.userId });
    expect(outcome(await put(second.id, definition(first)))).toEqual([409, 'conflict']);
  });
  it.each(['userId', 'resourceType', 'resourceId', 'accessLevel'])(
    'returns 400 validation_error without %s',
    async (field) => {
      const before = await item();
      const reply = await put(before.id, { ...definition(before), [field]: undefined });
      expect(outcome(reply)).toEqual([400, 'validation_error', field]);
    },
  );
  it('returns 404 for an unknown id', async () =>
    expectNotFound(client, 'ac', 'PUT', (id) => `${PATH}/${id}`, await define()));
  it('returns 412 for a stale If-Match, and 200 for the tag of the record', async () => {
    const { id, ...rest } = await item();
    await expectConditionalChanges(client, `${PATH}/${id}`, (headers) =>
      put(id, { ...definition(rest), justification: unique('Need') }, headers),
    );
  });
  it('checks the body, the path, references, If-Match and rules in this order', async () => {
    const first = await item();
    const second = await item({ userId: first.userId });
    const stale = { 'If-Match': '"stale"' };
    const taken = definition(first);
    const bad = { ...taken, userId: 'usr_none' };
    expect(outcome(await put('ac_none', { ...bad, x: 1 }, stale))[1]).toBe('validation_error');
    expect(outcome(await put('ac_none', bad, stale))[1]).toBe('not_found');
    expect(outcome(await put(second.id, bad, stale))[1]).toBe('invalid_reference');
    expect(outcome(await put(second.id, taken, stale))[1]).toBe('precondition_failed');
    expect(outcome(await put(second.id, taken))[1]).toBe('conflict');
  });
});

describe('deleteAccessControl', () => {
  it('deletes an item and its grant, also an active one, and is then 404', async () => {
    const { id, userId } = await granted();
    const { status, text } = await remove(id);
    expect([status, text]).toEqual([204, '']);
    expect(outcome(await remove(id))).toEqual([404, 'not_found']);
    expect(outcome(await client('GET', `${PATH}/${id}`))).toEqual([404, 'not_found']);
    expect(await activeIds(userId)).toEqual([]);
    expect(outcome(await change('grant', userId, [id])).slice(0, 2)).toEqual([400, 'invalid_reference']);
    expect((await everyRow(client, `${PATH}?userId=${userId}`)).length).toBe(0);
    expect(await operationsOf(client, 'access-control', id)).toEqual(['created', 'granted', 'deleted']);
  });
  it('returns 412 for a stale If-Match and keeps the item, and 204 for the current tag', async () => {
    const { id, userId } = await item();
    const stale = (await client('GET', `${PATH}/${id}`)).headers.get('etag')!;
    await change('grant', userId, [id]);
    expect(outcome(await remove(id, { 'If-Match': stale }))).toEqual([412, 'precondition_failed']);
    const tag = (await client('GET', `${PATH}/${id}`)).headers.get('etag')!;
    expect((await remove(id, { 'If-Match': tag })).status).toBe(204);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'ac', 'DELETE', (id) => `${PATH}/${id}`));
});

describe('getUserApprovedAccessControlItemIds', () => {
  it('returns the ids of the active items in order of creation, and no inactive ones', async () => {
    const { id: userId } = await createUser(client);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await item({ userId })).id);
    await change('grant', userId, [ids[2], ids[0]]);
    expect(await read(client, `${PATH}/user/${userId}`)).toEqual({ data: [ids[0], ids[2]], total: 2 });
  });
  it('is empty for a user without access', async () => {
    const { id } = await createUser(client);
    expect(await read(client, `${PATH}/user/${id}`)).toEqual({ data: [], total: 0 });
  });
  it('returns 404 for an unknown user', () =>
    expectNotFound(client, 'usr', 'GET', (id) => `${PATH}/user/${id}`));
  it('returns 304 until the access of the user changes', async () => {
    const { id, userId } = await item();
    await expectNotModified(client, `${PATH}/user/${userId}`);
    await expectTagToMove(client, `${PATH}/user/${userId}`, () => change('grant', userId, [id]));
    await expectTagToMove(client, `${PATH}/user/${userId}`, () => change('revoke', userId, [id]));
  });
});

describe.each([
  ['grantRaptorComplyAccess', 'grant', 'granted', 'active'],
  ['revokeRaptorComplyAccess', 'revoke', 'revoked', 'inactive'],
] as const)('%s', (_operationId, action, operation, status) => {
  const start = () => (action === 'grant' ? item() : granted());

  it('returns 400 invalid_reference for an id that is not an item of this user, and changes no item', async () => {
    const { id, userId } = await start();
    const before = await read(client, `${PATH}/${id}`);
    const other = await item();
    for (const foreign of [other.id, 'ac_none', userId, 'constructor'])
      expect(outcome(await change(action, userId, [id, foreign]))).toEqual([
        400,
        'invalid_reference',
        'accessControlItemIds.1',
      ]);
    expect(await read(client, `${PATH}/${id}`)).toEqual(before);
    expect(await read(client, `${PATH}/${other.id}`)).toEqual(other);
  });
  it.each([
    [[], {}],
    ['ac_x', {}],
    [[''], {}],
    [['ac_x', 'ac_x'], {}],
    [Array.from({ length: 101 }, (_, index) => `ac_${index}`), {}],
    [['ac_x'], { reason: '' }],
    [['ac_x'], { force: true }],
    [null, {}],
  ])('returns 400 validation_error for %j with %j', async (ids, fields) => {
    const reply = await change(action, me, ids ?? undefined, fields);
    expect(outcome(reply).slice(0, 2)).toEqual([400, 'validation_error']);
  });
  it('returns 404 for an unknown user, before 400 invalid_reference', () =>
    expectNotFound(client, 'usr', 'POST', (id) => `${PATH}/user/${id}/${action}`, {
      accessControlItemIds: ['ac_none'],
    }));
  it('logs one entry for each item that changed, with the reason', async () => {
    const first = await start();
    const second = await create(client, PATH, { ...definition(first), ...(await facility()) });
    const { id: changed } = first;
    if (action === 'grant') await change('grant', first.userId, [second.id]);
    await change(action, first.userId, [changed, second.id], { reason: 'Request 4711' });
    const entry = (await historyOf(client, 'access-control', changed)).at(-1);
    expect(entry.operation).toBe(operation);
    expect(JSON.stringify(entry)).toContain('Request 4711');
    expect(entry.changes).toContainEqual(expect.objectContaining({ field: 'status', after: status }));
    const others = await operationsOf(client, 'access-control', second.id);
    expect(others).toEqual(action === 'grant' ? ['created', 'granted'] : ['created']);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const { id, userId } = await start();
    const body = { accessControlItemIds: [id] };
    await expectSafeRetries(client, `${PATH}/user/${userId}/${action}`, body, { ...body, reason: 'x' });
  });
  it('changes an item once for 12 simultaneous requests', async () => {
    const { id, userId } = await start();
    expect(countStatuses(await atOnce(12, () => change(action, userId, [id])))).toEqual({ 200: 12 });
    const operations = await operationsOf(client, 'access-control', id);
    expect(operations.filter((one) => one === operation)).toHaveLength(1);
  });
});

describe('grants and revocations', () => {
  it('grantRaptorComplyAccess makes the items active, in the order of the request', async () => {
    const first = await item();
    const second = await item({ userId: first.userId });
    const { status, body } = await change('grant', first.userId, [second.id, first.id]);
    expect([status, body.userId]).toEqual([200, first.userId]);
    expect(body.items).toEqual(
      [second, first].map((before) => ({
        ...before,
        status: 'active',
        grantedAt: expect.any(String),
        grantedBy: me,
        updatedAt: expect.any(String),
      })),
    );
    expect(body.items[0].updatedAt > second.updatedAt).toBe(true);
    expect(await activeIds(first.userId)).toEqual([first.id, second.id]);
  });
  it('grantRaptorComplyAccess leaves an active item unchanged, with its grantedAt', async () => {
    const active = await granted();
    expect((await change('grant', active.userId, [active.id])).body.items).toEqual([active]);
    expect(await read(client, `${PATH}/${active.id}`)).toEqual(active);
  });
  it('grantRaptorComplyAccess clears the last revocation', async () => {
    const { id, userId, grantedAt } = await granted();
    await change('revoke', userId, [id]);
    const [again] = (await change('grant', userId, [id])).body.items;
    expect(again).toMatchObject({ status: 'active', revokedAt: null, revokedBy: null });
    expect(again.grantedAt > grantedAt).toBe(true);
  });
  it('revokeRaptorComplyAccess makes the items inactive, and keeps them as a record with their grant', async () => {
    const active = await granted();
    const { status, body } = await change('revoke', active.userId, [active.id]);
    expect([status, body]).toEqual([
      200,
      {
        userId: active.userId,
        items: [
          {
            ...active,
            status: 'inactive',
            revokedAt: expect.any(String),
            revokedBy: me,
            updatedAt: expect.any(String),
          },
        ],
      },
    ]);
    expect(await activeIds(active.userId)).toEqual([]);
    expect((await read(client, `${PATH}/${active.id}`)).status).toBe('inactive');
  });
  it('revokeRaptorComplyAccess leaves an inactive item unchanged', async () => {
    const before = await item();
    expect((await change('revoke', before.userId, [before.id])).body.items).toEqual([before]);
  });
});
