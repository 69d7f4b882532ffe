// Tests the form of an operation in the documentation: where Send is, the keyboard, text bodies, and the caller.
import { readFileSync } from 'node:fs';
import { operations } from '../../generated/operations';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { describeInBrowser, openPage } from '../support/browser';
import { control, createWorld } from '../support/worlds';
import { type Docs, openDocsBefore } from './docs';

interface Place {
  operationId: string;
  send: number;
  formEnd: number;
  sideways: number;
}

/** Opens operations in the page and measures where Send is. */
const PLACES = `(async () => {
  const places = [];
  for (const operationId of ${JSON.stringify(
    operations.map(({ operationId }) => operationId).filter((_, index) => NIGHTLY || index % 8 === 0),
  )}) {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = operationId;
    await changed;
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
    const sideways = document.documentElement.scrollWidth - innerWidth;
    places.push({ operationId, send: boxOf('.send button').top, formEnd: boxOf('.try').bottom, sideways });
  }
  return places;
})()`;

describeInBrowser('the form of an operation', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  let choose: Docs['choose'];
  openDocsBefore(browser, (docs) => ({ page, sandbox, choose } = docs));

  const outcome = () => page.locator('.outcome');
  const send = () => page.getByRole('button', { name: 'Send' }).click();
  const world = () => page.getByLabel('World');
  const person = () => page.getByLabel('Person');
  const key = () => page.getByLabel('X-API-Key');
  /** Waits until the field has another key than `before`, and returns it. */
  async function nextKey(before: string): Promise<string> {
    await page.waitForFunction(
      (value) => document.querySelector<HTMLInputElement>('.caller input')!.value !== value,
      before,
    );
    return key().inputValue();
  }

  it('has Send below the form on a phone', async () => {
    const phone = await openPage(browser(), `${sandbox.url}/docs`, { viewport: { width: 390, height: 800 } });
    await phone.page.getByRole('heading', { level: 1 }).waitFor();
    const places = await phone.page.evaluate<Place[]>(PLACES);
    expect(places.length).toBeGreaterThan(10);
    const far = places.filter(
      ({ send, formEnd, sideways }) => send < formEnd || send > formEnd + 60 || sideways > 0,
    );
    expect(far).toEqual([]);
    await phone.close();
  });

  it('sends with Enter in a field and with Ctrl-Enter in the body, and keeps the focus', async () => {
    const focused = () => page.evaluate<string>('document.activeElement.labels[0].textContent');
    await choose('getFacility');
    await page.getByLabel('id path').press('Enter');
    await outcome().filter({ hasText: '200 OK' }).waitFor();
    expect(await focused()).toMatch(/^id path/);
    await key().press('Enter');
    expect(await focused()).toMatch(/^X-API-Key/);
    await choose('createTask');
    await page.getByLabel('Body application/json').press('Control+Enter');
    await outcome().filter({ hasText: '201 Created' }).waitFor();
    expect(await focused()).toMatch(/^Body/);
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.locator('.send button[aria-disabled="false"]').waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Send');
  });

  it('shows a CSV as it came, as a table on demand, and saves it under its file name', async () => {
    await choose('exportCyberAssetsCsv');
    await send();
    await outcome().filter({ hasText: '200 OK' }).waitFor();
    const response = await fetch(
      `${sandbox.url}/facilities/fac_01k808vjcneks9f5c457w3x0x2/cyber-assets/export`,
      {
        headers: { 'X-API-Key': sandbox.key },
      },
    );
    const text = await response.text();
    const answer = page.locator('.answer');
    expect(await answer.locator('pre').textContent()).toBe(text);
    await answer.getByText('Show as a table').click();
    await answer.locator('.table tr').first().waitFor();
    const cells = await answer.locator('.table tr').allInnerTexts();
    expect(cells[0]!.split('\t').slice(0, 3)).toEqual(['id', 'name', 'asset_type']);
    expect(cells).toHaveLength(text.trimEnd().split('\r\n').length);
    const saved = page.waitForEvent('download');
    await answer.getByRole('button', { name: /^Download/ }).click();
    const download = await saved;
    expect(response.headers.get('content-disposition')).toContain(`"${download.suggestedFilename()}"`);
    expect(readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '')).toBe(text);
    const example = page.locator('.responses pre').first();
    expect(await example.textContent()).toMatch(/^"id","name",[^\n]*\n"ca_/);

    // The console shows the same body.
    await page.goto(sandbox.url);
    await page.locator('#requests li', { hasText: 'cyber-assets/export' }).first().click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('pre').last().textContent()).toBe(text);
    await dialog.getByText('Show as a table').click();
    await dialog.locator('.table tr').first().waitFor();
    expect(await dialog.locator('.table tr').count()).toBe(cells.length);
    await dialog.getByRole('button', { name: `Download ${download.suggestedFilename()}` }).waitFor();
  });

  it('shows a text in brackets as it came when it is no JSON', async () => {
    const text = '["one", "two"] {3}';
    await page.route('**/facilities', (route) => route.fulfill({ contentType: 'text/plain', body: text }));
    await choose('getFacilities');
    await send();
    await outcome().filter({ hasText: '200' }).waitFor();
    expect(await page.locator('.answer pre').textContent()).toBe(text);
    await page.unroute('**/facilities');
  });

  it('sends for the person that the reader picks, on every operation and after a reload, with one key', async () => {
    await choose('getCurrentUser');
    await person()
      .locator('option', { hasText: 'Dale Hutchins · contributor' })
      .waitFor({ state: 'attached' });
    expect(await person().locator('option:checked').innerText()).toBe('CMDB sync · api user');
    await person().selectOption({ label: 'Dale Hutchins · contributor' });
    const ofDale = await nextKey(sandbox.key);
    expect(await page.locator('.sample pre').innerText()).toContain(ofDale);
    await send();
    await page.locator('.answer', { hasText: '"name": "Dale Hutchins"' }).waitFor();
    await person().selectOption({ label: 'CMDB sync · api user' });
    expect(await nextKey(ofDale)).toBe(sandbox.key);
    await person().selectOption({ label: 'Dale Hutchins · contributor' });
    expect(await nextKey(sandbox.key)).toBe(ofDale);
    await choose('getTasks');
    expect(await key().inputValue()).toBe(ofDale);
    await page.reload();
    await person().locator('option:checked', { hasText: 'Dale' }).waitFor({ state: 'attached' });
    expect(await key().inputValue()).toBe(ofDale);
    await page.goto(`${sandbox.url}/docs#journeys`);
    expect(await person().locator('option:checked').innerText()).toBe('Dale Hutchins · contributor');

    const path = `/${demoOrganization.id}/keys`;
    const { body: keys } = await control(sandbox, 'GET', path);
    expect(keys).toHaveLength(2);
    await control(sandbox, 'DELETE', `${path}/${keys[1].id}`);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await nextKey(ofDale);
    expect(await person().locator('option:checked').innerText()).toBe('Dale Hutchins · contributor');
  });

  it('keeps the person in another world, and returns to the default world when that world is gone', async () => {
    const { id } = await createWorld(sandbox, { label: 'Rehearsal' });
    await choose('getCurrentUser');
    await person().locator('option', { hasText: 'Maya' }).waitFor({ state: 'attached' });
    await page.evaluate("dispatchEvent(new Event('focus'))"); // the reader comes back from the console
    await world().locator('option', { hasText: 'Rehearsal' }).waitFor({ state: 'attached' });
    const before = await key().inputValue();
    await world().selectOption({ label: 'Rehearsal' });
    const ofRehearsal = await nextKey(before);
    expect(await person().locator('option:checked').innerText()).toBe('Dale Hutchins · contributor');
    await send();
    await page.locator('.answer', { hasText: '"name": "Dale Hutchins"' }).waitFor();
    await fetch(`${sandbox.url}/sandbox/worlds/${id}`, { method: 'DELETE' });
    await page.reload();
    await world().locator('option:checked', { hasText: 'Default' }).waitFor({ state: 'attached' });
    await nextKey(ofRehearsal);
    expect(await person().locator('option:checked').innerText()).toBe('Dale Hutchins · contributor');
    await send();
    await outcome().filter({ hasText: '200 OK' }).waitFor();
  });

  it('shows that a request waits, with the time, sends it once, and cancels it', async () => {
    const faults = [{ method: 'GET', path: '/users', count: 2, delay: 10_000 }];
    await control(sandbox, 'PUT', `/${demoOrganization.id}/faults`, faults);
    await choose('listUsers');
    const button = page.locator('.send .primary');
    await button.press('Enter');
    await page.locator('.clock', { hasText: /^0\.[2-9] s$/ }).waitFor();
    expect(await button.innerText()).toBe('Sending…');
    await button.press('Enter');
    await button.click({ force: true }); // it is disabled for assistive technology
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await outcome()
      .filter({ hasText: /^Canceled after [\d.]+ s\. The sandbox may have run/ })
      .waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Send');
    expect((await control(sandbox, 'GET', `/${demoOrganization.id}/faults`)).body).toMatchObject([
      { count: 1 },
    ]);
    await control(sandbox, 'PUT', `/${demoOrganization.id}/faults`, [
      { method: 'GET', path: '/users', count: 9, drop: 'before' },
    ]);
    await button.press('Enter');
    await outcome().filter({ hasText: 'The connection ended without a response.' }).waitFor();
  });

  it('says that a person was deleted, instead of a key', async () => {
    await choose('getTasks');
    await page.route('**/keys', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { error: 'conflict', message: 'The user was deleted.' } })
        : route.continue(),
    );
    const before = await key().inputValue();
    await person().selectOption({ label: 'Tom Okafor · organization admin' });
    await page.locator('.caller').getByText('The user was deleted.').waitFor();
    expect(await key().inputValue()).toBe(before);
    expect(await person().locator('option:checked').innerText()).toBe('Dale Hutchins · contributor');
    await page.unroute('**/keys');
  });
});
