// Works that wait for each other share a commit. Each fails alone, and none resolves before the commit.
import type { BatchedChange, BatchedQuery } from '../../src/database/database';
import { type Begun, GroupCommit } from '../../src/database/group-commit';
import type { ScopedTransaction } from '../../src/database/shared-transaction';
import type { BoundStatement } from '../../src/database/statement';
import type { OrganizationId } from '../../src/base/organization';
import { ApiError } from '../../src/base/errors';

/** Makes a group whose transaction logs what it is asked. */
function createLog({ commit = () => Promise.resolve(), undo = () => Promise.resolve() } = {}) {
  const log: string[] = [];
  const note =
    (text: string, then = () => Promise.resolve()) =>
    () => {
      log.push(text);
      return then();
    };
  /** A statement with `taken` is rejected by the database; one with `time-out` gets no answer. */
  function send(sql: string): Promise<void> {
    log.push(sql);
    const fault = ['taken', 'time-out'].find((word) => sql.includes(word));
    return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
  }
  const queued: BoundStatement[] = [];
  const transaction: ScopedTransaction = {
    all: ({ sql }) => send(sql).then(() => []),
    run: ({ sql }) => send(sql).then(() => 0),
    lock: () => Promise.resolve(true),
    queue: (statements) => void queued.push(...statements),
  };
  const begun: Begun = {
    within: () => transaction,
    async commit() {
      for (const { sql } of queued.splice(0)) await send(sql);
      await note('commit', commit)();
    },
    rollback: note('rollback'),
    save: note('save'),
    release: note('release'),
    undo: note('undo', undo),
    cannotAnswer: (error) => (error as Error).message === 'time-out',
  };
  const group = new GroupCommit(() => {
    log.push('begin');
    return Promise.resolve(begun);
  });
  const write = (name: string, fails?: Error, meanwhile?: () => void) =>
    group.write('operator', () => {
      log.push(name);
      meanwhile?.();
      return fails ? Promise.reject(fails) : Promise.resolve(name);
    });
  const insert: BatchedChange<string> = {
    statements: (names) => [{ sql: names.join('+'), values: [] }],
    translateError: (error, name) => new Error(`${name}: ${(error as Error).message}`),
  };
  const find: BatchedQuery<string, string> = {
    run: async (all, names) => {
      await all({ sql: `find ${names.join('+')}`, bind: () => [] }, undefined);
      return names;
    },
    lock: (name) => name[0]!,
  };
  /** Finds and inserts a name. `refused` throws in between. */
  const change = (name: string) =>
    group.transaction('operator', async (transaction) => {
      const found = await transaction.query(find, name);
      transaction.change(insert, found);
      if (name === 'refused') throw new Error(name);
      return name;
    });
  const insertOnly = (name: string) =>
    group.transaction('operator', (transaction) => {
      transaction.change(insert, name);
      return Promise.resolve(name);
    });
  return { log, begun, group, write, change, insertOnly };
}

/** Splits a log into the works of each commit. */
function splitAtCommits(log: string[]): string[][] {
  const groups: string[][] = [];
  for (const entry of log)
    if (entry === 'begin') groups.push([]);
    else if (entry !== 'commit') groups.at(-1)!.push(entry);
  return groups;
}

