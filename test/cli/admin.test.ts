// Tests `admin invite`, `admin recover`, `admin forget-identity` and `admin list`.
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import type { Account } from '../../src/server/users/accounts';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { addUser } from '../support/users';

const environment = {
  DATABASE_URL: `sqlite:${join(temporaryFolder(), 'inventory.sqlite')}`,
  SETTINGS_URL: 'https://settings.cedar-valley.example',
};
const EMAIL = 'compliance.manager@cedar-valley.example';

const list = async (): Promise<Record<string, string>[]> =>
  JSON.parse((await cli(['admin', 'list', 'cedar', '--json'], environment)).stdout) as Record<
    string,
    string
  >[];

beforeAll(async () => void (await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment)));

test('admin invite prints only a link, and admin list shows the invitation without it', async () => {
  const { status, stdout, stderr } = await cli(
    ['admin', 'invite', 'cedar', 'Compliance.Manager@Cedar-Valley.example'],
    environment,
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^https:\/\/settings\.cedar-valley\.example\/invitations\/[\w-]{43}\n$/);
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^inv_/),
      email: EMAIL,
      role: 'admin',
      status: 'invited',
      invited_by: expect.stringMatching(/./),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ]);
  const table = (await cli(['admin', 'list', 'cedar'], environment)).stdout;
  expect(table).toMatch(new RegExp(`^EMAIL +ROLE +STATUS +ID .*\\n${EMAIL} +admin +invited +inv_`));
  expect(table).not.toContain(stdout.trim().split('/').at(-1));
});

test('a second admin invite replaces the invitation and its role', async () => {
  await cli(['admin', 'invite', 'cedar', EMAIL, '--role', 'member'], environment);
  expect(await list()).toMatchObject([{ email: EMAIL, role: 'member' }]);
});

test('admin invite prints a loopback link without SETTINGS_URL', async () => {
  const { stdout } = await cli(['admin', 'invite', 'cedar', EMAIL], {
    DATABASE_URL: environment.DATABASE_URL,
    SETTINGS_PORT: '4020',
    SETTINGS_HOST: '::1',
  });
  expect(stdout).toMatch(/^http:\/\/\[::1\]:4020\/invitations\//);
});

test('admin recover prints a link for a user and logs its creation', async () => {
  const inventory = await openInventory(environment.DATABASE_URL);
  const organization = (await inventory.organizations.find('cedar'))!;
  const user = await addUser(inventory, organization.id, 'engineer@cedar-valley.example', { role: 'member' });
  await inventory.close();
  const { status, stdout, stderr } = await cli(
    ['admin', 'recover', 'Engineer@cedar-valley.example'],
    environment,
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^https:\/\/settings\.cedar-valley\.example\/recoveries\/[\w-]{43}\n$/);
  expect(
    (await cli(['activity', 'list', 'cedar', '--resource', `user/${user.id}`], environment)).stdout,
  ).toContain('Created a recovery link for engineer@cedar-valley.example');
  expect(await list()).toContainEqual(
    expect.objectContaining({ id: user.id, status: 'active', role: 'member', expires_at: null }),
  );
  expect(await cli(['admin', 'invite', 'cedar', user.email, '--role', 'member'], environment)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/already has this role/),
  });
});

test('admin recover requires --organization when several accounts have the address', async () => {
  const email = 'both@cedar-valley.example';
  const inventory = await openInventory(environment.DATABASE_URL);
  const cedar = (await inventory.organizations.find('cedar'))!;
  const other = (await inventory.organizations.create('other', 'Other'))!;
  const user = await addUser(inventory, other.id, email);
  await addUser(inventory, cedar.id, email);
  await inventory.close();
  const several = await cli(['admin', 'recover', email], environment);
  expect(several).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `Several accounts have the e-mail address ${email}. Add --organization SLUG.\n`,
  });
  expect((await cli(['admin', 'recover', email, '--organization', 'other'], environment)).stdout).toMatch(
    /\/recoveries\/[\w-]{43}\n$/,
  );
  const entries = (await cli(['activity', 'list', 'other', '--resource', `user/${user.id}`], environment))
    .stdout;
  expect(entries).toContain(`Created a recovery link for ${email}`);
});

test('admin forget-identity prints nothing on success, and an error when no identity is linked', async () => {
  const inventory = await openInventory(environment.DATABASE_URL);
  const [{ id }] = (await inventory.users.accounts.byEmail('engineer@cedar-valley.example')) as [Account];
  await inventory.users.identities.link(
    { provider: 'https://login.cedar-valley.example#settings', subject: 'engineer' },
    id,
  );
  await inventory.close();
  const forget = () => cli(['admin', 'forget-identity', 'engineer@cedar-valley.example'], environment);
  expect(await forget()).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(await forget()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No identity provider has signed in/),
  });
});

test.each([
  [
    'an invalid e-mail address',
    ['invite', 'cedar', 'manager'],
    {},
    2,
    /Write an e-mail address, for example/,
  ],
  [
    'an unknown role',
    ['invite', 'cedar', EMAIL, '--role', 'owner'],
    {},
    2,
    /Allowed choices are admin, member/,
  ],
  [
    'an unknown organization',
    ['invite', 'nowhere', EMAIL],
    {},
    1,
    /^No organization has the slug "nowhere"\./,
  ],
  [
    'the list of an unknown organization',
    ['list', 'nowhere'],
    {},
    1,
    /^No organization has the slug "nowhere"\./,
  ],
  [
    'the recovery of an unknown user',
    ['recover', 'nobody@cedar-valley.example'],
    {},
    1,
    /^No user has the e-mail address nobody@cedar-valley\.example\./,
  ],
  [
    'the identity of an unknown user',
    ['forget-identity', 'nobody@cedar-valley.example'],
    {},
    1,
    /^No user has the e-mail address nobody@cedar-valley\.example\./,
  ],
  [
    'a link without SETTINGS_URL and SETTINGS_PORT',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '' },
    2,
    /^SETTINGS_URL must be the origin of the Settings pages/,
  ],
  [
    'a SETTINGS_URL that is not an origin',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: 'settings.example' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a SETTINGS_URL with plain HTTP',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: 'http://settings.example' },
    2,
    /^SETTINGS_URL must be an HTTPS origin .* Plain HTTP is allowed for loopback only/,
  ],
  [
    'a link that bypasses the proxy',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '4020', TRUST_PROXY: 'loopback' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a link with an invalid port',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '99999' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a link to the unspecified address',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '4020', SETTINGS_HOST: '0.0.0.0' },
    2,
    /^SETTINGS_URL must be/,
  ],
])('admin rejects %s with a message', async (_what, args, other, status, message) => {
  const result = await cli(['admin', ...args], { ...environment, ...other });
  expect(result).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
});
