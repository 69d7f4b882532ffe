// The release workflow: only a checked tag is published, with provenance and a bill of materials.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../support/cli';

interface Job {
  needs?: string;
  environment?: string;
  permissions: Record<string, string>;
  steps: { run?: string }[];
}

const workflow = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
  on: unknown;
  permissions: unknown;
  jobs: { check: Job; publish: Job };
};
const { check, publish } = workflow.jobs;
const commands = publish.steps.flatMap(({ run }) => run ?? []);

test('publishes tags only, after every check has passed', () => {
  expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
  expect(check.steps.at(-1)).toEqual({ run: '.ci/run' });
  expect(publish.needs).toBe('check');
});

test('publishes with provenance by the identity of the publishing job, without a stored token', () => {
  expect([workflow.permissions, check.permissions, publish.permissions]).toEqual([
    {},
    { contents: 'read' },
    { contents: 'read', 'id-token': 'write' },
  ]);
  expect(commands.at(-1)).toBe('npm publish --provenance --access public --ignore-scripts');
  expect(JSON.stringify(workflow)).not.toMatch(/secrets\.|(?<!\bGH)_TOKEN/);
});

test('writes a bill of materials with every package that npm installs, and no development dependency', () => {
  expect(commands).toContain('.ci/sbom > sbom.cdx.json');
  const sbom = execFileSync(join(ROOT, '.ci/sbom'), {
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { components, metadata } = JSON.parse(sbom.toString()) as {
    components: { name: string }[];
    metadata: { component: { name: string } };
  };
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true; peer?: true; devOptional?: true }>;
  };
  const installed = Object.entries(packages)
    .filter(([, { dev, optional, peer, devOptional }]) => !dev && !optional && !peer && !devOptional)
    .flatMap(([path]) => /.*node_modules\/(.+)$/.exec(path)?.[1] ?? []);
  const listed = new Set(components.map(({ name }) => name));
  expect(metadata.component.name).toBe('compliance-inventory');
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((name) => !listed.has(name))).toEqual([]);
  expect(listed).not.toContain('jest');
});

test('takes the notes of a release from the changelog, and stops without them', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const notesOf = (tag: string) => spawnSync(join(ROOT, '.ci/release-notes'), [tag], { encoding: 'utf8' });
  const { status, stdout } = notesOf(`v${version}`);
  expect({ status, begins: stdout.trimStart().slice(0, 9) }).toEqual({ status: 0, begins: '### Added' });
  expect(notesOf('v99.0.0')).toMatchObject({
    status: 1,
    stderr: 'spec/CHANGELOG.md has no section 99.0.0. Add it before the tag.\n',
  });
});
