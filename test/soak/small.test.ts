// The cases of `npm run soak` that need no minutes to mean something, with few requests: 300 made-up ones, a round of each race, one kill of a sync.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CASES = join(__dirname, 'cases');
const SOAK = join(__dirname, 'soak.mjs');

describe('in small', () => {
  const NAMES = ['flipped-bits', 'fuzz', 'races', 'sync-faults', 'sync-kill', 'tenants'];
  let said: string;

  beforeAll(async () => {
    const run = promisify(execFile)(process.execPath, [
      SOAK,
      ...NAMES.flatMap((name) => ['--only', name]),
      '--on',
      'sqlite',
      '--scale',
      '0.015',
    ]);
    said = await run.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    ); // what is broken is told below
  }, 180_000);

  it.each(NAMES)('%s keeps its promise', (name) => {
    expect(said).toContain(`kept  ${name} (sqlite)`);
  });
});

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
