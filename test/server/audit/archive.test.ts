// Archives of the log: what leaves the database, and what verification still spans and finds.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { archiveLogs } from '../../../src/server/audit/archive';
import { type Inventory, openInventory, verifyLog } from '../../../src/app/inventory';
import { readRows } from '../../../src/server/audit/read';
import type { OrganizationVerification } from '../../../src/server/audit/verify';
import type { OrganizationRecord } from '../../../src/server/organizations/store';
import { dropTriggers } from '../../support/activity';
import { type TestDatabase, onPostgres, testDatabase } from '../../support/database';
import { temporaryFolder } from '../../support/folder';
import { inventoryOf } from '../../support/inventory';
import { repeatDuring } from '../../support/until';

const folders = temporaryFolder();
let database: TestDatabase;
let inventory: Inventory;
let cedar: OrganizationRecord;
let other: OrganizationRecord;
let folder: string;
let today: string;
/** Entries of cedar in the months before January 2026. */
let closed: number;

const knex = () => inventory.database.knex;
const entries = ({ id } = cedar) => knex()('activity').where('organization_id', id);
const count = async (organization = cedar): Promise<number> => (await entries(organization)).length;
const verify = (archives?: string, noted?: string): Promise<OrganizationVerification> =>
  verifyLog(inventory, cedar.id, 'operator', noted, archives);
const messages = async (archives?: string): Promise<string[]> =>
  (await verify(archives)).faults.map(({ message }) => message);
const asset = (name: string, id: string) => ({
  id,
  name,
  cyber_system_id: 'cs_cedar_ems',
  asset_type: 'hardware',
});
const importAssets = (...rows: ReturnType<typeof asset>[]) =>
  inventory.importer.run(cedar, { cyber_assets: rows });

async function archive(before = '2026-01'): Promise<string[]> {
  const months: string[] = [];
  for await (const { month } of archiveLogs(inventory, before, folder)) months.push(month);
  return months;
}

beforeEach(async () => {
  database = await testDatabase();
  folder = join(mkdtempSync(join(folders, 'of-')), 'archives');
  inventory = await openInventory(database.url, 'test', { now: () => new Date(today) });
  today = '2025-10-31T23:59:59.999Z';
  cedar = (await inventory.organizations.create('cedar', 'Cedar'))!;
  other = (await inventory.organizations.create('other', 'Other'))!;
  await inventory.importer.run(cedar, inventoryOf('cedar'));
  today = '2025-12-01T00:00:00.000Z';
  await inventory.importer.run(other, inventoryOf('other'));
  await importAssets(asset('Größe 測試 "quoted"', 'ca_cedar_new'), asset('renamed', 'ca_cedar_rtu'));
  closed = await count();
  today = '2026-01-01T00:00:00.000Z';
  await importAssets(asset('renamed again', 'ca_cedar_rtu'));
});
afterEach(async () => {
  await inventory.close();
  await database.remove();
});

it('writes one file for each closed month, and verification spans the files and the database', async () => {
  const { entries: total, head } = await verify();
  const before = await entries().orderBy('sequence');
  expect(await archive()).toEqual(['2025-10', '2025-12']);
  expect(readdirSync(folder).sort()).toEqual(
    ['2025-10', '2025-12'].flatMap((month) => [
      `activity-${month}.ndjson.gz`,
      `activity-${month}.ndjson.gz.sha256`,
    ]),
  );
  expect(await count(other)).toBe(2); // one entry for each archive
  expect(await count()).toBe(before.length - closed + 2);
  const lines = ['2025-10', '2025-12'].flatMap((month) =>
    gunzipSync(readFileSync(join(folder, `activity-${month}.ndjson.gz`)))
      .toString()
      .trimEnd()
      .split('\n'),
  );
  const archived = lines.map((line) => JSON.parse(line)).filter((row) => row.organization_id === cedar.id);
  expect(archived).toEqual(before.slice(0, closed));
  const verified = await verify(folder, head!);
  expect(verified).toMatchObject({ entries: total + 2, noted: total, fault: undefined, faults: [] });
  expect(verified.archived).toEqual({ entries: closed, isRead: true, unchecked: 0 });
  expect((await verify(folder, before[2]!.hash)).noted).toBe(3);
  expect((await verify(undefined, before[closed - 1]!.hash)).noted).toBe(closed);
  expect((await verify(undefined, before[2]!.hash)).noted).toBeUndefined();
  expect(await archive()).toEqual([]);
});

