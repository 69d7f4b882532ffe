// Tests sign-in with an organization's identity provider against a running provider.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { byOperator } from '../../../src/server/audit/entry';
import { CALLBACK_PATH } from '../../../src/server/users/identity-provider-rules';
import { type OidcSignIn, createOidcSignIn } from '../../../src/server/settings/oidc';
import { createOidcClient, getReason } from '../../../src/server/settings/oidc-client';
import type { IdentityProvider } from '../../../src/server/users/identity-providers';
import { type SignIn, createSignIn } from '../../../src/server/users/sign-in/sign-in';
import { activityOf } from '../../support/activity';
import { CLIENT, type TestIdentityProvider, startIdentityProvider, visit } from './identity-provider';
import { type TestInventory, openTestInventory } from '../../support/inventory';

const ORIGIN = 'http://127.0.0.1:1';
const FROM = { address: '192.0.2.1', requestId: 'req-1' };
const OPERATOR = byOperator('operator');

let test: TestInventory;
let provider: TestIdentityProvider;
let signIn: SignIn;
let oidc: OidcSignIn;
const errors: Error[] = [];
const environment: Record<string, string> = { CEDAR_OIDC_SECRET: CLIENT.secret };

const users = () => test.inventory.users;
const configured = (fields: Partial<IdentityProvider> = {}): IdentityProvider => ({
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecretVariable: 'CEDAR_OIDC_SECRET',
  domains: ['cedar-valley.example'],
  ...fields,
});

beforeAll(async () => {
  test = await openTestInventory();
  provider = await startIdentityProvider(`${ORIGIN}${CALLBACK_PATH}`);
  const onError = (error: unknown, requestId: string): undefined =>
    void errors.push(Object.assign(error as Error, { requestId }));
  signIn = createSignIn({ ...test.inventory, secret: 'a secret of this test, and of no other', onError });
  oidc = createOidcSignIn({
    users: users(),
    signIn,
    oidcClient: createOidcClient((name) => environment[name]),
    origin: () => ORIGIN,
    onError,
  });
  await users().identityProviders.set(test.cedar.organization.id, configured(), OPERATOR);
});
afterAll(async () => {
  await provider.close();
  await test.close();
});
beforeEach(() => {
  errors.length = 0;
  Object.assign(provider, {
    user: person('compliance.manager'),
    alter: (claims: object) => claims,
    forges: false,
    isAway: false,
  });
});

const person = (name: string, domain = 'cedar-valley.example') => ({
  sub: `subject of ${name}`,
  email: `${name}@${domain}`,
  email_verified: true,
});

/** Several organizations serve the domain, so the user chooses one. */
const at = (slug: string) => ({ email: 'anybody@cedar-valley.example', slug });

/** Signs in at the provider. Returns the path of the callback and the cookie. */
async function returnFromProvider(): Promise<{ callback: string; cookie: string }> {
  const started = await oidc.start(at('cedar-power'), '/organizations/cedar-power/keys', FROM);
  if (!started || 'fault' in started || 'choices' in started) throw new Error('not started');
  const { href } = new URL(await visit(started.location, ORIGIN));
  return { callback: href.slice(ORIGIN.length), cookie: started.cookie };
}

async function signInAtProvider() {
  const { callback, cookie } = await returnFromProvider();
  return oidc.finish(callback, cookie, FROM);
}

async function signedIn() {
  const result = await signInAtProvider();
  if ('fault' in result) throw new Error(`${result.fault} ${errors.map(String).join()}`);
  return result;
}

const members = async () =>
  (await users().memberships.list(test.cedar.organization.id)).map(({ email, role }) => ({ email, role }));
const INVALID = {
  fault: expect.stringMatching(/^The response of your organization’s identity provider is invalid\./),
};
const EXPIRED = { fault: expect.stringMatching(/already used\. Start again\.$/) };

