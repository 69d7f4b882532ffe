// A real Chromium for tests; without its windows and menus, where that is there, which takes half of the time. Where there is none the tests say so and pass, except in CI, which installs one.
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
      // The next one may be there.
    }
  }
  return undefined;
}

const executablePath = findChromium();

/** Registers tests that need a browser. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  if (executablePath === undefined) {
    test(title, () => {
      const reason = `No Chromium was found (${NAMES.join(', ')}): the tests of "${title}" need one.`;
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
    ); // its profile is empty, and goes with it
    afterAll(() => browser.close());
    tests(() => browser);
  });
}

export interface OpenPage {
  page: Page;
  /** Every address that the page asked for. */
  asked: string[];
  /** Exceptions and refusals by the content security policy. */
  faults: string[];
  close(): Promise<void>;
}

/** A page in a context of its own, that tells what it asks for and what goes wrong in it. */
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

/** What axe-core finds on a page as it stands, or in the part of it that a selector names, one line a rule; `checked` is how many rules held. */
export async function axeFindings(
  page: Page,
  part = 'html',
): Promise<{ checked: number; findings: string[] }> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  const { passes, violations } = await page.evaluate(
    (within) =>
      (globalThis as unknown as { axe: { run(within: string): Promise<AxeResults> } }).axe.run(within),
    part,
  );
  return {
    checked: passes.length,
    findings: violations.map(
      ({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ html }) => html).join(' ')}`,
    ),
  };
}
