// Runs the Arazzo documents of spec/journeys/: all steps in the sandbox, the released steps on the server.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { operations } from '../../generated/operations';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { JOURNEY_RULES, lint, respect } from '../contract/redocly';
import { startSandbox } from '../support/sandbox';
import { startTestServer } from '../support/server';

interface Step {
  stepId: string;
  operationId: string;
  [field: string]: unknown;
}

/** An Arazzo document with one workflow. */
interface Journey {
  info: { title: string };
  sourceDescriptions: { name: string; url: string; type: string }[];
  workflows: [{ workflowId: string; steps: Step[] }];
}

const FOLDER = join(ROOT, 'spec/journeys');
const FILES = readdirSync(FOLDER).map((name) => join(FOLDER, name));
const journeys = FILES.map((file) => parse(readFileSync(file, 'utf8')) as Journey);
const stepsOf = ({ workflows: [{ steps }] }: Journey) => steps;
const availability = new Map<string, string>(operations.map((each) => [each.operationId, each.availability]));
const isAvailable = (operationId: string): boolean => availability.get(operationId) === 'available';

const stepsUsedBy = (step: Step): string[] =>
  [...JSON.stringify(step).matchAll(/\$steps\.([\w-]+)/g)].map(([, stepId]) => stepId!);

/** Returns what a server without planned operations can run: no step that uses a result of a removed step. */
function releasedPart(journey: Journey): Journey {
  const [workflow] = journey.workflows;
  const kept = new Set<string>();
  const steps = workflow.steps.filter((step) => {
    const isKept =
      isAvailable(step.operationId) && stepsUsedBy(step).every((id) => id === step.stepId || kept.has(id));
    if (isKept) kept.add(step.stepId);
    return isKept;
  });
  return { ...journey, workflows: [{ ...workflow, steps }] };
}

const folder = temporaryFolder();

/** Each run designates a CIP Senior Manager, who begins later than the one before. */
const DATES = ['2034-01-01', '2034-01-02'];

/** Runs the documents twice, and expects that each of their steps passes. */
async function passesTwice(files: string[], steps: number, { url, key }: { url: string; key: string }) {
  for (const effectiveDate of DATES) {
    const { status, report } = await respect(files, url, { apiKey: key, effectiveDate });
    if (status !== 0) throw new Error(report);
    const passed = [...report.matchAll(/Steps: (\d+) passed, (\d+) total/g)];
    expect(passed.map(([, all]) => Number(all)).reduce((sum, all) => sum + all, 0)).toBe(steps);
  }
}

test('the documents have no lint errors', () => {
  expect(lint(FILES, JOURNEY_RULES).flat()).toEqual([]);
});

test('every step names an operation of the contract', () => {
  const named = journeys.flatMap(stepsOf).map(({ operationId }) => operationId);
  expect(named.filter((operationId) => !availability.has(operationId))).toEqual([]);
});

test('every journey passes twice in the same world of the sandbox', async () => {
  const sandbox = await startSandbox();
  await passesTwice(FILES, journeys.flatMap(stepsOf).length, sandbox).finally(sandbox.close);
});

test('the released part of every journey passes twice on the server', async () => {
  const released = journeys.map(releasedPart);
  const files = released.flatMap((journey, index) => {
    const file = join(folder, `${index}.json`);
    const [source] = journey.sourceDescriptions;
    const sourceDescriptions = [{ ...source, url: join(ROOT, 'generated/openapi.json') }]; // one file loads faster
    writeFileSync(file, JSON.stringify({ ...journey, sourceDescriptions }));
    return stepsOf(journey).length > 0 ? [file] : [];
  });
  expect(files).not.toEqual([]);
  const server = await startTestServer();
  const target = { url: server.url, key: server.cedar.key };
  await passesTwice(files, released.flatMap(stepsOf).length, target).finally(() => server.close());
});
