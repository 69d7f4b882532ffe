// Graduates operations for practice: handlers of tasks replace the planned ones, sound or with one fault.
import type * as Resources from '../../../src/server/resources/index';
import { type Candidate, openCandidate } from '../../../src/review/replay/candidate';
import { graduate } from '../../../src/review/replay/graduation';
import { recordEvidence } from '../../../src/review/replay/graduation-evidence';
import type { Recording } from '../../../src/review/probe/har';
import { NIGHTLY } from '../../support/nightly';
import { type Served, recordWalk, releasedContract, serve } from './graduating';
import type * as TaskHandlers from './task-handlers';
import { FAULTS, planted } from './task-handlers';

jest.mock('../../../src/server/resources/index', () => {
  const actual = jest.requireActual<typeof Resources>('../../../src/server/resources/index');
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
let evidence: Recording[];
beforeAll(async () => {
  planned = await serve();
  released = await serve(document);
  candidate = await openCandidate(released.access);
  evidence = await recordEvidence(document, 'createTask', planned.access);
});
afterAll(async () => {
  await planned.close();
  await released.close();
});
afterEach(() => void (planted.fault = undefined));

const graduated = (operationId: string, recordings: Recording[]) =>
  graduate({ document, operationId, candidate, recordings, waivers: [], today: '2026-11-24' });

it.each(['createTask', 'getTask', 'getTasks'])('%s graduates with sound handlers', async (operationId) => {
  const recordings = await recordEvidence(document, operationId, planned.access);
  const { passes, replay } = await graduated(operationId, recordings);
  expect([passes, replay.differences]).toEqual([true, []]);
  expect(replay.recordings.map(({ calls }) => calls)).toEqual(replay.recordings.map(({ sent }) => sent));
  expect(replay.recordings.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(100);
});

it.each(FAULTS)('createTask does not graduate when %s', async (fault) => {
  planted.fault = fault;
  const { passes, replay } = await graduated('createTask', evidence);
  expect([passes, replay.counts.breaking > 0]).toEqual([false, true]);
});

it('an operation does not graduate without a call of its own', async () => {
  const { passes, replay } = await graduated('acceptInvitation', evidence);
  expect([passes, replay.passes]).toEqual([false, true]);
});

const WALKS = 20;
const REPLAYS = NIGHTLY ? 1000 : 20;

it(`a sound candidate has no differences in ${REPLAYS} replays`, async () => {
  const recordings: Recording[] = [];
  for (let seed = 1; seed <= WALKS; seed++) recordings.push(await recordWalk(planned.access, seed));
  for (let round = 0; round < REPLAYS / WALKS; round++) {
    const { replay } = await graduated('createTask', recordings);
    expect(replay.differences).toEqual([]);
    expect(replay.recordings.every(({ calls, sent }) => calls === sent)).toBe(true);
  }
}, 120_000);
