// Tests that roles and grants hold: every permission, role and grant, against the operations and against check-access.
import { contractDocument } from '../../../src/contract/document';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { createDocument, outcome, read, unique, uniqueEmail } from '../../support/world';
import { type Person, type TestWorld, createPerson, createWorld, keyOf } from '../../support/worlds';
import { operations } from '../../support/examples';
import { AVAILABLE } from '../available';
import { formOf } from '../walk';
import { STEPS } from '../walk-table';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

let sandbox: Sandbox;
/** One user with a key for each role. */
const people: Record<string, Person> = {};
beforeAll(async () => {
  sandbox = await startSandbox();
  for (const role of ROLES) people[role] = await createPerson(sandbox, role);
});
afterAll(() => sandbox.close());

const schemas = contractDocument.components['schemas'] as Record<string, { enum: string[] }>;
const ROLES = schemas['UserRole']!.enum;
const PERMISSIONS = schemas['Permission']!.enum;

const admin = (method: string, path: string, body?: unknown) => sandbox.client(method, path, { body });
const make = async (path: string, body: object): Promise<any> => {
  const reply = await admin('POST', path, body);
  if (reply.status !== 201) throw new Error(`POST ${path} returned ${reply.status}: ${reply.text}`);
  return reply.body;
};

it('names a permission of the contract, or none, on every operation', () => {
  for (const { operationId, permission } of operations)
    expect([operationId, [...PERMISSIONS, 'none']]).toEqual([
      operationId,
      expect.arrayContaining([permission]),
    ]);
});

/** Records that a grant can be on, and what they contain. */
async function makeRecords() {
  const facility = await make('/facilities', { name: unique('Facility') });
  const inFacility = { name: unique('System'), impact_rating: 'low', facility_id: facility.id };
  const system = await make('/cyber-systems', inFacility);
  const asset = await make('/cyber-assets', {
    name: unique('RTU'),
    cyber_system_id: system.id,
    asset_type: 'hardware',
  });
  const document = await createDocument(sandbox.client);
  const center = (await read(sandbox.client, '/control-centers'))[0];
  return { facility, system, asset, document, center };
}
type Records = Awaited<ReturnType<typeof makeRecords>>;

/** A write for each permission: the resource that check-access asks about, and the request. */
interface Write {
  permission: string;
  resource?: (records: Records) => [type: string, id: string];
  send: (person: Person, records: Records) => Promise<{ status: number; body: any }>;
}
const write =
  (method: string, path: (records: Records) => string, body: (records: Records) => object = () => ({})) =>
  ({ client }: Person, records: Records) =>
    client(method, path(records), { body: body(records) });

