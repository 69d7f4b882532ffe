// Backups: one consistent state of a database in use, that is held to be sound before anything is made from
// it, and never in the place of something else.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { openBackups, openInventory } from '../../src/app/inventory';
import { newAsset } from '../support/assets';
import { temporaryFolder } from '../support/folder';
import { type TestServer, serverOf, startTestServer } from '../support/server';
import { repeatDuring, until } from '../support/until';

const folder = temporaryFolder();
let places = 0;
const newPlace = (): string => join(folder, String(++places));

let served: TestServer;
let sound: string;
beforeAll(async () => {
  served = await startTestServer();
  sound = newPlace();
  await (await openBackups(served.databaseUrl)).take(sound);
});
afterAll(() => served.close());

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Gives a file the digest that `backup` would have written, so that only its content speaks against it. */
function withDigest(file: string): string {
  writeFileSync(`${file}.sha256`, `${digestOf(file)}  ${basename(file)}\n`);
  return file;
}

/** A copy of the sound backup, and of its digest. */
function copied(): string {
  const file = newPlace();
  copyFileSync(sound, file);
  copyFileSync(`${sound}.sha256`, `${file}.sha256`);
  return file;
}

const changed = (sql: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const file = copied();
    const connection = new sqlite3.Database(file);
    connection.exec(sql, (error) =>
      connection.close(() => (error ? reject(error) : resolve(withDigest(file)))),
    );
  });

describe('a backup while writes go on', () => {
  const WRITERS = 4;
  const names: string[][] = Array.from({ length: WRITERS }, () => []);
  const backup = newPlace();
  const key = (name: string) => ({ 'Idempotency-Key': name });

  it('holds all that was acknowledged before it, and one state of what came meanwhile', async () => {
    const write = async (acknowledged: string[]): Promise<void> => {
      const body = newAsset();
      const name = String(body['name']);
      expect((await served.client('POST', '/cyber-assets', { body, headers: key(name) })).status).toBe(201);
      acknowledged.push(name);
    };
    const take = async (): Promise<number[]> => {
      await until(() => names.every((own) => own.length >= 10));
      const acknowledged = names.map((own) => own.length);
      await (await openBackups(served.databaseUrl)).take(backup);
      return acknowledged;
    };
    const taken = take();
    await Promise.all(names.map((own) => repeatDuring(taken, () => write(own))));
    const before = await taken;

    const restored = await serverOf(await restoredFrom(backup), served.cedar.key);
    const there = (await restored.client('GET', '/cyber-assets')).body as { name: string }[];
    const all = (await served.client('GET', '/cyber-assets')).body as { name: string }[];
    expect(all).toEqual(expect.arrayContaining(there));
    const namesThere = new Set(there.map(({ name }) => name));
    names.forEach((own, writer) => {
      const count = own.filter((name) => namesThere.has(name)).length;
      expect(count).toBeGreaterThanOrEqual(before[writer]!);
      expect(own.slice(0, count).every((name) => namesThere.has(name))).toBe(true); // no later one without the earlier ones
    });
    await restored.close();
  });

  it('has each answer that is kept for a retry with the row that it is about', async () => {
    const { problems, counts } = await (await openBackups(served.databaseUrl)).verify(backup);
    const rows = (table: string) =>
      counts.find((count) => count.organization === 'cedar-power' && count.table === table)!.rows;
    expect(problems).toEqual([]);
    expect(rows('idempotency_keys')).toBe(rows('cyber_assets') - 2);
  });

  it('when they rest, gives the same list to the same key, byte for byte, and replays the same answers', async () => {
    const quiet = newPlace();
    await (await openBackups(served.databaseUrl)).take(quiet);
    const restored = await serverOf(await restoredFrom(quiet), served.cedar.key);
    const list = await restored.client('GET', '/cyber-assets');
    expect(list.text).toBe((await served.client('GET', '/cyber-assets')).text);
    const name = names[0]![0]!;
    const again = await restored.client('POST', '/cyber-assets', {
      body: newAsset({ name }),
      headers: key(name),
    });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(list.text).toContain(again.text);
    await restored.close();
  });
});

async function restoredFrom(backup: string): Promise<string> {
  const url = `sqlite:${join(newPlace(), 'new/inventory.sqlite')}`;
  await (await openBackups(url)).restore(backup);
  return url;
}

