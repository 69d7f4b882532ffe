// Opens the documentation of a new sandbox in a browser.
import type { Browser, Page } from 'playwright-core';
import { type OpenPage, openPage } from '../support/browser';
import { type Sandbox, startSandbox } from '../support/sandbox';

export interface Docs {
  sandbox: Sandbox;
  open: OpenPage;
  page: Page;
  /** Opens the page of an operation. */
  choose(operationId: string): Promise<void>;
  /** Closes both, and expects that the page had no faults. */
  close(): Promise<void>;
}

async function openDocs(browser: Browser, fragment = ''): Promise<Docs> {
  const sandbox = await startSandbox();
  const open = await openPage(browser, `${sandbox.url}/docs${fragment}`);
  await open.page.getByRole('heading', { level: 1 }).waitFor();
  return {
    sandbox,
    open,
    page: open.page,
    async choose(operationId) {
      await open.page.goto(`${sandbox.url}/docs#${operationId}`);
      await open.page.locator('.endpoint').filter({ hasText: operationId }).waitFor();
    },
    async close() {
      await open.close();
      await sandbox.close();
      expect(open.faults).toEqual([]);
    },
  };
}

/** Opens the documentation before the tests and closes it after them. `use` takes its parts. */
export function openDocsBefore(browser: () => Browser, use: (docs: Docs) => void, fragment = ''): void {
  let docs: Docs;
  beforeAll(async () => use((docs = await openDocs(browser(), fragment))));
  afterAll(() => docs.close());
}
