// Tests `organization create` and `organization list`.
import { join } from 'node:path';
import { contractDocument } from '../../src/contract/document';
import { SLUG } from '../../src/base/organization';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'not/yet/there/inventory.sqlite')}` };

test('organization create creates the folder of the database and prints only the id', async () => {
  const created = await cli(
    ['organization', 'create', 'cedar-valley', '--name', 'Cedar Valley Power & Light'],
    environment,
  );
  expect(created).toMatchObject({ status: 0, stderr: '' });
  expect(created.stdout).toMatch(/^org_[0-9a-z]{26}\n$/);
});

test('organization create rejects a slug that is taken', async () => {
  const result = await cli(['organization', 'create', 'cedar-valley', '--name', 'Again'], environment);
  expect(result).toEqual({
    status: 1,
    stdout: '',
    stderr: 'An organization with the slug "cedar-valley" already exists.\n',
  });
});

test.each(['Cedar', 'cedar_valley', 'cedar-', 'cedar--valley', 'c'.repeat(64)])(
  'organization create reports a usage error for the slug %s',
  async (slug) => {
    const wrong = await cli(['organization', 'create', slug, '--name', 'X'], environment);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('A slug has at most 63 lower-case letters, digits and single hyphens');
  },
);

test('the slug pattern equals the pattern of the contract', () => {
  expect(contractDocument.components['schemas']!['OrganizationSlug']).toMatchObject({
    type: 'string',
    minLength: 1,
    ...SLUG,
  });
});

test('organization list --json prints an array', async () => {
  const { stdout } = await cli(['organization', 'list', '--json'], environment);
  expect(JSON.parse(stdout)).toEqual([
    {
      id: expect.stringMatching(/^org_/),
      slug: 'cedar-valley',
      name: 'Cedar Valley Power & Light',
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('organization list prints a table', async () => {
  const { stdout } = await cli(['organization', 'list'], environment);
  expect(stdout).toMatch(/^SLUG +NAME +ID +CREATED_AT\ncedar-valley +Cedar Valley Power & Light +org_/);
});
