// Tests the pages of schemas, errors and headers in the documentation, their links, and the menu on a phone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import openapi from '../../generated/openapi.json';
import { contractDocument } from '../../src/contract/document';
import { ERRORS } from '../../src/base/errors';
import { describeInBrowser, openPage } from '../support/browser';
import { type Docs, openDocsBefore } from './docs';

interface Operation {
  operationId: string;
  responses: object;
}
interface Schema {
  properties?: object;
  enum?: unknown[];
}
const schemas = contractDocument.components.schemas as Record<string, Schema>;

describeInBrowser('the documentation', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  openDocsBefore(browser, (docs) => ({ page, sandbox } = docs));

  const go = (fragment: string) => page.goto(`${sandbox.url}/docs#${fragment}`);
  const main = () => page.locator('main');

  /** Opens each fragment and returns those that highlight no visible element. */
  const deadLinks = (fragments: string[]) =>
    page.evaluate<string[]>(`(async () => {
      const dead = [];
      for (const fragment of ${JSON.stringify(fragments)}) {
        const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
        location.hash = fragment;
        await changed;
        const found = document.getElementById(fragment);
        if (!found?.classList.contains('target') || !found.checkVisibility()) dead.push(fragment);
      }
      return dead;
    })()`);

  it('has a link for each field and value of each schema', async () => {
    const fragments = Object.entries(schemas).flatMap(([name, schema]) =>
      [...Object.keys(schema.properties ?? {}), ...(schema.enum ?? [])].map(
        (part) => `schema/${name}/${encodeURIComponent(String(part))}`,
      ),
    );
    expect(fragments.length).toBeGreaterThan(500);
    expect(await deadLinks(fragments)).toEqual([]);
  });

  it('has a link for each error, header, response and body field', async () => {
    const responses = Object.values(openapi.paths)
      .flatMap((item) => Object.values<Operation>(item))
      .flatMap(({ operationId, responses }) =>
        Object.keys(responses)
          .filter((_, index) => NIGHTLY || index % 6 === 0)
          .map((status) => `${operationId}/${status}`),
      );
    const errors = Object.keys(ERRORS).map((code) => `errors/${code}`);
    expect(
      await deadLinks([
        ...responses,
        ...errors,
        'headers/If-Match',
        'headers/RateLimit-Policy',
        'createCyberAsset/body/asset_type',
        'createCyberAsset/parameter/Idempotency-Key',
        'bulkCreateTasks/body/tasks.title',
      ]),
    ).toEqual([]);
  });

  it('shows the values, limits, provisional mark and uses of a schema', async () => {
    await go('schema/TaskRecurrence');
    await main().getByRole('heading', { level: 1, name: 'TaskRecurrence' }).waitFor();
    for (const value of schemas['TaskRecurrence']!.enum!)
      expect(await main().innerText()).toContain(JSON.stringify(value));
    expect(await main().locator('.title .badge.provisional').count()).toBe(1);
    await main().getByRole('link', { name: 'Task', exact: true }).click();
    const recurrence = page.locator('[id="schema/Task/recurrence"]');
    expect(await recurrence.innerText()).toMatch(/TaskRecurrence or null[^]*"every_15_months"/);
    expect(await page.locator('[id="schema/Task/title"]').innerText()).toContain('1 to 255 characters');
  });

  it('lists each error code with its status and the operations that return it', async () => {
    await go('errors');
    for (const [code, status] of Object.entries(ERRORS)) {
      const card = page.locator(`[id="errors/${code}"]`);
      const text = await card.innerText();
      expect(text).toMatch(/What to do: .{10}[^]*operation/i);
      if (code !== 'method_not_allowed') expect(text).toContain(String(status));
    }
    const textOf = (code: string) => page.locator(`[id="errors/${code}"]`).innerText();
    expect(await textOf('validation_error')).toContain('Every operation may return this error.');
    expect(await textOf('invalid_reference')).toContain('Every operation with a request body may');
    expect(await textOf('invalid_json')).toMatch(/Returned by \d+ operations/);
    const conflict = page.locator('[id="errors/conflict"]');
    await conflict.locator('summary', { hasText: 'Returned by' }).click();
    await conflict.getByRole('link', { name: 'Create a cyber asset' }).click();
    await page.locator('.endpoint', { hasText: 'createCyberAsset' }).waitFor();
  });

  it('shows the success, then a row for each error status with links to its codes', async () => {
    await go('approvePolicyDocument');
    await page.locator('.endpoint', { hasText: 'approvePolicyDocument' }).waitFor();
    expect(await page.locator('section.response .status').allInnerTexts()).toEqual(['200']);
    const rows = await page.locator('.errors > li').allInnerTexts();
    const statuses = [
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '415',
      '422',
      '429',
      '500',
      '501',
      '503',
    ];
    expect(rows.map((row) => row.split(/\s/)[0])).toEqual([...statuses, 'default']);
    // The rules of this operation stand here, those of all operations in the catalog.
    expect(rows[4]).toMatch(
      /conflict[^]*not a designated approver[^]*“A policy document with the status draft/,
    );
    expect(rows[3]).toMatch(/^404 not_found\n+Your organization has no such record\.$/);
    await page.locator('.errors').getByRole('link', { name: 'validation_error' }).click();
    await page.locator('.target', { hasText: 'What to do: Correct each field' }).waitFor();
  });

  it('names no error of a body at an operation without one', async () => {
    await go('getFacilities');
    await page.locator('.endpoint', { hasText: 'getFacilities' }).waitFor();
    const row = await page.locator('.errors > li').first().innerText();
    expect(row).toContain('validation_error');
    expect(row).not.toMatch(/invalid_json|invalid_reference/);
  });

  it('gives each region of an operation a name of its own', async () => {
    const ids = Object.values(openapi.paths)
      .flatMap((item) => Object.values<Operation>(item))
      .map(({ operationId }) => operationId);
    await go('errors');
    const repeated = await page.evaluate<string[]>(`(async () => {
      const repeated = [];
      for (const id of ${JSON.stringify(ids)}) {
        const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
        location.hash = id;
        await changed;
        const names = [...document.querySelectorAll('main [role=region]')].map(({ ariaLabel }) => ariaLabel);
        if (names.length === 0 || new Set(names).size < names.length) repeated.push(id);
      }
      return repeated;
    })()`);
    expect(repeated).toEqual([]);
  });

  it('explains keys, rate limits and Prefer on the overview', async () => {
    await go('');
    await main().getByRole('heading', { name: 'Get a key' }).waitFor();
    const text = await main().innerText();
    for (const part of [sandbox.key, 'Settings pages', 'RateLimit-Policy', 'Retry-After', 'Prefer: code=409'])
      expect(text).toContain(part);
  });

  it('shows the overview for a malformed fragment', async () => {
    await go('%E0');
    await main().getByRole('heading', { name: 'Get a key' }).waitFor();
  });

  it('opens the menu from a button on a phone, and the text comes first', async () => {
    const phone = await openPage(browser(), `${sandbox.url}/docs#getFacilities`, {
      viewport: { width: 390, height: 844 },
    });
    const { page: small } = phone;
    const title = small.getByRole('heading', { level: 1 });
    await title.waitFor();
    expect((await title.boundingBox())!.y).toBeLessThan(250);
    const menu = small.getByRole('navigation', { name: 'Documentation' });
    expect(await menu.isVisible()).toBe(false);
    const button = small.getByRole('button', { name: 'Menu' });
    // A click of Playwright scrolls to a button in sight.
    const click = () => button.dispatchEvent('click');
    const place = await small.evaluate(() => (scrollTo(0, 600), scrollY));
    expect(place).toBeGreaterThan(300);
    await click();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    const top = (await menu.boundingBox())!.y;
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(100);
    expect(await menu.evaluate((shown) => shown === document.activeElement)).toBe(true);
    await click();
    expect(await small.evaluate(() => scrollY)).toBe(place);
    await click();
    await menu.getByRole('link', { name: 'Create a cyber asset' }).click();
    await small.locator('.endpoint', { hasText: 'createCyberAsset' }).waitFor();
    expect(await menu.isVisible()).toBe(false);
    await phone.close();
    expect(phone.faults).toEqual([]);
  });

  it('loads the contract from another origin, which the console data rejects', async () => {
    const server = createServer((_request, response) => response.end('Elsewhere')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const elsewhere = await openPage(browser(), `http://127.0.0.1:${port}/`);
    const read = (path: string) =>
      elsewhere.page.evaluate(
        (url) => fetch(url).then((response) => response.json() as object, String),
        `${sandbox.url}${path}`,
      );
    expect(await read('/docs/openapi.json')).toMatchObject({ openapi: '3.1.0' });
    expect(await read('/console/settings.json')).toMatch(/TypeError/);
    await elsewhere.close();
    server.close();
  });
});
