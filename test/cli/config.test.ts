// Tests the configuration, its defaults, and the lists of variables in .env.example and the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  readBackupKey,
  readConfig,
  readSettingsUrl,
  readSyncSecret,
  readSyncUrl,
} from '../../src/base/config';
import { VARIABLES, misspelledVariables } from '../../src/base/environment/reader';
import { ROOT, cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { FIRST, RENEWED } from '../support/tls';

const variablesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!).sort();

/** Returns the names of the variables that `serve`, `sandbox`, `backup` and `sync` read. */
function variablesRead(): string[] {
  const names = new Set<string>();
  const environment = new Proxy(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(environment);
  readBackupKey(environment);
  readSyncSecret(environment);
  readSyncUrl(environment);
  return [...names].sort();
}

test('.env.example and the guide list exactly the variables that the server reads', () => {
  expect(variablesOf(readFileSync(join(ROOT, '.env.example'), 'utf8'), /^([A-Z_]+)=/gm)).toEqual(
    variablesRead(),
  );
  expect(
    variablesOf(readFileSync(join(ROOT, 'spec/guide/configuration.md'), 'utf8'), /^\| `([A-Z_]+)` \|/gm),
  ).toEqual(variablesRead());
});

test('the list of variables has exactly those that the commands read', () => {
  expect([...VARIABLES].sort()).toEqual(variablesRead());
});

describe('a variable that is not in the list', () => {
  it.each([
    ['PORTT', 'PORT'],
    ['OPERATION_PORT', 'OPERATIONS_PORT'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['tls_cert_file', 'TLS_CERT_FILE'],
  ])('%s gets a warning that names %s', (name, near) => {
    expect(misspelledVariables({ [name]: '1' })).toEqual([
      `${name} is not a variable of this program and has no effect. Did you mean ${near}?`,
    ]);
  });

  it('gets no warning when other programs use its name', () => {
    const names = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'USER',
      'PWD',
      'LANG',
      'NODE_ENV',
      'PGHOST',
      'API_KEY',
      'Port',
    ];
    expect(
      misspelledVariables({ ...Object.fromEntries(names.map((name) => [name, '1'])), PORT: '1' }),
    ).toEqual([]);
  });

  it('gets a warning on standard error from commands too', async () => {
    const DATABASE_URL = `sqlite:${join(folder, 'misspelled.sqlite')}`;
    expect(await cli(['migrate'], { DATABASE_URL, DATABASE_ULR: 'x' })).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^DATABASE_ULR is not a variable .* Did you mean DATABASE_URL\?\n$/),
    });
  });
});

test.each([
  ['DATABASE_URL', 'postgres://joe:s3cret@db.example/inventory', 'postgres://****@db.example/inventory'],
  ['DATABASE_URL', 'postgres://joe:1/s3cret@db.example/x', 'postgres://****@db.example/x'],
  [
    'DATABASE_URL',
    'postgres://db.example/x?user=joe&password=s3cret',
    'postgres://db.example/x?user=joe&password=****',
  ],
  ['SANDBOX_TOKEN', 's3cret'.repeat(6), '****'],
  ['BACKUP_FOLDER', '/var/backups', '/var/backups'],
])('the effective configuration masks the secrets of %s=%s', (name, value, shown) => {
  const { effective } = readConfig({ [name]: value });
  expect(effective).toMatchObject({ PORT: '3000', [name]: shown });
  expect(JSON.stringify(effective)).not.toContain('s3cret');
});

test('.env.example contains the defaults', () => {
  const example = Object.fromEntries(
    [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name, value]) => [name, value],
    ),
  );
  expect(readConfig(example)).toEqual(readConfig({}));
});

test.each([
  ['PORT', '65536'],
  ['PORT', '3e3'],
  ['HOST', '192.0.2.1'],
  ['DATABASE_URL', 'inventory.sqlite'],
  ['DATABASE_URL', 'sqlite:'],
  ['DATABASE_URL', 'sqlite::memory:'],
  ['DATABASE_URL', 'postgres://db.example'],
  ['DATABASE_URL', 'postgres:inventory'],
  ['LOG_LEVEL', 'verbose'],
  ['RATE_LIMIT', '1.5'],
  ['CORS_ORIGINS', 'app.example'],
  ['CORS_ORIGINS', 'https://app.example/'],
  ['CORS_ORIGINS', 'https://*.app.example'],
  ['CORS_ORIGINS', 'ftp://app.example'],
  ['CORS_ORIGINS', 'https://app.example, *'],
  ['VALIDATE_RESPONSES', 'yes'],
  ['OPERATIONS_PORT', 'on'],
  ['OPERATIONS_HOST', 'monitoring.example'],
  ['DRAIN_SECONDS', '6'],
  ['WORKERS', '0'],
  ['SETTINGS_URL', 'settings.example'],
  ['SETTINGS_URL', 'http://settings.example'],
  ['SETTINGS_URL', 'ftp://localhost'],
  ['SETTINGS_URL', 'https://settings.example/pages'],
  ['API_URL', 'https://inventory.example/v1'],
  ['SETTINGS_PORT', '65536'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'loopback, proxy.example'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0/8'],
])('readConfig rejects %s=%s and names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
});

