// Writes that wait for each other share a commit, and nothing else: each is refused by itself, and none is answered before it is durable.
import { ApiError } from '../../src/errors';
import type { Batch } from '../../src/database/database';
import { type Begun, GroupCommit } from '../../src/database/group-commit';

/** A transaction that notes what is asked of it. */
function createLog({ commit = () => Promise.resolve(), undo = () => Promise.resolve() } = {}) {
  const log: string[] = [];
  const note =
    (text: string, then = () => Promise.resolve()) =>
    () => {
      log.push(text);
      return then();
    };
  const begun: Begun = {
    transaction: { all: () => Promise.resolve([]), run: () => Promise.resolve(0) },
    last: () => void log.push('last'),
    commit: note('commit', commit),
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
    group.transact(() => {
      log.push(name);
      meanwhile?.();
      return fails ? Promise.reject(fails) : Promise.resolve(name);
    });
  /** One that is `refused` has that outcome by itself; one that is `taken` makes the database refuse the whole, and for a `time-out` nobody is to blame. */
  const make: Batch<string, string> = (_transaction, names) => {
    log.push(names.join('+'));
    for (const fault of ['taken', 'time-out'])
      if (names.includes(fault)) return Promise.reject(new Error(fault));
    return Promise.resolve(
      names.map((name) => (name === 'refused' ? { error: new Error(name) } : { result: name })),
    );
  };
  const change = (name: string) => group.together(make, name);
  return { log, group, write, change };
}

const statuses = async (outcomes: Promise<unknown>[]) =>
  (await Promise.allSettled(outcomes)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );

test('a lone write is a transaction of its own', async () => {
  const { log, write } = createLog();
  expect(await write('a')).toBe('a');
  expect(log).toEqual(['begin', 'a', 'commit']);
});

test('whoever asks again as soon as the answer is there is answered again', async () => {
  const { write } = createLog();
  await write('a');
  expect(await write('b')).toBe('b');
});

test('those that come in the same moment share a transaction, in their order', async () => {
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

test('what one says to be its last goes with the commit only when nobody comes after it', async () => {
  const { log, group } = createLog();
  const closing = () => group.transact((transaction) => Promise.resolve(transaction.last()));
  await closing();
  await Promise.all([closing(), closing()]);
  expect(log).toEqual(['begin', 'last', 'commit', 'begin', 'save', 'release', 'save', 'release', 'commit']);
});

test('those that come meanwhile share the next one', async () => {
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

test('one that is refused is undone alone, and told so after the commit', async () => {
  const { log, write } = createLog();
  const refused = write('b', new Error('taken')).catch((error: Error) => log.push(error.message));
  expect(await statuses([refused, write('c')])).toEqual([expect.anything(), 'c']);
  expect(log).toEqual(['begin', 'save', 'b', 'undo', 'save', 'c', 'release', 'commit', 'taken']);
});

test('a commit that fails refuses all that shared it, tries none of them again, and not those that follow', async () => {
  let commits = 0;
  const { log, write, change } = createLog({
    commit: () => (++commits === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve()),
  });
  expect(await statuses([change('a'), change('b')])).toEqual(['disk full', 'disk full']);
  expect(log).toEqual(['begin', 'a+b', 'commit', 'rollback']);
  expect(await write('d')).toBe('d');
});

test('a transaction that is lost with one of its writes is lost for all of them, for that reason', async () => {
  const { write } = createLog({ undo: () => Promise.reject(new Error('no such savepoint')) });
  expect(await statuses([write('a'), write('b'), write('c', new Error('disk full'))])).toEqual([
    'disk full',
    'disk full',
    'disk full',
  ]);
});

test('what one is refused for is not told to those who are lost with it', async () => {
  const { write } = createLog({ undo: () => Promise.reject(new Error('no such savepoint')) });
  const outcomes = await Promise.allSettled([
    write('a'),
    write('b', new ApiError('conflict', 'The name b is taken.')),
  ]);
  expect(
    outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as ApiError).code),
  ).toEqual(['unavailable', 'unavailable']);
});

describe('changes that are alike', () => {
  test('are made at once, and each has its own outcome', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a'), change('refused'), change('c')])).toEqual(['a', 'refused', 'c']);
    expect(log).toEqual(['begin', 'a+refused+c', 'commit']);
  });

  test('are halved until the one is found that the database refuses, and the others hold', async () => {
    const { log, change } = createLog();
    expect(await statuses([change('a'), change('b'), change('taken'), change('d')])).toEqual([
      'a',
      'b',
      'taken',
      'd',
    ]);
    expect(log).toEqual([
      ...['begin', 'a+b+taken+d', 'rollback'],
      ...[
        'begin',
        'save',
        'a+b',
        'release',
        'save',
        'taken+d',
        'undo',
        'save',
        'taken',
        'undo',
        'save',
        'd',
        'release',
        'commit',
      ],
    ]);
  });
});

test('a database that cannot answer is not asked again for each of them', async () => {
  const { log, change } = createLog();
  expect(await statuses([change('a'), change('time-out'), change('c')])).toEqual([
    'time-out',
    'time-out',
    'time-out',
  ]);
  expect(log).toEqual(['begin', 'a+time-out+c', 'rollback']);
});

test('nor does it keep others from being answered', async () => {
  const { log, write, change } = createLog();
  expect(await statuses([change('a'), change('time-out'), write('c')])).toEqual([
    'time-out',
    'time-out',
    'c',
  ]);
  expect(log).toEqual(['begin', 'save', 'a+time-out', 'undo', 'save', 'c', 'release', 'commit']);
});

test('one that has waited for more than two seconds is told to try again, and does not run', async () => {
  const { log, group, write } = createLog();
  const now = jest.spyOn(performance, 'now');
  let late: Promise<unknown>;
  const slow = group.transact(() => {
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
