// A member of the Settings pages is a user of the API: one role and one status, whichever of the two changes it.
import pino from 'pino';
import { type Inventory, openInventory, verifyLog } from '../../../src/app/inventory';
import { type RunningServer, startServer } from '../../../src/app/server';
import { type ContractDocument, contractDocument } from '../../../src/contract/document';
import type { OrganizationId } from '../../../src/base/organization';
import { recordBy } from '../../../src/server/audit/append';
import { byOperator } from '../../../src/server/audit/entry';
import { createRecordStore } from '../../../src/server/records/table';
import type { UserId } from '../../../src/server/users/user';
import { joined } from '../../../src/server/users/user-activity';
import { activityOf } from '../../support/activity';
import { newAsset } from '../../support/assets';
import { type Client, createClient } from '../../support/client';
import type { TestDatabase } from '../../support/database';
import { createTenant } from '../../support/inventory';
import { databaseAt } from '../../support/old-schema';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { type TestUser, addMembership, addUser } from '../../support/users';
import { type Visitor, createVisitor, signedInVisitor } from '../../support/visitor';

const PASSPHRASE = 'meadow ledger quietly turbine';
const OPERATOR = byOperator('test');

/** Returns the contract with every operation released that only a real server does not play. */
function released(): ContractDocument {
  const document = structuredClone(contractDocument);
  for (const item of Object.values(document.paths))
    for (const each of Object.values(item)) {
      const operation = each as Record<string, unknown>;
      if (operation.operationId && !operation['x-simulated']) operation['x-availability'] = 'available';
    }
  return document;
}

let settings: TestSettings;
let server: RunningServer;
let api: Client;
let admin: Visitor;
let cedar: TestSettings['cedar']['organization'];

beforeAll(async () => {
  settings = await startTestSettings();
  cedar = settings.cedar.organization;
  server = await startServer(settings.inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    document: released(),
    logger: pino({ level: 'silent' }),
  });
  admin = await signedInVisitor(settings.pages, settings.admin);
  api = createClient(server, await keyOf(settings.admin.id));
});
afterAll(async () => {
  await server.close();
  await settings.close();
});
afterEach(async () => expect((await verifyLog(settings.inventory, cedar.id, 'operator')).faults).toEqual([]));

const keyOf = (createdBy: string): Promise<string> =>
  settings.inventory.keys.create(cedar.id, {
    ...{ label: 'test', createdBy, environment: 'live', expiresAt: new Date('2999-01-01') },
  });

interface Person {
  id: string;
  email: string;
  name: string;
  role: string;
}

const userWith = async (email: string): Promise<Person | undefined> =>
  ((await api('GET', '/users?limit=100')).body as { data: Person[] }).data.find(
    (user) => user.email === email,
  );

const addMember = (name: string, role: 'admin' | 'member' = 'member'): Promise<TestUser> =>
  addUser(settings.inventory, cedar.id, `${name}@cedar.example`, { role });

async function onPage(path: string, fields: Record<string, string> = {}) {
  await admin.get(`${CEDAR}/people`);
  return admin.post(`${CEDAR}/people/${path}`, fields);
}

/** Invites an address on the page, and returns the path of the link. */
async function invite(email: string, role: 'admin' | 'member' = 'member'): Promise<string> {
  const { text } = await onPage('invitations', { email, role });
  return /\/invitations\/[\w-]+/.exec(text)![0];
}

async function accept(link: string): Promise<number> {
  const visitor = createVisitor(settings.pages);
  await visitor.get(link);
  return (await visitor.post(link, { password: PASSPHRASE })).status;
}

const statusOf = async (path: string, key: string): Promise<number> =>
  (await api('GET', path, { key })).status;
const writes = async (key: string): Promise<number> =>
  (await api('POST', '/cyber-assets', { key, body: newAsset() })).status;

test('a user who accepts an invitation is a user of the API, for whom a key acts', async () => {
  expect(await accept(await invite('joiner@cedar.example'))).toBe(303);
  const user = (await userWith('joiner@cedar.example'))!;
  expect(user).toMatchObject({ name: 'joiner@cedar.example', role: 'auditor' });
  const key = await keyOf(user.id);
  expect((await api('GET', '/users/me', { key })).body).toEqual(user);
  expect(await writes(key)).toBe(403);
});

