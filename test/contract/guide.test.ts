// Tests the form of the guide, and each list that it shares with a source.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ERRORS } from '../../src/base/errors';
import { ROOT } from '../support/cli';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = readdirSync(join(ROOT, 'spec/guide'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: read(`spec/guide/${name}`) }));
const isGenerated = ({ text }: { text: string }): boolean => text.startsWith('<!-- Written by');

/** Counts words outside of code, generated tables and addresses of links. */
function wordsOf(text: string): number {
  const own = text
    .replace(/^ *```[^]*?^ *```/gm, '')
    .replace(/<!-- (?!end|copy)[\w ]+ -->[^]*?<!-- end of the [\w ]+ -->/g, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']');
  return own.match(/\S*[A-Za-z0-9]\S*/g)?.length ?? 0;
}

it('has fewer than 17,000 words that are written by hand', () => {
  const words = pages.filter((page) => !isGenerated(page)).map(({ text }) => wordsOf(text));
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThan(17_000);
});

const MEASUREMENTS = ['benchmarks.md', 'capacity.md'];

it.each(pages.filter(({ name }) => name !== 'index.md' && !MEASUREMENTS.includes(name)))(
  '$name begins with its readers and with what they can do after it',
  ({ text }) => {
    const [, opening] = /^# .+\n\n([^]*?)\n\n/m.exec(text)!;
    expect(opening!.replace(/\s+/g, ' ')).toMatch(/^For [^.]+\. After this page /);
  },
);

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

it('introduces each page of "Use the API" before another page of this part needs it', () => {
  const index = pages.find(({ name }) => name === 'index.md')!.text;
  const order = namesIn(index, /^\| \[.+\]\(([\w-]+\.md)\)/gm);
  const [, part] = /^## Use the API\n([^]*?)^## /m.exec(index)!;
  const forward = namesIn(part!, /^\| \[.+\]\(([\w-]+\.md)\)/gm).flatMap((name) => {
    const paragraphs = pages.find((page) => page.name === name)!.text.split('\n\n');
    return namesIn(paragraphs.slice(0, -1).join('\n\n'), /\]\(([\w-]+\.md)/g) // the last one may say what to read next
      .filter((target) => order.indexOf(target) > order.indexOf(name))
      .map((target) => `${name}: ${target}`);
  });
  expect(forward).toEqual([]);
});

it('gives each error code of the catalog one meaning and one action', () => {
  const texts = parse(read('spec/errors.yaml')) as Record<string, { meaning?: string; action?: string }>;
  expect(Object.keys(texts)).toEqual(Object.keys(ERRORS));
  expect(Object.keys(texts).filter((code) => !texts[code]!.meaning || !texts[code]!.action)).toEqual([]);
});

it('names the error codes of the catalog with their statuses wherever it names both', () => {
  const texts = [...pages, { name: 'README.md', text: read('README.md') }];
  const wrong = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/\b([45]\d\d) `([a-z]+_[a-z_]+|forbidden|unavailable|conflict)`/g)].flatMap(
      ([all, status, code]) =>
        ERRORS[code as keyof typeof ERRORS] === Number(status) ? [] : [`${name}: ${all}`],
    ),
  );
  expect(wrong).toEqual([]);
});

it('lists the extensions that the lint allows', () => {
  const rules = parse(read('spec/rules/redocly.yaml')) as { rules: Record<string, { allow: string[] }> };
  expect(Object.keys(parse(read('spec/extensions.yaml')) as object).sort()).toEqual(
    rules.rules['house/known-extensions']!.allow.sort(),
  );
});

it('names only commands that the program has', () => {
  const commands = new Set(namesIn(read('spec/guide/cli.md'), /^## (.+)$/gm));
  const unknown = pages.flatMap(({ name, text }) =>
    namesIn(text, /npx --no-install compliance-inventory ([a-z]+(?: [a-z]+)?)/g)
      .filter((command) => !commands.has(command) && !commands.has(command.split(' ')[0]!))
      .map((command) => `${name}: ${command}`),
  );
  expect(unknown).toEqual([]);
});

it('names only environment variables that the programs read, in tables and settings', () => {
  const known = [
    ...namesIn(read('.env.example'), /^([A-Z_]+)=/gm),
    ...namesIn(read('.ci/run'), /\$\{?([A-Z_]+)/g),
  ];
  const configured = new RegExp(`\`(${known.join('|')})\``);
  const variables = pages.flatMap(({ text }) =>
    namesIn(text, /`((?:SETTINGS|OPERATIONS|BACKUP|SANDBOX|DATABASE|TLS|SYNC)_[A-Z_]+)`/g),
  );
  expect([...new Set(variables)].filter((name) => !configured.test(`\`${name}\``))).toEqual([]);
});
