// Changes run one at a time or, with the commit, in one call. None runs after one that failed, which may have
// ended the transaction.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GroupCommit } from '../../../src/database/group-commit';
import type { PreparedConnection } from '../../../src/database/sqlite/connection';
import { begin } from '../../../src/database/sqlite/transaction';
import type { BatchedChange } from '../../../src/database/database';
import type { Statement } from '../../../src/database/statement';

/** Makes a connection that logs its statements and fails at `bad`. */
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
    all: ({ sql }: Statement<object, never>) => ask(sql).then(() => [{ sql }]),
  };
  return { log, writer: new GroupCommit(() => begin(connection as unknown as PreparedConnection)) };
}

const statement = (sql: string): Statement<object, never> => ({ sql, bind: () => [] });

/** A change of a shared transaction. */
const change = (sql: string): BatchedChange<null> => ({ statements: () => [{ sql, values: [] }] });

test('runs changes in their order while queries go on', async () => {
  const { log, writer } = createWriter();
  await writer.write('operator', ({ all, run }) =>
    Promise.all([run(statement('one'), {}), run(statement('two'), {}), all(statement('read'), {})]),
  );
  expect(log).toEqual(['BEGIN IMMEDIATE', 'read', 'one', 'two', 'COMMIT']);
});

test('runs no change after one that failed', async () => {
  const { log, writer } = createWriter();
  await expect(
    writer.write('operator', ({ run }) =>
      Promise.allSettled([run(statement('bad'), {}), run(statement('two'), {})]).then(() =>
        Promise.reject(new Error('disk I/O error')),
      ),
    ),
  ).rejects.toThrow('disk I/O error');
  expect(log).toEqual(['BEGIN IMMEDIATE', 'bad', 'ROLLBACK']);
  await writer.write('operator', ({ run }) => run(statement('next'), {}));
  expect(log.slice(3)).toEqual(['BEGIN IMMEDIATE', 'next', 'COMMIT']);
});

test('sends queued changes with the commit in one call', async () => {
  const { log, writer } = createWriter();
  await writer.transaction('operator', (transaction) => {
    transaction.change(change('two'), null);
    transaction.change(change('three'), null);
    return Promise.resolve();
  });
  expect(log).toEqual(['BEGIN IMMEDIATE', 'two;\nthree;\nCOMMIT']);
});

test('rolls back and rejects when a queued change fails', async () => {
  const { log, writer } = createWriter();
  const write = writer.transaction('operator', (transaction) => {
    transaction.change(change('two'), null);
    transaction.change(change('bad'), null);
    return Promise.resolve('done');
  });
  await expect(write).rejects.toThrow('disk I/O error');
  expect(log).toEqual(['BEGIN IMMEDIATE', 'two;\nbad;\nCOMMIT', 'ROLLBACK']);
});

/** Makes a connection whose statement `slow` ends when `finish` is called. */
function createSlowWriter() {
  const log: string[] = [];
  let finish!: () => void;
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const ask = async (sql: string): Promise<number> => {
    if (sql === 'slow') await slow;
    log.push(sql);
    return 1;
  };
  const connection = {
    execute: ask,
    run: ({ sql }: Statement<object, never>) => ask(sql),
    all: ({ sql }: Statement<object, never>) => ask(sql).then(() => [{ sql }]),
  };
  return { log, finish, writer: new GroupCommit(() => begin(connection as unknown as PreparedConnection)) };
}

test.each(['run', 'all'] as const)('rolls back after a statement in flight (%s)', async (method) => {
  const { log, finish, writer } = createSlowWriter();
  const written = writer.write('operator', (transaction) => {
    void (method === 'run' ? transaction.run(statement('slow'), {}) : transaction.all(statement('slow'), {}));
    return Promise.reject(new Error('no change'));
  });
  setImmediate(finish);
  await expect(written).rejects.toThrow('no change');
  expect(log).toEqual(['BEGIN IMMEDIATE', 'slow', 'ROLLBACK']);
});

test('commits after a statement in flight', async () => {
  const { log, finish, writer } = createSlowWriter();
  const written = writer.write('operator', ({ run }) => {
    void run(statement('slow'), {});
    void run(statement('next'), {});
    return Promise.resolve();
  });
  setImmediate(finish);
  await written;
  expect(log).toEqual(['BEGIN IMMEDIATE', 'slow', 'next', 'COMMIT']);
});

test('keeps no rows of its queries until it ends, which may be a million queries later', async () => {
  const { writer } = createWriter();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  await writer.write('operator', async ({ all }) => {
    const read = async () => new WeakRef((await all<object, object>(statement('first'), {}))[0]!);
    const first = await read();
    await all(statement('second'), {});
    await new Promise((resolve) => setImmediate(resolve)); // a WeakRef keeps its value until the next turn
    collectGarbage();
    expect(first.deref()).toBeUndefined();
  });
});
