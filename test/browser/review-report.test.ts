// The HTML page of a review on a phone: nothing runs out of its card, and what breaks is open.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toHtml } from '../../src/base/report/html';
import type { AffectedOperation } from '../../src/review/edits/edits';
import type { Level } from '../../src/review/edits/rules';
import { reviewReport } from '../../src/review/reports/report';
import type { PlacedEdit } from '../../src/review/review';
import { review } from '../review/reviewed';
import { type OpenPage, axeFindings, describeInBrowser, openPage } from '../support/browser';
import { temporaryFolder } from '../support/folder';

const file = join(temporaryFolder(), 'review.html');
const LONG = `response 200 application/json: ${'data[].anUnusuallyLongNameOfAField.'.repeat(6)}name`;

function edit(level: Level, fingerprint: string): PlacedEdit {
  const rule = level === 'breaking' ? 'request-limit-tightened' : 'response-field-added';
  const affected = (effect: Level): AffectedOperation => ({
    ...{ operationId: 'getControlCenterCyberAssetsByFacility', method: 'get', availability: 'available' },
    ...{ path: '/control-centers/{controlCenterId}/cyber-assets/{cyberAssetId}', rule, level: effect },
    where: [LONG],
  });
  return {
    ...{ rule, level, fingerprint, where: LONG, renamedTo: null, inHead: null, document: 'head' },
    ...{ before: { pattern: 'a'.repeat(300) }, after: { pattern: 'b'.repeat(300) }, pointer: '/components' },
    ...{ file: `spec/components/schemas/${'a-long-name-of-a-file-'.repeat(5)}.yaml`, line: 7 },
    operations: [affected(level)],
    others: level === 'breaking' ? [affected('compatible')] : [],
    callers:
      level === 'breaking'
        ? {
            ...{ recordings: 1, of: 1, calls: 40, unjudged: 0, keys: null },
            by: [
              {
                ...{ file: `${'acme-'.repeat(20)}2.1.0.har`, name: 'acme', version: '2.1.0' },
                calls: Array.from({ length: 40 }, (_none, index) => 1000 + index),
              },
            ],
          }
        : null,
  };
}

describeInBrowser('the page of a review', (browser) => {
  let open: OpenPage;
  beforeAll(async () => {
    const edits = [edit('breaking', '0123456789ab'), edit('compatible', '1123456789ab')];
    const warnings = [`The policy names /${'a'.repeat(200)}, which matches no path.`];
    writeFileSync(file, [...toHtml(reviewReport(review({ edits, warnings })))].join(''));
    const viewport = { width: 400, height: 800 };
    open = await openPage(browser(), pathToFileURL(file).href, { viewport });
  });
  afterAll(() => open.close());

  it('opens what breaks and folds what is compatible', async () => {
    const isOpen = (selector: string) =>
      open.page.locator(selector).evaluateAll((all) => all.map((each) => each.hasAttribute('open')));
    expect(await isOpen('details.breaking')).toEqual([true]);
    expect(await isOpen('details.compatible')).toEqual([false]);
    // The meanings of the breaking edit: for callers, for other operations, and its recordings.
    expect(await isOpen('.breaking article details')).toEqual([true, false, true]);
  });

  it('has nothing that runs out of its card at 400 px, also when all is open', async () => {
    await open.page
      .locator('details')
      .evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    const outside = await open.page.evaluate<string[]>(`
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const card = (element.closest('article') ?? document.body).getBoundingClientRect();
        const { left, right, width } = element.getBoundingClientRect();
        const isOutside = width > 0 && (right > card.right + 1 || left < card.left - 1);
        return isOutside || element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
          ? [element.outerHTML.slice(0, 80)] : [];
      })`);
    expect(outside).toEqual([]);
    expect(await open.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });

  it('has no axe findings', async () => {
    expect((await axeFindings(open.page)).findings).toEqual([]);
  });
});
