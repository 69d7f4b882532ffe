// Tests the state machines in the documentation: their drawing, their table, and where they are.
import type { Page } from 'playwright-core';
import { contractDocument } from '../../src/contract/document';
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';

interface Transition {
  on: string;
  from: string | string[] | null;
  to: string;
}
interface Status {
  enum: string[];
  'x-transitions'?: Transition[];
}
const machines = Object.entries(contractDocument.components?.schemas as unknown as Record<string, Status>)
  .filter(([, schema]) => schema['x-transitions'])
  .map(([name, schema]) => ({ name, statuses: schema.enum, transitions: schema['x-transitions']! }));

/** Returns the labels and boxes of the drawing that overlap each other or leave it. */
const OVERLAPS = `(() => {
  const { left, right, top, bottom } = document.querySelector('.transitions svg').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.transitions svg :is(.state, g:not(.state) > text)')].map((part) => ({
    name: part.textContent,
    box: part.getBoundingClientRect(),
  }));
  const outside = parts.filter(({ box }) => box.left < left || box.right > right || box.top < top || box.bottom > bottom);
  const overlapping = parts.filter(({ box }, index) => parts.slice(index + 1).some((other) =>
    box.left < other.box.right - 1 && other.box.left < box.right - 1 && box.top < other.box.bottom - 2 && other.box.top < box.bottom - 2));
  return [...outside, ...overlapping].map(({ name }) => name);
})()`;

/** Returns each change that the drawing of a machine shows as `from to operation`. */
const changesOf = ({ statuses, transitions }: (typeof machines)[number]) => `(async () => {
  const { ANY, layoutOf } = await import('/console/state-layout.js');
  const { transitionsOf } = await import('/console/transitions.js');
  const statuses = ${JSON.stringify(statuses)};
  const schema = { enum: statuses, 'x-transitions': ${JSON.stringify(transitions)} };
  const { active, edges } = layoutOf(statuses, transitionsOf(schema));
  return edges.flatMap(({ from, to, on }) =>
    (from === ANY ? active : [from]).flatMap((source) => on.map((name) => source + ' ' + to + ' ' + name)));
})()`;

describeInBrowser('the documentation of state machines', (browser) => {
  let sandbox: Sandbox;
  let all: OpenPage;
  let open: OpenPage;
  beforeAll(async () => {
    sandbox = await startSandbox();
    all = await openPage(browser(), `${sandbox.url}/docs`);
  });
  afterAll(async () => {
    await all.close();
    await sandbox.close();
  });
  beforeEach(() => (open = all));
  afterEach(async () => {
    if (open !== all) await open.close();
    expect(open.faults).toEqual([]);
  });

  async function show(operationId: string, options?: object): Promise<Page> {
    const url = `${sandbox.url}/docs#${operationId}`;
    if (options) open = await openPage(browser(), url, options);
    else await open.page.goto(url);
    await open.page.locator('.endpoint').filter({ hasText: operationId }).waitFor();
    return open.page;
  }

  it.each(machines)(
    'draws every transition of $name on the page of each of its operations',
    async (machine) => {
      const operations = [...new Set(machine.transitions.map(({ on }) => on))].filter((on) => on !== 'time');
      for (const operationId of operations) {
        await show(operationId);
        const drawing = open.page.getByRole('img', { name: `State machine of ${machine.name}.` });
        expect(await drawing.locator('.state').allTextContents()).toEqual(machine.statuses);
        expect(await drawing.locator('.own text').allTextContents()).toContain(operationId);
      }
      const changes = machine.transitions.flatMap(({ from, to, on }) =>
        [from].flat().map((source) => `${source} ${to} ${on}`),
      );
      expect((await open.page.evaluate<string[]>(changesOf(machine))).sort()).toEqual(changes.sort());
      const labels = await open.page.locator('.transitions svg g:not(.state) text').allTextContents();
      expect([...new Set(labels)].sort()).toEqual(
        [...new Set(machine.transitions.map(({ on }) => on))].sort(),
      );
      const finals = machine.statuses.filter((status) =>
        machine.transitions.every(({ from, to }) => to === status || ![from].flat().includes(status)),
      );
      expect(await open.page.locator('.state:has(rect + rect)').allTextContents()).toEqual(finals);
      const hasTime = machine.transitions.some(({ on }) => on === 'time');
      expect((await open.page.locator('.transitions .time .line').count()) > 0).toBe(hasTime);
      expect(await open.page.evaluate(OVERLAPS)).toEqual([]);
    },
  );

  it('shows the same transitions as a table with links', async () => {
    const page = await show('submitPolicyDocument');
    await page.getByText('Transitions as a table').click();
    const rows = await page.locator('.transitions tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t'))).toEqual([
      ['From', 'Operation', 'To'],
      ['new record', 'createPolicyDocument, createPolicyDocumentFromProcessed', 'draft'],
      ['draft', 'submitPolicyDocument', 'submitted'],
      ['submitted', 'approvePolicyDocument', 'approved'],
      ['approved', 'revertPolicyDocument', 'draft'],
    ]);
    await page.locator('.transitions').getByRole('link', { name: 'approvePolicyDocument' }).click();
    await page.locator('.endpoint').filter({ hasText: 'approvePolicyDocument' }).waitFor();
  });

  it('is at the field with the status, and not on the page of an operation that only reads it', async () => {
    const page = await show('getTask');
    expect(await page.locator('.transitions').count()).toBe(0);
    const field = page.locator('.responses .schema > li', {
      has: page.locator('code', { hasText: /^status$/ }),
    });
    await field.first().locator('summary', { hasText: 'status changes' }).click();
    await page.getByRole('img', { name: 'State machine of TaskStatus.' }).waitFor();
  });

  it('is absent from an operation that changes no status', async () => {
    const page = await show('createCyberAsset');
    expect(await page.locator('.transitions').count()).toBe(0);
  });

  it.each([
    // Colors depend on the scheme and the layout on the width, so two combinations cover all four.
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'fits $width pixels without axe findings in $colorScheme mode',
    async ({ width, colorScheme }) => {
      const page = await show('updateTask', { viewport: { width, height: 900 }, colorScheme });
      await page.getByText('Transitions as a table').click();
      await page.locator('.body-schema summary', { hasText: 'status changes' }).click();
      await page.locator('.transitions').nth(1).waitFor(); // the field is drawn when it opens
      expect(await page.locator('.transitions').count()).toBe(2);
      const { checked, findings } = await axeFindings(page, 'main');
      expect(checked).toBeGreaterThan(10);
      expect(findings).toEqual([]);
      expect(
        await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0);
      for (const drawing of await page.locator('.transitions svg').all())
        expect((await drawing.boundingBox())!.width).toBeGreaterThan(250);
    },
  );
});
