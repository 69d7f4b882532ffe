// What one transaction changes: one statement at a time, or the last ones in one call, and none after one that failed, which may have ended the transaction by itself.
import { GroupCommit } from '../../../src/database/group-commit';
import type { PreparedConnection } from '../../../src/database/sqlite/connection';
import { begin } from '../../../src/database/sqlite/transaction';
import type { Statement } from '../../../src/database/statement';

/** A connection that notes what it is asked, and fails at `bad`. */
function createWriter() {
  const log: string[] = [];
  const ask = async (sql: string): Promise<number> => {
    log.push(sql);
    await new Promise((resolve) => setImmediate(resolve));
    if (sql.includes('bad')) throw new Error('disk I/O error');
    return 1;
  };
  const script = (sql: string) => ask(sql).then(() => undefined);
  const connection = {
    execute: ask,
    script,
    run: ({ sql }: Statement<object, never>) => ask(sql),
    all: ({ sql }: Statement<object, never>) => ask(sql).then(() => []),
  };
  return { log, writer: new GroupCommit(() => begin(connection as unknown as PreparedConnection)) };
}

const statement = (sql: string): Statement<object, never> => ({ sql, bind: () => [] });

test('changes that are asked together are made in their order, while reads go on', async () => {
  const { log, writer } = createWriter();
  await writer.transact(({ all, run }) =>
    Promise.all([run(statement('one'), {}), run(statement('two'), {}), all(statement('read'), {})]),
  );
  expect(log).toEqual(['BEGIN IMMEDIATE', 'read', 'one', 'two', 'COMMIT']);
});

test('after a change that failed, none of those that wait is made', async () => {
  const { log, writer } = createWriter();
  await expect(
    writer.transact(({ run }) =>
      Promise.allSettled([run(statement('bad'), {}), run(statement('two'), {})]).then(() =>
        Promise.reject(new Error('disk I/O error')),
      ),
    ),
  ).rejects.toThrow('disk I/O error');
  expect(log).toEqual(['BEGIN IMMEDIATE', 'bad', 'ROLLBACK']);
  await writer.transact(({ run }) => run(statement('next'), {}));
  expect(log.slice(3)).toEqual(['BEGIN IMMEDIATE', 'next', 'COMMIT']);
});

test('what is asked for last goes with the commit, in one call', async () => {
  const { log, writer } = createWriter();
  await writer.transact(async ({ run, last }) => {
    const first = run(statement('one'), {});
    await first;
    const both = [run(statement('two'), {}), run(statement('three'), {})];
    last();
    await Promise.all(both);
  });
  expect(log).toEqual(['BEGIN IMMEDIATE', 'one', 'two;\nthree;\nCOMMIT']);
});

test('when it fails, all of it is undone, and each is told', async () => {
  const { log, writer } = createWriter();
  const told: PromiseSettledResult<unknown>[] = [];
  const write = writer.transact(async ({ run, last }) => {
    const both = [run(statement('two'), {}), run(statement('bad'), {})];
    last();
    told.push(...(await Promise.allSettled(both)));
    await both[1];
  });
  await expect(write).rejects.toThrow('disk I/O error');
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(log).toEqual(['BEGIN IMMEDIATE', 'two;\nbad;\nCOMMIT', 'ROLLBACK']);
});
