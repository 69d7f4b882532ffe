// Tests the faults of a world, and the calls that they drop, on the console page in Chromium.
import type { Page } from 'playwright-core';
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { control, createWorld } from '../support/worlds';

describeInBrowser('the faults of the console', (browser) => {
  let sandbox: Sandbox;
  let open: OpenPage;
  let page: Page;
  let world: string;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    const [{ id }] = (await control(sandbox, 'GET')).body as [{ id: string }];
    world = id;
    await control(sandbox, 'PUT', `/${world}/faults`, []);
    open = await openPage(browser(), sandbox.url);
    page = open.page;
    await page.locator('#connection.live').waitFor();
    await page.locator('#faults-count', { hasText: 'None' }).waitFor();
  });
  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const operation = () => page.getByLabel('The next requests of');
  const status = (text: string) => page.locator('#faults-status', { hasText: text }).waitFor();
  const listed = () => page.locator('#faults li').allInnerTexts();
  const stored = async () => (await control(sandbox, 'GET', `/${world}/faults`)).body as unknown;
  const postTask = () => sandbox.client('POST', '/tasks', { body: { title: 'A' } });
  const newest = () => page.locator('#requests li').first();

  it.each([
    ['503 three times', { count: 3, status: 503 }, /503 · 3 left/],
    ['Drop after commit', { count: 1, drop: 'after' }, /dropped after the commit · 1 left/],
    ['429 with Retry-After', { count: 1, status: 429, retryAfter: 5 }, /429, Retry-After 5 s · 1 left/],
  ])('adds %s with one click', async (name, fault, shown) => {
    await button(name).click();
    await status('Added POST /cyber-assets: ');
    expect(await stored()).toEqual([{ method: 'POST', path: '/cyber-assets', ...fault }]);
    expect((await listed()).join()).toMatch(shown);
  });

  it('shows what is left, and removes a fault', async () => {
    await operation().fill('post /tasks');
    await button('503 three times').click();
    await status('Added POST /tasks: 503.');
    await button('429 with Retry-After').click();
    await status('Added POST /tasks: 429');
    expect((await postTask()).status).toBe(503);
    await page.locator('#faults li', { hasText: '503 · 2 left' }).waitFor();
    expect(await newest().locator('.by').innerText()).toBe('fault');
    await button('Remove POST /tasks: 503').focus();
    await page.keyboard.press('Enter');
    await status('Removed POST /tasks: 503.');
    expect(await stored()).toEqual([
      { method: 'POST', path: '/tasks', count: 1, status: 429, retryAfter: 5 },
    ]);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Remove POST/);
    expect((await postTask()).status).toBe(429);
    await page.locator('#faults-count', { hasText: 'None' }).waitFor();
  });

  it('adds and edits a fault in a form, which stays open while the fault is wrong', async () => {
    await operation().fill('GET /task');
    await button('Add…').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Number of requests').fill('2');
    await form.getByLabel('Delay in milliseconds').fill('1');
    await button('Save').click();
    await form.getByText('path is "/task", which no operation has. Near paths: /tasks, ').waitFor();
    expect((await axeFindings(page, 'dialog[open]')).findings).toEqual([]);
    await form.locator('#fault-form-operation').fill('GET /tasks/*');
    await form.getByLabel('Connection').selectOption('before');
    await button('Save').click();
    await status('Added GET /tasks/*: delayed by 1 ms, dropped before the operation.');
    await button('Edit GET /tasks/*: delayed by 1 ms, dropped before the operation').click();
    await form.getByLabel('Connection').selectOption('');
    await form.getByLabel('Number of requests').fill('5');
    await button('Save').click();
    await status('Saved GET /tasks/*: delayed by 1 ms.');
    expect(await stored()).toEqual([{ method: 'GET', path: '/tasks/*', count: 5, delay: 1 }]);
    await operation().fill('tasks');
    await button('503 three times').click();
    await status('Enter a method and a path, for example POST /tasks.');
  });

  it('shows the faults of the selected world', async () => {
    const { id } = await createWorld(sandbox, { from: 'empty', label: 'Other' });
    await control(sandbox, 'PUT', `/${id}/faults`, [
      { method: 'GET', path: '/tasks', count: 4, status: 500 },
    ]);
    await page.reload();
    await page.locator('#worlds tr', { hasText: 'Other' }).getByRole('radio').check();
    await page.locator('#faults li', { hasText: '500 · 4 left' }).waitFor();
    await control(sandbox, 'DELETE', `/${id}`);
  });

  it('shows a dropped call as dropped in the log and in its details', async () => {
    await operation().fill('POST /tasks');
    await button('Drop after commit').click();
    await status('Added');
    await expect(postTask()).rejects.toThrow('fetch failed');
    await newest().getByText('Fault: dropped after the commit').waitFor();
    expect(await newest().locator('.status').innerText()).toBe('dropped');
    expect(await newest().locator('.by').innerText()).toBe('No response');
    await page.locator('#filter-status').selectOption('0');
    expect(await page.locator('#requests li:visible').count()).toBe(1);
    await newest().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The client got no response. The operation ran, and its changes').waitFor();
    expect(await dialog.innerText()).toMatch(/Fault of the world\s+dropped after the commit/);
    expect((await axeFindings(page, 'dialog[open]')).findings).toEqual([]);
  });

  it('sends a request that a fault drops, without an error on the page', async () => {
    const path = await page.locator('#start .mono').last().innerText();
    await operation().fill(`GET ${/\d(\/\S*)$/.exec(path)![1]!}`);
    await button('Add…').click();
    await page.getByLabel('Number of requests').fill('9');
    await page.getByLabel('Connection').selectOption('before');
    await button('Save').click();
    await status('Added');
    await button('Send').click();
    await newest().getByText('Fault: dropped before the operation').waitFor();
  });

  it.each(['light', 'dark'] as const)('has no accessibility findings, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await button('503 three times').click();
    await status('Added');
    expect((await axeFindings(page, '.faults')).findings).toEqual([]);
    await button('Add…').click();
    expect((await axeFindings(page, 'dialog[open]')).findings).toEqual([]);
  });
});
