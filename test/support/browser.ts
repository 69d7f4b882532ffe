// Runs tests in Chromium, preferably the headless shell, which needs half the time.
// Without Chromium the tests pass with a message, except in CI.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findChromium(): string | undefined {
  for (const name of NAMES) {
    try {
      return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // Try the next name.
    }
  }
  return undefined;
}

const executablePath = findChromium();

/** Registers tests that need a browser. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  if (executablePath === undefined) {
    test(title, () => {
      const reason = `Chromium is not installed (${NAMES.join(', ')}). Install it to run "${title}".`;
      if (process.env['CI'] === 'true') throw new Error(reason);
      console.info(reason);
    });
    return;
  }
  describe(title, () => {
    let browser: Browser;
    beforeAll(
      async () => void (browser = await chromium.launch({ executablePath, args: ARGUMENTS })),
      60_000,
    );
    afterAll(() => browser.close());
    tests(() => browser);
  });
}

export interface OpenPage {
  page: Page;
  /** URL of each request that the page sent. */
  asked: string[];
  /** Uncaught exceptions and errors on the console, including violations of the content security policy. */
  faults: string[];
  close(): Promise<void>;
}

/** Opens a page in a new browser context and records its requests and errors. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !message.text().includes('Failed to load resource') &&
      faults.push(message.text()),
  );
  await page.goto(url);
  return { page, asked, faults, close: () => context.close() };
}

const axe = readFileSync(join(__dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  passes: unknown[];
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

interface Axe {
  run(within: string, options: { resultTypes: string[] }): Promise<AxeResults>;
}

/**
 * Runs axe-core on a page, or on the element that the selector `part` matches.
 * Returns one line per violated rule, and the number of rules that passed as `checked`.
 */
export async function axeFindings(
  page: Page,
  part = 'html',
): Promise<{ checked: number; findings: string[] }> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  const { passes, violations } = await page.evaluate(
    (within) =>
      // Without the elements that pass, axe takes three quarters of the time.
      (globalThis as unknown as { axe: Axe }).axe.run(within, { resultTypes: ['violations'] }),
    part,
  );
  return {
    checked: passes.length,
    findings: violations.map(
      ({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ html }) => html).join(' ')}`,
    ),
  };
}
