// The second lock on the Settings pages: their role sees one organization's people, or what belongs to
// something that the request holds. The API's role sees neither.
import { Client } from 'pg';
import { byOperator } from '../../../src/server/audit/entry';
import { openInventory } from '../../../src/app/inventory';
import { SERVER_ROLE, SETTINGS_ROLE } from '../../../src/database/postgres/roles';
import type { Recovery } from '../../../src/server/users/recoveries';
import type { Invited } from '../../../src/server/users/invitations';
import { type Tenant, type TestInventory, openTestInventory } from '../../support/inventory';
import { type TestUser, addMembership, addUser, beginSession } from '../../support/users';
import { sha256 } from '../../../src/base/digest';

const INSUFFICIENT_PRIVILEGE = '42501';
const OF_ORGANIZATIONS = ['memberships', 'invitations', 'identity_providers'];
const OF_USERS = ['users', 'sessions', 'identities', 'pending_sign_ins', 'recoveries'];

interface Held {
  user: TestUser;
  invitation: string;
  session: string;
  recovery: string;
}

let test_: TestInventory;
let client: Client;
const held: Record<string, Held> = {};

/** One row in each table of the Settings pages. */
async function addSettings({ organization, mark }: Tenant): Promise<Held> {
  const { inventory } = test_;
  const { knex } = inventory.database;
  const user = await addUser(inventory, organization.id, `admin@${mark}.example`);
  const invited = (await inventory.users.invitations.create(
    organization.id,
    { email: `engineer@${mark}.example`, role: 'member', invitedBy: 'test' },
    byOperator('test'),
  )) as Invited;
  const recovery = (await inventory.users.recoveries.create(user.email, byOperator('test'))) as Recovery;
  const session = await beginSession(inventory, user);
  const now = new Date().toISOString();
  await knex('identity_providers').insert({
    organization_id: organization.id,
    issuer: `https://${mark}.example`,
    client_id: 'settings',
    domains: JSON.stringify([`${mark}.example`]),
    created_at: now,
  });
  await knex('identities').insert({
    digest: `identity ${mark}`,
    user_id: user.id,
    issuer: 'https://login.example',
    created_at: now,
  });
  await knex('pending_sign_ins').insert({
    digest: `pending ${mark}`,
    organization_id: organization.id,
    flow: '{}',
    expires_at: '2999-01-31T08:15:30.123Z',
  });
  return {
    user,
    invitation: sha256(invited.token),
    session: sha256(session),
    recovery: sha256(recovery.token),
  };
}

beforeAll(async () => {
  test_ = await openTestInventory();
  client = new Client({ connectionString: test_.databaseUrl });
  await client.connect();
  for (const tenant of [test_.cedar, test_.other]) held[tenant.mark] = await addSettings(tenant);
});
afterAll(async () => {
  await client.end();
  await test_.close();
});

interface Entered {
  role?: string;
  organization?: string;
  holder?: string;
}

async function as(
  { role = SETTINGS_ROLE, organization = '', holder = '' }: Entered,
  sql: string,
): Promise<Record<string, unknown>[]> {
  await client.query('begin');
  try {
    await client.query(
      `select set_config('role', $1, true), set_config('inventory.organization', $2, true), set_config('inventory.key_digest', $3, true)`,
      [role, organization, holder],
    );
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.query('rollback');
  }
}

/** How many rows of each table are seen. */
async function seen(entered: Entered): Promise<Record<string, number>> {
  const counts = [...OF_ORGANIZATIONS, ...OF_USERS].map(
    (table) => `(select count(*)::int from ${table}) as ${table}`,
  );
  const [row] = await as(entered, `select ${counts.join(', ')}`);
  return Object.fromEntries(Object.entries(row as Record<string, number>).filter(([, count]) => count > 0));
}

test('without an organization, and without anything held, nothing is seen', async () =>
  expect(await seen({})).toEqual({}));

test('shows the users, invitations and identity provider of one organization, and no sessions', async () => {
  const { id } = test_.cedar.organization;
  expect(await seen({ organization: id })).toEqual({
    memberships: 1,
    invitations: 1,
    identity_providers: 1,
    users: 1,
  });
  expect(await as({ organization: id }, 'select email from users')).toEqual([
    { email: 'admin@cedar.example' },
  ]);
  for (const table of OF_ORGANIZATIONS)
    expect(await as({ organization: id }, `select distinct organization_id from ${table}`)).toEqual([
      { organization_id: id },
    ]);
});

