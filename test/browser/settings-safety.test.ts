// What another site, or somebody with a prepared browser, tries with the Settings pages: a real browser
// refuses it, or the server does.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';
import { arriveSignedIn, sessionCookie, signIn } from '../support/signing-in';

describeInBrowser('what others try with the Settings pages', (browser) => {
  let settings: TestSettings;
  let attacker: Server;
  let open: OpenPage;
  let page = '';
  beforeAll(async () => {
    settings = await startTestSettings();
    attacker = createServer(
      (_request, response) => void response.setHeader('Content-Type', 'text/html').end(page),
    );
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    attacker.close();
    await settings.close();
  });
  afterEach(() => open.close());

  /**
   * By the same name on another port, a browser calls it the same site and sends all cookies; by another name
   * it does not.
   */
  const attackersPage = (host: string): string =>
    `http://${host}:${(attacker.address() as AddressInfo).port}/`;
  const labels = async () =>
    (await settings.inventory.keys.list(settings.cedar.organization.id)).map(({ label }) => label);

  it.each([
    ['of the same site', '127.0.0.1'],
    ['of another site', 'localhost'],
  ])(
    'a page %s cannot send a form in the name of an admin, even with the right token',
    async (_title, host) => {
      open = await openPage(browser(), settings.pages);
      await arriveSignedIn(
        open.page,
        settings.pages,
        await settings.addAdmin(`admin.of.${host}@cedar.example`),
      );
      await open.page.goto(`${settings.pages}${CEDAR}/keys/new`);
      const token = await open.page.locator('input[name=form_token]').last().getAttribute('value');
      page = `<form method="post" action="${settings.pages}${CEDAR}/keys"><input name="label" value="stolen"><input name="expiry" value="30"><input name="form_token" value="${token}"><button>Win a prize</button></form>`;
      await open.page.goto(attackersPage(host));
      const [answer] = await Promise.all([
        open.page.waitForResponse(`${settings.pages}${CEDAR}/keys`),
        open.page.getByRole('button').click(),
      ]);
      expect(answer.status()).toBe(400);
      expect(await labels()).not.toContain('stolen');
    },
  );

  it('a page of another site cannot show the pages in a frame', async () => {
    open = await openPage(browser(), settings.pages);
    page = `<iframe src="${settings.pages}/sign-in"></iframe>`;
    await open.page.goto(attackersPage('127.0.0.1'));
    await open.page.locator('iframe').waitFor();
    expect(await open.page.frames()[1]!.locator('form').count()).toBe(0);
    expect(open.faults.join()).toContain('frame-ancestors');
  });

  it('a link of another site leads to the page, for whoever is signed in', async () => {
    open = await openPage(browser(), settings.pages);
    await arriveSignedIn(open.page, settings.pages, await settings.addAdmin('linked@cedar.example'));
    page = `<a href="${settings.pages}${CEDAR}/people">Our people</a>`;
    await open.page.goto(attackersPage('localhost'));
    await open.page.getByRole('link').click();
    await open.page.getByRole('heading', { name: 'People' }).waitFor();
  });

  it('a session that was put into the browser before is not the one that is signed in', async () => {
    open = await openPage(browser(), settings.pages);
    const planted = 'cGxhbnRlZC1ieS1zb21lYm9keS1lbHNlLWJlZm9yZWhhbmQ';
    await open.page.context().addCookies([sessionCookie(settings.pages, planted)]);
    await signIn(open.page, settings.pages, await settings.addAdmin('fixed@cedar.example'));
    const held = (await open.page.context().cookies()).find(({ name }) => name === '__Host-session')!;
    expect(held).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(held.value).not.toBe(planted);
    const thief = await openPage(browser(), settings.pages);
    await thief.page.context().addCookies([sessionCookie(settings.pages, planted)]);
    await thief.page.goto(`${settings.pages}${CEDAR}/keys`);
    expect(new URL(thief.page.url()).pathname).toBe('/sign-in');
    await thief.close();
  });

  it('no script reads the session', async () => {
    open = await openPage(browser(), settings.pages);
    await signIn(open.page, settings.pages, settings.admin);
    expect(await open.page.evaluate('document.cookie')).toBe('');
  });
});
