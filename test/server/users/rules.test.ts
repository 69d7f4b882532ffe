// Tests e-mail addresses, passwords, codes, secrets and limits, without a database.
import crypto from 'node:crypto';
import { createAttempts } from '../../../src/server/users/sign-in/context';
import { toNetwork } from '../../../src/base/addresses';
import { vouchesFor } from '../../../src/server/users/identity-provider-rules';
import {
  type PasswordSource,
  digestPassword,
  isPassword,
  passwordFault,
} from '../../../src/server/users/passwords';
import {
  digestOfRecoveryCode,
  newRecoveryCodes,
  newSharedSecret,
  findStep,
  toUri,
} from '../../../src/server/users/second-factor';
import { PURPOSES, createSecretBox, createSignedTokens, deriveKey } from '../../../src/server/users/secrets';
import { parseEmail } from '../../../src/server/users/user';
import { codeOf } from '../../support/users';

const EMAIL = 'compliance.manager@cedar-valley.example';
const CHEAP = { logN: 4, r: 1, p: 1 };

describe('an e-mail address', () => {
  test.each(['Compliance.Manager@Cedar-Valley.example', '  compliance.manager@cedar-valley.example '])(
    '%j is converted to lower case',
    (text) => expect(parseEmail(text)).toBe(EMAIL),
  );

  test('with an international domain is the same in every spelling', () => {
    for (const text of [
      'José@München.example',
      'jose\u0301@mu\u0308nchen.example',
      'josé@xn--mnchen-3ya.example',
    ])
      expect(parseEmail(text)).toBe('josé@xn--mnchen-3ya.example');
    expect(vouchesFor({ domains: ['münchen.example'] }, 'josé@xn--mnchen-3ya.example')).toBe(true);
  });

  test.each([
    '',
    'manager',
    'manager@',
    '@cedar.example',
    'a@b@c.example',
    'a b@c.example',
    'a@c..example',
    'a@.example',
    'a\u0000@c.example',
    'a\u202e@c.example',
    '<a@c.example>',
    `${'a'.repeat(250)}@c.example`,
  ])('%j is invalid', (text) => expect(parseEmail(text)).toBeUndefined());
});

describe('a password', () => {
  test('is stored as a salted digest with its cost', async () => {
    const [one, other] = [
      await digestPassword('turbine ledger', 'known', CHEAP),
      await digestPassword('turbine ledger', 'known', CHEAP),
    ];
    expect(one).toMatch(/^scrypt\$4\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(other).not.toBe(one);
    expect([
      await isPassword('turbine ledger', one),
      await isPassword('turbine ledger', other),
      await isPassword('turbine ledges', one),
    ]).toEqual([true, true, false]);
  });

  test('matches in every Unicode normalization form', async () => {
    expect(
      await isPassword(
        'Gro\u0308ße der Anlage',
        await digestPassword('Gr\u00f6ße der Anlage', 'known', CHEAP),
      ),
    ).toBe(true);
  });

  test('waits behind at most 20 others, and then fails with 503', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 22 }, () => digestPassword('turbine ledger', 'known', CHEAP)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'unavailable' } });
  });

  test.each<PasswordSource>(['unknown', 'link'])(
    'from a known browser does not wait for 20 from the source "%s"',
    async (other) => {
      const stored = await digestPassword('turbine ledger', 'known', CHEAP);
      const { scrypt } = crypto;
      let finishFirst = (): void => undefined;
      const held = jest
        .spyOn(crypto, 'scrypt')
        .mockImplementationOnce((...of) => void (finishFirst = () => scrypt(...of)));
      const others = Array.from({ length: 21 }, () => isPassword('x', undefined, other));
      expect(await isPassword('turbine ledger', stored, 'known')).toBe(true);
      expect(held).toHaveBeenCalledTimes(2);
      finishFirst();
      expect(await Promise.all(others)).toEqual(Array.from({ length: 21 }, () => false));
      held.mockRestore();
    },
  );

  test('has the recommended cost, also without a user', async () => {
    const digested = jest.spyOn(crypto, 'scrypt');
    expect(await digestPassword('x')).toMatch(/^scrypt\$17\$8\$1\$/);
    expect(await isPassword('x', undefined)).toBe(false);
    const recommended = { N: 2 ** 17, r: 8, p: 1, maxmem: expect.any(Number) };
    expect(digested.mock.calls.map(([, , , options]) => options)).toEqual([recommended, recommended]);
    digested.mockRestore();
  });

  test.each([
    ['short', 'Tr4-eleven!', /at least 12 characters/],
    ['long', 'a1-'.repeat(43), /at most 128 characters/],
    ['with the name of the address in it', 'x Compliance.Manager 71', /contains your e-mail address/],
    ['common', 'Password12345!', /too easy to guess/],
    ['of a season and a year', 'Summer2026!!', /too easy to guess/],
    ['of a greeting and a year', 'Welcome2026!!', /too easy to guess/],
    ['of adjacent keys', 'qwertyuiop[]asdf', /too easy to guess/],
    ['of the organization', 'cedar-valley.example', /too easy to guess/],
    ['of one character', 'aaaaaaaaaaaaaaaa', /too easy to guess/],
  ])('that is %s is rejected with a message', async (_what, password, sentence) =>
    expect(await passwordFault(password, EMAIL)).toMatch(sentence),
  );

  test.each(['turbine ledger quietly orchard', 'Kx7#mQ2$vL9p', '測試密碼安全性設備變電所電網十二'])(
    '%s is accepted',
    async (password) => expect(await passwordFault(password, EMAIL)).toBeUndefined(),
  );
});

