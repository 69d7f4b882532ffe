// Tests the console page in Chromium: live log, request details and demo data.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { newAsset } from '../support/assets';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { curlStatus } from './curl';
import { temporaryFolder } from '../support/folder';
import { rawRequest } from '../support/raw';
import { type Sandbox, startSandbox } from '../support/sandbox';

const folder = temporaryFolder();

describeInBrowser('the console', (browser) => {
  let sandbox: Sandbox;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    await fetch(`${sandbox.url}/console/requests`, { method: 'DELETE' });
    open = await openPage(browser(), sandbox.url);
    page = open.page;
    await page.locator('#connection.live').waitFor();
  });
  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  const SYSTEM = 'cs_01k9key4fteaess0fz2tt06azn';
  const rows = () => page.locator('#requests li:visible');
  const row = (text: string) => rows().filter({ hasText: text });
  const count = async (name: string) =>
    page.locator('.counts div').filter({ hasText: name }).locator('dd').textContent();
  const countBecomes = (name: string, value: number) =>
    page.locator('.counts div').filter({ hasText: name }).getByText(String(value), { exact: true }).waitFor();

  it('loads everything from the sandbox and shows how to start', async () => {
    await page.locator('#start dt').first().waitFor();
    expect(open.asked.length).toBeGreaterThan(5);
    for (const url of open.asked) expect(new URL(url).origin).toBe(sandbox.url);
    const start = await page.locator('#start').innerText();
    for (const text of [
      sandbox.url,
      sandbox.key,
      `curl -H 'X-API-Key: ${sandbox.key}' ${sandbox.url}/facilities`,
    ])
      expect(start).toContain(text);
    expect(await page.locator('#version').textContent()).toBe(sandbox.server.contract.version);
  });

  it('shows requests of other clients and the first request live', async () => {
    await page.getByText('No requests yet.').waitFor();
    await sandbox.client('GET', '/cyber-systems');
    await row('/cyber-systems').waitFor();
    expect(await row('/cyber-systems').innerText()).toMatch(
      /^\d\d:\d\d:\d\d\s+GET\s+\/cyber-systems\s+200\s+[\d.]+ ms\s+server\s+CMDB sync in Default$/,
    );
    expect(await page.locator('#empty').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await row('/facilities').waitFor();
    expect(await rows().first().innerText()).toContain('/facilities'); // newest first
  });

  it('says that a sandbox that hangs does not respond, until it sends again', async () => {
    await page.clock.install();
    await page.reload();
    await page.locator('#connection.live').waitFor();
    await page.clock.runFor(13_000); // more than two heartbeats
    await page.locator('#connection:not(.live)', { hasText: 'The sandbox does not respond.' }).waitFor();
    await page.locator('#connection.live').waitFor();
  });

  it('filters planned operations and rejected requests, and shows the rule', async () => {
    await sandbox.client('GET', '/tasks');
    await sandbox.client('POST', '/cyber-assets', {
      body: { name: 'x', cyberSystemId: SYSTEM, asset_type: 'hardware' },
    });
    await sandbox.client('GET', '/facilities');
    await rows().nth(2).waitFor();
    expect(await row('/tasks').innerText()).toContain('world');
    expect(await row('/cyber-assets').innerText()).toMatch(
      /400[^]*validation_error[^]*cyberSystemId is not a known field[^]*did you mean cyber_system_id\?/,
    );

    await page.getByLabel('Rejected').check();
    expect(await rows().allInnerTexts()).toEqual([expect.stringContaining('/cyber-assets')]);
    await page.getByLabel('Planned').check();
    expect(await rows().allInnerTexts()).toEqual([expect.stringContaining('/tasks')]);
    await page.getByLabel('All', { exact: true }).check();
    expect(await rows().count()).toBe(3);
  });

  it('shows both bodies of a request without the key', async () => {
    const body = { name: `"quoted" <b>${sandbox.key}</b>`, cyber_system_id: SYSTEM, asset_type: 'nothing' };
    await sandbox.client('POST', '/cyber-assets', { body });
    await row('/cyber-assets').click();
    const details = page.getByRole('dialog');
    const text = await details.innerText();
    expect(text).toContain('"asset_type": "nothing"');
    expect(text).toContain('"error": "validation_error"');
    expect(text).toMatch(
      /Rejected: Request schema[^]*asset_type must be one of hardware, software[^]*#\/components\/schemas\/CreateCyberAssetRequest/,
    );
    expect(text).toContain('cik_****');
    expect(await details.locator('b').count()).toBe(0);
    await details.getByText('Request headers').click();
    expect(await details.getByRole('row', { name: 'x-api-key' }).innerText()).toContain('cik_****');
    expect(await details.innerText()).not.toContain(sandbox.key);
  });

  /** Returns the text that "Copy as curl" copies for the only request. */
  async function copied(): Promise<string> {
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => Promise.resolve((globalThis.copied = text))',
    );
    await rows().first().click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    return page.evaluate<string>('globalThis.copied');
  }

  it.each([
    ['HEAD', '/facilities', {}],
    ['a path with brackets', '/facilities?page[size]={1,2}', {}],
    [
      'a compressed body',
      '/tasks',
      { body: gzipSync('{"title":"It\'s evaluated"}'), headers: { 'Content-Encoding': 'gzip' } },
    ],
    ['a body that begins with @', '/cyber-assets', { body: '@/etc/hostname' }],
  ])('copies %s as a curl command that gets the same response', async (what, path, options) => {
    const { status } = await sandbox.client(
      what === 'HEAD' ? 'HEAD' : 'body' in options ? 'POST' : 'GET',
      path,
      options,
    );
    await rows().first().waitFor();
    const line = await copied();
    expect(line).toContain(sandbox.key);
    expect(await curlStatus(line, folder)).toBe(status);
  });

  it('the curl command states that the log does not have the body', async () => {
    const form = new FormData();
    form.set(
      'file',
      new Blob(['%PDF-', new Uint8Array([255, 254])], { type: 'application/pdf' }),
      'policy.pdf',
    );
    await sandbox.client('POST', '/policy-documents/upload', { body: form });
    await rows().first().waitFor();
    expect(await copied()).toMatch(
      /^# The log does not have the body of this request\. Add it; use -F for a form\.\ncurl -X POST -H 'x-api-key: \S+ -H 'content-type: multipart\/form-data; boundary=\S+' 'http:\S+upload'$/,
    );
  });

  it('omits Transfer-Encoding of an empty body from the curl command', async () => {
    const headers: [string, string][] = [
      ['X-API-Key', sandbox.key],
      ['Content-Type', 'application/json'],
    ];
    const { status } = await rawRequest(sandbox.url, 'POST', '/tasks', { headers, body: [] });
    await rows().first().waitFor();
    const line = await copied();
    expect(line).not.toContain('transfer-encoding');
    expect([status, await curlStatus(line, folder)]).toEqual([400, 400]);
  });

  it('opens and closes a request by keyboard and restores the focus', async () => {
    await sandbox.client('GET', '/facilities');
    await row('/facilities').waitFor();
    await page.locator('#filter-world').focus();
    await page.keyboard.press('Tab'); // skips the list, which can be scrolled and takes the focus
    if (!(await page.evaluate<boolean>("document.activeElement.matches('#requests button')")))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate<boolean>("document.activeElement.closest('dialog') !== null")).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('/facilities');
  });

  it('clears the log on the page and in the sandbox', async () => {
    await sandbox.client('GET', '/facilities');
    await row('/facilities').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No requests yet.').waitFor();
    expect(await rows().count()).toBe(0);
    expect(await (await fetch(`${sandbox.url}/console/requests`)).json()).toEqual([]);
  });

  it('shows the newest 500 requests', async () => {
    for (let call = 0; call < 510; call++) await sandbox.client('GET', `/facilities/fac_${call}`);
    await row('/facilities/fac_509').waitFor();
    expect(await page.locator('#requests li').count()).toBe(500);
    expect(await page.locator('#requests li').last().innerText()).toContain('/facilities/fac_10\n');
  });

  it('updates the records after a change and resets the world', async () => {
    await page.getByText('Inventory by site').click();
    await countBecomes('assets', 400);
    expect([await count('facilities'), await count('control centers'), await count('systems')]).toEqual([
      '13',
      '2',
      '35',
    ]);
    expect(await page.locator('.sites:not(.kinds) details').count()).toBe(15);
    await sandbox.client('POST', '/cyber-assets', { body: newAsset({ cyber_system_id: SYSTEM }) });
    await countBecomes('assets', 401);

    await page.locator('summary', { hasText: 'Millbrook' }).click();
    const system = page.getByRole('row', { name: 'MLB345 SCADA' });
    expect(await system.innerText()).toMatch(/Medium\s+MLB345 SCADA cs_\w+\s+18\s+3/);

    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.keyboard.press('Escape');
    expect(await count('assets')).toBe('401');
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await countBecomes('assets', 400);
    expect(await system.innerText()).toMatch(/Medium\s+MLB345 SCADA cs_\w+\s+17\s+3/); // an open section stays open
  });
});
