// Tests the full-text search of the documentation.
import { describeInBrowser, openPage } from '../support/browser';
import { type Docs, openDocsBefore } from './docs';

describeInBrowser('the search of the documentation', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  openDocsBefore(browser, (docs) => ({ page, sandbox } = docs));
  afterEach(() => page.keyboard.press('Escape'));

  const dialog = () => page.getByRole('dialog', { name: 'Search the documentation' });

  /** Returns the results as `kind title place`. */
  async function search(text: string): Promise<string[]> {
    if (!(await dialog().isVisible())) await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(text);
    await page.locator('#search-results li').first().waitFor();
    const results = await page.locator('#search-results a').allInnerTexts();
    return results.map((result) => result.replace(/\s+/g, ' '));
  }

  it.each([
    ['a field', 'completionIntervalDays', 'field completionIntervalDays field of TrainingModule'],
    [
      'the words of a field',
      'interval days completion',
      'field completionIntervalDays field of TrainingModule',
    ],
    ['a value', 'every_35_days', 'schema TaskRecurrence schema'],
    ['an operation by its title', 'cyber import', 'operation Import cyber assets from CSV POST'],
    ['an operation by its id', 'createCyberAsset', 'operation Create a cyber asset POST /cyber-assets'],
    ['an error code', 'idempotency_mismatch', 'error idempotency_mismatch error 422'],
    ['a header', 'RateLimit-Policy', 'header RateLimit-Policy response header'],
    ['a word with a typing error', 'complience', 'guide Guide guide: Guide'],
    ['a prefix of ids', 'usr_', 'prefix usr_ prefix of UserId'],
    ['an id by its prefix', 'ca_01kbs4t885enxtxcxapjygarsc', 'prefix ca_ prefix of'],
    ['a parameter', 'facilityId', 'parameter facilityId path of'],
    ['a header of requests', 'if-match', 'header If-Match request header'],
    ['a language', 'python', 'sample Python samples of every operation'],
    ['a word for a topic of the guide', 'pagination', 'guide '],
    ['a topic of two words', 'time zone', 'guide '],
    ['limits', 'rate limit', 'header RateLimit response header'],
    ['the guide', 'graceful shutdown', 'guide Graceful shutdown guide: Operations'],
  ])('finds %s', async (_what, text, expected) => {
    const results = await search(text);
    expect(results.find((result) => result.startsWith(expected))).toBeDefined();
  });

  it.each([
    ['how do I retry', 'guide Retries guide: Conditional requests', 'guide Retries guide: Client'],
    ['retry a request', 'guide Conditional requests and retries', 'guide Retries guide: Conditional'],
    ['upload evidence file', 'operation Record evidence', 'operation Upload a document file'],
    ['recurring', 'operation Create a task POST', 'guide A task series becomes overdue'],
    ['key after restart', 'guide Keys after a restart guide: Worlds'],
    ['restart', 'guide Keys after a restart'],
    ['whoami', 'operation Get the current user'],
    ['Who am I?', 'operation Get the current user GET /users/me'],
    ['how to get a task', 'operation Get a task GET'],
    ['CORS', 'guide Access guide: Sandbox'],
    ['poll for changes', 'operation List activity'],
    ['create tasks in bulk', 'operation Create several tasks'],
    ['who changed what', 'operation List activity'],
    ['how do I get an api key', 'guide API keys and requests', 'header X-API-Key'],
    ['my token does not work', 'guide Keys guide: API keys and requests'],
    ['pagination', 'guide Pagination', 'guide Lists, pages and dates'],
    ['rate limit', 'header RateLimit', 'error rate_limited'],
    ['what does 409 mean', 'error conflict'],
    ['import a csv', 'operation Import cyber assets from CSV', 'operation Get the import template'],
    ['excel', 'operation Import cyber assets from CSV'],
    ['export cyber assets', 'operation Export low-impact assets', 'operation Export high- and medium'],
    ['search assets by name', 'operation List cyber assets'],
    ['change a device', 'operation Update a cyber asset'],
    ['delete a facility', 'operation Delete a facility'],
    ['add a substation', 'operation Create a facility'],
    ['delete a person', 'operation Delete a user'],
    ['invite a coworker', 'operation Invite a person'],
    ['list users', 'operation List users'],
    ['approve a policy', 'operation Approve a submitted document'],
    ['undo an approval', 'operation Revert an approved document'],
    ['overdue tasks', 'operation List tasks', 'guide A task series becomes overdue'],
    ['grant access', 'operation Grant access to a user'],
    ['revoke access', 'operation Revoke access from a user'],
    ['assign training', 'operation Assign a training module'],
    ['senior manager', 'operation Designate a CIP Senior Manager'],
    ['impact rating', 'schema ImpactRating'],
    ['audit log', 'guide Audit', 'operation List activity'],
    ['move the clock', 'guide Time guide: Worlds'],
    ['make a request fail', 'guide Faults guide', 'guide Rehearse a response'],
    ['simulate an error', 'guide Faults guide'],
    ['time zone', 'guide Days, times and time zones'],
    ['concurrent edits', 'guide Conditional requests and retries', 'header If-Match'],
    ['file size limit', 'operation Upload a document file', 'guide Limits guide: API keys'],
    ['breaking changes', 'guide Contract review'],
    ['record calls', 'guide Recordings'],
    ['docker', 'guide Container', 'guide Compose'],
    ['https certificate', 'guide HTTPS', 'guide Certificate'],
    ['shut down', 'guide Graceful shutdown'],
    ['install the package', 'guide Package guide: Installation'],
  ])('answers "%s" in the first three results', async (question, ...expected) => {
    const first = (await search(question)).slice(0, 3);
    for (const hit of expected) expect(first).toContainEqual(expect.stringMatching(new RegExp(`^${hit}`)));
  });

  it('opens with `/`, Ctrl-K and a button, and not with `/` in a field', async () => {
    const ways = [
      () => page.keyboard.press('/'),
      () => page.keyboard.press('Control+k'),
      () => page.getByRole('button', { name: 'Search' }).click(),
    ];
    for (const open of ways) {
      await open();
      await dialog().waitFor();
      await dialog().getByRole('button', { name: 'Close' }).click();
      await dialog().waitFor({ state: 'hidden' });
    }
    await page.goto(`${sandbox.url}/docs#getFacilities`);
    await page.getByLabel('X-API-Key').press('/');
    expect(await dialog().isVisible()).toBe(false);
  });

  it('closes at the first Escape, also with a text in the field', async () => {
    await search('asset');
    await page.keyboard.press('Escape');
    expect(await dialog().isVisible()).toBe(false);
  });

  it('opens a result with the keyboard at the field', async () => {
    await search('completionIntervalDays');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.target', { hasText: 'completionIntervalDays' }).waitFor();
    expect(page.url()).toBe(`${sandbox.url}/docs#schema/TrainingModule/completionIntervalDays`);
    expect(await dialog().isVisible()).toBe(false);
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineOffset } = getComputedStyle(document.activeElement!);
      return [document.activeElement!.id, outlineStyle, outlineOffset];
    });
    expect(ring).toEqual(['main', 'solid', '-2px']); // inside, because the columns cut it
  });

  it('searches the same on a page of the guide, with the keyboard', async () => {
    const guide = await openPage(browser(), `${sandbox.url}/docs/guide/api`);
    const { page: shown } = guide;
    const results = shown.locator('#search-results a');
    const choose = async (text: string) => {
      await shown.keyboard.press('/');
      await shown.getByRole('searchbox').fill(text);
      await results.first().waitFor();
      await shown.keyboard.press('ArrowDown');
      await shown.keyboard.press('Enter');
    };
    await shown.locator('.code button').first().waitFor(); // the script has run
    await choose('graceful shutdown');
    await shown.waitForURL(/\/docs\/guide\/operations#graceful-shutdown$/);
    await shown.locator('.code button').first().waitFor();
    await choose('usr_');
    await shown.waitForURL(/\/docs#schema\/UserId$/);
    await shown.goBack();
    await shown.locator('.code button').first().waitFor();
    await shown.keyboard.press('Control+k');
    await shown.keyboard.press('Escape');
    expect(await shown.getByRole('dialog').isVisible()).toBe(false);
    await guide.close();
    expect(guide.faults).toEqual([]);
  });

  it.each([
    ['a desktop', { width: 1280, height: 900 }],
    ['a phone', { width: 390, height: 800 }],
  ])('opens a page at the end of the guide at its top on %s', async (_device, viewport) => {
    const guide = await openPage(browser(), `${sandbox.url}/docs/guide/`);
    const { page: shown } = guide;
    await shown.setViewportSize(viewport);
    await shown.goto(`${sandbox.url}/docs/guide/troubleshooting`);
    await shown.locator('.open-search').waitFor();
    await shown.waitForFunction(() => document.readyState === 'complete');
    expect(await shown.evaluate(() => scrollY)).toBe(0);
    await guide.close();
  });

  it('says when it finds nothing', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('qqqqqqqqq');
    await page.getByText('0 results').waitFor();
    expect(await page.locator('#search-results li').count()).toBe(0);
  });
});
