// Checks the accessibility of the console and the documentation with axe-core, on desktop and phone, in light
// and dark mode.
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { createWorld } from '../support/worlds';

const PHONE = { width: 360, height: 740 };
/** Colors affect the axe findings, and the width affects the layout, so two combinations cover all four. */
const LOOKS = [
  {
    look: 'light, on a desk',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    operationId: 'createCyberAsset',
  },
  { look: 'dark, on a phone', colorScheme: 'dark', viewport: PHONE, operationId: 'importCyberAssets' },
] as const;

describeInBrowser('the pages', (browser) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
    await sandbox.client('GET', '/tasks');
    await sandbox.client('GET', '/cyber-systems/cs_01k9key4fteaess0fz2tt06azn?page=2');
    await sandbox.client('DELETE', '/cyber-assets/ca_missing');
    await sandbox.client('POST', '/cyber-assets', { body: { name: 'x', cyberSystemId: 'x' } });
  });
  afterAll(() => sandbox.close());

  /** Returns the words of a page that a line break splits, except in ids and texts of users. */
  const splitWords = ({ page }: OpenPage) =>
    page.evaluate(() => {
      const found: string[] = [];
      let checked = 0;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (getComputedStyle(node.parentElement!).overflowWrap === 'anywhere') continue;
        for (const { index, 0: word } of node.textContent!.matchAll(/(?<!\S)\w{2,20}(?!\S)/g)) {
          checked++;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
      }
      return checked > 0 ? found : ['no word was checked'];
    });

  /** Checks the page, or the part of it that a step has changed. */
  async function expectAccessible(open: OpenPage, part = 'html'): Promise<void> {
    const { page } = open;
    const { checked, findings } = await axeFindings(page, part);
    expect(checked).toBeGreaterThan(part === 'html' ? 15 : 5);
    expect(findings).toEqual([]);
    expect(
      await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    expect(await splitWords(open)).toEqual([]);
  }

  describe.each(LOOKS)('$look', ({ colorScheme, viewport, operationId }) => {
    let open: OpenPage;
    beforeAll(async () => void (open = await openPage(browser(), sandbox.url, { colorScheme, viewport })));
    afterAll(() => open.close());
    const show = async (path: string) => void (await open.page.goto(sandbox.url + path));

    test("the console, a request's details and the reset dialog have no findings", async () => {
      await open.page.locator('#requests li').nth(3).waitFor();
      await open.page.getByText('Inventory by site').click();
      await open.page.locator('summary', { hasText: 'Millbrook' }).click();
      await open.page.getByText('Keys for users').click();
      await expectAccessible(open);
      await open.page.locator('#requests li').first().click();
      await open.page.getByRole('dialog').waitFor();
      await open.page.getByText('Response headers').click();
      await expectAccessible(open, 'dialog[open]');
      await open.page.keyboard.press('Escape');
      await open.page.getByRole('button', { name: 'Reset…' }).click();
      await expectAccessible(open, 'dialog[open]');
    });

    test('the worlds, their dialogs, records and errors have no findings', async () => {
      await createWorld(sandbox, {
        from: 'empty',
        now: '2031-01-01T00:00:00Z',
        label: 'A label of a world '.repeat(5),
      });
      const { page } = open;
      await page.reload();
      await page.locator('.kinds summary', { hasText: 'Tasks' }).click();
      await page.locator('#worlds tr', { hasText: 'A label' }).last().getByRole('radio').check();
      await page.getByText('Not known to this tab.').waitFor();
      for (const name of ['New…', 'Delete…', 'Move clock…']) {
        await page.getByRole('button', { name }).click();
        await expectAccessible(open, 'dialog[open]');
        if (name !== 'Move clock…') await page.keyboard.press('Escape');
      }
      await page.getByLabel('Advance by a duration').fill('35 days');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await page.locator('#worlds-status.error').waitFor();
      await expectAccessible(open);
    });

    test('pages of the guide have no findings', async () => {
      await show('/docs/guide/test-suites');
      await open.page.locator('.code button').first().waitFor();
      await expectAccessible(open);
      for (const name of ['errors', 'workflows', 'capacity', 'benchmarks', 'sandbox']) {
        await show(`/docs/guide/${name}`);
        await expectAccessible(open, 'main');
      }
    });

    test('the documentation and a sent operation have no findings', async () => {
      await show('/docs');
      await open.page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(open);
      await show(`/docs#${operationId}`);
      await open.page.locator('.endpoint').filter({ hasText: operationId }).waitFor();
      await open.page.getByRole('button', { name: 'Send' }).click();
      await open.page.locator('.answer').waitFor();
      await expectAccessible(open);
    });

    test.each([
      ['errors', 'Errors'],
      ['headers/ETag', 'Headers'],
      ['schema/Task/status', 'Task'],
      ['schema/PolicyDocumentStatus', 'PolicyDocumentStatus'],
    ])('the documentation page #%s has no findings', async (fragment, name) => {
      await show(`/docs#${fragment}`);
      await open.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await expectAccessible(open, 'main'); // the other parts are the same on each page
    });

    test('the search has no findings', async () => {
      await open.page.keyboard.press('Control+k');
      await open.page.getByRole('searchbox').fill('asset');
      await open.page.locator('#search-results li').first().waitFor();
      await expectAccessible(open, 'dialog[open]');
    });
  });

  test('axe reports an inaccessible page', async () => {
    const open = await openPage(browser(), sandbox.url);
    await open.page.evaluate(
      "document.body.appendChild(document.createElement('section')).append(document.createElement('input'))",
    );
    expect((await axeFindings(open.page, 'body > section')).findings.join()).toContain('critical: label');
    await open.close();
  });
});