it('says without the files how many entries and records it did not verify', async () => {
  await archive();
  const { faults, archived } = await verify();
  expect(faults).toEqual([]);
  // The organization, and every record of the inventory. Only the name of one is in a later entry.
  expect(archived).toEqual({ entries: closed, isRead: false, unchecked: 1 + 2 + 1 + 3 + 3 });
});

it('compares records with archived and later entries', async () => {
  await importAssets(asset('created later', 'ca_cedar_later'));
  await archive();
  expect(await messages(folder)).toEqual([]);
  await knex()('facilities').where('id', 'fac_cedar_sun').update({ name: 'altered' });
  await knex()('cyber_assets').where('id', 'ca_cedar_app').delete();
  await knex()('cyber_assets').where('id', 'ca_cedar_rtu').update({ name: 'altered', name_key: 'altered' });
  await knex()('cyber_assets').where('id', 'ca_cedar_later').update({ asset_type: 'software' });
  const later = [
    expect.stringContaining('The asset_type of cyber-asset ca_cedar_later'),
    expect.stringContaining('The name of cyber-asset ca_cedar_rtu'),
    expect.stringContaining('The name_key of cyber-asset ca_cedar_rtu'),
  ];
  expect(await messages()).toEqual(later);
  expect(await messages(folder)).toEqual([
    expect.stringContaining('The name of facility fac_cedar_sun'),
    expect.stringContaining('cyber-asset ca_cedar_app is missing'),
    ...later,
  ]);
});

