// Tests the sign-ins in the log of a world.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { read } from '../../support/world';
import { type TestWorld, control, createPerson, createWorld, keyOf } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => {
  world = await createWorld(sandbox, { from: 'empty', now: '2031-01-01T00:00:00Z' });
});
afterAll(() => sandbox.close());

/** Returns the operation and the user of each sign-in, oldest first. */
async function signIns(): Promise<unknown[]> {
  const { data } = await read(world.client, '/activity?limit=100');
  const of = data.filter(({ operation }: any) => /^sign/.test(operation));
  return of.map(({ operation, resourceId }: any) => [operation, resourceId]).reverse();
}
const advance = (duration: string) => control(sandbox, 'PATCH', `/${world.id}`, { advance: duration });

it('logs the first request with a new key of a person, as an act of this person', async () => {
  const { id, client } = await createPerson(sandbox, 'auditor', world);
  expect(await signIns()).toEqual([]);
  await Promise.all([client('GET', '/users/me'), client('GET', '/tasks'), client('POST', '/tasks')]);
  await advance('P2D');
  await client('GET', '/users/me');
  const { data } = await read(world.client, `/activity/by-resource-type/user/${id}`);
  expect(data.slice(1)).toEqual([
    expect.objectContaining({
      ...{ operation: 'signed_in', actorType: 'user', actorId: id, resourceType: 'user', resourceId: id },
      ...{ occurredAt: '2031-01-01T00:00:00.000Z', changes: [], sourceAddress: '127.0.0.1' },
    }),
  ]);
  const other = await keyOf(sandbox, id, world.id);
  await other.client('GET', '/nowhere');
  expect(await signIns()).toEqual([
    ['signed_in', id],
    ['signed_in', id],
  ]);
});

it('logs what time changed before a sign-in before it', async () => {
  await world.client('POST', '/tasks', { body: { title: 'Late', dueDate: '2031-01-01' } });
  const { client } = await createPerson(sandbox, 'auditor', world);
  await advance('P3D');
  await client('GET', '/users/me');
  const { data } = await read(world.client, '/activity?limit=2');
  expect(data.map(({ operation }: any) => operation)).toEqual(['signed_in', 'status_changed']);
});

it.each(['revoked', 'expired', 'of a deleted user'])('logs a key %s once a minute', async (reason) => {
  const { id, keyId } = await createPerson(sandbox, 'auditor', world);
  const { client } = await keyOf(sandbox, id, world.id, { expiresIn: 'PT1H' });
  const key = (await control(sandbox, 'GET', `/${world.id}/keys`)).body.at(-1).id;
  expect(key).not.toBe(keyId);
  if (reason === 'expired') await advance('PT1H');
  else if (reason === 'revoked') await control(sandbox, 'DELETE', `/${world.id}/keys/${key}`);
  else await world.client('DELETE', `/users/${id}`);
  const refused = async (): Promise<unknown[]> => {
    for (let time = 0; time < 3; time++) expect((await client('GET', '/users/me')).status).toBe(401);
    return signIns();
  };
  expect(await refused()).toEqual([['sign_in_refused', id]]);
  await advance('PT59S');
  expect(await refused()).toHaveLength(1);
  await advance('PT1S');
  expect(await refused()).toHaveLength(2);
});

it('leaves the log of a new world, a reset one and a fork as it was', async () => {
  expect((await read(world.client, '/activity')).total).toBe(0);
  const { id, client } = await createPerson(sandbox, 'auditor', world);
  await client('GET', '/users/me');
  const before = await read(world.client, '/activity');
  const fork = await createWorld(sandbox, { from: world.id });
  expect((await read(fork.client, '/activity')).total).toBe(before.total);
  const copy = await keyOf(sandbox, id, fork.id);
  await copy.client('GET', '/users/me');
  expect((await read(fork.client, '/activity')).total).toBe(before.total + 1);
  await control(sandbox, 'POST', `/${world.id}/reset`);
  expect((await read(world.client, '/activity')).total).toBe(0);
});

it('has sign-ins and a rejected one in the history of the demo', async () => {
  world = await createWorld(sandbox);
  const { data } = await read(world.client, '/users');
  const ids = data.map(({ id }: any) => id);
  const all: any[] = [];
  for (let cursor = 'start'; cursor !== undefined;) {
    const page = await read(world.client, `/activity?limit=100&cursor=${encodeURIComponent(cursor)}`);
    all.push(...page.data);
    cursor = page.nextCursor;
  }
  const of = (name: string) => all.filter(({ operation }) => operation === name);
  expect(of('signed_in').length).toBeGreaterThan(1);
  expect(of('sign_in_refused')).toHaveLength(1);
  for (const { actorId, occurredAt } of of('signed_in')) {
    expect(ids).toContain(actorId);
    expect(occurredAt < new Date().toISOString()).toBe(true);
  }
});
