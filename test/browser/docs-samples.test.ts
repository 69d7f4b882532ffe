// Runs the request samples of the documentation. Python and Java run where they are installed.
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeInBrowser } from '../support/browser';
import { type Docs, openDocsBefore } from './docs';
import { temporaryFolder } from '../support/folder';

const run = promisify(execFile);
const folder = temporaryFolder();

/** The file and the command of each language, and a command that fails when the language is not installed. */
const RUNNERS = {
  JavaScript: { file: 'example.mjs', command: ['node', 'example.mjs'], probe: ['node', '--version'] },
  Python: {
    file: 'example.py',
    command: ['python3', 'example.py'],
    probe: ['python3', '-c', 'import requests'],
  },
  Go: { file: 'example.go', command: ['go', 'run', 'example.go'], probe: ['go', 'version'] },
  Java: {
    file: 'Example.java',
    command: ['java', '-XX:TieredStopAtLevel=1', 'Example.java'], // starts in two thirds of the time
    probe: ['javac', '-version'],
  },
} as const;
type Language = keyof typeof RUNNERS;

function isInstalled(language: Language): boolean {
  const [program, ...options] = RUNNERS[language].probe;
  try {
    execFileSync(program, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describeInBrowser('the request samples', (browser) => {
  let page: Docs['page'];
  let sandbox: Docs['sandbox'];
  let choose: Docs['choose'];
  openDocsBefore(browser, (docs) => ({ page, sandbox, choose } = docs));

  async function sampleOf(operationId: string, language: string): Promise<string> {
    await choose(operationId);
    await page.getByLabel(language, { exact: true }).check();
    return page.locator('.sample pre').innerText();
  }

  const REQUESTS = [
    ['getFacility', 200],
    ['createTask', 201],
    ['updateCyberAsset', 200],
    ['importCyberAssets', 201],
    ['uploadPolicyDocumentFile', 201],
  ] as const;
  const LANGUAGES = Object.keys(RUNNERS) as Language[];

  describe.each(LANGUAGES)('in %s', (language) => {
    const installed = isInstalled(language);
    it.each(REQUESTS)('send %s', async (operationId, status) => {
      const sample = await sampleOf(operationId, language);
      expect(sample).toContain(sandbox.key);
      if (!installed) return console.info(`${language} is not installed. Install it to run its samples.`);
      const { file, command } = RUNNERS[language];
      writeFileSync(join(folder, file), sample);
      const [program, ...options] = command;
      const { stdout } = await run(program, options, { cwd: folder });
      expect(stdout).toMatch(new RegExp(`^${status} `));
    });
  });

  it.each(LANGUAGES)('in %s send a body with quotes, backslashes and other alphabets', async (language) => {
    const name = 'A "quoted" `name` \\ $HOME 変電所 \'x\'';
    await sampleOf('createTask', language);
    await page.getByLabel('Body application/json').fill(JSON.stringify({ title: name }));
    const sample = await page.locator('.sample pre').innerText();
    expect(sample).toContain('変電所');
    if (!isInstalled(language)) return;
    const { file, command } = RUNNERS[language];
    writeFileSync(join(folder, file), sample);
    const [program, ...options] = command;
    const { stdout } = await run(program, options, { cwd: folder });
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({ title: name });
  });

  it.each(LANGUAGES)('in %s read the file that the reader selects', async (language) => {
    await sampleOf('importCyberAssets', language);
    const file = { name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from('name\n') };
    await page.getByLabel('file file').setInputFiles(file);
    expect(await page.locator('.sample pre').innerText()).toMatch(
      /(?:readFile|open|ReadFile|Path\.of)\("own\.csv"/,
    );
  });

  it('stay in the selected language for other operations', async () => {
    await sampleOf('getFacilities', 'Go');
    await page.goto(`${sandbox.url}/docs#getTasks`);
    await page.locator('.endpoint').filter({ hasText: 'getTasks' }).waitFor();
    expect(await page.locator('.sample pre').innerText()).toContain('package main');
  });
});
