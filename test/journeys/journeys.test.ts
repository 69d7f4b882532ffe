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
import { keyOf } from '../support/worlds';

interface Step {
  stepId: string;
  operationId: string;
  [field: string]: unknown;
}

/** An Arazzo document with one workflow. `x-people`: the roles of the people whose keys are inputs. */
interface Journey {
  info: { title: string };
  sourceDescriptions: { name: string; url: string; type: string }[];
  workflows: [{ workflowId: string; 'x-people': Record<string, string>; steps: Step[] }];
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

/** Runs the documents twice, each with the keys of the people whom it names, and expects that all steps pass. */
async function passesTwice(
  files: [file: string, journey: Journey][],
  url: string,
  keyOf: (role: string) => string | Promise<string>,
) {
  for (const effectiveDate of DATES)
    for (const [
      file,
      {
        workflows: [{ 'x-people': people, steps }],
      },
    ] of files) {
      const given: Record<string, string> = { effectiveDate };
      for (const [name, role] of Object.entries(people)) given[name] = await keyOf(role);
      const { status, report } = await respect([file], url, given);
      if (status !== 0) throw new Error(report);
      expect(/Steps: (\d+) passed/.exec(report)?.[1]).toBe(String(steps.length));
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
  const { data } = (await sandbox.client('GET', '/users')).body as { data: { id: string; role: string }[] };
  const idOf = (role: string) => data.find((user) => user.role === role)!.id;
  const files = FILES.map((file, index): [string, Journey] => [file, journeys[index]!]);
  await passesTwice(files, sandbox.url, async (role) => (await keyOf(sandbox, idOf(role))).key).finally(
    sandbox.close,
  );
}, 120_000); // Redocly starts for each journey, twice

test('a journey with an approval submits as one person, and approves as another', () => {
  const keyOfStep = ({ parameters = [] }: Step): string =>
    (parameters as { name: string; value: string }[]).find(({ name }) => name === 'X-API-Key')?.value ?? '';
  const keysOf = (operationId: string) =>
    journeys.flatMap(stepsOf).flatMap((step) => (step.operationId === operationId ? [keyOfStep(step)] : []));
  expect(keysOf('submitPolicyDocument')).toEqual(['', '']);
  expect(keysOf('approvePolicyDocument')).toEqual(['$inputs.approverKey', '$inputs.approverKey']);
});

test('the released part of every journey passes twice on the server', async () => {
  const released = journeys.map(releasedPart);
  const files = released.flatMap((journey, index) => {
    const file = join(folder, `${index}.json`);
    const [source] = journey.sourceDescriptions;
    const sourceDescriptions = [{ ...source, url: join(ROOT, 'generated/openapi.json') }]; // one file loads faster
    writeFileSync(file, JSON.stringify({ ...journey, sourceDescriptions }));
    return stepsOf(journey).length > 0 ? [[file, journey] as [string, Journey]] : [];
  });
  expect(files).not.toEqual([]);
  const server = await startTestServer();
  await passesTwice(files, server.url, () => server.cedar.key).finally(() => server.close());
});
