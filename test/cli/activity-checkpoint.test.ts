// Tests `activity checkpoint-key`, `activity checkpoint` and `activity verify --checkpoint`.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInventory } from '../../src/app/inventory';
import { dropTriggers } from '../support/activity';
import { type Ended, cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { inventoryOf } from '../support/inventory';

const folder = temporaryFolder();
const databaseUrl = `sqlite:${join(folder, 'inventory.sqlite')}`;
const activity = (...args: string[]): Promise<Ended> =>
  cli(['activity', ...args], { DATABASE_URL: databaseUrl });

const key = join(folder, 'checkpoint.key');
const publicKey = `${key}.pub`;
const checkpoints = join(folder, 'checkpoints');
const verify = (slug: string, file: string, keyFile = publicKey) =>
  activity('verify', slug, '--checkpoint', file, '--public-key', keyFile);

let file: string;
let other: string;
beforeAll(async () => {
  const inventory = await openInventory(databaseUrl, 'dale');
  const organization = (await inventory.organizations.create('cedar', 'Cedar'))!;
  await inventory.organizations.create('other', 'Other');
  await inventory.importer.run(organization, inventoryOf('cedar'));
  await inventory.close();
  expect((await activity('checkpoint-key', key)).status).toBe(0);
  const { status, stdout } = await activity('checkpoint', '--key', key, '--to', checkpoints);
  expect([status, stdout.split('\n').length]).toEqual([0, 3]);
  [file, other] = readdirSync(checkpoints)
    .sort()
    .map((name) => join(checkpoints, name)) as [string, string];
});

test('the private key is readable by its owner only, and an existing file is kept', async () => {
  expect([key, publicKey].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o644]);
  const before = readFileSync(key, 'utf8');
  const { status, stderr } = await activity('checkpoint-key', key);
  expect([status, stderr]).toEqual([1, expect.stringContaining('exists. Name a new file.')]);
  expect(readFileSync(key, 'utf8')).toBe(before);
});

test('openssl verifies the signature of a checkpoint', () => {
  const { version, organization, slug, sequence, head, time, keyId, signature } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Record<string, string>;
  const signed = ['inventory checkpoint', version, organization, slug, sequence, head, time, keyId];
  const [text, bytes] = [join(folder, 'signed'), join(folder, 'signature')];
  writeFileSync(text, JSON.stringify(signed));
  writeFileSync(bytes, Buffer.from(signature!, 'base64'));
  const args = [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-inkey',
    publicKey,
    '-rawin',
    '-in',
    text,
    '-sigfile',
    bytes,
  ];
  expect(execFileSync('openssl', args, { encoding: 'utf8' })).toContain('Verified Successfully');
});

test('verify accepts a checkpoint as an earlier head', async () => {
  expect(await verify('cedar', file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The given head belongs to entry 9.'),
  });
});

test.each([
  ['sequence', 8],
  ['head', 'f'.repeat(64)],
  ['time', '2020-01-01T00:00:00.000Z'],
  ['slug', 'other'],
])('verify exits with 1 when %s of a checkpoint was altered', async (field, value) => {
  const altered = join(folder, 'altered.json');
  writeFileSync(altered, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [field]: value }));
  const { status, stderr } = await verify('cedar', altered);
  expect([status, stderr]).toEqual([1, expect.stringContaining('The signature of the checkpoint is wrong')]);
});

test('verify exits with 1 for another key, another organization, and files of another kind', async () => {
  const otherKey = join(folder, 'other.key');
  await activity('checkpoint-key', otherKey);
  expect((await verify('cedar', file, `${otherKey}.pub`)).stderr).toMatch(
    /was signed with the key [0-9a-f]{16}/,
  );
  expect((await verify('cedar', other)).stderr).toContain('Pass a checkpoint of "cedar".');
  expect((await verify('cedar', publicKey)).stderr).toContain('is not a checkpoint.');
  expect((await verify('cedar', file, file)).stderr).toContain('has no Ed25519 public key in PEM format.');
  expect((await verify('cedar', join(folder, 'none'))).stderr).toMatch(/none does not exist\.\n$/);
  expect((await activity('verify', 'cedar', '--checkpoint', file)).status).toBe(2);
  expect((await activity('checkpoint', '--key', publicKey)).stderr).toContain('has no Ed25519 private key');
});

test('verify exits with 1 when the log does not contain the checkpoint', async () => {
  const inventory = await openInventory(databaseUrl);
  const { knex } = inventory.database;
  const restoreTriggers = await dropTriggers(knex);
  const organization = (await inventory.organizations.find('cedar'))!;
  const rows = () => knex('activity').where('organization_id', organization.id);
  const removed = await rows().where('sequence', 9).first();
  const last = await rows().where('sequence', 8).first();
  await rows().where('sequence', 9).delete();
  await knex('activity_heads')
    .where('organization_id', organization.id)
    .update({ sequence: 8, hash: last.hash });
  await knex('cyber_assets').where('id', removed.resource_id).delete();
  await restoreTriggers();
  await inventory.close();
  const { status, stderr } = await verify('cedar', file);
  expect([status, stderr]).toEqual([1, expect.stringContaining('No entry has the hash')]);
});
