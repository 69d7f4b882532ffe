// What one transaction changes: one statement at a time, and none after one that failed, which may have ended the transaction by itself.
import type { PreparedConnection } from '../../src/database/sqlite-connection';
import { Writer } from '../../src/database/sqlite-writer';
import type { Statement } from '../../src/database/statement';

/** A connection that notes what it is asked, and fails at `bad`. */
function createWriter() {
  const log: string[] = [];
  const ask = async (sql: string): Promise<number> => {
    log.push(sql);
    await new Promise((resolve) => setImmediate(resolve));
    if (sql === 'bad') throw new Error('disk I/O error');
    return 1;
  };
  const connection = { execute: ask, run: ({ sql }: Statement<object, never>) => ask(sql), all: ({ sql }: Statement<object, never>) => ask(sql).then(() => []) };
  return { log, writer: new Writer(connection as unknown as PreparedConnection) };
}

const statement = (sql: string): Statement<object, never> => ({ sql, bind: () => [] });

test('changes that are asked together are made in their order, while reads go on', async () => {
  const { log, writer } = createWriter();
  await writer.transact(({ all, run }) => Promise.all([run(statement('one'), {}), run(statement('two'), {}), all(statement('read'), {})]));
  expect(log).toEqual(['BEGIN IMMEDIATE', 'read', 'one', 'two', 'COMMIT']);
});

test('after a change that failed, none of those that wait is made', async () => {
  const { log, writer } = createWriter();
  await expect(writer.transact(({ run }) => Promise.allSettled([run(statement('bad'), {}), run(statement('two'), {})]).then(() => Promise.reject(new Error('disk I/O error'))))).rejects.toThrow('disk I/O error');
  expect(log).toEqual(['BEGIN IMMEDIATE', 'bad', 'ROLLBACK']);
  await writer.transact(({ run }) => run(statement('next'), {}));
  expect(log.slice(3)).toEqual(['BEGIN IMMEDIATE', 'next', 'COMMIT']);
});