describe('files', () => {
  it('are nobody else’s to read when they are restored from a copy that others may read', async () => {
    const copy = copied();
    chmodSync(copy, 0o644);
    const restored = await restoredFrom(copy);
    expect(statSync(restored.slice('sqlite:'.length)).mode & 0o777).toBe(0o600);
  });

  it('are nobody else’s to read, with nothing left beside them', async () => {
    const place = newPlace();
    mkdirSync(place);
    await (await openBackups(served.databaseUrl)).take(join(place, 'backup'));
    await (await openBackups(`sqlite:${join(place, 'inventory.sqlite')}`)).restore(join(place, 'backup'));
    await (await openBackups(served.databaseUrl)).verify(join(place, 'backup'));
    expect(readdirSync(place).sort()).toEqual(['backup', 'backup.sha256', 'inventory.sqlite']);
    for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o777).toBe(0o600);
  });

  it('a backup never replaces a file', async () => {
    const file = newPlace();
    writeFileSync(file, 'mine');
    await expect((await openBackups(served.databaseUrl)).take(file)).rejects.toThrow(
      `${file} is there already. A backup goes into a new file.`,
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.each([
    ['a database that is there', 'inventory.sqlite', /^There is a database at .* already/],
    ['the log of an earlier one', 'inventory.sqlite-wal', /-wal is left of an earlier database/],
  ])('a restore never replaces %s', async (_what, name, sentence) => {
    const place = newPlace();
    mkdirSync(place);
    writeFileSync(join(place, name), 'mine');
    await expect(
      (await openBackups(`sqlite:${join(place, 'inventory.sqlite')}`)).restore(sound),
    ).rejects.toThrow(sentence);
    expect(readdirSync(place)).toEqual([name]);
    expect(readFileSync(join(place, name), 'utf8')).toBe('mine');
  });

  it('a database that is not there is neither backed up nor made', async () => {
    const [database, file] = [newPlace(), newPlace()];
    await expect((await openBackups(`sqlite:${database}`)).take(file)).rejects.toThrow(
      `There is no database at ${database}.`,
    );
    expect([existsSync(database), existsSync(file)]).toEqual([false, false]);
  });

  it('a database that was served is no backup: what it has beside it would be lost', async () => {
    const live = served.databaseUrl.slice('sqlite:'.length);
    await expect((await openBackups(served.databaseUrl)).verify(live)).rejects.toThrow(
      `${live}-wal is beside it`,
    );
    await expect((await openBackups(`sqlite:${newPlace()}`)).restore(live)).rejects.toThrow(
      `${live}-wal is beside it`,
    );
  });
});

describe('the digest beside a backup', () => {
  it('is in the format of sha256sum', () => {
    expect(readFileSync(`${sound}.sha256`, 'utf8')).toBe(`${digestOf(sound)}  ${basename(sound)}\n`);
  });

  it('is never replaced: backup fails when a digest exists', async () => {
    const file = newPlace();
    writeFileSync(`${file}.sha256`, 'mine');
    await expect((await openBackups(served.databaseUrl)).take(file)).rejects.toThrow(
      `${file}.sha256 is there already.`,
    );
    expect([existsSync(file), readFileSync(`${file}.sha256`, 'utf8')]).toEqual([false, 'mine']);
  });

  const restoring = (file: string) =>
    openBackups(`sqlite:${newPlace()}`).then((backups) => backups.restore(file));
  const verifying = (file: string) => openBackups(served.databaseUrl).then((backups) => backups.verify(file));

  it.each([
    [
      'is missing',
      (file: string) => rmSync(`${file}.sha256`),
      /^There is no .*\.sha256, which `backup` writes/,
    ],
    ['is no digest', (file: string) => writeFileSync(`${file}.sha256`, 'x'), /\.sha256 has no SHA-256/],
    [
      'is in capital letters',
      (file: string) => writeFileSync(`${file}.sha256`, `${digestOf(file).toUpperCase()}  x\n`),
      /\.sha256 has no SHA-256/,
    ],
  ])('is required: verify and restore reject a backup whose digest %s', async (_what, spoil, sentence) => {
    const file = copied();
    spoil(file);
    await expect(verifying(file)).rejects.toThrow(sentence);
    await expect(restoring(file)).rejects.toThrow(sentence);
  });

  it('detects each flipped bit before SQLite opens the file', async () => {
    const file = copied();
    const bytes = readFileSync(file);
    for (let offset = 0; offset < bytes.length; offset += 4099) {
      const flipped = Buffer.from(bytes);
      flipped[offset]! ^= 1 << (offset % 8);
      writeFileSync(file, flipped);
      expect((await verifying(file)).problems).toEqual([
        expect.stringContaining('It is damaged, or is another file: its SHA-256 is'),
      ]);
      await expect(restoring(file)).rejects.toThrow(`\n${file} is not restored.`);
    }
  });
});

describe('a backup that is not sound is named so, and not restored', () => {
  const halved = (): Promise<string> => {
    const file = copied();
    truncateSync(file, Math.floor(statSync(file).size / 2));
    return Promise.resolve(withDigest(file));
  };
  const text = (): Promise<string> => {
    const file = newPlace();
    writeFileSync(file, 'no database at all, but a text of some length'.repeat(100));
    return Promise.resolve(withDigest(file));
  };
  const empty = (): Promise<string> => {
    const file = newPlace();
    writeFileSync(file, '');
    return Promise.resolve(withDigest(file));
  };

  it.each([
    ['half a file', halved, /damaged|not a whole database/],
    ['a text', text, /^It is not a whole database/],
    ['an empty file', empty, /^It is no inventory/],
    ['another program’s database', () => changed('drop table migrations'), /^It is no inventory/],
    [
      'a reference to nothing',
      () => changed("PRAGMA foreign_keys = OFF; delete from cyber_systems where id = 'cs_cedar_relays'"),
      /rows of cyber_assets that refer to rows of cyber_systems/,
    ],
    [
      'a newer version',
      () => changed("insert into migrations values ('9999-later', '2030-01-01T00:00:00.000Z')"),
      /newer version, whose migrations 9999-later are not known/,
    ],
    [
      'a name that was altered',
      () => changed("update cyber_assets set name = 'B-31337' where id = 'ca_cedar_rtu'"),
      /^The activity log of cedar-power: The name of cyber-asset ca_cedar_rtu is "B-31337" in the database/,
    ],
    [
      'an altered entry of another organization',
      () =>
        changed(
          `drop trigger activity_refuses_update; update activity set description = 'x' where organization_id = '${served.other.organization.id}' and sequence = 4`,
        ),
      /^The activity log of other-power: Entry 4 .* was altered/,
    ],
    [
      'an organization without entries',
      () =>
        changed(
          "insert into organizations values ('org_planted', 'planted', 'Planted', '2026-01-31T08:15:30.123Z')",
        ),
      /^The activity log of planted: The log has no entries/,
    ],
    [
      'an index without its row',
      () =>
        changed(
          "PRAGMA writable_schema = ON; update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'facilities') where name = 'control_centers'",
        ),
      /damaged/,
    ],
  ])('%s', async (_what, make, problem) => {
    const file = await make();
    const database = newPlace();
    const { problems } = await (await openBackups(`sqlite:${database}`)).verify(file);
    expect(problems[0]).toMatch(problem);
    await expect((await openBackups(`sqlite:${database}`)).restore(file)).rejects.toMatchObject({
      message: [...problems, `${file} is not restored.`].join('\n'),
    });
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(database))).toEqual([]);
  });

  it('an older version is sound, and brought up to date when it is served', async () => {
    const older = await changed(
      "drop table idempotency_keys; delete from migrations where name = '0003-idempotency'",
    );
    const url = await restoredFrom(older);
    const inventory = await openInventory(url);
    expect(inventory.database.migrated).toContain('0003-idempotency');
    await inventory.close();
  });
});

test('on PostgreSQL the commands name its own tools', async () => {
  const { take, verify, restore } = await openBackups('postgres://inventory:secret@127.0.0.1/inventory');
  await expect(take('x')).rejects.toThrow(/pg_dump .* && sha256sum FILE > FILE\.sha256/);
  await expect(verify('x')).rejects.toThrow(/sha256sum --check FILE\.sha256 && pg_restore --list/);
  await expect(restore('x')).rejects.toThrow(
    /sha256sum --check FILE\.sha256 && pg_restore .*; then run `activity verify`/,
  );
});
