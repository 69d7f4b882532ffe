// Tests the journeys of the documentation page in Chromium.
import journeys from '../../generated/journeys.json';
import { axeFindings, describeInBrowser } from '../support/browser';
import { type Docs, openDocsBefore } from './docs';

describeInBrowser('the journeys of the documentation', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  openDocsBefore(browser, (docs) => ({ page, sandbox } = docs), '#journeys');

  const journeyOf = (workflowId: string) => page.locator(`[id="journeys/${workflowId}"]`);

  async function openJourney(workflowId: string): Promise<void> {
    await page.locator(`[id="journeys/${workflowId}"]:not([open]) > summary`).click();
  }

  /** Runs an open journey and returns its result. */
  async function run(workflowId: string): Promise<string> {
    const journey = journeyOf(workflowId);
    await journey.getByRole('button', { name: 'Run' }).click();
    await journey.locator('[role=status]', { hasText: /passed|Stopped|Could not/ }).waitFor();
    await journey.locator('button[type=submit][aria-disabled=false]').waitFor();
    return journey.locator('[role=status]').innerText();
  }

  it('shows the six journeys', async () => {
    expect(await page.locator('.journey > summary').allInnerTexts()).toEqual([
      'CIP Senior Manager handover',
      'CMDB onboarding',
      'CSV import',
      'Policy cycle',
      'Quarterly access review',
      'Training cycle',
    ]);
  });

  it.each(journeys)('$title passes, with a response for each step', async ({ workflowId, steps }) => {
    await openJourney(workflowId);
    expect(await run(workflowId)).toBe(`${steps.length} steps passed.`);
    const statuses = await journeyOf(workflowId).locator('li .status').allInnerTexts();
    expect(statuses).toEqual(
      steps.map(({ successCriteria }) => /\d+$/.exec(successCriteria[0]!.condition)![0]),
    );
  });

  it('runs a journey again, which passes', async () => {
    const [{ workflowId, steps }] = journeys as [(typeof journeys)[0]];
    expect(await run(workflowId)).toBe(`${steps.length} steps passed.`);
    expect(await journeyOf(workflowId).locator('li .status').count()).toBe(steps.length);
  });

  it('stops at the first unexpected response and shows what it expected', async () => {
    const systems = (await sandbox.client('GET', '/cyber-systems')).body as { id: string }[];
    const body = { name: 'KST138-RTU01', cyber_system_id: systems[0]!.id, asset_type: 'hardware' };
    expect((await sandbox.client('POST', '/cyber-assets', { body })).status).toBe(201);
    expect(await run('cmdbOnboarding')).toBe('Stopped at step 5: the response is not the expected one.');
    const failed = journeyOf('cmdbOnboarding').locator('li details[open]');
    expect(await failed.innerText()).toMatch(/Expected: \$statusCode == 201[^]*"error": "conflict"/);
  });

  it('has no accessibility violations with all journeys open', async () => {
    const { checked, findings } = await axeFindings(page);
    expect(checked).toBeGreaterThan(10);
    expect(findings).toEqual([]);
  });
});
