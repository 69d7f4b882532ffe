// Tests that the documentation and the console need no mouse, on a desk and on a phone.
import type { Locator, Page } from 'playwright-core';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { control } from '../support/worlds';

const SIZES = { 'on a desk': { width: 1280, height: 900 }, 'on a phone': { width: 390, height: 800 } };

for (const [where, viewport] of Object.entries(SIZES))
  describeInBrowser(`with the keyboard alone, ${where}`, (browser) => {
    let sandbox: Sandbox;
    let open: OpenPage;
    let page: Page;
    beforeAll(async () => void (sandbox = await startSandbox()));
    afterAll(() => sandbox.close());
    const show = async (path: string) => {
      open = await openPage(browser(), sandbox.url + path, { viewport });
      page = open.page;
    };
    afterEach(async () => {
      await open.close();
      expect(open.faults).toEqual([]);
    });

    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement);
    /** Presses Tab until the element has the focus. */
    async function tabTo(element: Locator): Promise<void> {
      await element.waitFor();
      for (let presses = 0; presses < 150; presses++) {
        await press('Tab');
        if (await hasFocus(element)) return;
      }
      throw new Error(`Tab does not reach ${String(element)}.`);
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const text = (selector: string, hasText: string | RegExp) =>
      page.locator(selector, { hasText }).first().waitFor();

    /** Opens the first result of a search. */
    async function search(words: string): Promise<void> {
      await press('/');
      await page.keyboard.type(words);
      await page.locator('#search-results a').first().waitFor();
      await press('ArrowDown', 'Enter');
    }

    it('finds an operation, takes an id, sends, uses the new record, and cancels', async () => {
      await show('/docs');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await search('create a task');
      await text('.endpoint', 'createTask');
      const assignee = page.getByLabel('Record for assigneeId');
      await tabTo(assignee);
      await page.keyboard.type('Maya');
      const chosen = await assignee.inputValue();
      expect(await assignee.locator(`option[value="${chosen}"]`).innerText()).toContain('Maya');
      expect(await page.getByLabel('Body application/json').inputValue()).toContain(chosen);
      await tabTo(button('Send'));
      await press('Enter');
      await text('.outcome', '201 Created');

      await search('get a task');
      await text('.endpoint', /getTask$/);
      const use = button(/^Use .+ · tsk_/);
      await tabTo(use);
      const [id] = /tsk_\w+/.exec(await use.innerText())!;
      await press('Enter');
      expect(await page.getByLabel('id path').inputValue()).toBe(id);
      const faults = [{ method: 'GET', path: '/tasks/{id}', count: 1, delay: 10_000 }];
      await control(sandbox, 'PUT', `/${demoOrganization.id}/faults`, faults);
      await tabTo(button('Send'));
      await press('Enter');
      await button('Cancel').waitFor();
      await press('Tab', 'Enter');
      await text('.outcome', /^Canceled after /);
      expect(await hasFocus(button('Send'))).toBe(true);
      await press('Enter');
      await text('.answer', id);
    });

    it('creates and selects a world, filters the log, and edits a record', async () => {
      await show('/');
      await page.locator('#connection.live').waitFor();
      await sandbox.client('GET', '/facilities');
      await sandbox.client('POST', '/tasks', { body: { title: 'Check the relay' } });
      await sandbox.client('POST', '/tasks', { body: { title: '' } });
      await tabTo(button('New…'));
      await press('Enter');
      await tabTo(page.getByLabel('Label'));
      await page.keyboard.type('By keyboard');
      await tabTo(button('Create'));
      await press('Enter');
      await text('#worlds-status', 'Created By keyboard.');
      await tabTo(page.locator('#worlds tr.selected input'));
      await press('ArrowUp');
      await text('#worlds tr.selected', 'Default');

      const rows = page.locator('#requests li:visible');
      await tabTo(page.locator('#filter-method'));
      await page.keyboard.type('POST');
      await tabTo(page.locator('#filter-status'));
      await page.keyboard.type('4');
      expect(await rows.count()).toBe(1);
      await tabTo(rows.locator('button'));
      await press('Enter');
      await text('#details', 'Rejected: Request schema');
      await press('Escape');
      expect(await hasFocus(rows.locator('button'))).toBe(true);

      const record = page.locator('.records button', { hasText: 'Check the relay' }).first();
      const kind = page.locator('.kinds details', { has: page.locator('summary', { hasText: 'Tasks' }) });
      await tabTo(page.getByLabel('Filter records'));
      await page.keyboard.type('relay');
      await text('#records-status', 'match');
      await tabTo(kind.locator('summary'));
      await tabTo(record);
      await press('Enter');
      await tabTo(button('Edit'));
      await press('Enter');
      const area = page.getByLabel('Record as JSON');
      await tabTo(area);
      const edited = (await area.inputValue()).replace('Check the relay', 'Check the relay again');
      await press('Control+a');
      await page.keyboard.insertText(edited);
      await tabTo(button('Save'));
      await press('Enter');
      await text('#details pre', 'Check the relay again');
      await press('Escape');
      await text('.records button', 'Check the relay again');
      expect(await hasFocus(page.locator('.records button', { hasText: 'again' }))).toBe(true);
    });
  });