const WRITES: Write[] = [
  {
    permission: 'facilities:write',
    resource: ({ facility }) => ['facility', facility.id],
    send: write(
      'PATCH',
      ({ facility }) => `/facilities/${facility.id}`,
      () => ({ name: unique('F') }),
    ),
  },
  {
    permission: 'cyber_systems:write',
    resource: ({ system }) => ['cyber_system', system.id],
    send: write(
      'PATCH',
      ({ system }) => `/cyber-systems/${system.id}`,
      () => ({ name: unique('S') }),
    ),
  },
  {
    permission: 'cyber_systems:write',
    resource: ({ facility }) => ['facility', facility.id],
    send: write(
      'POST',
      () => '/cyber-systems',
      ({ facility }) => ({ name: unique('S'), impact_rating: 'low', facility_id: facility.id }),
    ),
  },
  {
    permission: 'cyber_assets:write',
    resource: ({ asset }) => ['cyber_asset', asset.id],
    send: write(
      'PATCH',
      ({ asset }) => `/cyber-assets/${asset.id}`,
      () => ({ name: unique('A') }),
    ),
  },
  {
    permission: 'cyber_assets:write',
    resource: ({ system }) => ['cyber_system', system.id],
    send: write(
      'POST',
      () => '/cyber-assets',
      ({ system }) => ({ name: unique('A'), cyber_system_id: system.id, asset_type: 'software' }),
    ),
  },
  {
    permission: 'policy_documents:write',
    resource: ({ document }) => ['policy_document', document.id],
    send: write(
      'PATCH',
      ({ document }) => `/policy-documents/${document.id}`,
      () => ({ title: unique('D') }),
    ),
  },
  {
    permission: 'policy_documents:approve',
    resource: ({ document }) => ['policy_document', document.id],
    async send({ client }) {
      const { id } = await createDocument(sandbox.client);
      await admin('POST', `/policy-documents/${id}/submit`);
      return client('POST', `/policy-documents/${id}/approve`);
    },
  },
  {
    permission: 'training:write',
    send: write(
      'POST',
      () => '/training-modules',
      () => ({ title: unique('M') }),
    ),
  },
  {
    permission: 'tasks:write',
    send: write(
      'POST',
      () => '/tasks',
      () => ({ title: unique('T') }),
    ),
  },
  {
    permission: 'evidence:write',
    send: write(
      'POST',
      () => '/evidence',
      ({ asset }) => ({ resourceType: 'cyber_asset', resourceId: asset.id, type: 'note', noteText: 'x' }),
    ),
  },
  {
    permission: 'users:write',
    send: write(
      'POST',
      () => '/users',
      () => ({ name: 'New', email: uniqueEmail(), role: 'auditor' }),
    ),
  },
  {
    permission: 'invitations:write',
    send: write(
      'POST',
      () => '/invitations',
      () => ({ email: uniqueEmail(), role: 'auditor' }),
    ),
  },
  {
    permission: 'cip_senior_manager:write',
    async send({ client }) {
      const { id } = await read(client, '/cip-senior-manager-assignments/current');
      return client('PATCH', `/cip-senior-manager-assignments/${id}`, { body: {} });
    },
  },
  {
    permission: 'access_control:write',
    send: ({ client, id }, { asset }) =>
      client('POST', '/access-control', {
        body: { userId: id, resourceType: 'cyber_asset', resourceId: asset.id, accessLevel: 'read' },
      }),
  },
];

/** The resource of the user's grant; none, or a grant that allows no write. */
const GRANTS: [
  name: string,
  accessLevel: string,
  isActive: boolean,
  on: (records: Records) => [string, string],
][] = [
  ['edit on the facility', 'edit', true, ({ facility }) => ['facility', facility.id]],
  ['edit on the system', 'edit', true, ({ system }) => ['cyber_system', system.id]],
  ['edit on the asset', 'edit', true, ({ asset }) => ['cyber_asset', asset.id]],
  ['edit on the document', 'edit', true, ({ document }) => ['policy_document', document.id]],
  ['edit on a control center', 'edit', true, ({ center }) => ['control_center', center.id]],
  ['read on the facility', 'read', true, ({ facility }) => ['facility', facility.id]],
  ['inactive edit on the facility', 'edit', false, ({ facility }) => ['facility', facility.id]],
];

/** The table of the decision: the permissions that a role has everywhere. */
const EVERYTHING = PERMISSIONS.filter((permission) => !permission.endsWith(':read'));
const MAY: Record<string, string[]> = {
  organization_admin: EVERYTHING,
  api_user: EVERYTHING,
  compliance_manager: EVERYTHING.filter(
    (permission) => !['users:write', 'invitations:write', 'access_control:write'].includes(permission),
  ),
  contributor: ['training:write', 'tasks:write', 'evidence:write'],
  auditor: [],
};

/** The operations that an active edit item allows a contributor. */
const GIVES: Record<string, string[]> = {
  'edit on the facility': ['facility', 'cyber_system', 'cyber_asset'],
  'edit on the system': ['cyber_system', 'cyber_asset'],
  'edit on the asset': ['cyber_asset'],
  'edit on the document': ['policy_document'],
};

