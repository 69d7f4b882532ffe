// The pages for everyone: axe-core finds nothing serious, and nothing is cut off on a phone, in light and dark.
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';

const SIZES = { desk: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => (['desk', 'phone'] as const).map((size) => ({ colorScheme, size })));

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

  async function expectGood({ page }: OpenPage): Promise<void> {
    const { checked, findings } = await axeFindings(page);
    expect(checked).toBeGreaterThan(15);
    expect(findings).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
  }

  describe.each(LOOKS)('in $colorScheme on a $size', ({ colorScheme, size }) => {
    let open: OpenPage;
    const show = async (path: string) => void (open = await openPage(browser(), sandbox.url + path, { colorScheme, viewport: SIZES[size] }));
    afterEach(() => open.close());

    test('the console, a request in full, and the question before a reset', async () => {
      await show('/');
      await open.page.locator('#requests li').nth(3).waitFor();
      await open.page.locator('summary', { hasText: 'Millbrook' }).click();
      await expectGood(open);
      await open.page.locator('#requests li').first().click();
      await open.page.getByRole('dialog').waitFor();
      await open.page.getByText('Response headers').click();
      await expectGood(open);
      await open.page.keyboard.press('Escape');
      await open.page.getByRole('button', { name: 'Reset…' }).click();
      await expectGood(open);
    });

    test('the documentation, and operations that were sent', async () => {
      await show('/docs');
      await open.page.getByRole('heading', { level: 1 }).waitFor();
      await expectGood(open);
      for (const operationId of ['createCyberAsset', 'importCyberAssets']) {
        await open.page.goto(`${sandbox.url}/docs#${operationId}`);
        await open.page.locator('.endpoint').filter({ hasText: operationId }).waitFor();
        await open.page.getByRole('button', { name: 'Send' }).click();
        await open.page.locator('.answer').waitFor();
        await open.page.locator('.responses summary', { hasText: /^20\d/ }).click();
        await open.page.locator('.responses summary', { hasText: /^40\d/ }).first().click();
        await expectGood(open);
      }
    });
  });

  test('axe does find what is bad', async () => {
    const open = await openPage(browser(), sandbox.url);
    await open.page.evaluate("document.body.append(document.createElement('input'))");
    expect((await axeFindings(open.page)).findings.join()).toContain('critical: label');
    await open.close();
  });
});
