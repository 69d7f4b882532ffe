// A schema that someone changed: each part that is missing, changed or added is named, and nothing uses the database.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import knexFactory from 'knex';
import pino from 'pino';
import sqlite3 from 'sqlite3';
import { openBackups, openInventory } from '../../../src/app/inventory';
import { migrate } from '../../../src/database/migrate';
import { sqliteSchema } from '../../../src/database/sqlite/schema';
import { openServedInventory } from '../../../src/cli/serve/serve-process';
import { cli } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { openTestInventory } from '../../support/inventory';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => join(folder, `${++files}.sqlite`);

let sound: string;
let key: string;
beforeAll(async () => {
  const { inventory, cedar, databaseUrl, close } = await openTestInventory();
  sound = newFile();
  key = (await inventory.keys.list(cedar.organization.id))[0]!.id;
  await (await openBackups(databaseUrl)).take(sound);
  await close();
});

/** Returns a copy of the sound database, changed, with the digest that `backup` would have written. */
async function changed(script: string): Promise<string> {
  const file = newFile();
  copyFileSync(sound, file);
  const connection = new sqlite3.Database(file);
  await new Promise<void>((resolve, reject) =>
    connection.exec(script, (error) => (error ? reject(error) : resolve())),
  ).finally(() => new Promise((resolve) => connection.close(resolve)));
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  ${basename(file)}\n`);
  return file;
}

const verify = async (file: string): Promise<string[]> =>
  (await (await openBackups(`sqlite:${newFile()}`)).verify(file)).problems;

const UNDO = `create trigger undo after update of revoked_at on api_keys
  begin update api_keys set revoked_at = null where rowid = new.rowid; end;`;

/** Edits the text of a part in place, which no statement of SQLite can. */
const edit = (name: string, before: string, after: string): string =>
  `PRAGMA writable_schema = ON;
    update sqlite_master set sql = replace(sql, '${before}', '${after}') where name = '${name}';`;

const ADVICE =
  'The schema of the database is not the one that `migrate` makes. Find out who changed it. ' +
  'Then undo these changes, or restore a backup that verifies.';

test.each([
  ['The trigger activity_refuses_update on activity is missing.', 'drop trigger activity_refuses_update;'],
  ['The trigger undo on api_keys was added.', UNDO],
  [
    'The trigger activity_refuses_update on activity was changed.',
    edit('activity_refuses_update', 'when true', 'when "true"'),
  ],
  [
    'The trigger sqlite_undo on api_keys was added.',
    `${UNDO} PRAGMA writable_schema = ON;
      update sqlite_master set name = 'sqlite_undo', sql = replace(sql, 'undo', 'sqlite_undo') where name = 'undo';`,
  ],
  ['The index api_keys_id_unique on api_keys is missing.', 'drop index api_keys_id_unique;'],
  [
    'The index api_keys_id_unique on api_keys was changed.',
    'drop index api_keys_id_unique; create index api_keys_id_unique on api_keys (id);',
  ],
  ['The index one on api_keys was added.', 'create unique index one on api_keys (label, organization_id);'],
  [
    'The index some on api_keys was added.',
    'create index some on api_keys (label) where revoked_at is null;',
  ],
  ['The index low on api_keys was added.', 'create index low on api_keys (lower(label));'],
  ['The view unreplaced_keys was changed.', edit('unreplaced_keys', 'is null', 'is not null')],
  ['The view v was added.', 'create view v as select 1;'],
  ['The table t was added.', 'create table t (a);'],
  ['The table api_keys was changed.', 'alter table api_keys add column note text;'],
  ['The table memberships was changed.', edit('memberships', "check (`role` in (''admin'',''member''))", '')],
])('names the fault: %s', async (sentence, script) => {
  expect(await verify(await changed(script))).toEqual([sentence, ADVICE]);
});

test('restore rejects a backup with a changed schema', async () => {
  const restoring = (await openBackups(`sqlite:${newFile()}`)).restore(await changed(UNDO));
  await expect(restoring).rejects.toThrow(`The trigger undo on api_keys was added.\n${ADVICE}`);
});

test('a plain index and the statistics of ANALYZE are not faults', async () => {
  const file = await changed(
    'create index by_label on api_keys (label); create index "two" on `activity` ("actor_id" desc, `id`); analyze;',
  );
  expect(await verify(file)).toEqual([]);
});

test('a database that was migrated step by step has the schema of a new one', async () => {
  const file = newFile();
  const knex = knexFactory({ client: 'sqlite3', connection: { filename: file }, useNullAsDefault: true });
  const steps: string[][] = [
    ['0001-inventory', '0002-keys'],
    ['0003-idempotency', '0004-activity'],
    ['0005-users'],
  ];
  for (const step of steps) await migrate(knex, sqliteSchema, step);
  await knex.destroy();
  const inventory = await openInventory(`sqlite:${file}`);
  expect(inventory.database.migrated).toHaveLength(12);
  expect(await inventory.database.schemaFaults()).toEqual([]);
  await inventory.close();
});

describe('with a trigger that undoes revocations and without one that protects the log', () => {
  let environment: { DATABASE_URL: string; PORT: string };
  const sentences =
    'The trigger activity_refuses_delete on activity is missing.\nThe trigger undo on api_keys was added.\n';
  beforeAll(async () => {
    const file = await changed(`${UNDO} drop trigger activity_refuses_delete;`);
    environment = { DATABASE_URL: `sqlite:${file}`, PORT: '0' };
  });

  it('key revoke exits with 1 and says that the key is not revoked', async () => {
    expect(await cli(['key', 'revoke', key], environment)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        `The database did not keep the revocation of key ${key}. A trigger or a rule undoes changes. ` +
        'To find it, run `activity verify SLUG`.\n',
    });
  });

  it('activity verify exits with 1 and names both', async () => {
    const verified = await cli(['activity', 'verify', 'cedar-power'], environment);
    expect(verified).toEqual({ status: 1, stdout: '', stderr: `${sentences}${ADVICE}\n` });
    const asJson = await cli(['activity', 'verify', 'cedar-power', '--json'], environment);
    expect(asJson.status).toBe(1);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      verified: false,
      schemaFaults: sentences.trimEnd().split('\n'),
    });
  });

  it('serve does not start', async () => {
    expect(await cli(['serve'], environment)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${sentences}${ADVICE}\n`,
    });
  }, 20_000);
});

test('a server does not use a changed database that replaces its own', async () => {
  const [file, away] = [newFile(), newFile()];
  copyFileSync(sound, file);
  const inventory = await openServedInventory(
    { databaseUrl: `sqlite:${file}`, databaseWaitSeconds: 0 },
    pino({ level: 'silent' }),
  );
  renameSync(file, away);
  for (const ending of ['-wal', '-shm'])
    if (existsSync(file + ending)) renameSync(file + ending, away + ending);
  renameSync(await changed(UNDO), file);
  await expect(inventory.organizations.list()).rejects.toMatchObject({
    code: 'unavailable',
    cause: { faults: ['The trigger undo on api_keys was added.'] },
  });
  await inventory.close();
});
