// Transactions that wait at the same time share a commit. Each of them fails alone.
import type { ApiError } from '../../src/base/errors';
import type { BatchedQuery, SharedTransaction } from '../../src/database/database';
import { type Begun, GroupCommit } from '../../src/database/group-commit';
import { compileChange, compileFindRow, compileInsertRows, compileUpdateRows } from '../../src/database/rows';
import { type Tenant, type TestInventory, openTestInventory } from '../support/inventory';
import { onPostgres } from '../support/database';

interface Key {
  organization_id: string;
  id: string;
}
interface Asset extends Key {
  updated_at: string;
}

const KEY = ['organization_id', 'id'] as const;
const COLUMNS = [...KEY, 'name', 'name_key', 'cyber_system_id', 'asset_type', 'created_at', 'updated_at'];

let test_: TestInventory;
let statements: ReturnType<typeof compileStatements>;
beforeAll(async () => {
  test_ = await openTestInventory();
  statements = compileStatements();
});
afterAll(() => test_.close());

function compileStatements() {
  const { database } = test_.inventory;
  const columns = [...KEY, 'updated_at'];
  return {
    find: compileFindRow<Key, Asset>(database, 'cyber_assets', KEY, columns, ({ id }) => id),
    insert: compileChange<Key>(
      compileInsertRows(database, 'cyber_assets', COLUMNS),
      (_error, { id }) => new Error(`rejected: ${id}`),
    ),
    update: compileChange<Asset>(compileUpdateRows(database, 'cyber_assets', KEY, ['updated_at'])),
  };
}

const transaction = <Result>(
  { organization }: Tenant,
  work: (transaction: SharedTransaction) => Promise<Result>,
) => test_.inventory.database.transaction({ organization: organization.id }, work);

const keyOf = ({ organization, mark }: Tenant, name = 'rtu'): Key => ({
  organization_id: organization.id,
  id: `ca_${mark}_${name}`,
});

const find = (tenant: Tenant, name: string): Promise<Asset | undefined> =>
  transaction(tenant, (shared) => shared.query(statements.find, keyOf(tenant, name)));

/** Inserts an asset. An existing id breaks the primary key. */
const insert = (tenant: Tenant, name: string, error?: Error): Promise<string> =>
  transaction(tenant, (shared) => {
    const row = {
      ...keyOf(tenant, name),
      ...{ name, name_key: name, cyber_system_id: `cs_${tenant.mark}_ems`, asset_type: 'hardware' },
      ...{ created_at: '', updated_at: '' },
    };
    shared.change(statements.insert, row);
    return error ? Promise.reject(error) : Promise.resolve(name);
  });

