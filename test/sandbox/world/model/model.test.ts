// Sends random commands to sandboxes, 10,000 with NIGHTLY=true, and compares every response with a model of
// the contract.
// `MODEL_SEED=7 npx jest test/sandbox/world/model` sends other commands.
import fc from 'fast-check';
import { COMMANDS } from './areas';
import { OPERATIONS, type Operation } from './command';
import { faultOf, shrink, useModelClock } from './sequences';
import type { Counts } from './session';

const SEED = Number(process.env['MODEL_SEED'] ?? 1);
const RUNS = NIGHTLY ? 20 : 1;
const LENGTH = 500;

/** Creations are frequent, so that the other commands have records. The clock moves by days at times. */
const weightOf = (name: string) =>
  /^(create|upload|bulk)/.test(name) ? 6 : name === 'getCyberAssets' ? 1 : 2;
const choices = fc.record({
  name: fc.oneof(
    ...Object.keys(COMMANDS).map((name) => ({ weight: weightOf(name), arbitrary: fc.constant(name) })),
    { weight: 2, arbitrary: fc.constant('time') },
    { weight: 6, arbitrary: fc.constant('retry') },
  ),
  seed: fc.integer(),
});
const sequences = fc.array(choices, { minLength: LENGTH, maxLength: LENGTH, size: 'max' });

useModelClock();

/** Runs every sequence. @throws Error for the first one that diverges, with its shortest part that does. */
async function runAll(counts: Counts): Promise<void> {
  for (const [run, sequence] of fc.sample(sequences, { seed: SEED, numRuns: RUNS }).entries()) {
    const fault = await faultOf(sequence, counts);
    if (!fault) continue;
    const shortest = await shrink(sequence.slice(0, fault.sent));
    const { text } = (await faultOf(shortest)) ?? fault;
    const place = `Seed ${SEED}, run ${run}, command ${fault.sent}`;
    throw new Error(
      `${place} diverges; ${shortest.length} commands suffice.\n${JSON.stringify(shortest)}\n${text}`,
    );
  }
}

it(`returns the predicted response to each of ${RUNS * LENGTH} random commands`, async () => {
  const counts: Counts = {};
  await runAll(counts);
  if (!NIGHTLY) return; // 500 commands are too few for every operation
  const isFrequent = ({ id }: Operation) => counts[id]!.sent >= 20 && counts[id]!.successes >= 5;
  const planned = [...OPERATIONS.values()].filter(({ isPlanned }) => isPlanned);
  expect(planned).toHaveLength(88);
  expect(planned.filter((each) => !isFrequent(each)).map(({ id }) => [id, counts[id]])).toEqual([]);
}, 300_000);
