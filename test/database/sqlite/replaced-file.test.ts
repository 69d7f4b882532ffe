// A file that is replaced while transactions run: the reopening waits for them, and never the other way round.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database';
import { openSqlite } from '../../../src/database/sqlite/database';
import { temporaryFolder } from '../../support/folder';

const folders = temporaryFolder();
let file: string;
let database: Database;
beforeEach(async () => {
  file = join(mkdtempSync(join(folders, 'of-')), 'inventory.sqlite');
  await (await openSqlite(`sqlite:${file}.new`)).close();
  database = await openSqlite(`sqlite:${file}`);
});
afterEach(() => database.close());

const count = { sql: 'select count(*) as count from organizations', bind: () => [] };
const read = () => database.read('operator', count, undefined);

function replace(): void {
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`);
  renameSync(`${file}.new`, file);
}

it.each([
  ['a transaction', (work: () => Promise<unknown>) => database.write('operator', work)],
  ['a shared transaction', (work: () => Promise<unknown>) => database.transaction('operator', work)],
  ['a snapshot', (work: () => Promise<unknown>) => database.snapshot('operator', work)],
])('rejects a read that %s waits for, and serves the next request', async (_name, run) => {
  const work = run(() => {
    replace();
    return read();
  });
  await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  expect(await read()).toEqual([{ count: 0 }]);
});

it('serves requests that arrive during the reopening', async () => {
  replace();
  expect(await Promise.all([read(), read()])).toEqual([[{ count: 0 }], [{ count: 0 }]]);
});
