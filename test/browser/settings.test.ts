// Tests the Settings pages in Chromium: from an invitation to the first request, and the rotation and
// revocation of keys.
import type { Page } from 'playwright-core';
import { dropTriggers } from '../support/activity';
import { type OpenPage, describeInBrowser, openPage } from '../support/browser';
import { CEDAR, type TestSettings, startTestSettings } from '../support/settings';
import { codeOf } from '../support/users';
import { arriveSignedIn } from './signing-in';

const OPERATOR = { actorType: 'operator', actorId: 'operator', requestId: null } as const;

describeInBrowser('the Settings pages', (browser) => {
  let settings: TestSettings;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => void (settings = await startTestSettings()));
  afterAll(() => settings.close());
  beforeEach(async () => {
    open = await openPage(browser(), settings.pages, { permissions: ['clipboard-write'] });
    page = open.page;
  });
  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
    for (const url of open.asked) expect(new URL(url).origin).toBe(settings.pages);
  });

  const secretOf = async (id: string) => (await page.locator(`#${id}`).textContent())!;
  const callWith = (key: string) => fetch(`${settings.url}/facilities`, { headers: { 'X-API-Key': key } });
  const key = (label: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) });
  const activityOf = async () =>
    (await settings.inventory.activity.newest(settings.cedar.organization.id)).map(
      ({ actor_type, description }) => [actor_type, description],
    );

  async function makeKey(label: string): Promise<string> {
    await page.goto(`${settings.pages}${CEDAR}/keys`);
    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Label').fill(label);
    await page.getByRole('button', { name: 'Create the key' }).click();
    return secretOf('key');
  }

  it('leads from an invitation to the first key, and to the first request with it', async () => {
    const invitation = {
      email: 'security.lead@cedar.example',
      role: 'admin',
      invitedBy: 'operator',
    } as const;
    const { token } = (await settings.inventory.users.invitations.create(
      settings.cedar.organization.id,
      invitation,
      OPERATOR,
    )) as { token: string };
    await page.goto(`${settings.pages}/invitations/${token}`);
    await page.getByLabel('New password').fill('password12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor(); // a common password
    await page.getByLabel('New password').fill('gravel otter lantern seventeen');
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await page.getByText('Enter the key by hand instead').click();
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('alert').waitFor();
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(codeOf((await secretOf('secret')).replaceAll(' ', '')));
    await page.getByRole('button', { name: 'Finish' }).click();
    expect((await secretOf('codes')).split('\n')).toHaveLength(10);
    await page.getByRole('link', { name: 'I have saved them' }).click();

    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Label').fill('CMDB sync');
    await page.getByLabel('Expires').selectOption({ label: 'At the end of a day…' });
    await page
      .getByLabel('Day (UTC)')
      .fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Create the key' }).click();
    const secret = await secretOf('key');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await secretOf('variable')).toBe(`export API_KEY='${secret}'`);
    expect(await secretOf('curl')).toBe(`curl -H "X-API-Key: $API_KEY" ${settings.url}/facilities`);
    const answer = await callWith(secret);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveLength(2);

    await page.getByRole('link', { name: 'I have copied it' }).click();
    const row = await key('CMDB sync').innerText();
    expect(row).toMatch(
      new RegExp(
        `CMDB sync\\s+Expires in \\d+ days\\s+${secret.slice(0, 13)}…${secret.slice(-4)}\\s+Reads facilities, control centers and systems; reads and changes assets\\.\\s+Created by security.lead@cedar.example`,
      ),
    );
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('link', { name: 'New key' }).click();
    await page.getByLabel('Label').press('Control+V');
    expect(await page.getByLabel('Label').inputValue()).toBe(secret); // the button has copied the key
    expect(await activityOf()).toContainEqual(['user', 'Created the API key "CMDB sync".']);
    expect((await page.goto(`${settings.pages}/invitations/${token}`))!.status()).toBe(404); // used link
  });

  it('rotates a key: both keys work until the old one expires, or the old key ends immediately', async () => {
    await arriveSignedIn(page, settings.pages, settings.admin);
    const first = await makeKey('Historian export');
    await page.goto(`${settings.pages}${CEDAR}/keys`);
    await page.getByRole('link', { name: 'Rotate Historian export' }).click();
    await page.getByLabel('The old key expires').selectOption('In 1 hour');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const second = await secretOf('key');
    expect([(await callWith(first)).status, (await callWith(second)).status]).toEqual([200, 200]);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    expect(await key('Historian export').nth(1).innerText()).toMatch(/Replaced, works for 59 minutes/);

    await page.getByRole('link', { name: 'Rotate Historian export' }).click();
    await page.getByLabel('The old key expires').selectOption('Now');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const third = await secretOf('key');
    expect([
      (await callWith(first)).status,
      (await callWith(second)).status,
      (await callWith(third)).status,
    ]).toEqual([200, 401, 200]);
    await page.reload(); // resubmits the form, and creates no other key
    await page.getByRole('heading', { name: 'This form has already created a key' }).waitFor();
  });

  it('revokes a key after one confirmation: the next request of a running client gets 401', async () => {
    await arriveSignedIn(page, settings.pages, settings.admin, 1);
    const secret = await makeKey('Badge system');
    expect((await callWith(secret)).status).toBe(200);
    await page.goto(`${settings.pages}${CEDAR}/keys`);
    await page.getByRole('link', { name: 'Revoke Badge system' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    expect((await callWith(secret)).status).toBe(200);
    await page.getByRole('link', { name: 'Revoke Badge system' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The API now rejects requests with it.').waitFor();
    expect((await callWith(secret)).status).toBe(401);
    expect(await key('Badge system').isVisible()).toBe(false);
    await page.getByText('Expired and revoked').click();
    expect(await key('Badge system').innerText()).toContain('Revoked');
  });

  it('shows the actor in the activity, exports it as CSV, and verifies the chain', async () => {
    await arriveSignedIn(page, settings.pages, await settings.addAdmin('auditor@cedar.example'));
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByLabel('Record type').selectOption('API key');
    await page.getByRole('combobox', { name: 'Actor' }).selectOption(settings.admin.email);
    const filtered = page.waitForURL(({ searchParams }) => searchParams.get('type') === 'api-key');
    await page.getByRole('button', { name: 'Filter' }).click();
    await filtered;
    const entries = await page.locator('.activity > li').allInnerTexts();
    expect(entries.length).toBeGreaterThanOrEqual(4);
    for (const entry of entries)
      expect(entry).toMatch(
        /API key "(Historian export|Badge system)"[^]*compliance.manager@cedar.example \(User\)/,
      );

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cedar-power-activity-\d{4}-\d\d-\d\d\.csv$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString().trim().split('\r\n')).toHaveLength(entries.length + 1);

    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page.getByText('No entry was changed, moved or removed.').waitFor();
    const { knex } = settings.inventory.database;
    await dropTriggers(knex);
    await knex('activity')
      .where({ organization_id: settings.cedar.organization.id, sequence: 2 })
      .update({ description: 'Nothing happened.' });
    await page.reload();
    await page.getByRole('heading', { name: 'The chain is broken' }).waitFor();
  });
});
