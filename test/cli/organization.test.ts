// Tests `organization create`, `organization rename` and `organization list`.
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

describe('organization rename', () => {
  const rename = (slug: string, name: string) =>
    cli(['organization', 'rename', slug, '--name', name], environment);
  const listed = async (): Promise<object[]> =>
    JSON.parse((await cli(['organization', 'list', '--json'], environment)).stdout) as object[];
  /** Returns the entries of changes: each export is an entry too. */
  async function changes(): Promise<object[]> {
    const { stdout } = await cli(['activity', 'list', 'cedar-valley', '--format', 'json'], environment);
    return (JSON.parse(stdout) as { operation: string }[]).filter(({ operation }) => operation === 'updated');
  }

  it('changes the name, keeps slug and id, and leaves one entry in the activity log', async () => {
    const [before] = await listed();
    expect(await changes()).toEqual([]);
    expect(await rename('cedar-valley', 'Cedar Valley Energy')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(await listed()).toEqual([{ ...before, name: 'Cedar Valley Energy' }]);
    expect(await changes()).toMatchObject([
      {
        resourceType: 'organization',
        changes: [{ field: 'name', before: 'Cedar Valley Power & Light', after: 'Cedar Valley Energy' }],
      },
    ]);
    expect(await cli(['activity', 'verify', 'cedar-valley'], environment)).toMatchObject({ status: 0 });
  });

  it('leaves no entry when the organization already has the name', async () => {
    const before = await changes();
    expect(await rename('cedar-valley', 'Cedar Valley Energy')).toMatchObject({ status: 0 });
    expect(await changes()).toEqual(before);
  });

  it('reports an unknown slug', async () => {
    expect(await rename('birch', 'Birch')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No organization has the slug "birch".'),
    });
  });
});
