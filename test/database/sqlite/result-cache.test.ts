// The cache keeps recent results until the next commit, up to a number of bytes. The least recently used
// result is dropped first.
import type { PreparedConnection } from '../../../src/database/sqlite/connection';
import { RecentReads } from '../../../src/database/sqlite/result-cache';
import type { Statement } from '../../../src/database/statement';

const MEGABYTE = 1024 * 1024;
const LIST: Statement<{ of: string }, { body: Buffer }> = { sql: 'list', bind: () => [] };

it('of three lists of seven megabytes two are kept', async () => {
  const unchanged = { all: () => Promise.resolve([{ data_version: 1 }]) };
  const recent = new RecentReads(unchanged as unknown as PreparedConnection);
  const read: string[] = [];
  const ask = (of: string) =>
    recent.rows(LIST, { of }, () => {
      read.push(of);
      return Promise.resolve([{ body: Buffer.alloc(7 * MEGABYTE) }]);
    });
  for (const list of ['a', 'b', 'a', 'c', 'a', 'c', 'b']) await ask(list);
  expect(read).toEqual(['a', 'b', 'c', 'b']);
});