describe('a code', () => {
  const secret = newSharedSecret();
  const now = Math.floor(Date.now() / 30_000);
  // The time step must not end during a test.
  beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(30_000 * now));
  afterAll(() => void jest.restoreAllMocks());

  test.each([-1, 0, 1])('of %i steps from now returns its time step', (steps) =>
    expect(findStep(secret, codeOf(secret, steps), 0)).toBe(now + steps),
  );

  test.each([-2, 2])('of %i steps from now is rejected', (steps) =>
    expect(findStep(secret, codeOf(secret, steps), 0)).toBeUndefined(),
  );

  test('works only once', () => {
    const code = codeOf(secret);
    const step = findStep(secret, code, 0)!;
    expect(findStep(secret, code, step)).toBeUndefined();
  });

  test('may contain white space', () =>
    expect(findStep(secret, codeOf(secret).replace(/^.../, '$& '), 0)).toBeDefined());

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is invalid', (code) =>
    expect(findStep(secret, code, 0)).toBeUndefined(),
  );

  test('works in an app that has scanned the QR code', () => {
    expect(toUri(secret, EMAIL)).toBe(
      `otpauth://totp/Compliance%20Inventory:${encodeURIComponent(EMAIL)}?secret=${secret}&issuer=Compliance%20Inventory`,
    );
  });

  test('for recovery is one of ten, in any case, with or without hyphens', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){3}[2-9a-hjkmnp-z]{4}$/);
    expect(digestOfRecoveryCode(codes[0]!.toUpperCase().replaceAll('-', ' '))).toBe(
      digestOfRecoveryCode(codes[0]!),
    );
  });
});

test('each purpose and each secret has its own key', () => {
  const purposes = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[];
  const keys = ['one secret', 'another secret'].flatMap((secret) =>
    purposes.map((purpose) => deriveKey(secret, purpose).toString('hex')),
  );
  expect(new Set(keys).size).toBe(2 * purposes.length);
});

describe('a signed token', () => {
  const tokens = createSignedTokens(deriveKey('one secret', 'formTokens'));
  const token = tokens.issue('session 1');

  test('is valid for its own context only, and each token is different', () => {
    expect([tokens.isValid(token, 'session 1'), tokens.isValid(token, 'session 2')]).toEqual([true, false]);
    expect(tokens.issue('session 1')).not.toBe(token);
  });

  test('is not valid for another purpose or under another secret', () => {
    for (const key of [deriveKey('one secret', 'formCookies'), deriveKey('another secret', 'formTokens')]) {
      expect(createSignedTokens(key).isValid(token, 'session 1')).toBe(false);
    }
  });

  test('is invalid when it is changed, truncated, extended, re-encoded or missing', () => {
    const last = token.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBytes = token.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1]!;
    for (const wrong of [
      `A${token.slice(1)}`,
      token.slice(1),
      `${token}A`,
      `${token}=`,
      sameBytes,
      '',
      null,
      undefined,
    ]) {
      if (wrong !== token) expect(tokens.isValid(wrong, 'session 1')).toBe(false);
    }
  });
});

describe('a sealed secret', () => {
  const box = createSecretBox('one secret');
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'usr_1');

  test('of an earlier version stays readable, because the key of second factors never changes', () => {
    const earlier = 'uG9fZrb5xBGB-GzgLyFhGFzwCkCCrMm3sLxg4P1oKL9dJgi03C6yHj2VdD8';
    expect(box.open(earlier, 'usr_1')).toBe('JBSWY3DPEHPK3PXP');
  });

  test('is readable for its owner, and its text is hidden', () => {
    expect(box.open(sealed, 'usr_1')).toBe('JBSWY3DPEHPK3PXP');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
    expect(box.seal('JBSWY3DPEHPK3PXP', 'usr_1')).not.toBe(sealed);
  });

  test.each([
    ['with another SETTINGS_SECRET', () => createSecretBox('another secret').open(sealed, 'usr_1')],
    ['for another user', () => box.open(sealed, 'usr_2')],
    ['after a change', () => box.open(`${sealed.slice(0, -2)}AA`, 'usr_1')],
  ])('cannot be read %s', (_when, open) => expect(open).toThrow(/stored with another SETTINGS_SECRET/));
});

test.each([
  ['passwords for an account from a network', 'account', 10],
  ['passwords from a known browser', 'device', 10],
  ['current passwords of a signed-in user', 'change', 10],
  ['passwords from a client', 'address', 100],
  ['passwords of a link', 'link', 10],
  ['codes of a session', 'session', 5],
  ['codes of a user', 'codes', 10],
] as const)('limits %s until a success or the end of the window', async (_what, counted, most) => {
  const attempts = createAttempts();
  for (let attempt = 0; attempt < most; attempt++)
    expect(await attempts.count(counted, 'somebody')).toBeUndefined();
  expect((await attempts.count(counted, 'somebody'))?.retryAfter).toBeGreaterThan(14 * 60);
  expect(await attempts.count(counted, 'somebody else')).toBeUndefined();
  await attempts.forget(counted, 'somebody');
  expect(await attempts.count(counted, 'somebody')).toBeUndefined();
});

test('a client waits for one window at most, even when the clock was set back', async () => {
  const attempts = createAttempts();
  for (let attempt = 0; attempt < 5; attempt++) await attempts.count('session', 'somebody');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  const seconds = (await attempts.count('session', 'somebody'))?.retryAfter;
  clock.mockRestore();
  expect(seconds).toBe(15 * 60);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:12::1', '2001:db8:0:12'],
  ['2001:DB8:0:12:ffff:0:0:2', '2001:db8:0:12'],
  ['2001:0db8:0000:0012::3', '2001:db8:0:12'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('counts attempts from %s for %s', (address, network) => expect(toNetwork(address)).toBe(network));
