// Checks the accessibility of the Settings pages with axe-core, on desktop and phone, in light and dark mode.
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';
import { arriveSignedIn, signInHere } from './signing-in';
import { PASSWORD, addMembership, addUser, codeOf } from '../support/users';

/** Colors affect the axe findings, and the width affects the layout, so two combinations cover all four. */
const LOOKS = [
  {
    look: 'light, on a desk',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    email: 'desk@cedar.example',
  },
  {
    look: 'dark, on a phone',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
    email: 'phone@cedar.example',
  },
] as const;
const DAY = 86_400_000;
const OPERATOR = { actorType: 'operator', actorId: 'operator', requestId: null } as const;

describeInBrowser('the Settings pages', (browser) => {
  let settings: TestSettings;
  beforeAll(async () => {
    settings = await startTestSettings();
    const { keys, users } = settings.inventory;
    const { id } = settings.cedar.organization;
    const make = (label: string, days: number) =>
      keys.create(id, {
        label,
        createdBy: 'operator',
        expiresAt: new Date(Date.now() + days * DAY),
        environment: 'live',
      });
    await Promise.all([make('CMDB sync', 300), make('Badge system', -1)]);
    const [first] = await keys.list(id);
    const now = new Date().toISOString();
    await keys.recordUse(id, first!.id, {
      at: now,
      counts: [{ day: now.slice(0, 10), operationId: 'listCyberAssets', requests: 1234 }],
    });
    await users.invitations.create(
      id,
      { email: 'auditor@auditors.example', role: 'member', invitedBy: 'operator' },
      OPERATOR,
    );
  });
  afterAll(() => settings.close());

  async function expectAccessible({ page }: OpenPage): Promise<void> {
    const { checked, findings } = await axeFindings(page);
    expect(checked).toBeGreaterThan(12);
    expect([page.url(), findings]).toEqual([page.url(), []]);
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
  }

  describe.each(LOOKS)('$look', ({ colorScheme, viewport, email }) => {
    let open: OpenPage;
    beforeEach(
      async () =>
        void (open = await openPage(browser(), settings.pages, {
          colorScheme,
          viewport,
          reducedMotion: 'reduce',
        })),
    );
    afterEach(() => open.close());

    test('every page of an organization and of an account has no findings', async () => {
      const { page } = open;
      const user = await settings.addAdmin(email);
      await addMembership(settings.inventory, settings.other.organization.id, user, 'member');
      await arriveSignedIn(page, settings.pages, user);
      const key = (await settings.inventory.keys.list(settings.cedar.organization.id)).find(
        ({ label }) => label === 'CMDB sync',
      )!;
      for (const path of [
        `${CEDAR}/keys?done=key-revoked`,
        `${CEDAR}/keys/new`,
        `${CEDAR}/keys/${key.id}/rotate`,
        `${CEDAR}/keys/${key.id}/revoke`,
        `${CEDAR}/activity`,
        `${CEDAR}/activity/check`,
        `${CEDAR}/people`,
        `${CEDAR}/people/${user.id}/remove`,
        '/organizations/other-power/keys',
        '/account',
        '/nowhere',
      ]) {
        await page.goto(settings.pages + path);
        await page.evaluate(
          "for (const details of document.querySelectorAll('details')) details.open = true",
        );
        await expectAccessible(open);
      }
      await page.goto(`${settings.pages}${CEDAR}/keys/new`);
      await page.getByLabel('Label').fill('Historian export');
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.locator('#key').waitFor();
      await expectAccessible(open);
    });

    test('every page of sign-in has no findings', async () => {
      const { page } = open;
      await expectAccessible(open);
      await page.goto(`${settings.pages}/sign-in/organization`);
      await expectAccessible(open);
      const user = await addUser(settings.inventory, settings.cedar.organization.id, `new.${email}`, {
        enrolled: false,
      });
      await page.goto(`${settings.pages}/sign-in`);
      await page.getByLabel('E-mail address').fill(user.email);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await expectAccessible(open);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      await page.getByText('Enter the key by hand instead').click();
      await expectAccessible(open);
      await page
        .getByRole('textbox', { name: 'Code' })
        .fill(codeOf((await page.locator('#secret').textContent())!.replaceAll(' ', '')));
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.locator('#codes').waitFor();
      await expectAccessible(open);
    });
  });

  test('an admin can create a key with the keyboard only', async () => {
    const open = await openPage(browser(), settings.pages);
    const { page } = open;
    await page.goto(`${settings.pages}/sign-in?next=${CEDAR}/keys/new`);
    await signInHere(page, settings.admin);
    await page.getByRole('heading', { name: 'New API key' }).waitFor();
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your new key: “Typed”' }).waitFor();
    await page.goto(`${settings.pages}${CEDAR}/keys`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // skips the part that is on every page
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New key');
    await open.close();
  });
});