const statuses = async (outcomes: Promise<unknown>[]) =>
  (await Promise.allSettled(outcomes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

test('runs a lone write without savepoints', async () => {
  const { log, write } = createLog();
  expect(await write('a')).toBe('a');
  expect(log).toEqual(['begin', 'a', 'commit']);
});

test('runs a write that is asked for as soon as another resolves', async () => {
  const { write } = createLog();
  await write('a');
  expect(await write('b')).toBe('b');
});

test('runs writes of the same moment in one transaction, in their order', async () => {
  const { log, write } = createLog();
  expect(await statuses([write('a'), write('b'), write('c')])).toEqual(['a', 'b', 'c']);
  expect(log).toEqual([
    'begin',
    'save',
    'a',
    'release',
    'save',
    'b',
    'release',
    'save',
    'c',
    'release',
    'commit',
  ]);
});

test('runs writes that come meanwhile in the next transaction', async () => {
  const { log, write } = createLog();
  const later: Promise<unknown>[] = [];
  const first = write('a', undefined, () => later.push(write('b'), write('c')));
  expect([await first, ...(await statuses(later))]).toEqual(['a', 'b', 'c']);
  expect(log).toEqual([
    'begin',
    'a',
    'commit',
    'begin',
    'save',
    'b',
    'release',
    'save',
    'c',
    'release',
    'commit',
  ]);
});

test('begins a second transaction for other organizations, while those of the first wait for it', async () => {
  const log: string[] = [];
  let commitFirst!: () => void;
  const isFirstCommitted = new Promise<void>((resolve) => (commitFirst = resolve));
  let begun = 0;
  const begin = () => {
    const isFirst = begun++ === 0;
    return Promise.resolve({
      ...createLog().begun,
      commit: () => (isFirst ? isFirstCommitted : Promise.resolve()),
    });
  };
  const group = new GroupCommit(begin, 2);
  const write = (organization: string, name: string) =>
    group.write({ organization: organization as OrganizationId }, () => Promise.resolve(log.push(name)));
  const first = write('cedar', 'first of cedar');
  await new Promise(setImmediate);
  const waiting = write('cedar', 'second of cedar');
  await write('birch', 'birch');
  expect(log).toEqual(['first of cedar', 'birch']);
  commitFirst();
  await Promise.all([first, waiting]);
  expect(log).toEqual(['first of cedar', 'birch', 'second of cedar']);
  expect(begun).toBe(3);
});

test('undoes a failed write alone, and rejects it after the commit', async () => {
  const { log, write } = createLog();
  const refused = write('b', new Error('taken')).catch((error: Error) => log.push(error.message));
  expect(await statuses([refused, write('c')])).toEqual([expect.anything(), 'c']);
  expect(log).toEqual(['begin', 'save', 'b', 'undo', 'save', 'c', 'release', 'commit', 'taken']);
});

test('rejects all members when the commit fails, repeats none of them, and goes on', async () => {
  let commits = 0;
  const { log, write } = createLog({
    commit: () => (++commits === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
  });
  expect(await statuses([write('a'), write('b')])).toEqual(['disk full', 'disk full']);
  expect(log.slice(-2)).toEqual(['commit', 'rollback']);
  expect(log.filter((entry) => entry === 'begin')).toHaveLength(1);
  expect(await write('d')).toBe('d');
});

test('repeats no member when a commit with queued changes gets no answer', async () => {
  const { log, change } = createLog({ commit: () => Promise.reject(new Error('time-out')) });
  expect(await statuses([change('a'), change('b')])).toEqual(['time-out', 'time-out']);
  expect(log).toEqual(['begin', 'find a+b', 'a+b', 'commit', 'rollback']);
});

test('rejects all writes with the error of the one that lost the transaction', async () => {
  const { write } = createLog({ undo: () => Promise.reject(new Error('no such savepoint')) });
  expect(await statuses([write('a'), write('b'), write('c', new Error('disk full'))])).toEqual([
    'disk full',
    'disk full',
    'disk full',
  ]);
});

test('returns unavailable, not the rejection of one write, to the writes that are lost with it', async () => {
  const { write } = createLog({ undo: () => Promise.reject(new Error('no such savepoint')) });
  const outcomes = await Promise.allSettled([
    write('a'),
    write('b', new ApiError('conflict', 'The name b is taken.')),
  ]);
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as ApiError).code),
  ).toEqual(['unavailable', 'unavailable']);
});