async function expectSame(person: Person, records: Records, each: Write, isExpected: boolean, title: string) {
  const [type, id] = each.resource?.(records) ?? [];
  const resource = type === undefined ? '' : `&resourceType=${type}&resourceId=${id}`;
  const path = `/users/me/check-access?permission=${each.permission}${resource}`;
  const { allowed } = await read(person.client, path);
  const reply = await each.send(person, records);
  const isApproval = each.permission.endsWith(':approve');
  const what = `${title}: ${each.permission} on ${type ?? 'no resource'}`;
  expect([what, allowed, reply.status < 300]).toEqual([what, isExpected, isExpected]);
  if (isExpected) return;
  const code = isApproval ? 'conflict' : 'forbidden';
  expect([what, reply.status, reply.body.error]).toEqual([what, isApproval ? 409 : 403, code]);
  if (!isApproval) expect(reply.body.message).toContain(`lacks ${each.permission}: the role `);
}

it('covers every permission that changes something', () => {
  const covered = new Set(WRITES.map(({ permission }) => permission));
  // No operation changes control centers.
  expect(EVERYTHING.filter((each) => !covered.has(each))).toEqual(['control_centers:write']);
});

describe.each(ROLES)('the role %s', (role) => {
  it('may read everything, and ask for itself', async () => {
    const { client } = people[role]!;
    for (const permission of PERMISSIONS.filter((each) => each.endsWith(':read')))
      expect((await read(client, `/users/me/check-access?permission=${permission}`)).allowed).toBe(true);
    for (const path of [
      '/users/me',
      '/users/me/organizations',
      '/facilities',
      '/tasks',
      '/users',
      '/activity',
    ])
      expect([path, (await client('GET', path)).status]).toEqual([path, 200]);
  });

  it('may write what its row says, by the operations and by check-access', async () => {
    const records = await makeRecords();
    for (const each of WRITES)
      await expectSame(people[role]!, records, each, MAY[role]!.includes(each.permission), role);
  });

  it.each(GRANTS)(
    'with %s may do what the item allows, from the next request',
    async (name, accessLevel, isActive, on) => {
      const records = await makeRecords();
      const person = await createPerson(sandbox, role);
      const [resourceType, resourceId] = on(records);
      const item = { userId: person.id, resourceType, resourceId, accessLevel };
      if (role === 'auditor' && accessLevel === 'edit')
        return expect((await admin('POST', '/access-control', { ...item })).status).toBe(409);
      const { id } = await make('/access-control', item);
      const items = { accessControlItemIds: [id] };
      const grant = `/access-control/user/${person.id}`;
      if (isActive) expect((await admin('POST', `${grant}/grant`, items)).status).toBe(200);
      for (const each of WRITES) {
        const [type] = each.resource?.(records) ?? [''];
        const isGiven =
          role === 'contributor' &&
          !each.permission.endsWith(':approve') &&
          GIVES[name]?.includes(type) === true;
        const isExpected = MAY[role]!.includes(each.permission) || isGiven;
        // A second item of a user and a resource returns 409.
        if (each.permission === 'access_control:write' && resourceType === 'cyber_asset' && isExpected)
          continue;
        await expectSame(person, records, each, isExpected, `${role} with ${name}`);
      }
      if (!isActive) return;
      expect((await admin('POST', `${grant}/revoke`, items)).status).toBe(200);
      for (const each of WRITES.filter(({ permission }) => /^(facilities|cyber|policy)/.test(permission)))
        await expectSame(
          person,
          records,
          each,
          MAY[role]!.includes(each.permission),
          `${role} after the revocation of ${name}`,
        );
    },
  );
});

describe('a rejection', () => {
  it('names the permission, the role, and the items that would give the permission', async () => {
    const { system, asset, facility } = await makeRecords();
    const { client } = people['contributor']!;
    const reply = await client('DELETE', `/cyber-assets/${asset.id}`);
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'The user behind the key lacks cyber_assets:write: the role contributor does not have it. An active edit item ' +
        `on cyber_asset ${asset.id}, cyber_system ${system.id} or facility ${facility.id} gives it.`,
    ]);
    expect((await read(sandbox.client, `/cyber-assets/${asset.id}`)).id).toBe(asset.id);
  });

  it('says that no item helps, for another role and without a resource', async () => {
    const { asset } = await makeRecords();
    for (const [role, method, path] of [
      ['auditor', 'DELETE', `/cyber-assets/${asset.id}`],
      ['contributor', 'POST', '/facilities'],
    ] as const) {
      const body = method === 'POST' ? { name: unique('F') } : undefined;
      const reply = await people[role]!.client(method, path, { body });
      expect(reply.status).toBe(403);
      expect(reply.body.message).toContain(
        'No access control item gives it. Use the key of a user with another role.',
      );
    }
  });

  it('comes after 400 and 404, and before 412', async () => {
    const { asset } = await makeRecords();
    for (const role of ['auditor', 'contributor']) {
      const send = (id: string, body: object) =>
        people[role]!.client('PATCH', `/cyber-assets/${id}`, { body, headers: { 'If-Match': '"stale"' } });
      expect(outcome(await send('ca_none', { asset_type: 'x' }))[0]).toBe(400);
      expect(outcome(await send(asset.id, {}))[0]).toBe(403);
    }
    const unknown = await people['contributor']!.client('DELETE', '/cyber-assets/ca_none');
    expect(unknown.status).toBe(404);
  });
});