test('a role that the page changes is that of the keys of the user', async () => {
  const member = await addMember('promoted');
  const key = await keyOf(member.id);
  expect((await onPage(`${member.id}/role`, { role: 'admin' })).status).toBe(303);
  expect((await userWith(member.email))!.role).toBe('organization_admin');
  expect(await writes(key)).toBe(201);
  await onPage(`${member.id}/role`, { role: 'member' });
  expect((await userWith(member.email))!.role).toBe('auditor');
  expect(await writes(key)).toBe(403);
});

test('a role that the API changes is that of the pages on the next request', async () => {
  const member = await addMember('raised');
  const visitor = await signedInVisitor(settings.pages, member);
  const people = async () => (await visitor.get(`${CEDAR}/people`)).status;
  const statuses = [await people()];
  for (const role of ['organization_admin', 'contributor']) {
    expect((await api('PATCH', `/users/${member.id}`, { body: { role } })).status).toBe(200);
    statuses.push(await people());
  }
  expect(statuses).toEqual([403, 200, 403]);
});

test('a user whom the API deletes loses the pages, the keys, and the links to return', async () => {
  const member = await addMember('deleted', 'admin');
  const visitor = await signedInVisitor(settings.pages, member);
  const key = await keyOf(member.id);
  const invitation = { email: 'friend@cedar.example', role: 'admin', invitedBy: member.email } as const;
  await settings.inventory.users.invitations.create(cedar.id, invitation, OPERATOR);
  expect((await api('DELETE', `/users/${member.id}`)).status).toBe(204);
  expect([(await visitor.get(`${CEDAR}/activity`)).status, await statusOf('/tasks', key)]).toEqual([
    404, 401,
  ]);
  expect(await settings.inventory.users.invitations.open(cedar.id)).toEqual([]);
});

test('a user whom the page removes is deleted, and gets another record with the next invitation', async () => {
  const member = await addMember('returning');
  const key = await keyOf(member.id);
  const { body: facilities } = await api('GET', '/facilities');
  const item = { userId: member.id, resourceType: 'facility', accessLevel: 'read' };
  const made = await api('POST', '/access-control', { body: { ...item, resourceId: facilities[0].id } });
  const named = { accessControlItemIds: [made.body.id] };
  expect((await api('POST', `/access-control/user/${member.id}/grant`, { body: named })).status).toBe(200);
  expect((await onPage(`${member.id}/remove`)).status).toBe(303);
  expect([await statusOf('/tasks', key), (await api('GET', `/users/${member.id}`)).status]).toEqual([
    401, 404,
  ]);
  expect((await api('GET', `/access-control/${made.body.id}`)).body.status).toBe('inactive');
  await addMembership(settings.inventory, cedar.id, member, 'member');
  const returned = (await userWith(member.email))!;
  expect(returned.id).not.toBe(member.id);
  expect([await statusOf('/tasks', key), await statusOf('/tasks', await keyOf(returned.id))]).toEqual([
    401, 200,
  ]);
  expect((await onPage(`${member.id}/role`, { role: 'admin' })).status).toBe(303);
  expect((await userWith(member.email))!.role).toBe('organization_admin');
});