it('a new user becomes a Member, is signed in, and returns to the requested page; the log records it', async () => {
  const { token, membership, next } = await signedIn();
  expect([membership, next]).toEqual([
    { organization: test.cedar.organization.id, slug: 'cedar-power', name: 'cedar power', role: 'member' },
    '/organizations/cedar-power/keys',
  ]);
  const session = (await users().sessions.find(token))!;
  expect(session).toMatchObject({
    stage: 'signed in',
    provider: `${provider.issuer}#${CLIENT.id}`,
    user: { email: 'compliance.manager@cedar-valley.example' },
  });
  const logged = (await activityOf(test, test.cedar))
    .slice(-2)
    .map(({ actorType, actorId, operation }) => [actorType, actorId, operation]);
  expect(logged).toEqual([
    ['user', session.user.id, 'created'],
    ['user', session.user.id, 'signed_in'],
  ]);
});

it('a user with an open invitation gets its role, and keeps the account at the next sign-in', async () => {
  provider.user = person('ot.security.lead');
  await users().invitations.create(
    test.cedar.organization.id,
    { email: provider.user.email, role: 'admin', invitedBy: 'operator' },
    OPERATOR,
  );
  const [first, second] = [await signedIn(), await signedIn()];
  expect([first.membership.role, second.membership.role, first.token === second.token]).toEqual([
    'admin',
    'admin',
    false,
  ]);
  expect((await users().sessions.find(first.token))!.user).toEqual(
    (await users().sessions.find(second.token))!.user,
  );
  expect(await users().invitations.open(test.cedar.organization.id)).toEqual([]);
  expect((await members()).filter(({ email }) => email === provider.user.email)).toEqual([
    { email: provider.user.email, role: 'admin' },
  ]);
});

describe.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
  ['for another client', (claims) => ({ ...claims, aud: 'another-client' })],
  [
    'that has expired',
    (claims) => ({
      ...claims,
      exp: Math.floor(Date.now() / 1000) - 60,
      iat: Math.floor(Date.now() / 1000) - 660,
    }),
  ],
  ['with another nonce', (claims) => ({ ...claims, nonce: 'of another sign-in' })],
  ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
  ['of another issuer', (claims) => ({ ...claims, iss: 'https://another.example' })],
  ['of another subject than the profile', (claims) => ({ ...claims, sub: 'somebody else' })],
])('a token %s', (_what, alter) => {
  it('creates no session and no member', async () => {
    provider.user = person('fault');
    provider.alter = alter;
    expect(await signInAtProvider()).toEqual(INVALID);
    expect(errors).toHaveLength(1);
    expect(await members()).not.toContainEqual(expect.objectContaining({ email: provider.user.email }));
  });
});

it('rejects a token with an invalid signature', async () => {
  provider.forges = true;
  expect(await signInAtProvider()).toEqual(INVALID);
});

