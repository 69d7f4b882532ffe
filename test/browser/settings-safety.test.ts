// Tests attacks on the Settings pages from another site or a manipulated browser. The browser or the server
// blocks each of them.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';
import { arriveSignedIn, sessionCookie, signIn } from './signing-in';

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
   * The same host on another port is the same site, so the browser sends all cookies. Another host name is
   * another site.
   */
  const attackersPage = (host: string): string =>
    `http://${host}:${(attacker.address() as AddressInfo).port}/`;
  const labels = async () =>
    (await settings.inventory.keys.list(settings.cedar.organization.id)).map(({ label }) => label);

  it.each([
    ['of the same site', '127.0.0.1'],
    ['of another site', 'localhost'],
  ])('a page %s cannot send a form as an admin, even with a valid token', async (_title, host) => {
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
    const [response] = await Promise.all([
      open.page.waitForResponse(`${settings.pages}${CEDAR}/keys`),
      open.page.getByRole('button').click(),
    ]);
    expect(response.status()).toBe(400);
    expect(await labels()).not.toContain('stolen');
  });

  it('a page of another site cannot show the pages in a frame', async () => {
    open = await openPage(browser(), settings.pages);
    page = `<iframe src="${settings.pages}/sign-in"></iframe>`;
    await open.page.goto(attackersPage('127.0.0.1'));
    await open.page.locator('iframe').waitFor();
    expect(await open.page.frames()[1]!.locator('form').count()).toBe(0);
    expect(open.faults.join()).toContain('frame-ancestors');
  });

  it('a link of another site opens the page for a signed-in user', async () => {
    open = await openPage(browser(), settings.pages);
    await arriveSignedIn(open.page, settings.pages, await settings.addAdmin('linked@cedar.example'));
    page = `<a href="${settings.pages}${CEDAR}/people">Our people</a>`;
    await open.page.goto(attackersPage('localhost'));
    await open.page.getByRole('link').click();
    await open.page.getByRole('heading', { name: 'People' }).waitFor();
  });

  it('sign-in replaces a session cookie that was set before', async () => {
    open = await openPage(browser(), settings.pages);
    const planted = 'cGxhbnRlZC1ieS1zb21lYm9keS1lbHNlLWJlZm9yZWhhbmQ';
    await open.page.context().addCookies([sessionCookie(settings.pages, planted)]);
    await signIn(open.page, settings.pages, await settings.addAdmin('fixed@cedar.example'));
    const current = (await open.page.context().cookies()).find(({ name }) => name === '__Host-session')!;
    expect(current).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(current.value).not.toBe(planted);
    const thief = await openPage(browser(), settings.pages);
    await thief.page.context().addCookies([sessionCookie(settings.pages, planted)]);
    await thief.page.goto(`${settings.pages}${CEDAR}/keys`);
    expect(new URL(thief.page.url()).pathname).toBe('/sign-in');
    await thief.close();
  });

  it('scripts cannot read the session cookie', async () => {
    open = await openPage(browser(), settings.pages);
    await signIn(open.page, settings.pages, settings.admin);
    expect(await open.page.evaluate('document.cookie')).toBe('');
  });
});