describe('a contributor with an edit item on a system', () => {
  it('moves no asset to a system without a grant, and none from there', async () => {
    const [mine, other] = [await makeRecords(), await makeRecords()];
    const person = await createPerson(sandbox, 'contributor');
    const grant = { userId: person.id, resourceType: 'cyber_system', resourceId: mine.system.id };
    const { id } = await make('/access-control', { ...grant, accessLevel: 'edit' });
    await admin('POST', `/access-control/user/${person.id}/grant`, { accessControlItemIds: [id] });
    const move = (asset: string, cyber_system_id: string) =>
      person.client('PATCH', `/cyber-assets/${asset}`, { body: { cyber_system_id } });
    expect((await move(mine.asset.id, other.system.id)).status).toBe(403);
    expect((await move(other.asset.id, mine.system.id)).status).toBe(403);
    expect((await move(mine.asset.id, mine.system.id)).status).toBe(200);
  });
});

describe('a key', () => {
  it('has the new role of its user on the next request', async () => {
    const person = await createPerson(sandbox, 'auditor');
    const other = await keyOf(sandbox, person.id);
    const send = (client: Person['client']) => client('POST', '/tasks', { body: { title: unique('T') } });
    expect([(await send(person.client)).status, (await send(other.client)).status]).toEqual([403, 403]);
    await admin('PATCH', `/users/${person.id}`, { role: 'contributor' });
    expect([(await send(person.client)).status, (await send(other.client)).status]).toEqual([201, 201]);
  });

  it('of the CIP Senior Manager in force approves, whatever the role', async () => {
    const { userId } = await read(sandbox.client, '/cip-senior-manager-assignments/current');
    await admin('PATCH', `/users/${userId}`, { role: 'auditor' });
    const { client } = await keyOf(sandbox, userId);
    const { id } = await createDocument(sandbox.client);
    await admin('POST', `/policy-documents/${id}/submit`);
    const check = '/users/me/check-access?permission=policy_documents:approve';
    expect((await read(client, check)).allowed).toBe(true);
    const approved = await client('POST', `/policy-documents/${id}/approve`);
    expect([approved.status, approved.body.approvedBy]).toEqual([200, userId]);
    expect((await client('POST', '/tasks', { body: { title: 'x' } })).status).toBe(403);
  });
});

describe('an auditor', () => {
  const changes = [...STEPS, ...AVAILABLE].filter(
    ({ operationId, method }) => method !== 'GET' && operationId !== 'logPdfExport', // an export only reads
  );

  it.each(changes)('gets 403 for $operationId', async (step) => {
    const { client } = await keyOf(sandbox, auditor.id, world.id);
    const options = 'form' in step && step.form ? { body: formOf(step.form) } : { body: step.body };
    const headers = 'headers' in step && step.headers ? { headers: step.headers } : {};
    const { status, body } = await client(step.method, step.path, { ...options, ...headers });
    const isApproval = step.operationId === 'approvePolicyDocument';
    expect([status, body.error]).toEqual(isApproval ? [409, 'conflict'] : [403, 'forbidden']);
  });

  let world: TestWorld;
  let auditor: Person;
  beforeAll(async () => {
    world = await createWorld(sandbox);
    auditor = await createPerson(sandbox, 'auditor', world);
  });
});
