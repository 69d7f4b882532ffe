// Text of others in a report stays text: a browser shows the same page as with a harmless text, and asks for nothing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { toHtml } from '../../src/base/report/html';
import { describeInBrowser, openPage } from '../support/browser';
import { temporaryFolder } from '../support/folder';
import { HOSTILE, REPORTS } from '../support/hostile-reports';

const folder = temporaryFolder();

/** Returns what a page has that could act or mislead: elements of other kinds, targets and handlers. */
const actorsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => [
      ...(/^(A|IMG|SCRIPT|IFRAME|INPUT|FORM|H[4-6]|DETAILS|SUMMARY)$/.test(element.tagName)
        ? [element.tagName]
        : []),
      ...element
        .getAttributeNames()
        .filter((name) => /^(on|href|src|srcdoc|autofocus|action)/.test(name))
        .map((name) => `${element.tagName} ${name}`),
    ]),
  );

describeInBrowser('a report with hostile text', (browser) => {
  test.each(Object.keys(REPORTS))('%s has nothing that acts or leads away in a browser', async (name) => {
    const { page, asked, faults, close } = await openPage(browser(), 'about:blank');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const open = async (text: string): Promise<string[]> => {
      const file = join(folder, 'report.html');
      writeFileSync(file, [...toHtml(REPORTS[name]!(text))].join(''));
      await page.goto(pathToFileURL(file).href);
      return actorsIn(page);
    };
    const harmless = await open('x');
    for (const text of HOSTILE.filter((each) => each !== ''))
      expect([text, await open(text)]).toEqual([text, harmless]);
    expect(await page.locator('body').innerText()).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
    expect({ dialogs, faults }).toEqual({ dialogs: [], faults: [] });
    expect(asked.filter((url) => !/^(about|file|data):/.test(url))).toEqual([]);
    await close();
  });
});
