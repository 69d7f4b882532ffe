// Runs Jest on tests that fail: it prints the fault, and not more.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/** Returns what Jest prints about these files, which have a failure each. */
async function printed(name: string, sources: string[]): Promise<string> {
  const rootDir = join(folder, name);
  mkdirSync(rootDir);
  sources.forEach((source, index) => writeFileSync(join(rootDir, `${index}.test.js`), source));
  const config = { rootDir, testEnvironment: join(ROOT, 'test/jest/environment.cjs'), transform: {} };
  const { status, stderr } = await ended(
    start(['--runInBand', '--config', JSON.stringify(config)], {}, [process.execPath, JEST]),
  );
  expect(status).toBe(1);
  return stderr;
}

it('rejects a title that shows a placeholder or a value without a text', async () => {
  const rejected = await printed('titles', [
    `it.each([['a', undefined]])('ends %s with %s', () => undefined)`,
    `it.each([['a']])('ends %s with %s', () => undefined)`,
    `it.each([{ name: 'a' }])('ends $name with $other', () => undefined)`,
    `describe(\`ends \${{}}\`, () => it('passes', () => undefined))`,
  ]);
  for (const title of [
    'ends a with undefined',
    'ends a with %s',
    'ends a with $other',
    'ends [object Object]',
  ])
    expect(rejected).toContain(
      `Give each row a value with a text. Titles with placeholders:\n    ${title}\n`,
    );
});

it('prints the place where a long text differs', async () => {
  const text = `'<p>a line</p>\\n'.repeat(4000)`;
  const short = await printed('texts', [
    `it('has a substring', () => expect(${text} + '<b>Cedar Vale</b>' + ${text}).toContain('<b>Cedar Valley</b>'))`,
    `it('equals a text', () => expect(${text} + 'Cedar Vale' + ${text}).toBe(${text} + 'Cedar Valley' + ${text}))`,
    `it('has an item', () => expect(Array.from({ length: 4000 }, (_, id) => ({ id }))).toContainEqual({ id: -1 }))`,
  ]);
  expect(short.length).toBeLessThan(12_000);
  expect(short).toMatch(
    /Expected substring: "<b>Cedar Valley<\/b>"\s+Received string: [^]*<b>Cedar Vale<\/b>/,
  );
  expect(short).toContain('characters left out');
});
