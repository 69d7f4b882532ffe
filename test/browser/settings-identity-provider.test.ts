// Sign-in by an organization's own identity provider in a real browser, and answers of it that are not taken.
import { CALLBACK_PATH } from '../../src/users/identity-provider-rules';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { CLIENT, type TestIdentityProvider, startIdentityProvider } from '../support/identity-provider';
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
  const isRefused = () => open.page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
  const sessions = async () =>
    (await open.page.context().cookies()).filter(({ name }) => name === '__Host-session');

  async function goThere(): Promise<void> {
    await open.page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await open.page.getByLabel('Short name of the organization').fill('cedar-power');
    await open.page.getByRole('button', { name: 'Continue' }).click();
  }

  it('leads there and back to the page that was asked for: a new person is a Member, an invited one what the invitation says', async () => {
    await goThere();
    await open.page
      .getByRole('heading', { name: 'Only Organization Admins can open these settings' })
      .waitFor();
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
    await goThere();
    await open.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(new URL(open.page.url()).pathname).toBe(`${CEDAR}/activity`);
    expect(await open.page.locator('.activity').innerText()).toContain(
      'security.lead@cedar.example signed in',
    );
  });

  it.each([
    ['for another audience', { alter: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
    ['that has expired', { alter: (claims: object) => ({ ...claims, exp: 1 }) }],
    ['of another sign-in', { alter: (claims: object) => ({ ...claims, nonce: 'another' }) }],
    ['about somebody of another domain', { user: person('somebody@elsewhere.example') }],
    [
      'about an address that is not verified',
      { user: { ...person('unsure@cedar.example'), email_verified: false } },
    ],
  ])('takes no answer %s', async (_title, lie) => {
    Object.assign(provider, lie);
    await goThere();
    await isRefused();
    expect(await sessions()).toEqual([]);
  });

  it('takes each answer once, and only in the browser that asked', async () => {
    const answer = open.page.waitForRequest((request) => request.url().includes(CALLBACK_PATH));
    await goThere();
    await open.page
      .getByRole('heading', { name: 'Only Organization Admins can open these settings' })
      .waitFor();
    const url = (await answer).url();
    await open.page.goto(url);
    await isRefused();
    await open.close();
    open = await openPage(browser(), url);
    await isRefused();
    expect(await sessions()).toEqual([]);
  });

  it('says that an organization has none, whether there is one of this name or not', async () => {
    await open.page.goto(`${settings.pages}/sign-in/organization`);
    for (const slug of ['other-power', 'nowhere']) {
      await open.page.getByLabel('Short name of the organization').fill(slug);
      await open.page.getByRole('button', { name: 'Continue' }).click();
      await open.page
        .getByRole('alert')
        .filter({ hasText: 'No identity provider is set for this organization' })
        .waitFor();
    }
  });
});
