// API keys of an organization: creation, rotation, revocation and their activity entries.
import { digestOfKey } from '../../../src/server/keys/format';
import { MAX_WORKING_KEYS } from '../../../src/server/keys/key-rules';
import type { NewKey } from '../../../src/server/keys/store';
import { type Actor, byUser } from '../../../src/server/audit/entry';
import { AdminRequiredError } from '../../../src/server/users/admission';
import { activityOf } from '../../support/activity';
import { TIMESTAMP } from '../../support/assets';
import { type TestServer, startTestServer } from '../../support/server';
import { addMembership, addUser } from '../../support/users';

const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);
const newKey = (fields: Partial<NewKey> = {}): NewKey => ({
  label: 'CMDB sync',
  createdBy: 'compliance.manager@cedar-valley.example',
  expiresAt: inDays(90),
  environment: 'live',
  ...fields,
});

let test: TestServer;
let ADMIN: Actor;
beforeAll(async () => {
  test = await startTestServer();
  const admin = await addUser(
    test.inventory,
    test.cedar.organization.id,
    'compliance.manager@cedar-valley.example',
  );
  await addMembership(test.inventory, test.other.organization.id, admin);
  ADMIN = byUser(admin.id, { requestId: 'req-1' });
});
afterAll(() => test.close());

const keys = () => test.inventory.keys;
const cedar = () => test.cedar.organization.id;
const other = () => test.other.organization.id;
const statusWith = async (key: string): Promise<number> =>
  (await test.client('GET', '/facilities', { key })).status;
const entriesOf = async (id: string) =>
  (await activityOf(test, test.cedar)).filter(({ resourceId }) => resourceId === id);

async function make(fields: Partial<NewKey> = {}) {
  const secret = await keys().create(cedar(), newKey(fields), ADMIN);
  const listed = (await keys().list(cedar())).at(-1)!;
  return { ...listed, secret };
}

it('lookups of keys of two organizations at the same time find both', async () => {
  const found = await Promise.all(
    [test.cedar, test.other].map(({ key }) => keys().findByDigest(digestOfKey(key))),
  );
  expect(found.map((key) => key?.organizationId)).toEqual([cedar(), other()]);
});

it('a new key works at once, is listed with its prefix and last four, and is logged with its admin', async () => {
  const { id, secret, ...listed } = await make();
  expect(await statusWith(secret)).toBe(200);
  expect(listed).toMatchObject({
    label: 'CMDB sync',
    prefix: secret.slice(0, 13),
    last_four: secret.slice(-4),
    created_by: 'compliance.manager@cedar-valley.example',
    revoked_at: null,
  });
  expect(await keys().find(cedar(), id)).toEqual({ id, ...listed, user_deleted: null });
  expect(await entriesOf(id)).toEqual([
    expect.objectContaining({ ...ADMIN, operation: 'created', resourceType: 'api-key' }),
  ]);
});

describe('a rotation', () => {
  const rotate = (id: string, oldExpiresAt: Date, organization = cedar()) =>
    keys().rotate(
      organization,
      id,
      { expiresAt: inDays(365), oldExpiresAt, createdBy: 'admin', environment: 'live' },
      ADMIN,
    );

  it('keeps both keys valid, copies the label, and sets the expiry of the old key', async () => {
    const old = await make();
    const end = inDays(7);
    const made = (await rotate(old.id, end))!;
    expect([await statusWith(old.secret), await statusWith(made.secret)]).toEqual([200, 200]);
    expect(await keys().find(cedar(), made.id)).toMatchObject({
      label: 'CMDB sync',
      last_four: made.secret.slice(-4),
      created_by: 'admin',
    });
    expect((await keys().find(cedar(), old.id))!.expires_at).toBe(end.toISOString());
    expect((await entriesOf(old.id)).at(-1)).toMatchObject({
      ...ADMIN,
      operation: 'updated',
      changes: [{ field: 'expires_at', before: old.expires_at, after: end.toISOString() }],
    });
    expect(await entriesOf(made.id)).toEqual([expect.objectContaining({ ...ADMIN, operation: 'created' })]);
  });

  it('keeps the access of the old key and names it', async () => {
    const old = await make({ access: 'read_only' });
    const made = (await rotate(old.id, inDays(7)))!;
    expect(await keys().find(cedar(), made.id)).toMatchObject({ access: 'read_only', replaces: old.id });
    const [created] = await entriesOf(made.id);
    expect(created!.changes).toContainEqual({ field: 'access', before: null, after: 'read_only' });
    expect(created!.changes).toContainEqual({ field: 'replaces', before: null, after: old.id });
  });

  it('can end the old key at once, and never extends it', async () => {
    const [replaced, short] = [await make(), await make({ expiresAt: inDays(1) })];
    await rotate(replaced.id, new Date());
    await rotate(short.id, inDays(30));
    expect(await statusWith(replaced.secret)).toBe(401);
    expect((await keys().find(cedar(), short.id))!.expires_at).toBe(short.expires_at);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'is revoked',
      async () => {
        const { id } = await make();
        await keys().revoke(id);
        return rotate(id, inDays(1));
      },
    ],
    ['has expired', async () => rotate((await make({ expiresAt: inDays(-1) })).id, inDays(1))],
    ['is another organization’s', async () => rotate((await make()).id, inDays(1), other())],
    ['does not exist', () => rotate('key_none', inDays(1))],
  ])('of a key that %s creates no key', async (_what, attempt) => {
    const rotated = async () =>
      [...(await keys().list(cedar())), ...(await keys().list(other()))].filter(
        ({ created_by }) => created_by === 'admin',
      ).length;
    const before = await rotated();
    expect(await attempt()).toBeUndefined();
    expect(await rotated()).toBe(before);
  });
});