test.each([
  ['*', ['*']],
  [
    'https://app.example, http://localhost:5173,http://[::1]:8080',
    ['https://app.example', 'http://localhost:5173', 'http://[::1]:8080'],
  ],
])('readConfig accepts CORS_ORIGINS=%s', (given, corsOrigins) => {
  expect(readConfig({ CORS_ORIGINS: given })).toMatchObject({ corsOrigins });
});

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};
const pair = (certificate: string, key: string) => ({ TLS_CERT_FILE: certificate, TLS_KEY_FILE: key });
const folder = temporaryFolder();

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('commands without a listener validate only DATABASE_URL', async () => {
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`,
    ...pair(FIRST.certificate, '/nowhere.pem'),
    PORT: 'x',
  };
  expect(await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment)).toMatchObject({
    status: 0,
  });
  const [revoked, saved, refused, served] = await Promise.all([
    cli(['key', 'revoke', 'key_missing'], environment),
    cli(['backup', join(folder, 'backup.sqlite')], environment),
    cli(['key', 'revoke', 'key_missing'], { ...environment, DATABASE_URL: 'inventory.sqlite' }),
    cli(['serve'], environment),
  ]);
  expect(revoked).toMatchObject({ status: 1, stderr: expect.stringContaining('key_missing') });
  expect(saved).toMatchObject({ status: 0 });
  expect(refused).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^DATABASE_URL must begin with .*\n$/),
  });
  expect(served).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^TLS_KEY_FILE must .*\nPORT must .*\n$/),
  });
});

describe('HTTPS', () => {
  it('plain HTTP is limited to loopback, and the error at startup explains the alternatives', async () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(problems({ HOST })).toEqual([]);
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'inventory.example']) {
      expect(problems({ HOST })).toEqual([
        expect.stringMatching(
          /^HOST must be 127\.0\.0\.1, ::1, localhost, not ".*": over plain HTTP, .* API keys\. .*TLS_CERT_FILE and TLS_KEY_FILE.*TRUST_PROXY/,
        ),
      ]);
    }
    for (const command of ['serve', 'sandbox'])
      expect(await cli([command], { HOST: '0.0.0.0', PORT: '0' })).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(
          command === 'sandbox'
            ? /^HOST must be .* set SANDBOX_TOKEN, or pass --public to let everyone use its console and worlds\.\n$/
            : /^HOST must be .* terminates HTTPS\.\n$/,
        ),
      });
  });

  it('a certificate or a trusted proxy allows every address', () => {
    expect(readConfig({ HOST: '0.0.0.0', ...pair(FIRST.certificate, FIRST.key) })).toMatchObject({
      host: '0.0.0.0',
      tls: FIRST,
    });
    expect(
      readConfig({ HOST: '::', TRUST_PROXY: 'loopback, 10.1.2.0/24,2001:db8::/32 , 192.0.2.7' }),
    ).toMatchObject({ host: '::', trustProxy: ['loopback', '10.1.2.0/24', '2001:db8::/32', '192.0.2.7'] });
  });

  it.each([
    [
      'TLS_CERT_FILE without TLS_KEY_FILE',
      { TLS_CERT_FILE: FIRST.certificate },
      /^TLS_CERT_FILE and TLS_KEY_FILE must be set both, or neither\.$/,
    ],
    [
      'TLS_KEY_FILE without TLS_CERT_FILE',
      { TLS_KEY_FILE: FIRST.key },
      /^TLS_CERT_FILE and TLS_KEY_FILE must be set both, or neither\.$/,
    ],
    [
      'a missing certificate file',
      pair('/nowhere.pem', FIRST.key),
      /^TLS_CERT_FILE must name a readable file: \/nowhere\.pem does not exist\.$/,
    ],
    [
      'a missing key file',
      pair(FIRST.certificate, '/nowhere.pem'),
      /^TLS_KEY_FILE must name a readable file: \/nowhere\.pem does not exist\.$/,
    ],
    ['a folder', pair(folder, FIRST.key), /^TLS_CERT_FILE must name a readable file: .* is a folder\.$/],
    [
      'a key in place of the certificate',
      pair(FIRST.key, FIRST.key),
      /^TLS_CERT_FILE must be a certificate in PEM format, and .* is not: .*\.$/,
    ],
    [
      'a certificate in place of the key',
      pair(FIRST.certificate, FIRST.certificate),
      /^TLS_KEY_FILE must be an unencrypted private key in PEM format, and .* is not: .*\.$/,
    ],
    [
      'the key of another certificate',
      pair(FIRST.certificate, RENEWED.key),
      /^TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE\. .* is the key of another one\.$/,
    ],
    [
      'a truncated chain',
      pair(
        written('cut.pem', `${readFileSync(FIRST.certificate, 'utf8')}-----BEGIN CERTIFICATE-----\nMII`),
        FIRST.key,
      ),
      /^TLS_CERT_FILE and TLS_KEY_FILE must be usable for TLS: .*\.$/,
    ],
    [
      'an empty file',
      pair(written('empty.pem', ''), FIRST.key),
      /^TLS_CERT_FILE must be a certificate in PEM format, and .* is not: .*\.$/,
    ],
  ])('%s causes a single error with the variable', (_what, environment, line) => {
    expect(problems(environment)).toEqual([expect.stringMatching(line)]);
  });
});

const SETTINGS_SECRET = 'a secret of thirty-two characters';

test('SETTINGS_PORT turns the Settings pages on and requires a secret of at least 32 characters', () => {
  expect(readConfig({ SETTINGS_SECRET })).not.toHaveProperty('settings');
  expect(readConfig({ SETTINGS_SECRET, SETTINGS_PORT: '0' }).settings).toEqual({
    port: 0,
    host: '127.0.0.1',
    secret: SETTINGS_SECRET,
  });
  for (const secret of ['', 'short'])
    expect(problems({ SETTINGS_PORT: '3001', SETTINGS_SECRET: secret })).toEqual([
      expect.stringMatching(/^SETTINGS_SECRET must have at least 32 characters[^]*openssl rand -base64 32/),
    ]);
});

test('the Settings pages listen on HOST by default and require HTTPS outside loopback', () => {
  const settings = { SETTINGS_SECRET, SETTINGS_PORT: '3001' };
  expect(
    problems({ ...settings, SETTINGS_HOST: '0.0.0.0', SETTINGS_URL: 'https://settings.example' }),
  ).toEqual([expect.stringMatching(/^SETTINGS_HOST must be 127\.0\.0\.1/)]);
  const urls = { SETTINGS_URL: 'https://settings.example', API_URL: 'https://inventory.example' };
  expect(
    readConfig({ ...settings, ...urls, TRUST_PROXY: '10.0.0.1', HOST: '0.0.0.0' }).settings,
  ).toMatchObject({ host: '0.0.0.0', url: 'https://settings.example', apiUrl: 'https://inventory.example' });
});

test.each([
  ['off loopback', { HOST: '0.0.0.0', TLS_CERT_FILE: FIRST.certificate, TLS_KEY_FILE: FIRST.key }],
  ['behind a proxy on this machine', { TRUST_PROXY: 'loopback' }],
])('the Settings pages require SETTINGS_URL and API_URL %s', (_where, environment) => {
  const given = { SETTINGS_SECRET, SETTINGS_PORT: '3001', ...environment };
  expect(problems(given)).toEqual([
    expect.stringMatching(/^SETTINGS_URL must be the public origin/),
    expect.stringMatching(/^API_URL must be the public origin/),
  ]);
  expect(problems({ ...given, SETTINGS_PORT: 'off' })).toEqual([]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3001'],
  ['localhost', 'http://localhost:3001'],
  ['::1', 'http://[::1]:3001'],
])('the default SETTINGS_URL for SETTINGS_HOST %s is %s', (host, origin) => {
  const given = { SETTINGS_SECRET, SETTINGS_PORT: '3001', SETTINGS_HOST: host };
  expect([readConfig(given).settings!.url, readSettingsUrl(given)]).toEqual([origin, origin]);
});
