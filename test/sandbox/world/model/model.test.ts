// Sends 10,000 random commands to sandboxes, and compares every response with a model of the contract.
// `MODEL_SEED=7 npx jest test/sandbox/world/model` sends other commands.
import fc from 'fast-check';
import type { Sandbox } from '../../../support/sandbox';
import { accessControls } from './access-controls';
import { activity } from './activity';
import { assetFiles } from './asset-files';
import { assets } from './assets';
import { type Commands, OPERATIONS } from './command';
import { designations } from './designations';
import { evidence } from './evidence';
import { facilities } from './facilities';
import { invitations } from './invitations';
import { type Choice, type Counts, createSession, step } from './run';
import { learnWorld } from './start';
import { systems } from './systems';
import { policyDocumentParts } from './policy-document-parts';
import { policyDocuments } from './policy-documents';
import { taskInstances } from './task-instances';
import { tasks } from './tasks';
import { trainingAssignments } from './training-assignments';
import { trainingModules } from './training-modules';
import { trainingRecords } from './training-records';
import { users } from './users';

const COMMANDS: Commands = {
  ...facilities,
  ...systems,
  ...assets,
  ...assetFiles,
  ...trainingModules,
  ...trainingAssignments,
  ...trainingRecords,
  ...tasks,
  ...taskInstances,
  ...evidence,
  ...policyDocuments,
  ...policyDocumentParts,
  ...users,
  ...invitations,
  ...designations,
  ...accessControls,
  ...activity,
};
const SEED = Number(process.env['MODEL_SEED'] ?? 1);
const RUNS = 20;
const LENGTH = 500;
const START = Date.parse('2026-09-01T10:00:00Z');

/** Creations are frequent, so that the other commands have records. The clock moves by days at times. */
const weightOf = (name: string) => (/^(create|upload|bulk)/.test(name) ? 5 : 2);
const choices = fc.record({
  name: fc.oneof(
    ...Object.keys(COMMANDS).map((name) => ({ weight: weightOf(name), arbitrary: fc.constant(name) })),
    { weight: 2, arbitrary: fc.constant('time') },
    { weight: 6, arbitrary: fc.constant('retry') },
  ),
  seed: fc.integer(),
});
const sequences = fc.array(choices, { minLength: LENGTH, maxLength: LENGTH, size: 'max' });

/** The clock of the libraries, which Jest does not replace. */
const LibraryDate = (worker.process.constructor.constructor as FunctionConstructor)(
  'return Date',
)() as DateConstructor;
beforeAll(() => {
  jest.useFakeTimers({ doNotFake: [...NOT_FAKE] });
  jest.spyOn(LibraryDate, 'now').mockImplementation(() => Date.now());
});
const NOT_FAKE = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Starts a sandbox with modules of its own, whose ids increase from the present time. */
async function startAnew(): Promise<Sandbox> {
  let started: Promise<Sandbox>;
  await jest.isolateModulesAsync(async () => {
    const { startSandbox } = await import('../../../support/sandbox.js');
    started = startSandbox();
  });
  return started!;
}

/** Returns the last requests and the fault of a sequence that diverges; undefined for one that does not. */
async function faultOf(sequence: Choice[], counts: Counts = {}) {
  jest.setSystemTime(START);
  const sandbox = await startAnew();
  const session = createSession(sandbox.client, await learnWorld(sandbox.client), counts);
  let sent = 0;
  try {
    for (; sent < sequence.length; sent++) await step(session, COMMANDS, sequence[sent]!);
    return undefined;
  } catch (error) {
    return { sent: sent + 1, text: `${session.trace.slice(-30).join('\n')}\n${(error as Error).stack}` };
  } finally {
    await sandbox.close();
  }
}

/** Removes parts of a sequence while it still diverges, for a minute at most. */
async function shrink(sequence: Choice[]): Promise<Choice[]> {
  const end = performance.now() + 60_000;
  let shortest = sequence;
  for (let size = shortest.length >> 1; size > 0; size >>= 1)
    for (let start = 0; start < shortest.length && performance.now() < end;) {
      const shorter = shortest.toSpliced(start, size);
      if (await faultOf(shorter)) shortest = shorter;
      else start += size;
    }
  return shortest;
}

/** Runs every sequence. @throws Error for the first one that diverges, with its shortest part that does. */
async function runAll(counts: Counts): Promise<void> {
  for (const [run, sequence] of fc.sample(sequences, { seed: SEED, numRuns: RUNS }).entries()) {
    const fault = await faultOf(sequence, counts);
    if (!fault) continue;
    if (process.env['MODEL_DEBUG']) {
      console.log(
        fault.text
          .split('\n')
          .filter((l) => !l.includes('    at '))
          .map((l) => l.slice(0, 420))
          .slice(-Number(process.env['MODEL_DEBUG']))
          .join('\n'),
      );
      continue;
    }
    const shortest = await shrink(sequence.slice(0, fault.sent));
    const { text } = (await faultOf(shortest)) ?? fault;
    const place = `Seed ${SEED}, run ${run}, command ${fault.sent}`;
    throw new Error(
      `${place} diverges; ${shortest.length} commands suffice.\n${JSON.stringify(shortest)}\n${text}`,
    );
  }
}

it('returns to 10,000 random commands what the model of the contract predicts', async () => {
  const counts: Counts = {};
  await runAll(counts);
  const planned = [...OPERATIONS.values()].filter(({ id, isPlanned }) => isPlanned && id in COMMANDS);
  const rare = planned.filter(({ id }) => !(counts[id]!.sent >= 20 && counts[id]!.successes >= 5));
  expect(rare.map(({ id }) => [id, counts[id]])).toEqual([]);
}, 300_000);