describe('verification of archives finds', () => {
  const name = 'activity-2025-12.ndjson.gz';
  const path = () => join(folder, name);
  beforeEach(async () => {
    await archive();
    expect(await messages(folder)).toEqual([]);
  });

  it('a byte that was altered', async () => {
    const content = readFileSync(path());
    content[content.length >> 1]! ^= 1;
    writeFileSync(path(), content);
    expect(await messages(folder)).toEqual([expect.stringContaining(`${name} was altered: its SHA-256 is`)]);
  });

  it('a file that was removed', async () => {
    rmSync(path());
    expect(await messages(folder)).toEqual([
      `${name} is missing from ${folder}. It has the entries 10 to ${closed}.`,
    ]);
  });

  /** Rewrites the file, and records its new digest as a database administrator could. */
  async function rewrite(change: (lines: string[]) => string[]): Promise<void> {
    const lines = gunzipSync(readFileSync(path())).toString().trimEnd().split('\n');
    writeFileSync(
      path(),
      gzipSync(
        change(lines)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
    await dropTriggers(knex());
    const digest = createHash('sha256').update(readFileSync(path())).digest('hex');
    await knex()('activity_archives').where('month', '2025-12').update({ digest });
  }
  const isCedars = (line: string): boolean => line.includes(cedar.id);

  it.each([
    ['the first', 0, 'In FILE, entry 10 is missing, and entry 11 is in its place.'],
    ['the last', -1, 'FILE ends at entry 10, and must end at 11.'],
  ])('%s entry of a file that was dropped with a new digest', async (_which, index, message) => {
    await rewrite((lines) => {
      const dropped = lines.filter(isCedars).at(index);
      return lines.filter((line) => line !== dropped);
    });
    expect(await messages(folder)).toEqual([message.replace('FILE', name)]);
  });

  it('an entry that was altered with a new digest', async () => {
    await rewrite((lines) => lines.map((line) => line.replace('by an import', 'by a user')));
    expect(await messages(folder)).toEqual([`In ${name}, entry 10 does not match its hash.`]);
  });

  it('a record of an archive that was removed or altered', async () => {
    await dropTriggers(knex());
    const ofMonth = (month: string) =>
      knex()('activity_archives').where({ month, organization_id: cedar.id });
    const [row] = await ofMonth('2025-12');
    await ofMonth('2025-12').update({ hash: '0'.repeat(64) });
    expect(await messages()).toEqual([expect.stringContaining('it does not follow archived entry 11')]);
    expect(await messages(folder)).toEqual([`Entry 11 in ${name} has another hash than activity_archives.`]);
    await ofMonth('2025-12').delete();
    expect(await messages()).toEqual([expect.stringContaining('Entries 10 to 11 were removed')]);
    await knex()('activity_archives').insert(row);
    await ofMonth('2025-10').delete();
    expect(await messages()).toEqual([
      `activity_archives has no archive of entry 1: ${name} begins with 10.`,
    ]);
  });
});

it('only archived entries leave: triggers reject other deletions, and changes of the archives', async () => {
  await archive();
  const refused = (query: PromiseLike<unknown>) => expect(query).rejects.toThrow(/only ever added/);
  await refused(entries().delete());
  await refused(
    entries()
      .where('sequence', closed + 1)
      .delete(),
  );
  await refused(knex()('activity_archives').update({ last_sequence: 1000 }));
  await refused(knex()('activity_archives').delete());
});

it('a log with a fault is not archived, and no file is left', async () => {
  await dropTriggers(knex());
  await entries().where('sequence', 3).update({ description: 'altered' });
  await expect(archive()).rejects.toThrow(
    `The log of ${cedar.id} cannot be archived: entry 3 does not match its hash. Run \`activity verify\`.`,
  );
  expect(readdirSync(folder)).toEqual([]);
  expect((await entries().where('sequence', '<=', closed)).length).toBe(closed);
});

it('continues after an interruption between the file and the database', async () => {
  const { dialect } = inventory.database;
  const { removeArchived } = dialect;
  dialect.removeArchived = () => Promise.reject(new Error('interrupted'));
  await expect(archive()).rejects.toThrow('interrupted');
  expect(existsSync(join(folder, 'activity-2025-10.ndjson.gz'))).toBe(true);
  expect(await messages()).toEqual([]);
  dialect.removeArchived = removeArchived;
  expect(await archive()).toEqual(['2025-12']); // the first month is recorded: only its entries are left to remove
  expect(await entries().where('sequence', '<=', closed)).toEqual([]);
  expect(await messages(folder)).toEqual([]);
});

it('an entry with an earlier time than the one before it stays until its turn', async () => {
  today = '2025-12-31T23:59:59.000Z';
  await importAssets(asset('by a slow clock', 'ca_cedar_rtu'));
  today = '2026-01-01T00:00:01.000Z';
  expect(await archive()).toEqual(['2025-10', '2025-12']);
  expect(await entries().where('occurred_at', '<', '2026')).toMatchObject([{ sequence: closed + 2 }]);
  expect(await messages(folder)).toEqual([]);
  today = '2026-02-01T00:00:00.000Z';
  await importAssets(asset('later', 'ca_cedar_rtu'));
  await inventory.close();
  inventory = await openInventory(database.url, 'test', { now: () => new Date(today) });
  expect(await archive('2026-02')).toEqual(['2026-01']);
  expect(await entries().where('occurred_at', '<', '2026-02')).toEqual([]);
  expect(await messages(folder)).toEqual([]);
});

it('archives the other organizations when all entries of one follow an entry of a later month', async () => {
  const wrong = (await inventory.organizations.create('wrong', 'Wrong'))!;
  today = '2025-01-15T00:00:00.000Z';
  await inventory.importer.run(wrong, inventoryOf('wrong'));
  today = '2026-01-02T00:00:00.000Z';
  expect(await archive()).toEqual(['2025-10', '2025-12']);
  expect(await count(wrong)).toBe(9);
  expect((await verifyLog(inventory, wrong.id, 'operator', undefined, folder)).faults).toEqual([]);
  expect(await messages(folder)).toEqual([]);
});

it('lists and exports read on from the oldest entry in the database', async () => {
  await archive();
  const rows = [];
  for await (const row of readRows(inventory.activity.pages(cedar.id))) rows.push(row.sequence);
  expect(rows).toEqual([closed + 1, closed + 2, closed + 3]);
});

it('verification during an archiving finds no fault', async () => {
  const verifying = verify();
  await archive();
  expect((await verifying).faults).toEqual([]);
});

if (onPostgres())
  it('verification never waits for a lock of an archiving that waits for the verification', async () => {
    const lock = () =>
      knex().transaction(async (transaction) => {
        for (const table of ['activity', 'organizations'])
          await transaction.raw(`lock table ${table} in access exclusive mode`);
      });
    const verifying = (async () => {
      for (let run = 0; run < 15; run++) expect(await messages()).toEqual([]);
    })();
    await repeatDuring(verifying, lock);
  });

if (onPostgres())
  it('has a partition for each month of the log and the next twelve, and drops those that were archived', async () => {
    const partitions = async (): Promise<string[]> =>
      (
        await knex().raw(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'activity'::regclass order by name`,
        )
      ).rows.map(({ name }: { name: string }) => name);
    const inDefault = () => knex()('activity_default').pluck('occurred_at');
    expect((await inDefault()).length).toBeGreaterThan(0);
    await inventory.close();
    inventory = await openInventory(database.url, 'test', { now: () => new Date(today) });
    expect(await inDefault()).toEqual([]);
    const made = await partitions();
    expect(made).toEqual(
      expect.arrayContaining(['activity_2025_10', 'activity_2025_12', 'activity_2026_01']),
    );
    await archive();
    expect(await partitions()).toEqual(made.filter((name) => !name.startsWith('activity_2025')));
    expect(await messages(folder)).toEqual([]);
  });