describe('shared transactions', () => {
  test('combine the queries and the changes of their members', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a'), change('b'), change('c')])).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['begin', 'find a+b+c', 'a+b+c', 'commit']);
  });

  test('drop the queued changes of a member that throws', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a'), change('refused'), change('c')])).toEqual(['a', 'refused', 'c']);
    expect(log).toEqual(['begin', 'find a+refused+c', 'a+c', 'commit']);
  });

  test('repeat a member after an earlier one has changed what both have locked', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a1'), change('b1'), change('a2'), change('a3')])).toEqual([
      'a1',
      'b1',
      'a2',
      'a3',
    ]);
    expect(log).toEqual([
      ...['begin', 'find a1+b1+a2+a3', 'a1+b1'],
      ...['find a2', 'a2', 'find a3', 'a3', 'commit'],
    ]);
  });

  test('repeat no member after an earlier one that throws', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('refused'), change('r2')])).toEqual(['refused', 'r2']);
    expect(log).toEqual(['begin', 'find refused+r2', 'r2', 'commit']);
  });

  test('combine queries that follow others, with those of members that started earlier', async () => {
    const { log, group } = createLog();
    const find = (name: string): BatchedQuery<string, string> => ({
      run: async (all, keys) => {
        await all({ sql: `${name} ${keys.join('+')}`, bind: () => [] }, undefined);
        return keys;
      },
    });
    const [first, second] = [find('first'), find('second')];
    const member = (name: string) =>
      group.transaction('operator', async (transaction) => {
        await Promise.all([transaction.query(first, name), transaction.query(second, name)]);
        return transaction.query(second, `${name}!`);
      });
    expect(await statuses([member('a'), member('b')])).toEqual(['a!', 'b!']);
    expect(log).toEqual(['begin', 'first a+b', 'second a+b', 'second a!+b!', 'commit']);
  });

  test('translate the error of a lone member', async () => {
    const { log, insertOnly } = createLog();
    expect(await statuses([insertOnly('taken')])).toEqual(['taken: taken']);
    expect(log).toEqual(['begin', 'taken', 'rollback']);
  });

  test('halve their members until the one at fault is found, and keep the others', async () => {
    const { log, insertOnly } = createLog();
    expect(await statuses([insertOnly('a'), insertOnly('b'), insertOnly('taken'), insertOnly('d')])).toEqual([
      'a',
      'b',
      'taken: taken',
      'd',
    ]);
    expect(log).toEqual([
      ...['begin', 'a+b+taken+d', 'rollback'],
      ...['begin', 'save', 'a+b', 'release', 'save', 'taken+d', 'undo'],
      ...['save', 'taken', 'undo', 'save', 'd', 'release', 'commit'],
    ]);
  });

  test('keep the order of works that share only the commit', async () => {
    const { log, write, change } = createLog();
    expect(await statuses([change('a'), write('b'), change('c')])).toEqual(['a', 'b', 'c']);
    expect(log).toEqual([
      ...['begin', 'save', 'find a+c', 'a+c', 'release', 'save', 'b', 'release', 'commit'],
    ]);
  });

  test('ask a database that cannot answer only once', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a'), change('time-out'), change('c')])).toEqual([
      'time-out',
      'time-out',
      'time-out',
    ]);
    expect(log).toEqual(['begin', 'find a+time-out+c', 'rollback']);
  });

  test('do not fail other works of the commit when the database cannot answer', async () => {
    const { log, write, change } = createLog();
    expect(await statuses([change('a'), change('time-out'), write('c')])).toEqual([
      'time-out',
      'time-out',
      'c',
    ]);
    expect(log).toEqual(['begin', 'save', 'find a+time-out', 'undo', 'save', 'c', 'release', 'commit']);
  });
});

describe('a group of works of several organizations', () => {
  const scopeOf = (organization: string) => ({ organization: organization as OrganizationId });
  /** Enqueues works of one organization behind a work that runs. Returns them in the order of their ends. */
  async function endsOf(organizations: string[]): Promise<string[]> {
    const { log, group } = createLog();
    const works: Promise<void>[] = [];
    await group.write('operator', () => {
      for (const organization of organizations)
        works.push(
          group.transaction(scopeOf(organization), () => {
            log.push(organization);
            return Promise.resolve();
          }),
        );
      return Promise.resolve();
    });
    await Promise.all(works);
    return log.slice(log.indexOf('begin', 1));
  }
  const many = (organization: string, count: number): string[] =>
    Array.from({ length: count }, () => organization);

  test('gives one organization half of the places while another one waits', async () => {
    const [group] = splitAtCommits(await endsOf([...many('b', 70), ...many('a', 1)]));
    expect([group!.filter((name) => name === 'a').length, group!.indexOf('a')]).toEqual([1, 0]);
  });

  test('fills the places that no other organization needs', async () => {
    const groups = splitAtCommits(await endsOf([...many('b', 70), ...many('a', 1)]));
    expect(groups.map(({ length }) => length)).toEqual([64, 7]);
  });

  test('gives two organizations half of the places each, in order of arrival within each', async () => {
    const [group] = splitAtCommits(await endsOf([...many('a', 60), ...many('b', 60)]));
    expect(group).toEqual([...many('a', 32), ...many('b', 32)]);
  });
});

test('rejects a write that has waited for more than 2 s, without running it', async () => {
  const { log, group, write } = createLog();
  const now = jest.spyOn(performance, 'now');
  let late: Promise<unknown>;
  const slow = group.write('operator', () => {
    late = write('late');
    now.mockReturnValue(performance.now() + 3000);
    return Promise.resolve('slow');
  });
  const [first, second] = await Promise.allSettled([slow, slow.then(() => late)]);
  now.mockRestore();
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second.status === 'rejected' && (second.reason as ApiError).code).toBe('unavailable');
  expect(log).not.toContain('late');
});