describe('a revocation', () => {
  it('rejects the next request, is logged with its admin, and has no effect the second time', async () => {
    const { id, secret } = await make();
    expect(await statusWith(secret)).toBe(200);
    expect(await keys().revokeKey(cedar(), id, ADMIN)).toBe(true);
    expect(await statusWith(secret)).toBe(401);
    const { revoked_at } = (await keys().find(cedar(), id))!;
    expect(await keys().revokeKey(cedar(), id, ADMIN)).toBe(true);
    expect(await keys().find(cedar(), id)).toMatchObject({ revoked_at });
    expect((await entriesOf(id)).slice(1)).toEqual([
      expect.objectContaining({
        ...ADMIN,
        operation: 'revoked',
        changes: [{ field: 'revoked_at', before: null, after: expect.stringMatching(TIMESTAMP) }],
      }),
    ]);
  });

  it('of a key of another organization has no effect', async () => {
    const { id, secret } = await make();
    expect([await keys().revokeKey(other(), id, ADMIN), await keys().find(other(), id)]).toEqual([
      false,
      undefined,
    ]);
    expect(await statusWith(secret)).toBe(200);
    expect(await keys().revokeKey(cedar(), 'key_none', ADMIN)).toBe(false);
  });
});

it('a demoted admin can neither create, rotate nor revoke a key', async () => {
  const late = byUser(
    (await addUser(test.inventory, cedar(), 'late@cedar-valley.example', { role: 'member' })).id,
    { requestId: 'req-late' },
  );
  const { id } = await make();
  const before = await keys().list(cedar());
  for (const attempt of [
    () => keys().create(cedar(), newKey(), late),
    () =>
      keys().rotate(
        cedar(),
        id,
        { expiresAt: inDays(365), oldExpiresAt: new Date(), createdBy: 'late', environment: 'live' },
        late,
      ),
    () => keys().revokeKey(cedar(), id, late),
  ]) {
    await expect(attempt()).rejects.toThrow(AdminRequiredError);
  }
  expect(await keys().list(cedar())).toEqual(before);
});

it('no column or entry contains the key itself', async () => {
  const { secret } = await make();
  const everything = JSON.stringify([await keys().list(cedar()), await activityOf(test, test.cedar)]);
  expect(everything).toContain(secret.slice(0, 13));
  expect(everything).not.toContain(secret.slice(0, 14));
});

it('rejects a working key beyond the maximum of an organization, and creates it after a revocation', async () => {
  const { id } = (await test.inventory.organizations.create('many-keys', 'Many keys'))!;
  const create = () => keys().create(id, newKey());
  for (let count = 0; count < MAX_WORKING_KEYS; count++) await create();
  const conflict = {
    code: 'conflict',
    message: expect.stringContaining('has 200 working keys, the maximum'),
  };
  await expect(create()).rejects.toMatchObject(conflict);
  expect(await keys().list(id)).toHaveLength(MAX_WORKING_KEYS);
  const [first] = await keys().list(id);
  await keys().revoke(first!.id);
  await create();
  await expect(create()).rejects.toMatchObject(conflict);
});
