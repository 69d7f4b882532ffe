// The guide's table of soak cases. The cases themselves run every night (.github/workflows/nightly.yml).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CASES = join(__dirname, 'cases');

it('the guide lists exactly the cases, each with its databases', () => {
  const KINDS: Record<string, string> = { "['sqlite']": 'SQLite', "['postgres']": 'PostgreSQL' };
  const cases = readdirSync(CASES).map((file) => {
    const text = readFileSync(join(CASES, file), 'utf8');
    const databases = /^export const databases = (.+);$/m.exec(text)?.[1];
    return [
      /^export const name = '(.+)';$/m.exec(text)?.[1],
      databases === undefined ? 'both' : KINDS[databases],
    ];
  });
  const page = readFileSync(join(__dirname, '../../spec/guide/testing.md'), 'utf8');
  expect(
    [...page.matchAll(/^\| `([a-z0-9-]+)` \| (both|SQLite|PostgreSQL) \|/gm)].map(([, name, on]) => [
      name,
      on,
    ]),
  ).toEqual(cases.sort());
});