describe('a user whom the API creates', () => {
  const create = async (name: string, role: string): Promise<Person> =>
    (await api('POST', '/users', { body: { name, email: `${name}@Cedar.example`, role } })).body as Person;

  test('keeps the record and its role when an account joins', async () => {
    const made = await create('engineer', 'contributor');
    expect(await accept(await invite('engineer@cedar.example'))).toBe(303);
    expect((await api('GET', `/users/${made.id}`)).body).toMatchObject({
      ...made,
      updatedAt: expect.anything(),
    });
    expect((await admin.get(`${CEDAR}/people`)).text).toMatch(/engineer@cedar\.example[^]*?Member since/);
    expect((await api('DELETE', `/users/${made.id}`)).status).toBe(204);
    expect((await admin.get(`${CEDAR}/people`)).text).not.toContain('engineer@cedar.example');
  });

  test('is an Organization Admin when the invitation is for one', async () => {
    const made = await create('lead', 'contributor');
    await accept(await invite('lead@cedar.example', 'admin'));
    expect((await api('GET', `/users/${made.id}`)).body.role).toBe('organization_admin');
  });

  test('can be one with an account of another organization', async () => {
    const consultant = await addUser(
      settings.inventory,
      settings.other.organization.id,
      'both@cedar.example',
    );
    const made = await create('both', 'organization_admin');
    await addMembership(settings.inventory, cedar.id, consultant, 'member');
    const visitor = await signedInVisitor(settings.pages, consultant);
    expect((await visitor.get(`${CEDAR}/people`)).status).toBe(200);
    await onPage(`${consultant.id}/role`, { role: 'member' });
    expect((await api('GET', `/users/${made.id}`)).body.role).toBe('auditor');
    expect((await visitor.get('/organizations/other-power/people')).status).toBe(200);
    expect((await api('DELETE', `/users/${made.id}`)).status).toBe(204);
    expect((await visitor.get(`${CEDAR}/activity`)).status).toBe(404);
    expect((await visitor.get('/organizations/other-power/people')).status).toBe(200);
  });

  test('cannot replace the last administrator who can sign in', async () => {
    const other = await create('program', 'organization_admin');
    const key = await keyOf(other.id);
    for (const each of await settings.inventory.users.memberships.list(cedar.id))
      if (each.role === 'admin' && each.id !== settings.admin.id) await onPage(`${each.id}/remove`);
    const deleted = await api('DELETE', `/users/${settings.admin.id}`, { key });
    const demoted = await api('PATCH', `/users/${settings.admin.id}`, { key, body: { role: 'contributor' } });
    expect([deleted.status, demoted.status]).toEqual([409, 409]);
    expect(deleted.body.message).toMatch(
      /is the last organization_admin who can sign in to the Settings pages/,
    );
    expect((await api('DELETE', `/users/${other.id}`)).status).toBe(204);
  });
});

test('the page does not remove the CIP Senior Manager, and says why', async () => {
  const manager = await addMember('manager');
  const designation = { userId: manager.id, effectiveDate: new Date().toISOString().slice(0, 10) };
  expect((await api('POST', '/cip-senior-manager-assignments', { body: designation })).status).toBe(201);
  const { status, text } = await onPage(`${manager.id}/remove`);
  expect([status, text]).toEqual([409, expect.stringContaining('is designated as CIP Senior Manager')]);
  expect(await userWith(manager.email)).toBeDefined();
});

test('the API does not change the address with which an account signs in', async () => {
  const member = await addMember('addressed');
  const body = { email: 'another@cedar.example' };
  expect((await api('PATCH', `/users/${member.id}`, { body })).status).toBe(409);
  expect((await api('PATCH', `/users/${member.id}`, { body: { name: 'A. Member' } })).status).toBe(200);
});

test('each change of a member is one entry', async () => {
  const member = await addMember('logged');
  const { length } = await activityOf(settings, settings.cedar);
  await onPage(`${member.id}/role`, { role: 'admin' });
  await onPage(`${member.id}/remove`);
  expect((await activityOf(settings, settings.cedar)).slice(length)).toMatchObject([
    {
      operation: 'role_updated',
      resourceId: member.id,
      description: `Changed the role of ${member.email} to Organization Admin.`,
    },
    {
      operation: 'deleted',
      resourceId: member.id,
      description: `Removed ${member.email} from the organization.`,
    },
  ]);
});

test('a key of the page acts for the chosen user, and so does the key that replaces it', async () => {
  const member = await addMember('keyed');
  const secretIn = ({ text }: { text: string }) => /cik_live_\w+/.exec(text)![0];
  const meWith = async (key: string) => (await api('GET', '/users/me', { key })).body.email;
  await admin.get(`${CEDAR}/keys/new`);
  const fields = { label: 'reports', access: 'read_write', expiry: '30', user: member.id };
  const key = secretIn(await admin.post(`${CEDAR}/keys`, fields));
  const { text } = await admin.get(`${CEDAR}/keys`);
  expect(text).toContain('Acts for keyed@cedar.example, created');
  const { id } = (await settings.inventory.keys.list(cedar.id)).find(({ label }) => label === 'reports')!;
  await admin.get(`${CEDAR}/keys/${id}/rotate`);
  const replacement = secretIn(
    await admin.post(`${CEDAR}/keys/${id}/rotate`, { expiry: '30', overlap: '1h' }),
  );
  expect([await meWith(key), await meWith(replacement)]).toEqual([member.email, member.email]);
  await admin.get(`${CEDAR}/keys/new`);
  const foreign = await admin.post(`${CEDAR}/keys`, { ...fields, user: 'usr_nobody' });
  expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('Choose for whom')]);
});

