// `admin invite`, `admin recover`, `admin forget-identity` and `admin list`.
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import type { Account } from '../../src/users/accounts';
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

test('admin invite prints a link to the Settings pages, and nothing else; admin list shows for whom, and not the link', async () => {
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

test('inviting again replaces the invitation, as another role if that is asked for', async () => {
  await cli(['admin', 'invite', 'cedar', EMAIL, '--role', 'member'], environment);
  expect(await list()).toMatchObject([{ email: EMAIL, role: 'member' }]);
});

test('without SETTINGS_URL the link leads to the listener on loopback', async () => {
  const { stdout } = await cli(['admin', 'invite', 'cedar', EMAIL], {
    DATABASE_URL: environment.DATABASE_URL,
    SETTINGS_PORT: '4020',
    SETTINGS_HOST: '::1',
  });
  expect(stdout).toMatch(/^http:\/\/\[::1\]:4020\/invitations\//);
});

test('admin recover prints a link for a user, which the log tells of', async () => {
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

test('admin recover asks for the organization when several accounts have the address', async () => {
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
  ['an address that is none', ['invite', 'cedar', 'manager'], {}, 2, /Write an e-mail address, for example/],
  [
    'a role that is none',
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
    'the recovery of nobody',
    ['recover', 'nobody@cedar-valley.example'],
    {},
    1,
    /^No user has the e-mail address nobody@cedar-valley\.example\./,
  ],
  [
    'the identity of nobody',
    ['forget-identity', 'nobody@cedar-valley.example'],
    {},
    1,
    /^No user has the e-mail address nobody@cedar-valley\.example\./,
  ],
  [
    'a link that would lead nowhere',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '' },
    2,
    /^SETTINGS_URL must be the origin of the Settings pages/,
  ],
  [
    'a link to what is no origin',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: 'settings.example' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a link over plain HTTP, at which `serve` would not begin',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: 'http://settings.example' },
    2,
    /^SETTINGS_URL must be an origin .* with HTTPS but for loopback/,
  ],
  [
    'a link past the proxy in front',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '4020', TRUST_PROXY: 'loopback' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a link to a port that there is not',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '99999' },
    2,
    /^SETTINGS_URL must be/,
  ],
  [
    'a link to all addresses of a machine',
    ['invite', 'cedar', EMAIL],
    { SETTINGS_URL: '', SETTINGS_PORT: '4020', SETTINGS_HOST: '0.0.0.0' },
    2,
    /^SETTINGS_URL must be/,
  ],
])('%s is refused in words', async (_what, args, other, status, message) => {
  const refused = await cli(['admin', ...args], { ...environment, ...other });
  expect(refused).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
});
