// Tests sign-in with an organization's identity provider in Chromium, and rejected responses of the provider.
import { CALLBACK_PATH } from '../../src/server/users/identity-provider-rules';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import {
  CLIENT,
  type TestIdentityProvider,
  startIdentityProvider,
} from '../server/settings/identity-provider';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';

const SECRET_VARIABLE = 'TEST_CEDAR_CLIENT_SECRET';
const OPERATOR = { actorType: 'operator', actorId: 'operator', requestId: null } as const;

describeInBrowser('sign-in by an identity provider', (browser) => {
  let settings: TestSettings;
  let provider: TestIdentityProvider;
  let open: OpenPage;
  beforeAll(async () => {
    process.env[SECRET_VARIABLE] = CLIENT.secret;
    settings = await startTestSettings();
    provider = await startIdentityProvider(settings.pages + CALLBACK_PATH);
    const { identityProviders } = settings.inventory.users;
    await identityProviders.set(
      settings.cedar.organization.id,
      {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecretVariable: SECRET_VARIABLE,
        domains: ['cedar.example'],
      },
      OPERATOR,
    );
  });
  afterAll(async () => {
    delete process.env[SECRET_VARIABLE];
    await provider.close();
    await settings.close();
  });
  beforeEach(async () => {
    Object.assign(provider, {
      user: person('operator.on.shift@cedar.example'),
      alter: (claims: object) => claims,
    });
    open = await openPage(browser(), `${settings.pages}${CEDAR}/activity`);
  });
  afterEach(() => open.close());

  const person = (email: string) => ({ sub: `subject of ${email}`, email, email_verified: true });
  const isRejected = () => open.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  const sessions = async () =>
    (await open.page.context().cookies()).filter(({ name }) => name === '__Host-session');

  async function startSignIn(): Promise<void> {
    await open.page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await open.page.getByLabel('E-mail address').fill('anybody@cedar.example');
    await open.page.getByRole('button', { name: 'Continue' }).click();
  }

  it('returns to the page after sign-in: new users are Members, invited users get their role', async () => {
    await startSignIn();
    await open.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await open.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await open.page.goto(`${settings.pages}/account`);
    expect(await open.page.getByText(provider.issuer).isVisible()).toBe(true);
    expect(await open.page.getByLabel('Current password').count()).toBe(0);
    await open.close();

    provider.user = person('security.lead@cedar.example');
    await settings.inventory.users.invitations.create(
      settings.cedar.organization.id,
      { email: provider.user.email, role: 'admin', invitedBy: 'operator' },
      OPERATOR,
    );
    open = await openPage(browser(), `${settings.pages}${CEDAR}/activity`);
    await startSignIn();
    await open.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(new URL(open.page.url()).pathname).toBe(`${CEDAR}/activity`);
    expect(await open.page.locator('ol.activity.card').innerText()).toContain(
      'security.lead@cedar.example signed in',
    );
  });

  it.each([
    ['for another audience', { alter: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
    ['that has expired', { alter: (claims: object) => ({ ...claims, exp: 1 }) }],
    ['of another sign-in', { alter: (claims: object) => ({ ...claims, nonce: 'another' }) }],
    ['of a user of another domain', { user: person('somebody@elsewhere.example') }],
    ['with an unverified address', { user: { ...person('unsure@cedar.example'), email_verified: false } }],
  ])('rejects an ID token %s', async (_title, invalid) => {
    Object.assign(provider, invalid);
    await startSignIn();
    await isRejected();
    expect(await sessions()).toEqual([]);
  });

  it('accepts each response once, and only in the browser that started the sign-in', async () => {
    const callback = open.page.waitForRequest((request) => request.url().includes(CALLBACK_PATH));
    await startSignIn();
    await open.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await open.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    const url = (await callback).url();
    await open.page.goto(url);
    await isRejected();
    await open.close();
    open = await openPage(browser(), url);
    await isRejected();
    expect(await sessions()).toEqual([]);
  });

  it('shows a message for the domain of an organization without a provider', async () => {
    await open.page.goto(`${settings.pages}/sign-in/organization`);
    await open.page.getByLabel('E-mail address').fill('anybody@nowhere.example');
    await open.page.getByRole('button', { name: 'Continue' }).click();
    await open.page
      .getByRole('alert')
      .filter({ hasText: 'No identity provider is set for the domain of this address' })
      .waitFor();
  });
});
