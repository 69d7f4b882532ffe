// Tests the documentation in a single file, opened without a server.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import journeys from '../../generated/journeys.json';
import { operations } from '../../generated/operations';
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const file = join(temporaryFolder(), 'new folder', 'contract.html');

beforeAll(
  () =>
    void execFileSync(process.execPath, [join(ROOT, 'spec/docs.mjs'), '--out', file], { stdio: 'ignore' }),
);

test.each([
  ['contract', 'generated/openapi.json'],
  ['journeys', 'generated/journeys.json'],
  ['guide', 'dist/src/sandbox/console/guide/pages.json'],
])('no text of the %s can close its element', (id, source) => {
  const [, data] = new RegExp(`<script type="application/json" id="${id}">([^]*?)</script>`).exec(
    readFileSync(file, 'utf8'),
  )!;
  expect(data).not.toContain('<');
  const original = readFileSync(join(ROOT, source), 'utf8').replace(/<img [^>]*>/g, '');
  expect(JSON.parse(data!)).toEqual(JSON.parse(original));
});

describeInBrowser('the documentation as one file', (browser) => {
  let open: OpenPage;
  const address = pathToFileURL(file).href;
  const main = () => open.page.locator('main');
  beforeAll(async () => void (open = await openPage(browser(), `${address}#createCyberAsset`)));
  afterAll(() => open.close());

  it('lists every operation with its availability', async () => {
    const listed = await open.page
      .locator('#operations a')
      .evaluateAll((links) =>
        links.map(
          (link) =>
            `${link.getAttribute('href')} ${link.querySelector('.method')!.textContent} ${link.querySelector('.badge')!.textContent}`,
        ),
      );
    expect(listed.sort()).toEqual(
      operations
        .map(({ operationId, method, availability }) => `#${operationId} ${method} ${availability}`)
        .sort(),
    );
  });

  it('shows the operation of the URL fragment without a form', async () => {
    expect(await main().locator('.endpoint').innerText()).toMatch(/POST \/cyber-assets createCyberAsset/);
    expect(await main().locator('.side').innerText()).toMatch(/curl -X POST/);
    expect(await main().locator('.request').innerText()).toMatch(
      /Idempotency-Key header, string[^]*Body examples[^]*"cyber_system_id"/,
    );
    expect(await main().locator('.body-schema').innerText()).toMatch(/name string AssetName required/);
    expect(await main().locator('.responses pre').first().innerText()).toContain('"impact_rating"');
    expect(await main().locator('form').count()).toBe(0);
  });

  it('has no axe findings', async () => {
    const { checked, findings } = await axeFindings(open.page);
    expect(checked).toBeGreaterThan(15);
    expect(findings).toEqual([]);
  });

  it('searches the contract and shows the guide', async () => {
    await open.page.keyboard.press('/');
    await open.page.getByRole('searchbox').fill('completionIntervalDays');
    await open.page.locator('#search-results a', { hasText: 'field of TrainingModule' }).waitFor();
    await open.page.getByRole('searchbox').fill('unknown field or query parameter');
    await open.page.locator('#search-results a', { hasText: 'guide: API' }).first().click();
    await main().getByRole('heading', { level: 1, name: 'API keys and requests' }).waitFor();
    expect(await main().locator('.code button').count()).toBeGreaterThan(1);
    await main().getByRole('link', { name: /^Next/ }).click();
    await main()
      .getByRole('link', { name: /^Previous/ })
      .click();
    await main().getByRole('heading', { level: 1, name: 'API keys and requests' }).waitFor();
  });

  it('shows the same pages of schemas, errors and headers as the sandbox', async () => {
    for (const [fragment, text] of [
      ['schema/TaskRecurrence', '"every_35_days"'],
      ['errors/conflict', 'already taken'],
      ['headers/RateLimit', 'Requests left in the current minute'],
    ]) {
      await open.page.goto(`${address}#${fragment}`);
      await main().locator('.target, .page', { hasText: text! }).first().waitFor();
    }
  });

  it('shows the steps of each journey without a button to run it', async () => {
    await open.page.goto(`${address}#journeys/csvImport`);
    await main().getByText('runs it.').waitFor();
    expect(await main().locator('details[open] li').count()).toBe(
      journeys.find(({ workflowId }) => workflowId === 'csvImport')!.steps.length,
    );
    expect(await main().locator('form').count()).toBe(0);
  });

  it('follows a link to a planned operation and marks provisional parts', async () => {
    await open.page.locator('#operations a[href="#createInvitation"]').click();
    await main().locator('.endpoint').filter({ hasText: 'createInvitation' }).waitFor();
    expect(await main().locator('.title .badge').allInnerTexts()).toEqual(['planned', 'provisional']);
  });

  it('draws the state machine of an operation that changes a status', async () => {
    await open.page.locator('#operations a[href="#submitPolicyDocument"]').click();
    await main().getByRole('img', { name: 'State machine of PolicyDocumentStatus.' }).waitFor();
  });

  it('shows the introduction of the contract without a selected operation', async () => {
    await open.page.locator('a.brand').click();
    await main().getByRole('heading', { level: 1, name: 'Compliance Inventory API' }).waitFor();
    const count = (availability: string) =>
      operations.filter((operation) => operation.availability === availability).length;
    expect((await main().locator('.figures').innerText()).replace(/\s+/g, ' ')).toContain(
      `${operations.length} operations ${count('available')} available: released ` +
        `${count('planned')} planned: not yet released`,
    );
  });

  it('requests only its own file, and its policy blocks other requests', async () => {
    expect(
      new Set(open.asked.filter((url) => !url.startsWith('data:')).map((url) => url.split('#')[0])),
    ).toEqual(new Set([address]));
    expect(open.faults).toEqual([]);
    const blocked = await open.page.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(() => 'answered', String),
    );
    expect(blocked).toMatch(/TypeError/);
    expect(open.faults.join()).toContain('Content Security Policy');
  });
});
