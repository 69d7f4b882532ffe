// Writes that wait for each other share a commit, and nothing else: each is refused by itself, and none is answered before it is durable.
import { ApiError } from '../../src/errors';
import { type Begun, GroupCommit } from '../../src/database/group-commit';

/** A transaction that notes what is asked of it. */
function createLog({ commit = () => Promise.resolve(), undo = () => Promise.resolve() } = {}) {
  const log: string[] = [];
  const note = (text: string, then = () => Promise.resolve()) => () => {
    log.push(text);
    return then();
  };
  const begun: Begun = {
    transaction: { all: () => Promise.resolve([]), run: () => Promise.resolve(0) },
    commit: note('commit', commit),
    rollback: note('rollback'),
    save: note('save'),
    release: note('release'),
    undo: note('undo', undo),
  };
  const group = new GroupCommit(() => {
    log.push('begin');
    return Promise.resolve(begun);
  });
  const write = (name: string, fails?: Error) =>
    group.transact(() => {
      log.push(name);
      return fails ? Promise.reject(fails) : Promise.resolve(name);
    });
  return { log, group, write };
}

const statuses = async (outcomes: Promise<unknown>[]) => (await Promise.allSettled(outcomes)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message));

test('a lone write is a transaction of its own', async () => {
  const { log, write } = createLog();
  expect(await write('a')).toBe('a');
  expect(log).toEqual(['begin', 'a', 'commit']);
});

test('those that come meanwhile share the next one, in their order', async () => {
  const { log, write } = createLog();
  expect(await statuses([write('a'), write('b'), write('c')])).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['begin', 'a', 'commit', 'begin', 'save', 'b', 'release', 'save', 'c', 'release', 'commit']);
});

test('one that is refused is undone alone, and told so after the commit', async () => {
  const { log, write } = createLog();
  const first = write('a');
  const refused = write('b', new Error('taken')).catch((error: Error) => log.push(error.message));
  expect(await statuses([first, refused, write('c')])).toEqual(['a', expect.anything(), 'c']);
  expect(log.slice(3)).toEqual(['begin', 'save', 'b', 'undo', 'save', 'c', 'release', 'commit', 'taken']);
});

test('a commit that fails refuses all that shared it, and not those that follow', async () => {
  let commits = 0;
  const { log, write } = createLog({ commit: () => (++commits === 2 ? Promise.reject(new Error('disk full')) : Promise.resolve()) });
  expect(await statuses([write('a'), write('b'), write('c')])).toEqual(['a', 'disk full', 'disk full']);
  expect(log.at(-1)).toBe('rollback');
  expect(await write('d')).toBe('d');
});

test('a transaction that is lost with one of its writes is lost for all of them, for that reason', async () => {
  const { write } = createLog({ undo: () => Promise.reject(new Error('no such savepoint')) });
  expect(await statuses([write('a'), write('b'), write('c', new Error('disk full'))])).toEqual(['a', 'disk full', 'disk full']);
});

test('one that has waited for more than two seconds is told to try again, and does not run', async () => {
  const { log, group, write } = createLog();
  const now = jest.spyOn(Date, 'now');
  const slow = group.transact(() => {
    now.mockReturnValue(performance.timeOrigin + performance.now() + 3000);
    return Promise.resolve('slow');
  });
  const late = write('late');
  const [first, second] = await Promise.allSettled([slow, late]);
  now.mockRestore();
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second.status === 'rejected' && (second.reason as ApiError).code).toBe('unavailable');
  expect(log).not.toContain('late');
});
