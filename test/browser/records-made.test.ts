// Tests that a partner finds the records and requests of a moment ago: in the console and in the forms.
import type { Page } from 'playwright-core';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { control, createWorld } from '../support/worlds';

const SIZES = { 'on a desk': { width: 1280, height: 900 }, 'on a phone': { width: 390, height: 800 } };

for (const [where, viewport] of Object.entries(SIZES))
  describeInBrowser(`a record that was just made, ${where}`, (browser) => {
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
      const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      await open.close();
      expect({ faults: open.faults, sideways }).toEqual({ faults: [], sideways: 0 });
    });
    const outcome = (text: string) => page.locator('.outcome', { hasText: text }).waitFor();

    it('is the first record of the first kind, with the inventory tree folded below', async () => {
      await show('/');
      const first = page.locator('.kinds details').first();
      await first.waitFor();
      await sandbox.client('POST', '/training-modules', { body: { title: 'Made now' } });
      await first.locator('summary', { hasText: 'Training modules' }).waitFor();
      await first.locator('summary').press('Enter');
      expect(await first.locator('button .title').first().innerText()).toBe('Made now');
      const [kinds, tree] = await Promise.all(
        ['.kinds', '.inventory'].map(async (part) => (await page.locator(part).boundingBox())!.y),
      );
      expect(kinds!).toBeLessThan(tree!);
      expect(await page.locator('.inventory').getAttribute('open')).toBe(null);
      const body = {
        name: 'NEW-RTU77',
        cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
        asset_type: 'hardware',
      };
      await sandbox.client('POST', '/cyber-assets', { body });
      await first.locator('summary', { hasText: 'Cyber assets' }).waitFor();
      expect(await first.locator('button .title').first().textContent()).toMatch(/^NEW-RTU/);
      await sandbox.client(
        'DELETE',
        `/cyber-assets/${await first.locator('button .id').first().textContent()}`,
      );
    });

    it('is offered by its name, and with one key for the id of another operation', async () => {
      await show('/docs#createTask');
      await page.getByLabel('Body application/json').fill('{"title":"Check the relay"}');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await outcome('201 Created');
      await page.goto(`${sandbox.url}/docs#getTask`);
      const use = page.getByRole('button', { name: /^Use Check the relay · tsk_/ });
      await use.press('Enter');
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.locator('.answer', { hasText: '"title": "Check the relay"' }).waitFor();
      await page.goto(`${sandbox.url}/docs#createTask`);
      const assignee = page.getByLabel('Record for assigneeId');
      const maya = assignee.locator('option', { hasText: 'Maya' });
      await maya.waitFor({ state: 'attached' });
      await assignee.selectOption(await maya.getAttribute('value'));
      expect(await page.getByLabel('Body application/json').inputValue()).toContain(
        `"assigneeId": "${await maya.getAttribute('value')}"`,
      );
      const related = page.getByLabel('Record for relatedResourceId');
      const facility = await related.locator('optgroup[label=facility] option').first().getAttribute('value');
      await related.selectOption(facility);
      expect(JSON.parse(await page.getByLabel('Body application/json').inputValue())).toMatchObject({
        relatedResourceId: facility,
        relatedResourceType: 'facility',
      });
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await outcome('201 Created');
    });

    it('replaces the ids of the demo data in another world, which says what to create first', async () => {
      const { id } = await createWorld(sandbox, { from: 'empty', label: 'Bare' });
      await show('/docs#getTask');
      await page.getByLabel('World').locator('option', { hasText: 'Bare' }).waitFor({ state: 'attached' });
      await page.getByLabel('World').selectOption({ label: 'Bare' });
      await page.getByText('This world has no task.').waitFor();
      await page.locator('.pick').getByRole('link', { name: 'Create a task' }).press('Enter');
      await page.locator('.endpoint', { hasText: 'createTask' }).waitFor();
      const [{ id: user }] = (await control(sandbox, 'GET', `/${id}/keys`)).body.map(
        ({ userId }: { userId: string }) => ({ id: userId }),
      );
      const text = page.getByLabel('Body application/json');
      await page.waitForFunction(
        (wanted) => document.querySelector('textarea')!.value.includes(`"assigneeId": "${wanted}"`),
        user,
      );
      const { relatedResourceId, relatedResourceType, ...body } = JSON.parse(await text.inputValue());
      void [relatedResourceId, relatedResourceType];
      await text.fill(JSON.stringify(body));
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await outcome('201 Created');
      await control(sandbox, 'DELETE', `/${id}`);
    });

    it('is a line of the log without its preflight, which one filter shows', async () => {
      await fetch(`${sandbox.url}/console/requests`, { method: 'DELETE' });
      const headers = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' };
      await fetch(`${sandbox.url}/tasks`, { method: 'OPTIONS', headers });
      await sandbox.client('POST', '/tasks', { body: { title: '' } });
      await sandbox.client('GET', '/tasks');
      await show('/');
      const rows = page.locator('#requests li:visible');
      await rows.nth(1).waitFor();
      const lines = async () => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
      expect(await lines()).toEqual([
        expect.stringMatching(/GET .*world/),
        expect.stringMatching(/POST .*400.* server /),
      ]);
      await page.getByRole('button', { name: 'Show 1 preflight' }).press('Enter');
      await rows.nth(2).waitFor();
      await page.getByRole('button', { name: 'Hide 1 preflight' }).press('Enter');
      await page.locator('#filter-method').selectOption('POST');
      expect(await lines()).toEqual([expect.stringContaining('400')]);
      await page.getByLabel('Planned').check();
      expect(await lines()).toHaveLength(1); // a request that was rejected before its planned operation
      const overflows = await page.evaluate<number>(
        `[...document.querySelectorAll('#requests button > *')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).display !== 'inline').length`,
      );
      expect(overflows).toBe(0);
    });
  });
