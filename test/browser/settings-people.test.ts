// Tests the users of an organization in Chromium: invitations, roles, removals, and switching between
// organizations.
import type { Page } from 'playwright-core';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';
import { arriveSignedIn, signIn, signInHere } from './signing-in';
import { PASSWORD, addMembership, addUser } from '../support/users';

async function changePassword(page: Page, old: string, chosen: string): Promise<void> {
  await page.getByLabel('Current password').fill(old);
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
}

describeInBrowser('the people of an organization', (browser) => {
  let settings: TestSettings;
  const opened: OpenPage[] = [];
  beforeAll(async () => void (settings = await startTestSettings()));
  afterAll(() => settings.close());
  afterEach(async () => {
    for (const open of opened.splice(0)) {
      await open.close();
      expect(open.faults).toEqual([]);
    }
  });

  async function newPage(javaScriptEnabled = true) {
    const open = await openPage(browser(), settings.pages, { javaScriptEnabled });
    opened.push(open);
    return open.page;
  }
  const roles = async () =>
    Object.fromEntries(
      (await settings.inventory.users.memberships.list(settings.cedar.organization.id)).map(
        ({ email, role }) => [email, role],
      ),
    );

  it('keeps the last Organization Admin, also without scripts', async () => {
    const page = await newPage(false);
    await signIn(page, settings.pages, settings.admin);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: `Make member: ${settings.admin.email}` }).click();
    await page.getByRole('alert').filter({ hasText: 'the last Organization Admin' }).waitFor();
    await page.getByRole('link', { name: `Remove ${settings.admin.email}` }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alert').filter({ hasText: 'the last Organization Admin' }).waitFor();
    expect(await roles()).toEqual({ [settings.admin.email]: 'admin' });
  });

  it('a Member reads the activity, an admin gets the pages, and a removed user loses access', async () => {
    const member = await addUser(
      settings.inventory,
      settings.cedar.organization.id,
      'substation.engineer@cedar.example',
      { role: 'member' },
    );
    const userPage = await newPage();
    await arriveSignedIn(userPage, settings.pages, member);
    await userPage.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await userPage.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Inventory',
      'Activity',
    ]);
    await userPage.goto(`${settings.pages}${CEDAR}/keys`);
    await userPage.getByRole('heading', { name: 'Only Organization Admins can open this page' }).waitFor();

    const page = await newPage();
    await arriveSignedIn(page, settings.pages, settings.admin, 1);
    await page.goto(`${settings.pages}${CEDAR}/people`);
    await page.getByRole('button', { name: `Make admin: ${member.email}` }).click();
    await page.getByText('The role was changed.').waitFor();
    await userPage.reload();
    await userPage.getByRole('heading', { name: 'API keys' }).waitFor();

    await page.getByRole('link', { name: `Remove ${member.email}` }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The person was removed').waitFor();
    expect((await userPage.reload())!.status()).toBe(404);
    await userPage.goto(settings.pages);
    await userPage.getByRole('heading', { name: 'You belong to no organization' }).waitFor();
  });

  it('an invited user of another organization signs in, joins, and switches between both', async () => {
    const consultant = await addUser(
      settings.inventory,
      settings.other.organization.id,
      'consultant@other.example',
    );
    const admin = await settings.addAdmin('security.lead@cedar.example');
    const page = await newPage();
    await arriveSignedIn(page, settings.pages, admin);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('E-mail address').fill(consultant.email.toUpperCase());
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = (await page.locator('#link').textContent())!;
    expect(link).toMatch(new RegExp(`^${settings.pages}/invitations/`));
    await page.goto(`${settings.pages}${CEDAR}/people`);
    expect(await page.getByRole('listitem').filter({ hasText: consultant.email }).innerText()).toMatch(
      /Member\s+Invited by security.lead@cedar.example/,
    );
    await page.goto(link); // the invitation of another user
    expect(await page.getByText(`You are signed in as ${admin.email}`).isVisible()).toBe(true);

    const userPage = await newPage();
    await userPage.goto(link);
    expect(await userPage.getByLabel('New password').count()).toBe(0);
    await userPage.getByRole('link', { name: 'Sign in' }).click();
    expect(new URL(userPage.url()).searchParams.get('next')).toBe(new URL(link).pathname);
    await signInHere(userPage, consultant);
    await userPage.getByRole('button', { name: 'Join' }).click();
    await userPage.getByText('You have joined the organization.').waitFor();
    await userPage.getByRole('heading', { name: 'Activity' }).waitFor();
    await userPage.getByText('cedar power').first().click();
    await userPage.getByRole('link', { name: 'other power' }).click();
    await userPage.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(userPage.url()).pathname).toBe('/organizations/other-power/keys');
  });

  it('an invitation for an international address lets the user sign in with the same spelling', async () => {
    const admin = await settings.addAdmin('international@cedar.example');
    const page = await newPage();
    await arriveSignedIn(page, settings.pages, admin);
    await page.goto(`${settings.pages}${CEDAR}/people`);
    await page.getByLabel('E-mail address').fill('José@München.example');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.locator('#link').waitFor();
    expect(
      (await settings.inventory.users.invitations.open(settings.cedar.organization.id)).map(
        ({ email }) => email,
      ),
    ).toContain('josé@xn--mnchen-3ya.example');
    const user = await addUser(
      settings.inventory,
      settings.cedar.organization.id,
      'josé@xn--mnchen-3ya.example',
    );
    await page.context().clearCookies();
    await page.goto(`${settings.pages}/sign-in`);
    await signInHere(page, { ...user, email: 'José@München.example' });
    await page.locator('.menu').first().waitFor();
  });

  it('one menu is open at a time, Escape closes it, and a form that was sent shows that it waits', async () => {
    const page = await newPage();
    await arriveSignedIn(page, settings.pages, await settings.addAdmin('menus@cedar.example'));
    await page.goto(`${settings.pages}${CEDAR}/people`);
    const [organization, account] = [page.locator('.menu').first(), page.locator('.menu.right')];
    const openMenus = () => page.locator('.menu[open]').count();
    await organization.locator('summary').click();
    await account.locator('summary').click();
    expect([await openMenus(), await account.getAttribute('open')]).toEqual([1, '']);
    await page.keyboard.press('Escape');
    expect(await openMenus()).toBe(0);
    expect(await account.locator('summary').evaluate((summary) => summary === document.activeElement)).toBe(
      true,
    );

    await page.goto(`${settings.pages}${CEDAR}/keys/new`);
    await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault())); // a server that never responds
    const button = page.getByRole('button', { name: 'Create' });
    await page.getByLabel('Label').fill('slow');
    await button.click();
    const shown = await button.evaluate((sent) => getComputedStyle(sent, '::after').content);
    expect(shown).toBe('" …"');
  });

  it('a withdrawn invitation has an invalid link', async () => {
    const page = await newPage();
    const admin = await settings.addAdmin('cip.senior.manager@cedar.example');
    await arriveSignedIn(page, settings.pages, admin);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('E-mail address').fill('auditor@auditors.example');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = (await page.locator('#link').textContent())!;
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of auditor@auditors.example' }).click();
    await page.getByText('The invitation was withdrawn.').waitFor();
    expect((await page.goto(link))!.status()).toBe(404);
  });

  it('a new password signs the user out in other browsers', async () => {
    const user = await settings.addAdmin('delegate@cedar.example');
    await addMembership(settings.inventory, settings.other.organization.id, user, 'member');
    const otherBrowser = await newPage();
    await arriveSignedIn(otherBrowser, settings.pages, user);
    const page = await newPage();
    await arriveSignedIn(page, settings.pages, user, 1);
    await page.goto(`${settings.pages}/account`);
    await changePassword(page, 'not this one', 'gravel otter lantern seventeen');
    await page.getByRole('alert').filter({ hasText: 'The current password is incorrect' }).waitFor();
    await changePassword(page, PASSWORD, 'gravel otter lantern seventeen');
    await page.getByText('Your password was changed.').waitFor();
    await otherBrowser.reload();
    expect(new URL(otherBrowser.url()).pathname).toBe('/sign-in');
    await page.getByText(user.email).first().click();
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByText('You are signed out.').waitFor();
  });
});