test('the keys of a removed person have ended: none of them is rotated', async () => {
  const member = await addMember('left');
  await admin.get(`${CEDAR}/keys/new`);
  const fields = { label: 'of one who left', access: 'read_write', expiry: '30', user: member.id };
  const [secret] = /cik_live_\w+/.exec((await admin.post(`${CEDAR}/keys`, fields)).text)!;
  const findKey = async () =>
    (await settings.inventory.keys.list(cedar.id)).find(({ label }) => label === fields.label)!;
  const rotation = `${CEDAR}/keys/${(await findKey()).id}/rotate`;
  expect((await admin.get(rotation)).status).toBe(200);
  await admin.get(`${CEDAR}/people/${member.id}/remove`);
  await admin.post(`${CEDAR}/people/${member.id}/remove`, {});
  expect((await api('GET', '/users/me', { key: secret })).status).toBe(401);
  expect((await admin.get(`${CEDAR}/keys`)).text).toContain('Its user was removed');
  expect((await admin.get(rotation)).status).toBe(404);
  expect((await admin.post(rotation, { expiry: '30', overlap: '1h' })).status).toBe(404);
});

describe('a database of the previous version', () => {
  let database: TestDatabase;
  let inventory: Inventory;
  let organization: OrganizationId;
  const rows = () => inventory.database.knex('memberships');
  const addOlder = async (name: string, role: 'admin' | 'member') => {
    const user = { id: `usr_${name}` as UserId, email: `${name}@cedar.example` };
    const created_at = new Date().toISOString();
    const { knex, write } = inventory.database;
    await knex('users').insert({ ...user, second_factor_step: 0, recovery_codes: '[]', created_at });
    await rows().insert({ organization_id: organization, user_id: user.id, role, created_at });
    await write({ organization, by: 'operator' }, (transaction) =>
      recordBy(inventory.log, OPERATOR)(transaction, organization, [joined(user, { role })]),
    );
  };
  const faults = async () => (await verifyLog(inventory, organization, 'operator')).faults;

  beforeAll(async () => {
    database = await databaseAt('0016-records');
    inventory = await openInventory(database.url, undefined, undefined, { schema: 'use' });
    organization = (await createTenant(inventory, 'cedar')).organization.id;
    await addOlder('manager', 'admin');
    await addOlder('auditor', 'member');
  });
  afterAll(async () => {
    await inventory.close();
    await database.remove();
  });

  it('works before its migration, which makes a user of each member', async () => {
    expect(await inventory.users.memberships.list(organization)).toHaveLength(2);
    expect(await faults()).toEqual([]);
    await inventory.close();
    inventory = await openInventory(database.url);
    expect(inventory.database.migrated).toEqual(['0017-members']);
    const records = createRecordStore(inventory.database);
    const [manager, auditor] = await records.list(undefined, { id: organization, slug: '' }, 'User');
    expect(manager).toMatchObject({
      id: 'usr_manager',
      name: 'manager@cedar.example',
      role: 'organization_admin',
    });
    expect(auditor).toMatchObject({ id: 'usr_auditor', role: 'auditor', phone: null });
    expect(await records.search({ id: organization, slug: '' }, 'User', 'role', 'auditor')).toEqual([
      auditor,
    ]);
    expect(await faults()).toEqual([]);
  });

  it('gives a member whom a server of the previous version adds meanwhile a user with the next change', async () => {
    await addOlder('late', 'member');
    const { memberships } = inventory.users;
    expect(await memberships.setRole(organization, 'usr_late' as UserId, 'admin', OPERATOR)).toBe('done');
    expect(await memberships.users(organization)).toContainEqual({
      id: 'usr_late',
      email: 'late@cedar.example',
    });
    expect(await faults()).toEqual([]);
  });
});
