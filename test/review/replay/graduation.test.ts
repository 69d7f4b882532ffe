// Graduates operations for practice: handlers of tasks replace the planned ones, sound or with one fault.
import type * as Resources from '../../../src/server/operations/handlers';
import { type Candidate, openCandidate } from '../../../src/review/replay/candidate';
import { graduate } from '../../../src/review/replay/graduation';
import { recordEvidence } from '../../../src/review/replay/graduation-evidence';
import type { Recording } from '../../../src/review/probe/har';
import { type Served, recordWalk, releasedContract, serve } from './graduating';
import type * as TaskHandlers from './task-handlers';
import { FAULTS, LIST_FAULTS, planted } from './task-handlers';

jest.mock('../../../src/server/operations/handlers', () => {
  const actual = jest.requireActual<typeof Resources>('../../../src/server/operations/handlers');
  const { createTaskHandlers, planted: state } = jest.requireActual<typeof TaskHandlers>('./task-handlers');
  const createHandlers: typeof Resources.createHandlers = (database, revision, clock) => ({
    ...actual.createHandlers(database, revision, clock),
    ...(state.isReleased ? createTaskHandlers(database, clock) : {}),
  });
  return { ...actual, createHandlers };
});

const document = releasedContract();
let planned: Served;
let released: Served;
let candidate: Candidate;
const OPERATIONS = ['createTask', 'getTask', 'getTasks'] as const;
const evidence = new Map<string, Recording[]>();
beforeAll(async () => {
  planned = await serve();
  released = await serve(document);
  candidate = await openCandidate(released.access);
  for (const operationId of OPERATIONS)
    evidence.set(operationId, await recordEvidence(document, operationId, planned.access));
});
afterAll(async () => {
  await planned.close();
  await released.close();
});
afterEach(() => void (planted.fault = undefined));

const graduated = (operationId: string, recordings: Recording[]) =>
  graduate({ document, operationId, candidate, recordings, waivers: [], today: '2026-11-24' });

it.each(OPERATIONS)('%s graduates with sound handlers', async (operationId) => {
  const { passes, replay } = await graduated(operationId, evidence.get(operationId)!);
  expect([passes, replay.differences]).toEqual([true, []]);
  expect(replay.recordings.map(({ calls }) => calls)).toEqual(replay.recordings.map(({ sent }) => sent));
  expect(replay.recordings.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(100);
});

/** Returns whether a recording has a breaking difference. Tries the short ones first, and those with twins last. */
async function isRejected(operationId: string): Promise<boolean> {
  const cost = ({ name, entries }: Recording): number => entries.length + (name.includes('twins') ? 1000 : 0);
  for (const recording of [...evidence.get(operationId)!].sort((one, other) => cost(one) - cost(other))) {
    const { passes, replay } = await graduated(operationId, [recording]);
    if (!passes && replay.counts.breaking > 0) return true;
  }
  return false;
}

it.each(FAULTS)('createTask does not graduate when %s', async (fault) => {
  planted.fault = fault;
  expect(await isRejected('createTask')).toBe(true);
});

it.each(LIST_FAULTS)('getTasks does not graduate when %s', async (fault) => {
  planted.fault = fault;
  const { passes, replay } = await graduated('getTasks', evidence.get('getTasks')!);
  expect([passes, replay.differences.map(({ recorded, candidate: other }) => [recorded, other])]).toEqual([
    false,
    [[304, 200].map(String)],
  ]);
});

it('the calls of callers get twins, which show that a handler ignores If-None-Match', async () => {
  const walk = await recordWalk(planned.access, 1);
  planted.fault = 'If-None-Match is ignored';
  expect(await graduated('getTasks', [walk])).toMatchObject({ passes: true });
  const recorded = await recordEvidence(document, 'getTasks', planned.access, [walk]);
  const ofCaller = recorded.filter(({ name }) => name.startsWith(walk.name));
  expect(ofCaller.map(({ name }) => name)).toEqual(['walk 1 with twins', 'walk 1 in the empty world']);
  expect(await graduated('getTasks', ofCaller)).toMatchObject({ passes: false });
});

it('an operation does not graduate without a call of its own', async () => {
  const { passes, replay } = await graduated('acceptInvitation', evidence.get('getTask')!);
  expect([passes, replay.passes]).toEqual([false, true]);
});

const WALKS = NIGHTLY ? 20 : 8;
const REPLAYS = NIGHTLY ? 1000 : WALKS;

it(`a sound candidate has no differences in ${REPLAYS} replays`, async () => {
  const recordings: Recording[] = [];
  for (let seed = 1; seed <= WALKS; seed++) recordings.push(await recordWalk(planned.access, seed));
  for (let round = 0; round < REPLAYS / WALKS; round++) {
    const { replay } = await graduated('createTask', recordings);
    expect(replay.differences).toEqual([]);
    expect(replay.recordings.every(({ calls, sent }) => calls === sent)).toBe(true);
  }
}, 120_000);
