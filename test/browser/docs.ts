// Opens the documentation of a new sandbox in a browser.
import type { Browser, Page } from 'playwright-core';
import { type OpenPage, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';

export interface Docs {
  sandbox: Sandbox;
  open: OpenPage;
  page: Page;
  /** Closes both, and expects that the page had no faults. */
  close(): Promise<void>;
}

export async function openDocs(browser: Browser, fragment = ''): Promise<Docs> {
  const sandbox = await startSandbox();
  const open = await openPage(browser, `${sandbox.url}/docs${fragment}`);
  await open.page.getByRole('heading', { level: 1 }).waitFor();
  return {
    sandbox,
    open,
    page: open.page,
    async close() {
      await open.close();
      await sandbox.close();
      expect(open.faults).toEqual([]);
    },
  };
}
