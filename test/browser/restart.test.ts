// Tests the pages while the sandbox stops and another one starts at its address: their messages, and the data that they drop.
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { control, createWorld } from '../support/worlds';

const DOWN = 'The sandbox does not respond.';
const NEW_DATA = /^The sandbox started again with new data\./;

describeInBrowser('a page whose sandbox starts again', (browser) => {
  let sandbox: Sandbox;
  let open: OpenPage;
  beforeEach(async () => void (sandbox = await startSandbox()));
  afterEach(async () => {
    await open.close();
    await sandbox.close();
    expect(open.faults).toEqual([]);
  });

  async function restart(): Promise<void> {
    sandbox = await startSandbox(undefined, { port: Number(new URL(sandbox.url).port) });
  }
  const show = async (path: string) => {
    open = await openPage(browser(), sandbox.url + path);
    return open.page;
  };

  it('shows the worlds that exist, says so, and sends with a key that is valid', async () => {
    await createWorld(sandbox, { from: 'empty', label: 'Lost' });
    const page = await show('/');
    const worlds = page.locator('#worlds tr');
    await worlds.filter({ hasText: 'Lost' }).getByRole('radio').check();
    await page.getByText('Not known to this tab.').first().waitFor();
    await sandbox.close();
    await page.locator('#connection', { hasText: DOWN }).waitFor();
    await page.getByRole('button', { name: 'Fork' }).click();
    await page.locator('#worlds-status', { hasText: DOWN }).waitFor();
    await restart();
    await page.getByRole('alert').filter({ hasText: NEW_DATA }).waitFor();
    await page.locator('#connection.live').waitFor();
    await page.locator('#start', { hasText: sandbox.key }).waitFor();
    expect(await worlds.allInnerTexts()).toEqual([expect.stringContaining('Default')]);
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.locator('#requests li', { hasText: '200' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText(DOWN).count()).toBe(0);
  });

  it('keeps the first request of the console readable while the sandbox does not respond', async () => {
    const page = await show('/');
    const line = page.locator('#start dd', { hasText: 'curl' });
    await line.waitFor();
    const { height } = (await line.boundingBox())!;
    await sandbox.close();
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.locator('#start [role=status]', { hasText: DOWN }).waitFor();
    expect((await line.boundingBox())!.height).toBe(height);
    await restart();
    await page.locator('#connection.live').waitFor();
    await page.locator('#start [role=status]', { hasText: DOWN }).waitFor({ state: 'detached' });
  });

  it('the search of the guide says that the sandbox does not respond', async () => {
    const page = await show('/docs/guide/api');
    await page.locator('.code button').first().waitFor();
    await sandbox.close();
    await page.keyboard.press('/');
    await page.locator('#search-found', { hasText: DOWN }).waitFor();
    await restart();
    await page.getByRole('searchbox').fill('retry');
    await page.locator('#search-results li').first().waitFor();
  });

  it('sends the first request of the documentation with a key that is valid', async () => {
    await createWorld(sandbox, { label: 'Lost' });
    const page = await show('/docs#listUsers');
    const world = page.getByLabel('World');
    await world.locator('option', { hasText: 'Lost' }).waitFor({ state: 'attached' });
    await world.selectOption({ label: 'Lost' });
    await page.waitForFunction(
      (key) => document.querySelector<HTMLInputElement>('.caller input')!.value !== key,
      sandbox.key,
    );
    const outcome = (text: string) => page.locator('.outcome', { hasText: text }).waitFor();
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await outcome('200 OK');
    await sandbox.close();
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await outcome(DOWN);
    expect(await page.getByText(DOWN).count()).toBe(1);
    await restart();
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await outcome('Nothing was sent');
    await page.getByRole('alert').filter({ hasText: NEW_DATA }).waitFor();
    expect(await world.locator('option').allInnerTexts()).toEqual(['Default']);
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await outcome('200 OK');
  });

  it.each([
    ['Send notices the restart', false],
    ['the page notices the restart when Send is pressed', true],
  ])('sends no change as another person when %s', async (_case, refocuses) => {
    const page = await show('/docs#createTask');
    const person = page.getByLabel('Person');
    const nameOf = () => person.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);
    const maya = person.locator('option', { hasText: 'Maya' });
    await maya.waitFor({ state: 'attached' });
    const first = await nameOf();
    await person.selectOption(await maya.getAttribute('value'));
    await page.waitForFunction(
      (key) => document.querySelector<HTMLInputElement>('.caller input')!.value !== key,
      sandbox.key,
    );
    await sandbox.close();
    await restart();
    await page.evaluate((focuses) => {
      if (focuses) dispatchEvent(new Event('focus'));
      document.querySelector<HTMLButtonElement>('.send button')!.click();
    }, refocuses);
    await page.locator('.outcome', { hasText: 'Nothing was sent' }).waitFor();
    await page.getByRole('alert').filter({ hasText: NEW_DATA }).waitFor();
    expect(await nameOf()).toBe(first);
    expect(await page.getByLabel('X-API-Key').inputValue()).toBe(sandbox.key);
    expect(await (await fetch(`${sandbox.url}/console/requests`)).json()).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.locator('.outcome', { hasText: '201 Created' }).waitFor();
  });

  it('replaces the world of another program that was deleted before the first request', async () => {
    const { id } = await createWorld(sandbox, { label: 'Deleted' });
    const page = await show('/docs#listUsers');
    const world = page.getByLabel('World');
    await world.locator('option', { hasText: 'Deleted' }).waitFor({ state: 'attached' });
    await world.selectOption({ label: 'Deleted' });
    await page.waitForFunction(
      (key) => document.querySelector<HTMLInputElement>('.caller input')!.value !== key,
      sandbox.key,
    );
    await control(sandbox, 'DELETE', `/${id}`);
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.locator('.outcome', { hasText: 'Nothing was sent' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Deleted no longer exists.' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.locator('.outcome', { hasText: '200 OK' }).waitFor();
  });
});

it('identifies the data in each response of the control interface, also in errors, and in the event stream', async () => {
  const sandbox = await startSandbox();
  const instances = await Promise.all(
    [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/org_none'],
    ].map(async ([method, path]) =>
      (await control(sandbox, method!, path)).headers.get('x-sandbox-instance'),
    ),
  );
  const stop = new AbortController();
  const { body } = await fetch(`${sandbox.url}/console/events`, { signal: stop.signal });
  const { value } = await body!.getReader().read();
  stop.abort();
  expect(new Set(instances).size).toBe(1);
  expect(new TextDecoder().decode(value)).toContain(`event: instance\ndata: ${instances[0]}\n`);
  await sandbox.close();
});
