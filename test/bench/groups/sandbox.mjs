// Compares the sandbox's planned operations with other mock servers, and measures its startup and its memory.
import { contend, rowsOf } from '../support/contend.mjs';
import { load } from '../support/load.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { prism, sandbox, scalar, scalarStore } from '../support/sides.mjs';
import { TASK, createTask, getMock, getTask, getTasks } from '../support/works.mjs';

const GROUP = 'Sandbox';

/** The minimum ratio of the works to each reference. POST is last because it adds thousands of tasks. */
const TABLE = [
  {
    works: [getMock],
    beside: [
      [prism, 2.5],
      [scalar, undefined],
    ],
  },
  { works: [getTask, getTasks, createTask], beside: [[scalarStore, 1.5]] },
];

const startOn =
  (side, { folder }) =>
  () =>
    startSide(side.on(), { folder, ...TASK });

async function compare({ works, beside }, options, report) {
  const wanted = works.filter((work) => options.wanted(GROUP, work().name));
  if (wanted.length === 0) return;
  const starts = [sandbox, ...beside.map(([reference]) => reference)].map((side) => startOn(side, options));
  const goals = beside.map(([, goal]) => goal);
  await withSides(starts, async (sides) => {
    for (const work of wanted) {
      const contenders = sides.map((side) => ({ name: side.name, side, work: work() }));
      const perSecond = await contend(contenders, options);
      for (const row of rowsOf(GROUP, work().name, perSecond, contenders, goals)) report(row);
    }
  });
}

/** Starts a process a round. Returns the minimum startup time and the maximum memory after reads. */
async function startAndRead(options) {
  const measured = [];
  for (let round = 0; round < options.rounds; round++)
    await withSides([startOn(sandbox, options)], async ([side]) => {
      for (const work of [getTask(), getTasks()]) await load(side.url, work, { seconds: options.seconds });
      measured.push({ seconds: side.readyMilliseconds / 1000, megabytes: side.megabytes('VmHWM') });
    });
  return {
    seconds: Math.min(...measured.map(({ seconds }) => seconds)),
    megabytes: Math.max(...measured.map(({ megabytes }) => megabytes)),
  };
}

/** `options` has `folder`, `rounds`, `seconds` and `wanted(group, work)`. Calls `report` with each row. */
export async function ofSandbox(options, report) {
  for (const comparison of TABLE) await compare(comparison, options, report);
  const [start, memory] = ['startup until the first planned response', 'maximum memory of the reads'];
  if (![start, memory].some((work) => options.wanted(GROUP, work))) return;
  const { seconds, megabytes } = await startAndRead(options);
  report({ group: GROUP, work: start, here: seconds, unit: ' s', goal: 1.5 });
  report({ group: GROUP, work: memory, here: megabytes, unit: ' MB', goal: 160 });
}
