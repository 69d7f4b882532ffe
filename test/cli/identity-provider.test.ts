// Tests `admin identity-provider`: set, show and remove, and usage errors.
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import { type Ended, cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const environment = {
  DATABASE_URL: `sqlite:${join(temporaryFolder(), 'inventory.sqlite')}`,
  SETTINGS_URL: 'https://settings.cedar-valley.example',
};
const identityProvider = (...args: string[]): Promise<Ended> =>
  cli(['admin', 'identity-provider', 'cedar', ...args], environment);
const OF_CEDAR = [
  '--issuer',
  'https://login.cedar-valley.example/',
  '--client-id',
  'inventory',
  '--client-secret-env',
  'CEDAR_OIDC_SECRET',
  '--domain',
  'Cedar-Valley.example',
  '--domain',
  'cvpl.example',
  '--domain',
  'Energie-München.example',
];

beforeAll(async () => void (await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment)));

test('admin identity-provider sets, shows and removes a provider, and logs both changes', async () => {
  expect(await identityProvider()).toEqual({
    status: 1,
    stdout: '',
    stderr: 'cedar has no identity provider.\n',
  });
  expect(await identityProvider(...OF_CEDAR)).toEqual({
    status: 0,
    stdout: 'https://settings.cedar-valley.example/sign-in/organization/callback\n',
    stderr: '',
  });
  const shown = {
    issuer: 'https://login.cedar-valley.example',
    clientId: 'inventory',
    clientSecretVariable: 'CEDAR_OIDC_SECRET',
    domains: ['cedar-valley.example', 'cvpl.example', 'xn--energie-mnchen-osb.example'],
  };
  expect(JSON.parse((await identityProvider()).stdout)).toEqual(shown);
  expect(await identityProvider('--remove')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(await identityProvider('--remove')).toMatchObject({
    status: 1,
    stderr: 'cedar has no identity provider.\n',
  });
  const inventory = await openInventory(environment.DATABASE_URL);
  const [removed, set] = await inventory.activity.newest((await inventory.organizations.find('cedar'))!.id);
  await inventory.close();
  expect([set, removed]).toEqual([
    expect.objectContaining({
      actor_type: 'operator',
      resource_type: 'organization',
      description: 'Set the identity provider https://login.cedar-valley.example.',
      changes: expect.stringContaining('cvpl.example'),
    }),
    expect.objectContaining({
      actor_type: 'operator',
      resource_type: 'organization',
      description: 'Removed the identity provider https://login.cedar-valley.example.',
    }),
  ]);
});

test.each([
  [
    'an issuer with plain HTTP outside loopback',
    ['--issuer', 'http://login.cedar-valley.example', ...OF_CEDAR.slice(2)],
  ],
  [
    'an issuer and a client id that are too long',
    [
      ...OF_CEDAR.slice(0, 1),
      `https://login.example/${'i'.repeat(300)}`,
      '--client-id',
      'c'.repeat(200),
      ...OF_CEDAR.slice(4),
    ],
  ],
  ['no domain', OF_CEDAR.slice(0, 6)],
  ['an invalid domain', [...OF_CEDAR, '--domain', '@cedar-valley.example']],
  ['a secret in place of a variable name', [...OF_CEDAR.slice(0, 5), 'v3ry-secret!', ...OF_CEDAR.slice(6)]],
  ['options to set together with --remove', [...OF_CEDAR, '--remove']],
])('%s is a usage error', async (_what, args) => {
  expect(await identityProvider(...args)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/./),
  });
});
