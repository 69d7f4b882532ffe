// The parts of `.ci/run`, the workflows that run them, and the table of the guide.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../support/cli';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const script = textOf('.ci/run');

/** Returns the parts that the guide lists for this time. */
const listed = (when: string): string[] =>
  [...textOf('spec/guide/testing.md').matchAll(/^\| `([a-z0-9]+)` \| ([a-z ]+) \| \d+ \|/gm)]
    .filter(([, , time]) => time === when)
    .map(([, part]) => part!);

const matrixOf = (workflow: string): string[] =>
  (
    parse(textOf(`.github/workflows/${workflow}`)) as {
      jobs: { check: { strategy: { matrix: { part: string[] } } } };
    }
  ).jobs.check.strategy.matrix.part;

test('the guide lists only parts that the script has', () => {
  const defined = [...script.matchAll(/^([a-z0-9]+)\(\) /gm)].map(([, name]) => name!);
  expect(defined).toEqual(
    expect.arrayContaining([...listed('each change'), ...listed('nightly'), 'citus', 'image']),
  );
});

test('the workflow of changes runs the parts of each change, without Citus, which needs a cluster', () => {
  expect(matrixOf('checks.yml')).toEqual(listed('each change').filter((part) => part !== 'citus'));
});

test('the nightly workflow runs the nightly parts', () => {
  expect(matrixOf('nightly.yml')).toEqual(listed('nightly'));
});

test('without arguments, the script runs the parts of each change, and the tests of all databases at once', () => {
  const lines = script
    .slice(script.lastIndexOf('\nstatic\n'))
    .split('\n')
    .map((line) => line.replace(/^start .* --installed /, ''));
  const isTests = (part: string) => ['sqlite', 'programs', 'postgres', 'citus'].includes(part);
  expect(lines).toEqual(
    expect.arrayContaining([...listed('each change').filter((part) => !isTests(part)), 'npm run test:all']),
  );
  for (const part of listed('nightly')) expect(lines).not.toContain(part);
});