const outcomesOf = async (transactions: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(transactions)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

test('commits the other changes when a transaction throws, and none of its own', async () => {
  const { cedar, other } = test_;
  expect(
    await outcomesOf([
      insert(cedar, 'first'),
      insert(cedar, 'thrown', new Error('invalid')),
      insert(cedar, 'second'),
      insert(other, 'third'),
    ]),
  ).toEqual(['first', 'invalid', 'second', 'third']);
  expect(await find(cedar, 'second')).toBeDefined();
  expect(await find(cedar, 'thrown')).toBeUndefined();
});

test('commits the other changes when the database rejects one, and reports the error of that change', async () => {
  const { cedar, other } = test_;
  expect(
    await outcomesOf([
      insert(cedar, 'fourth'),
      insert(cedar, 'rtu'),
      insert(cedar, 'fifth'),
      insert(other, 'sixth'),
    ]),
  ).toEqual(['fourth', 'rejected: ca_cedar_rtu', 'fifth', 'sixth']);
  expect(await find(cedar, 'fifth')).toBeDefined();
  expect(await find(other, 'sixth')).toBeDefined();
});

test('reports the error of a change that the database rejects when it runs alone', async () => {
  expect(await outcomesOf([insert(test_.cedar, 'rtu')])).toEqual(['rejected: ca_cedar_rtu']);
});

test('shows each transaction the changes that earlier ones have made to the record that it locks', async () => {
  const { cedar } = test_;
  await transaction(cedar, (shared) =>
    Promise.resolve(shared.change(statements.update, { ...keyOf(cedar), updated_at: '' })),
  );
  const append = (letter: string) =>
    transaction(cedar, async (shared) => {
      const { updated_at } = (await shared.query(statements.find, keyOf(cedar)))!;
      shared.change(statements.update, { ...keyOf(cedar), updated_at: updated_at + letter });
    });
  await Promise.all([...'abcdefghij'].map(append));
  expect((await find(cedar, 'rtu'))!.updated_at).toBe('abcdefghij');
});

test('combines the queries that transactions of one organization send at the same time', async () => {
  const keys: string[][] = [];
  const query: BatchedQuery<string, string> = {
    run: (_all, asked) => Promise.resolve(void keys.push(asked)).then(() => asked),
  };
  const ask = (name: string) => transaction(test_.cedar, (shared) => shared.query(query, name));
  expect(await Promise.all([ask('a'), ask('b'), ask('c')])).toEqual(['a', 'b', 'c']);
  expect(keys).toEqual([['a', 'b', 'c']]);
});

test('commits the change of an organization before more than half a group of another one that waits', async () => {
  const { cedar, other } = test_;
  const ended: Tenant[] = [];
  const nothing = (tenant: Tenant) =>
    transaction(tenant, () => Promise.resolve()).then(() => ended.push(tenant));
  const many = Array.from({ length: 200 }, () => nothing(cedar));
  await Promise.all([...many, ...Array.from({ length: 32 }, () => nothing(other))]);
  expect(ended.lastIndexOf(other)).toBeLessThan(64);
});

test('runs a transaction that is asked for as soon as another one resolves', async () => {
  const { cedar } = test_;
  await find(cedar, 'rtu');
  expect(await find(cedar, 'rtu')).toBeDefined();
});

test('rejects a write that has waited for more than 2 s, or 9 s on PostgreSQL, without running it', async () => {
  const { database } = test_.inventory;
  const now = jest.spyOn(performance, 'now');
  const run = jest.fn(() => Promise.resolve());
  let late: Promise<unknown> | undefined;
  await database.write('operator', async () => {
    late = database.write('operator', run).catch(({ code }: ApiError) => code);
    await new Promise(setImmediate);
    now.mockReturnValue(performance.now() + (onPostgres() ? 10_000 : 3000));
  });
  expect(await late).toBe('unavailable');
  now.mockRestore();
  expect(run).not.toHaveBeenCalled();
});

describe('when the effect of the commit is unknown', () => {
  /** Makes a group whose first commit fails. */
  function createGroup(error: Error) {
    const commit = jest.fn<Promise<void>, []>(() => Promise.resolve()).mockRejectedValueOnce(error);
    const begun: Begun = {
      within: () => ({
        all: () => Promise.resolve([]),
        run: () => Promise.resolve(0),
        lock: () => Promise.resolve(true),
        queue: () => undefined,
      }),
      commit,
      rollback: () => Promise.resolve(),
      isStale: () => false,
      cannotAnswer: () => error.message === 'connection lost',
    };
    return new GroupCommit(() => Promise.resolve(begun));
  }

  test.each([
    ['without changes', 'disk full'],
    ['with changes', 'connection lost'],
  ])('rejects all transactions %s, repeats none of them, and goes on', async (kind, message) => {
    const group = createGroup(new Error(message));
    const work = jest.fn((shared: SharedTransaction) => {
      if (kind === 'with changes') shared.change({ statements: () => [{ sql: '', values: [] }] }, null);
      return Promise.resolve('committed');
    });
    const both = [group.transaction('operator', work), group.transaction('operator', work)];
    expect(await outcomesOf(both)).toEqual([message, message]);
    expect(work).toHaveBeenCalledTimes(2);
    expect(await group.transaction('operator', work)).toBe('committed');
  });
});