test.each([
  ['the digest of a session', ({ session }: Held) => session, { sessions: 1 }],
  ['the digest of an invitation', ({ invitation }: Held) => invitation, { invitations: 1 }],
  ['the digest of a recovery', ({ recovery }: Held) => recovery, { recoveries: 1 }],
  ['the digest of an identity', () => 'identity cedar', { identities: 1 }],
  ['the digest of a sign-in under way', () => 'pending cedar', { pending_sign_ins: 1 }],
  ['the e-mail address of a user', ({ user }: Held) => user.email, { users: 1 }],
  [
    'the id of a user',
    ({ user }: Held) => user.id,
    { users: 1, memberships: 1, identity_providers: 1, sessions: 1, identities: 1, recoveries: 1 },
  ],
  ['the domain of an identity provider', () => 'cedar.example', { identity_providers: 1 }],
  ['a part of the domain of an identity provider', () => 'cedar', {}],
  ['the slug of an organization', () => 'cedar-power', {}],
])('%s shows what belongs to it, and nothing else', async (_what, holder, rows) => {
  expect(await seen({ holder: holder(held['cedar']!) })).toEqual(rows);
});

test('the slug of an organization shows that organization, and the id of a user those that the user belongs to', async () => {
  const slugs = (holder: string) => as({ holder }, 'select slug from organizations order by slug');
  expect(await slugs('cedar-power')).toEqual([{ slug: 'cedar-power' }]);
  expect(await slugs(held['other']!.user.id)).toEqual([{ slug: 'other-power' }]);
  await addMembership(test_.inventory, test_.cedar.organization.id, held['other']!.user, 'member');
  expect(await slugs(held['other']!.user.id)).toEqual([{ slug: 'cedar-power' }, { slug: 'other-power' }]);
});

test.each([
  [
    'make a member of another organization',
    (mine: string, theirs: string) =>
      `insert into memberships (organization_id, user_id, role, created_at) select '${theirs}', user_id, 'admin', 'now' from memberships where organization_id = '${mine}'`,
  ],
  [
    'give a member to another organization',
    (_mine: string, theirs: string) => `update memberships set organization_id = '${theirs}'`,
  ],
  [
    'invite into another organization',
    (_mine: string, theirs: string) => `update invitations set organization_id = '${theirs}'`,
  ],
  [
    'make a session of a user who is not held',
    () =>
      `insert into sessions (digest, user_id, stage, created_at, seen_at) values ('planted', 'usr_somebody', 'signed in', 'now', 'now')`,
  ],
])('the settings cannot %s', async (_what, sql) => {
  const [mine, theirs] = [test_.cedar.organization.id, test_.other.organization.id];
  await expect(as({ organization: mine }, sql(mine, theirs))).rejects.toThrow(/row-level security/);
});

test.each([
  'delete from users',
  'delete from invitations',
  `update identity_providers set issuer = 'https://evil.example'`,
  'delete from api_keys',
  'update activity set actor_id = null',
])('the settings have no right to `%s`', async (sql) =>
  expect(
    as({ organization: test_.cedar.organization.id, holder: held['cedar']!.user.id }, sql),
  ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE }),
);

test.each([...OF_ORGANIZATIONS, ...OF_USERS])('the API’s role has no right to %s', async (table) => {
  await expect(
    as(
      { role: SERVER_ROLE, organization: test_.cedar.organization.id, holder: held['cedar']!.session },
      `select from ${table}`,
    ),
  ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
});

test('the stores work in the role of the settings', async () => {
  const role = { sql: 'select current_user as role', bind: () => [] };
  const { database } = test_.inventory;
  expect(await database.read({ holder: held['cedar']!.session }, role, undefined)).toEqual([
    { role: SETTINGS_ROLE },
  ]);
  expect(
    await database.write(
      { organization: test_.cedar.organization.id, by: 'settings', holder: 'usr_1' },
      (transaction) => transaction.all(role, undefined),
    ),
  ).toEqual([{ role: SETTINGS_ROLE }]);
  expect(await database.read({ organization: test_.cedar.organization.id }, role, undefined)).toEqual([
    { role: SERVER_ROLE },
  ]);
});

test.each([
  ['of the settings', SETTINGS_ROLE, true],
  ['of the server alone', SERVER_ROLE, false],
])(
  'a login that is a member %s: whether it may serve the Settings pages is known',
  async (_whose, role, may) => {
    const login = `login_${role.split('_').at(-1)}_${test_.cedar.organization.id.slice(4)}`;
    await client.query(`create role ${login} login password 'member' in role ${role}`);
    const inventory = await openInventory(
      Object.assign(new URL(test_.databaseUrl), { username: login, password: 'member' }).href,
    );
    const members = await inventory.users.memberships
      .list(test_.cedar.organization.id)
      .catch((error: { code: string }) => error.code);
    const listed = await inventory.keys.list(test_.cedar.organization.id);
    await inventory.close();
    await client.query(`drop role ${login}`);
    expect([inventory.database.servesSettings, inventory.database.operates, listed.length]).toEqual([
      may,
      false,
      1,
    ]);
    expect(members).toEqual(
      may
        ? expect.arrayContaining([expect.objectContaining({ email: 'admin@cedar.example' })])
        : INSUFFICIENT_PRIVILEGE,
    );
  },
);
