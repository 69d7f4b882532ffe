// Tests sign-in at an identity provider in a browser: concurrent sign-ins, and links on other sites.
import { byOperator } from '../../../src/server/audit/entry';
import { CALLBACK_PATH } from '../../../src/server/users/identity-provider-rules';
import { CLIENT, type TestIdentityProvider, startIdentityProvider, visit } from './identity-provider';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { PASSWORD } from '../../support/users';
import { type Visitor, createVisitor, signedInVisitor } from '../../support/visitor';

const SECRET_VARIABLE = 'TEST_WAYS_OIDC_SECRET';
const SESSION = '__Host-session';

let settings: TestSettings;
let provider: TestIdentityProvider;
beforeAll(async () => {
  process.env[SECRET_VARIABLE] = CLIENT.secret;
  settings = await startTestSettings();
  provider = await startIdentityProvider(settings.pages + CALLBACK_PATH);
  provider.user = { sub: 'lead', email: 'ot.security.lead@cedar.example', email_verified: true };
  const { issuer } = provider;
  await settings.inventory.users.identityProviders.set(
    settings.cedar.organization.id,
    { issuer, clientId: CLIENT.id, clientSecretVariable: SECRET_VARIABLE, domains: ['cedar.example'] },
    byOperator('operator'),
  );
});
afterAll(async () => {
  await provider.close();
  await settings.close();
  delete process.env[SECRET_VARIABLE];
});

/** Signs in at the provider, and returns the path of the callback. */
async function signInAtProvider(visitor: Visitor): Promise<string> {
  await visitor.get('/sign-in/organization');
  const { text } = await visitor.post('/sign-in/organization', { email: 'anybody@cedar.example' });
  const location = /<a href="([^"]+)">Continue/.exec(text)![1]!.replaceAll('&amp;', '&');
  return (await visit(location, settings.pages)).slice(settings.pages.length);
}

test('the sign-in page offers identity providers only when there is one', async () => {
  const { inventory, pages, cedar } = settings;
  const { identityProviders } = inventory.users;
  const isOffered = async () =>
    (await createVisitor(pages).get('/sign-in')).text.includes('Sign in with your organization');
  const set = (await identityProviders.find(cedar.organization.id))!;
  expect(await isOffered()).toBe(true);
  await identityProviders.remove(cedar.organization.id, byOperator('operator'));
  expect(await isOffered()).toBe(false);
  await identityProviders.set(cedar.organization.id, set, byOperator('operator'));
});

test('the response is the same for the address of a user and for an unknown address', async () => {
  const answerTo = async (email: string) => {
    const visitor = createVisitor(settings.pages);
    await visitor.get('/sign-in/organization');
    const { status, text } = await visitor.post('/sign-in/organization', { email });
    return [status, text.replaceAll(email, '').replace(/(state|nonce|code_challenge|value)=[^&]+/g, '')];
  };
  const known = await settings.addAdmin('known@elsewhere.example');
  expect(await answerTo('unknown@elsewhere.example')).toEqual(await answerTo(known.email));
  expect(await answerTo('unknown@cedar.example')).toEqual(await answerTo(settings.admin.email));
  expect((await answerTo('unknown@elsewhere.example'))[1]).toContain(
    'No identity provider is set for the domain of this address',
  );
});

test('a user chooses when several organizations serve the domain of the address', async () => {
  const { inventory, pages, other } = settings;
  const registration = { issuer: provider.issuer, clientId: 'other', clientSecretVariable: SECRET_VARIABLE };
  await inventory.users.identityProviders.set(
    other.organization.id,
    { ...registration, domains: ['cedar.example'] },
    byOperator('operator'),
  );
  const visitor = createVisitor(pages);
  const email = 'anybody@cedar.example';
  await visitor.get('/sign-in/organization');
  const { text } = await visitor.post('/sign-in/organization', { email });
  expect(text).toContain('<option value="other-power">other power</option>');
  const chosen = await visitor.post('/sign-in/organization', { email, organization: 'other-power' });
  expect(chosen.text).toContain('client_id=other');
  await inventory.users.identityProviders.remove(other.organization.id, byOperator('operator'));
});

test('two tabs can sign in at the same time, and return in any order', async () => {
  const visitor = createVisitor(settings.pages);
  const [first, second] = [await signInAtProvider(visitor), await signInAtProvider(visitor)];
  for (const callback of [first, second]) expect((await visitor.get(callback)).status).toBe(200);
  expect([...visitor.cookies.keys()].sort()).toEqual(['__Host-form', SESSION]);
});

test('a link on another site to the callback cancels no pending sign-in', async () => {
  const visitor = createVisitor(settings.pages);
  const callback = await signInAtProvider(visitor);
  for (const query of ['', '?code=guessed&state=guessed', `?code=guessed&state=${'x'.repeat(43)}`])
    expect((await visitor.get(CALLBACK_PATH + query, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await visitor.get(callback)).status).toBe(200);
});

test('a link on another site to sign-in sets no new form cookie, so open forms stay valid', async () => {
  const { status, headers, text } = await createVisitor(settings.pages).get('/sign-in?next=%2Faccount', {
    'sec-fetch-site': 'cross-site',
  });
  expect([status, headers.getSetCookie()]).toEqual([200, []]);
  expect(text).toContain('<a href="/sign-in?next=%2Faccount">Continue</a>');
});

test.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  [
    'a password',
    async (visitor) => {
      const before = visitor.cookies.get(SESSION)!;
      visitor.cookies.delete(SESSION);
      await visitor.get('/sign-in'); // the form was open before the session
      visitor.cookies.set(SESSION, before);
      return visitor.post('/sign-in', { email: settings.admin.email, password: PASSWORD });
    },
  ],
  ['an identity provider', async (visitor) => visitor.get(await signInAtProvider(visitor))],
])("a new sign-in with %s ends the browser's previous session", async (how, signIn) => {
  const visitor = await signedInVisitor(
    settings.pages,
    await settings.addAdmin(`again.with.${how.at(-1)}@cedar.example`),
  );
  const before = visitor.cookies.get(SESSION)!;
  await signIn(visitor);
  expect(visitor.cookies.get(SESSION)).not.toBe(before);
  const thief = createVisitor(settings.pages);
  thief.cookies.set(SESSION, before);
  expect((await thief.get(`${CEDAR}/keys`)).status).toBe(303);
});
