// Tests the API reference in Chromium: every operation, with a form that sends it.
import { operations } from '../../generated/operations';
import { contractDocument } from '../../src/contract/document';
import { describeInBrowser } from '../support/browser';
import { curlStatus } from './curl';
import { temporaryFolder } from '../support/folder';
import { type Docs, openDocsBefore } from './docs';

const folder = temporaryFolder();

describeInBrowser('the documentation', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  let choose: Docs['choose'];
  let open: Docs['open'];
  openDocsBefore(browser, (docs) => ({ page, sandbox, choose, open } = docs));

  const links = () => page.locator('#operations a:visible');

  /** Sends the form and returns the displayed response. */
  async function send(): Promise<{ outcome: string; answer: string }> {
    const answered = page.waitForResponse(
      (response) => response.request().headers()['x-api-key'] !== undefined,
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await answered;
    await page.locator('.send button[aria-disabled="false"]').waitFor();
    return {
      outcome: await page.locator('.outcome').innerText(),
      answer: await page.locator('.answer').innerText(),
    };
  }

  it('loads everything from the sandbox', () => {
    expect(open.asked.length).toBeGreaterThan(5);
    for (const url of open.asked) expect(new URL(url).origin).toBe(sandbox.url);
  });

  it('loads at most 300 KB, and the search index only on a search', async () => {
    const bytes = await page.evaluate<number>(
      'performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)',
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(300_000);
    expect(open.asked.filter((url) => url.includes('minisearch'))).toEqual([]);
  });

  it('lists all operations with their availability', async () => {
    const listed = await links().evaluateAll((all) =>
      all.map(
        (link) =>
          `${link.getAttribute('href')} ${link.querySelector('.method')!.textContent} ${link.querySelector('.badge')!.textContent}`,
      ),
    );
    expect(listed.sort()).toEqual(
      operations
        .map(({ operationId, method, availability }) => `#${operationId} ${method} ${availability}`)
        .sort(),
    );

    await page.getByLabel('Available').check();
    expect(await links().count()).toBe(
      operations.filter(({ availability }) => availability === 'available').length,
    );
    expect(await page.locator('#found').innerText()).toBe('11 operations');
    await page.getByLabel('All', { exact: true }).check();
  });

  interface Shown {
    endpoint: string;
    badge: string;
    labels: string[];
    bodies: number;
    answers: number;
    /** Where Send is, from the top of the window: at the top of the page, and at the end of the form. */
    sendAt: { top: number; bottom: number }[];
  }

  /** Opens each operation in the page, which avoids a round trip for each one. */
  const OPEN_EACH = (operationIds: string[]) => `(async () => {
    const shown = [];
    for (const operationId of ${JSON.stringify(operationIds)}) {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.hash = operationId;
      await changed;
      scrollTo(0, 0);
      const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
      const sendAt = [boxOf('.send button')];
      scrollTo(0, boxOf('.try').bottom - innerHeight);
      sendAt.push(boxOf('.send button'));
      const all = (selector) => [...document.querySelectorAll(selector)];
      shown.push({
        sendAt: sendAt.map(({ top, bottom }) => ({ top, bottom })),
        endpoint: all('.endpoint')[0].innerText,
        badge: all('.title .badge')[0].textContent,
        labels: all('.try input, .try select, .try textarea').flatMap(({ labels }) => [...labels].map(({ textContent }) => textContent)),
        bodies: all('.try textarea, .try input[type=file]').length,
        answers: all('.responses .response').length,
      });
    }
    return shown;
  })()`;

  it('shows a form, Send in sight and all responses for every operation', async () => {
    const shown = await page.evaluate<Shown[]>(OPEN_EACH(operations.map(({ operationId }) => operationId)));
    operations.forEach(({ operationId, path, method, availability }, index) => {
      const { parameters, requestBody } = sandbox.server.contract.operations.find(
        (operation) => operation.operationId === operationId,
      )!;
      const { responses } = contractDocument.paths[path]![method.toLowerCase()] as { responses: object };
      const { endpoint, badge, labels, bodies, answers, sendAt } = shown[index]!;
      for (const { top, bottom } of sendAt)
        expect([operationId, top >= 0, bottom <= 900]).toEqual([operationId, true, true]);
      expect([
        endpoint.startsWith(method),
        endpoint.includes(path),
        endpoint.endsWith(operationId),
        badge,
      ]).toEqual([true, true, true, availability]);
      for (const { name } of parameters)
        expect(labels.filter((label) => label.startsWith(`${name} `))).toHaveLength(1);
      expect([bodies, answers]).toEqual([requestBody ? 1 : 0, Object.keys(responses).length]);
    });
  });

  it('sends an available operation with the test key', async () => {
    await choose('getFacilities');
    const { outcome, answer } = await send();
    expect(outcome).toMatch(/^200 OK\s+server\s+/);
    expect(answer).toContain('"name": "Millbrook 345 kV Substation"');
  });

  it('sends the example body and an edited body', async () => {
    await choose('createCyberAsset');
    expect((await send()).outcome).toContain('201 Created');
    await page.getByLabel('Body application/json').fill('{"name": "MLB345-RTU09", "cyberSystemId": "x"}');
    expect(await page.locator('.sample pre').innerText()).toContain('MLB345-RTU09');
    const { outcome, answer } = await send();
    expect(outcome).toContain('400 Bad Request');
    expect(answer).toContain('did you mean cyber_system_id?');
  });

  it('sends an edited path and query', async () => {
    await choose('getFacility');
    expect((await send()).answer).toContain('"id": "fac_01k808vjcneks9f5c457w3x0x2"');
    await page.getByLabel('id path').fill('fac_../x');
    expect((await send()).outcome).toContain('404');
    await choose('getTasks');
    await page.getByLabel('status query').selectOption('overdue');
    expect(await page.locator('.sample pre').innerText()).toContain('/tasks?status=overdue');
    expect((await send()).outcome).toMatch(/^200 OK\s+world/);
  });

  it('keeps the key for other operations and after a reload, until its field is cleared', async () => {
    await choose('getFacilities');
    const key = page.getByLabel('X-API-Key');
    await key.fill('wrong');
    expect((await send()).outcome).toContain('401');
    await choose('getTasks');
    expect((await send()).outcome).toContain('401');
    await page.reload();
    await page.locator('.endpoint').filter({ hasText: 'getTasks' }).waitFor();
    expect(await key.inputValue()).toBe('wrong');
    await key.fill('');
    await choose('getFacilities');
    expect(await key.inputValue()).toBe(sandbox.key);
    expect((await send()).outcome).toContain('200');
  });

  it('sends files', async () => {
    await choose('importCyberAssets');
    expect((await send()).outcome).toMatch(/^201 Created\s+world/);
    await page.getByLabel('file file').setInputFiles({
      name: 'assets.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,asset_type\nX,hardware\n'),
    });
    expect((await send()).outcome).toMatch(/^201 Created\s+world/);
  });

  it.each([
    ['uploadPolicyDocumentFile', 201],
    ['importCyberAssets', 201],
    ['createTask', 201],
    ['getFacilities', 200],
  ])('shows a curl command for %s that gets the same response', async (operationId, status) => {
    await choose(operationId);
    expect(await curlStatus(await page.locator('.sample pre').innerText(), folder)).toBe(status);
  });

  it('requests a declared response with Prefer', async () => {
    await choose('getTask');
    const prefer = page.getByLabel('Prefer header');
    const [refusal] = (await prefer.locator('option').allInnerTexts()).filter((text) =>
      text.startsWith('404'),
    );
    await prefer.selectOption({ label: refusal! });
    expect((await send()).outcome).toMatch(/^404 Not Found\s+mock/);
  });

  it('opens nested schemas', async () => {
    await choose('listActivityLogs');
    await page.locator('.responses .schema summary', { hasText: 'each item' }).first().click();
    expect(await page.locator('.responses .schema .schema').first().innerText()).toContain('occurredAt');
  });
});