describe('a response of the provider', () => {
  it('works only once', async () => {
    const { callback, cookie } = await returnFromProvider();
    expect(await oidc.finish(callback, cookie, FROM)).toMatchObject({ token: expect.any(String) });
    expect(await oidc.finish(callback, cookie, FROM)).toEqual(EXPIRED);
  });

  it('works only with the cookie of its own sign-in', async () => {
    const [ownCallback, otherCallback] = [await returnFromProvider(), await returnFromProvider()];
    expect(await oidc.finish(otherCallback.callback, undefined, FROM)).toEqual(EXPIRED);
    expect(await oidc.finish(otherCallback.callback, 'guessed', FROM)).toEqual(EXPIRED);
    expect(await oidc.finish(otherCallback.callback, ownCallback.cookie, FROM)).toEqual(INVALID);
  });

  it('expires after ten minutes', async () => {
    const { callback, cookie } = await returnFromProvider();
    await test.inventory.database.knex('pending_sign_ins').update({ expires_at: new Date().toISOString() });
    expect(await oidc.finish(callback, cookie, FROM)).toEqual(EXPIRED);
  });

  it('with an error returns a message', async () => {
    const { callback, cookie } = await returnFromProvider();
    const state = new URL(callback, ORIGIN).searchParams.get('state')!;
    expect(
      await oidc.finish(
        `${CALLBACK_PATH}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
        cookie,
        FROM,
      ),
    ).toEqual(INVALID);
  });

  it('is rejected when the organization has removed the provider', async () => {
    const { callback, cookie } = await returnFromProvider();
    await users().identityProviders.remove(test.cedar.organization.id, OPERATOR);
    expect(await oidc.finish(callback, cookie, FROM)).toEqual(EXPIRED);
    await users().identityProviders.set(test.cedar.organization.id, configured(), OPERATOR);
  });
});

describe('an address', () => {
  const faultFor = async (user: TestIdentityProvider['user']) => {
    provider.user = user;
    const result = await signInAtProvider();
    return 'fault' in result ? result.fault : 'signed in';
  };

  it('that is not verified is rejected, and the log of a known user records it', async () => {
    await signedIn();
    expect(await faultFor({ ...person('compliance.manager'), email_verified: false })).toMatch(
      /has not verified the address compliance\.manager@cedar-valley\.example/,
    );
    expect((await activityOf(test, test.cedar)).at(-1)).toMatchObject({
      operation: 'sign_in_refused',
      requestId: 'req-1',
      description: expect.stringContaining('Rejected a sign-in of compliance.manager@cedar-valley.example'),
    });
    const { sub, email } = person('auditor');
    expect(await faultFor({ sub, email })).toMatch(/has not verified the address/);
  });

  it.each([
    'evil.example',
    'sub.cedar-valley.example',
    'evil-cedar-valley.example',
    'cedar-valley.example.evil.example',
  ])('of the domain %s is rejected', async (domain) => {
    expect(await faultFor(person('auditor', domain))).toMatch(/domains only: cedar-valley\.example\.$/);
    expect(await members()).not.toContainEqual(expect.objectContaining({ email: `auditor@${domain}` }));
  });

  it('that is invalid is rejected', async () => {
    expect(await faultFor({ sub: 'subject', email: 'none', email_verified: true })).toMatch(
      /did not send your e-mail address/,
    );
  });

  it.each<[string, TestIdentityProvider['alter']]>([
    ['in the ID token is accepted like one in the profile', (claims) => claims],
    [
      'that is verified in the profile only is accepted',
      (claims) => ({ ...claims, email_verified: undefined }),
    ],
  ])('%s', async (_title, alter) => {
    const other = await startIdentityProvider(`${ORIGIN}${CALLBACK_PATH}`, { inToken: true });
    Object.assign(other, { user: person('delegate'), alter });
    await users().identityProviders.set(
      test.other.organization.id,
      configured({ issuer: other.issuer }),
      OPERATOR,
    );
    const started = (await oidc.start(at('other-power'), '/', FROM)) as {
      location: string;
      cookie: string;
    };
    const callback = await visit(started.location, ORIGIN);
    const finished = await oidc.finish(callback.slice(ORIGIN.length), started.cookie, FROM);
    await other.close();
    expect(finished).toMatchObject({ membership: { slug: 'other-power' } });
  });
});

describe('no sign-in starts', () => {
  it('for the domain of no provider, an address that is none, and a choice that is not offered', async () => {
    await users().identityProviders.set(test.other.organization.id, configured(), OPERATOR);
    const start = (email: string, slug?: string) => oidc.start({ email, slug }, '/', FROM);
    expect([await start('x@nobody.example'), await start('cedar-valley.example')]).toEqual([
      undefined,
      undefined,
    ]);
    const choices = [
      { slug: 'cedar-power', name: 'cedar power' },
      { slug: 'other-power', name: 'other power' },
    ].map((each) => expect.objectContaining(each));
    for (const slug of [undefined, 'nobody'])
      expect(await start('x@cedar-valley.example', slug)).toEqual({
        choices: expect.arrayContaining(choices),
      });
    await users().identityProviders.remove(test.other.organization.id, OPERATOR);
  });

  it.each<[string, () => Partial<IdentityProvider>, RegExp]>([
    ['that is unreachable', () => ({ issuer: 'http://127.0.0.1:1' }), /./],
    ['whose secret is not set', () => ({ clientSecretVariable: 'NOT_SET' }), /NOT_SET is not set/],
    [
      'over plain HTTP on another host',
      () => ({ issuer: 'http://login.cedar-valley.example' }),
      /only requests to HTTPS are allowed/,
    ],
  ])('with a provider %s: the user gets a message, the log the reason', async (_what, fields, reason) => {
    await users().identityProviders.set(test.other.organization.id, configured(fields()), OPERATOR);
    expect(await oidc.start(at('other-power'), '/', FROM)).toEqual({
      fault: expect.stringMatching(/^The server cannot reach your organization’s identity provider/),
    });
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(reason), requestId: FROM.requestId }),
    ]);
  });

  it('with a provider whose response never ends: the server stops reading and logs an excerpt', async () => {
    let sent = 0;
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const sendMore = (): void => {
        sent += 64;
        while (!response.destroyed && response.write('x'.repeat(64 * 1024))) sent += 64;
      };
      response.on('drain', sendMore);
      sendMore();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    await users().identityProviders.set(
      test.other.organization.id,
      configured({ issuer: `http://127.0.0.1:${(endless.address() as AddressInfo).port}` }),
      OPERATOR,
    );
    const started = await oidc.start(at('other-power'), '/', FROM);
    endless.closeAllConnections();
    endless.close();
    expect(started).toEqual({ fault: expect.any(String) });
    expect(JSON.stringify(getReason(errors[0]))).toMatch(/exceeds 1048576 bytes/);
    expect(sent).toBeLessThan(16 * 1024);
    const longError = Object.assign(new Error('y'.repeat(100_000)), {
      code: 'OAUTH_RESPONSE_IS_NOT_JSON',
      error: 'invalid_client',
      input: 'x'.repeat(100_000),
      cause: { body: 'x' },
    });
    expect(getReason(longError)).toEqual({
      name: 'Error',
      message: 'y'.repeat(300),
      code: 'OAUTH_RESPONSE_IS_NOT_JSON',
      error: 'invalid_client',
    });
  });

  it('when the provider is unavailable; a later sign-in succeeds', async () => {
    await users().identityProviders.set(
      test.other.organization.id,
      configured({ domains: ['not-asked-before.example'] }),
      OPERATOR,
    );
    provider.isAway = true;
    expect(await oidc.start({ email: 'x@not-asked-before.example' }, '/', FROM)).toEqual({
      fault: expect.any(String),
    });
    provider.isAway = false;
    expect(await oidc.start({ email: 'x@not-asked-before.example' }, '/', FROM)).toEqual({
      location: expect.stringMatching(`^${provider.issuer}/`),
      cookie: expect.any(String),
      state: expect.any(String),
    });
  });
});

it("caches a provider's metadata for ten minutes", async () => {
  await returnFromProvider();
  provider.isAway = true;
  expect(await oidc.start(at('cedar-power'), '/', FROM)).toMatchObject({
    location: expect.any(String),
  });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
  expect(await oidc.start(at('cedar-power'), '/', FROM)).toEqual({ fault: expect.any(String) });
  clock.mockRestore();
});

it('a new sign-in removes expired ones', async () => {
  await returnFromProvider();
  const rows = () => test.inventory.database.knex('pending_sign_ins').select('digest');
  await test.inventory.database.knex('pending_sign_ins').update({ expires_at: '2026-01-31T08:15:30.123Z' });
  await returnFromProvider();
  expect(await rows()).toHaveLength(1);
});
