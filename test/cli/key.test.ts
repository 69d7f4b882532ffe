// Tests `key create`, `key list` and `key revoke`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import { byOperator } from '../../src/server/audit/entry';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const file = join(temporaryFolder(), 'inventory.sqlite');
const environment = { DATABASE_URL: `sqlite:${file}` };
const DAY = 86_400_000;

interface Listed {
  id: string;
  label: string;
  access: string;
  expires_at: string;
  revoked_at: string | null;
}

const list = async (): Promise<Listed[]> =>
  JSON.parse((await cli(['key', 'list', 'cedar', '--json'], environment)).stdout) as Listed[];

let key: string;

beforeAll(async () => {
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
  key = (
    await cli(
      [
        'key',
        'create',
        'cedar',
        '--label',
        'CMDB sync',
        '--expires-in',
        '90d',
        '--created-by',
        'compliance manager',
      ],
      environment,
    )
  ).stdout;
});

test('key create prints only the key', () => {
  expect(key).toMatch(/^cik_live_[0-9A-Za-z]{36}\n$/);
});

test('key list --json prints all fields of a key except the key itself', async () => {
  const [listed] = await list();
  expect(listed).toEqual({
    id: expect.stringMatching(/^key_/),
    label: 'CMDB sync',
    prefix: key.slice(0, 13),
    access: 'read_write',
    created_by: 'compliance manager',
    created_at: expect.any(String),
    expires_at: expect.any(String),
    revoked_at: null,
    last_used_at: null,
    replaces: null,
    replaced_by: null,
  });
  expect(Math.abs(Date.parse(listed!.expires_at) - Date.now() - 90 * DAY)).toBeLessThan(60_000);
});

test('the database does not contain the key', () => {
  for (const part of [file, `${file}-wal`]) {
    const bytes = (() => {
      try {
        return readFileSync(part);
      } catch {
        return Buffer.alloc(0); // closing the last connection deletes the log
      }
    })();
    expect(bytes.includes(key.trim().slice('cik_live_'.length + 4))).toBe(false);
  }
});

test('a key expires after 90 days by default', async () => {
  await cli(['key', 'create', 'cedar', '--label', 'default'], environment);
  const listed = (await list()).find(({ label }) => label === 'default')!;
  expect(Math.abs(Date.parse(listed.expires_at) - Date.now() - 90 * DAY)).toBeLessThan(60_000);
});

test('key create --read-only creates a key whose access key list shows', async () => {
  await cli(['key', 'create', 'cedar', '--label', 'dashboard', '--read-only'], environment);
  expect((await list()).find(({ label }) => label === 'dashboard')!.access).toBe('read_only');
  const { stdout } = await cli(['key', 'list', 'cedar'], environment);
  expect(stdout.split('\n').find((line) => line.includes('dashboard'))).toContain('read_only');
});

test('key create trims the label and normalizes it to composed characters', async () => {
  await cli(['key', 'create', 'cedar', '--label', '  Gro\u0308ße  '], environment);
  expect((await list()).map(({ label }) => label)).toContain('Gr\u00f6ße');
});

test.each(['  ', 'x'.repeat(256), 'a\u202eb'])(
  'key create reports a usage error for the label %j',
  async (label) => {
    const wrong = await cli(['key', 'create', 'cedar', '--label', label], environment);
    expect(wrong).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Write 1 to 255 characters'),
    });
  },
);

test.each(['366d', '0d', '9000h', '10', 'd', '1w', '-5d'])(
  'key create reports a usage error for a lifetime of %s',
  async (duration) => {
    const wrong = await cli(
      ['key', 'create', 'cedar', '--label', 'x', `--expires-in=${duration}`],
      environment,
    );
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
  },
);

test('key list shows a rotated key below its replacement', async () => {
  const inventory = await openInventory(environment.DATABASE_URL);
  const { id } = (await inventory.organizations.find('cedar'))!;
  const [old] = await inventory.keys.list(id);
  const rotation = {
    createdBy: 'test',
    expiresAt: new Date(Date.now() + DAY),
    oldExpiresAt: new Date(Date.now() + DAY),
    environment: 'live',
  } as const;
  const made = (await inventory.keys.rotate(id, old!.id, rotation, byOperator('test')))!;
  await inventory.close();
  const { stdout } = await cli(['key', 'list', 'cedar'], environment);
  const lines = stdout.split('\n');
  const place = lines.findIndex((line) => line.startsWith(made.id));
  expect(lines[place + 1]).toMatch(new RegExp(`^${old!.id} .* ${made.id} *$`));
  expect((await list()).find((key) => key.id === made.id)).toMatchObject({
    replaces: old!.id,
    replaced_by: null,
  });
});

test('key create rejects an unknown organization', async () => {
  const result = await cli(['key', 'create', 'nobody', '--label', 'x'], environment);
  expect(result).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('No organization has the slug "nobody"'),
  });
});

test('key revoke marks the key and keeps the first time when repeated', async () => {
  const { id } = (await list()).find(({ label }) => label === 'CMDB sync')!;
  expect(await cli(['key', 'revoke', id], environment)).toEqual({ status: 0, stdout: '', stderr: '' });
  const revoked = (await list()).find((listed) => listed.id === id)!.revoked_at;
  expect(revoked).not.toBeNull();
  await cli(['key', 'revoke', id], environment);
  expect((await list()).find((listed) => listed.id === id)!.revoked_at).toBe(revoked);
});

test('key revoke rejects an id that does not exist', async () => {
  expect(await cli(['key', 'revoke', 'key_none'], environment)).toMatchObject({ status: 1, stdout: '' });
});

test.each([
  [
    ['key', 'revoke', 'key_\u001b[31m\u202e\nforged line'],
    'No key has the id "key_\\u001b[31m\\u202e\\u000aforged line"',
  ],
  [['key', 'list', 'no\u001b]0;title\u0007'], 'No organization has the slug "no\\u001b]0;title\\u0007"'],
  [['key', 'create', 'cedar', '--label', 'a\u001b[2J\nb'], "argument 'a\\u001b[2J\\u000ab' is invalid"],
  [['key', 'revoek\u001b[2J'], "unknown command 'revoek\\u001b[2J'"],
])('%j prints a message that escapes the control characters of the arguments', async (args, message) => {
  const { stdout, stderr } = await cli(args, environment);
  expect([stdout, stderr]).toEqual(['', expect.stringContaining(message)]);
  expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('key list escapes the control characters of an id, and --json returns the same id', async () => {
  const id = 'operator root\u001b[2J\u009b\n';
  const inventory = await openInventory(environment.DATABASE_URL);
  await inventory.database.knex('api_keys').where({ label: 'default' }).update({ id });
  await inventory.close();
  const { stdout } = await cli(['key', 'list', 'cedar'], environment);
  expect(stdout).toContain('operator root\\u001b[2J\\u009b\\u000a');
  expect((await list()).map((listed) => listed.id)).toContain(id);
});
