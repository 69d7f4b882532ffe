// Tests the worlds, their records and their requests on the console page in Chromium.
import type { Page } from 'playwright-core';
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { control, createWorld } from '../support/worlds';

describeInBrowser('the worlds of the console', (browser) => {
  let sandbox: Sandbox;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    const [, ...others] = (await control(sandbox, 'GET')).body as { id: string }[];
    for (const { id } of others) await control(sandbox, 'DELETE', `/${id}`);
    await resetDemoData(sandbox);
    await fetch(`${sandbox.url}/console/requests`, { method: 'DELETE' });
    open = await openPage(browser(), sandbox.url);
    page = open.page;
    await page.locator('#connection.live').waitFor();
    await page.locator('.kinds summary').first().waitFor();
  });
  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const status = (text: string) => page.locator('#worlds-status', { hasText: text }).waitFor();
  const selected = () => page.locator('#worlds tr.selected');
  const keyShown = () => page.locator('#selected .key .mono').textContent();

  it('creates a world with a label and a clock, selects it and shows its key', async () => {
    await button('New…').click();
    await page.getByLabel('Start with').selectOption('empty');
    await page.getByLabel('Label').fill('Run 7');
    await page.getByLabel('Clock (UTC)').fill('2031-01-02T03:04:05');
    await button('Create').click();
    await status('Created Run 7.');
    expect(await selected().innerText()).toMatch(
      /Run 7\s+From nothing · 2031-01-02 03:04:05 UTC · key known\s+1/,
    );
    expect(await page.locator('#selected').innerText()).toContain('Stands still at 2031-01-02 03:04:05 UTC');
    const response = await fetch(`${sandbox.url}/users/me`, {
      headers: { 'X-API-Key': (await keyShown())! },
    });
    expect(await response.json()).toMatchObject({ name: 'Sandbox' });
    await page.getByText('This world has users and no other records.').waitFor();
    await page.reload();
    await page.locator('#worlds tr', { hasText: 'Run 7' }).getByRole('radio').check();
    await page.locator('#selected .key').waitFor(); // the tab keeps the key
  });

  it('creates a key for a user, and shows beside each request which user made it in which world', async () => {
    await page.getByText('Keys for users').click();
    await page.locator('#key-user').selectOption('Noah Whitaker');
    await page.locator('#key-access').selectOption('Read-only');
    await button('Create key').click();
    await page.locator('#keys li', { hasText: 'Noah Whitaker · read-only' }).waitFor();
    const key = (await page.locator('#new-key .mono').textContent())!;
    const headers = { 'X-API-Key': key };
    expect(await (await fetch(`${sandbox.url}/users/me`, { headers })).json()).toMatchObject({
      role: 'auditor',
    });
    await page.locator('#requests li', { hasText: 'Noah Whitaker in Default' }).waitFor();
    await button('Use in this tab').click();
    await page.locator('#start', { hasText: key }).waitFor();
    await page.locator('#keys').getByRole('button', { name: 'Delete the key of Noah Whitaker' }).click();
    await page.locator('#keys li', { hasText: 'Noah Whitaker' }).waitFor({ state: 'detached' });
    expect((await fetch(`${sandbox.url}/users/me`, { headers })).status).toBe(401);
  });

  it('says that it does not know the key of a world of another client', async () => {
    await createWorld(sandbox, { from: 'empty', label: 'Elsewhere' });
    await page.reload();
    await page.locator('#worlds tr', { hasText: 'Elsewhere' }).getByRole('radio').check();
    await page.getByText('Not known to this tab. The sandbox shows a key once.').waitFor();
    expect(await button('Send').isDisabled()).toBe(true);
  });

  it('forks, moves the clock of, resets and deletes the selected world', async () => {
    await button('Fork').click();
    await status('Created Fork of Default.');
    expect(await selected().innerText()).toContain('From a fork of Default · real time');
    await button('Move clock…').click();
    await page.getByLabel('Or set the time (UTC)').fill('2031-01-01T00:00:00');
    await button('Move').click();
    await status('The clock shows 2031-01-01 00:00:00 UTC: ');
    expect(await page.locator('#worlds-status').innerText()).toMatch(/\d+ tasks? overdue/);
    await button('Move clock…').click();
    await page.getByLabel('Advance by a duration').fill('P35D');
    await button('Move').click();
    await status('The clock shows 2031-02-05 00:00:00 UTC: ');
    await button('Move clock…').click();
    await page.getByLabel('Or set the time (UTC)').fill('2030-01-01T00:00:00');
    await button('Move').click();
    await status('The clock moves forward only');
    expect(await page.locator('#worlds-status.error').count()).toBe(1);
    await button('Reset…').click();
    await button('Reset').click();
    await status('Reset complete.');
    expect(await selected().innerText()).toContain('real time');
    await button('Delete…').click();
    await button('Delete').click();
    await status('Deleted Fork of Default.');
    expect((await control(sandbox, 'GET')).body).toHaveLength(1);
    expect(await button('Delete…').isDisabled()).toBe(true); // the default world
  });

  it('forks once when Fork is pressed twice, and gives each fork a label of its own', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/sandbox/worlds', async (route) => {
      if (route.request().method() === 'POST') await answered;
      await route.continue();
    });
    await button('Fork').click();
    await button('Sending…').dispatchEvent('click');
    await button('Cancel').waitFor();
    answer();
    await status('Created Fork of Default.');
    await page.locator('#worlds').getByText('Default', { exact: true }).click();
    await page.locator('#worlds tr.selected', { hasText: 'From demo data' }).waitFor();
    await button('Fork').click();
    await status('Created Fork of Default 2.');
    expect(await page.locator('#worlds tr').count()).toBe(3);
  });

  it('downloads the calls of the selected world', async () => {
    await sandbox.client('GET', '/facilities');
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download calls' }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^org_\w+\.har$/);
  });

  /** Changes a document or task as another editor does. */
  async function setTitle(id: string, title: string) {
    const [world] = (await control(sandbox, 'GET')).body as { id: string }[];
    const path = `/${world!.id}/records/${id.startsWith('pd_') ? 'PolicyDocument' : 'Task'}/${id}`;
    const { body } = await control(sandbox, 'GET', path);
    expect((await control(sandbox, 'PUT', path, { ...body, title })).status).toBe(200);
  }

  it('lists the records of every kind, filters them, shows one as JSON and edits it with messages at the form', async () => {
    const kinds = await page.locator('.kinds summary span:first-child').allInnerTexts();
    expect(kinds.sort()).toEqual([
      ...['Access controls', 'CIP Senior Manager assignments', 'Control centers', 'Cyber assets'],
      ...['Cyber systems', 'Evidence', 'Facilities', 'Files', 'Invitations', 'Policy documents', 'Tasks'],
      ...['Training assignments', 'Training modules', 'Users'],
    ]);
    await page.getByLabel('Filter records').fill('vulnerability');
    await page.getByText(/^\d+ match(es)?$/).waitFor();
    const row = page.locator('.records button:visible').first();
    const id = await row.locator('.id').textContent();
    await row.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(id!).waitFor();
    expect(await dialog.innerText()).toContain('Vulnerability');
    await button('Edit').click();
    const text = dialog.getByLabel('Record as JSON');
    const record = JSON.parse(await text.inputValue()) as object;
    await text.fill('{"id":');
    await button('Save').click();
    await dialog.getByText('This is not JSON: ').waitFor();
    await text.fill(JSON.stringify({ ...record, title: '', colour: 'red' }));
    await button('Save').click();
    await dialog.getByText('colour is not a known field').waitFor();
    expect((await axeFindings(page, 'dialog[open]')).findings).toEqual([]);
    await text.fill(JSON.stringify({ ...record, title: 'Vulnerability of today' }));
    await button('Save').click();
    await dialog.getByText('"Vulnerability of today"').waitFor();
    await button('Edit').click();
    await setTitle(id!, 'Vulnerability of another editor');
    await text.fill(JSON.stringify({ ...record, title: 'Vulnerability of tomorrow' }));
    await button('Save').click();
    await dialog.getByText('The record has changed since you read it.').waitFor();
    await button('Cancel').click();
    await dialog.getByText('"Vulnerability of another editor"').waitFor();
    await setTitle(id!, 'Vulnerability of today');
    await button('Close').click();
    await page.locator('.records button:visible', { hasText: 'Vulnerability of today' }).waitFor();
  });

  it('saves a world as a seed, and creates a world of the file', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as seed' }).click();
    const file = await (await waiting).path();
    await button('New…').click();
    await page.getByLabel('Start with').selectOption('A file of records');
    await page.getByLabel('File (JSON)').setInputFiles(file);
    await page.getByLabel('Label').fill('Seeded');
    await button('Create').click();
    await status('Created Seeded.');
    expect(await selected().innerText()).toMatch(/Seeded\s+From a file · real time · key known/);
    const counts = await page.locator('#worlds td').allInnerTexts();
    expect(counts[0]).toBe(counts[1]);
  });

  it('filters the log by world, person, status, path and text', async () => {
    const other = await createWorld(sandbox, { from: 'empty' });
    await sandbox.client('GET', '/facilities');
    await sandbox.client('GET', '/nowhere');
    await other.client('GET', '/tasks');
    const paths = () => page.locator('#requests li:visible .path').allInnerTexts();
    await page.locator('#requests li').nth(2).waitFor();
    await page.locator('#filter-world').selectOption({ label: 'Default' });
    expect(await paths()).toEqual(['/nowhere', '/facilities']);
    expect(await page.locator('#filter-user option').allInnerTexts()).toEqual(['Any', 'CMDB sync']);
    await page.locator('#filter-status').selectOption('4');
    expect(await paths()).toEqual(['/nowhere']);
    await page.locator('#filter-world').selectOption('');
    await page.locator('#filter-status').selectOption('');
    await page.locator('#filter-user').selectOption({ label: 'Sandbox' });
    expect(await paths()).toEqual(['/tasks']);
    await page.locator('#filter-user').selectOption('');
    await page.getByLabel('Path or text').fill('getTasks');
    expect(await paths()).toEqual(['/tasks']);
    await page.getByLabel('Path or text').fill('nothing like this');
    await page.getByText('No requests match the filters.').waitFor();
  });

  it('sends a request again, and copies it as fetch and as a link that opens it', async () => {
    await sandbox.client('POST', '/tasks', { body: { title: 'Once more' } });
    await page.locator('#requests li').first().click();
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => Promise.resolve((globalThis.copied = text))',
    );
    const copied = async (name: string) => {
      await button(name).click();
      return page.evaluate<string>('globalThis.copied');
    };
    const code = await copied('Copy as fetch');
    expect(code).toContain(sandbox.key);
    const link = await copied('Copy link');
    await button('Send again').click();
    await page.locator('#requests li').nth(1).waitFor();
    await page.evaluate(`(async () => { ${code} })()`);
    await page.locator('#requests li').nth(2).waitFor();
    const titles = (await sandbox.client('GET', '/tasks')).body.data.filter(
      ({ title }: { title: string }) => title === 'Once more',
    );
    expect(titles).toHaveLength(3);
    const shared = await openPage(browser(), link);
    await shared.page.getByRole('dialog').getByText('"title": "Once more"').first().waitFor();
    await shared.close();
  });
});
