// Tests the report that a release contains: when it is valid, and for which contract.
/* eslint-disable @typescript-eslint/no-explicit-any -- the tests change any part of the contract */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractDocument } from '../../../src/contract/document';
import {
  type Graduation,
  graduationProblem,
  operationDigest,
  readGraduation,
} from '../../../src/review/replay/graduation';

const folder = mkdtempSync(join(tmpdir(), 'graduations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a copy of the contract. Tests change it. */
const copy = (): any => structuredClone(contractDocument);
const contract = operationDigest(contractDocument, 'createTask');
const valid = { operationId: 'createTask', passes: true, contract } as Graduation;
const problem = (graduation: Graduation | undefined, document = contractDocument) =>
  graduationProblem(document, 'createTask', graduation);

it('an operation with a passed report of its contract may be released', () => {
  expect(problem(valid)).toBeUndefined();
});

it.each<[string, Graduation | undefined, string]>([
  [
    'without a report',
    undefined,
    'createTask has no graduation report. Run `npm run graduate -- createTask`',
  ],
  ['with a failed report', { ...valid, passes: false }, 'createTask did not graduate. Correct its handler.'],
  [
    'with a report of another contract',
    { ...valid, contract: '0' },
    'The contract of createTask has changed since its graduation.',
  ],
])('an operation %s may not be released', (_title, graduation, sentence) => {
  expect(problem(graduation)).toContain(sentence);
});

it('the digest ignores descriptions and examples, but not fields with these names', () => {
  const document = copy();
  document.paths['/tasks'].post.description = 'Other words.';
  document.components.schemas.CreateTaskRequest.description = 'Other words.';
  document.paths['/tasks'].post.requestBody.content['application/json'].examples = {};
  expect(operationDigest(document, 'createTask')).toBe(contract);
  document.components.schemas.Task.properties.description = { type: 'string' };
  expect(operationDigest(document, 'createTask')).not.toBe(contract);
});

it.each<[string, (document: any) => void]>([
  [
    'a limit of a field',
    ({ components }) => (components.schemas.CreateTaskRequest.properties.title.maxLength = 9),
  ],
  ['an error of a shared response', ({ components }) => delete components.responses.StillRunning.headers],
  ['a state of a schema', ({ components }) => components.schemas.TaskStatus.enum.push('blocked')],
  ['the path', ({ paths }) => ((paths['/jobs'] = paths['/tasks']), delete paths['/tasks'])],
])('the digest changes with %s', (_title, change) => {
  const document = copy();
  change(document);
  expect(operationDigest(document, 'createTask')).not.toBe(contract);
});

it('returns the report of an operation, and undefined for a malformed one', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.json`), text);
  write('createTask', JSON.stringify(valid));
  write('getTask', JSON.stringify(valid)); // the report of another operation
  write('getTasks', '{');
  expect(await readGraduation('createTask', folder)).toEqual(valid);
  for (const id of ['getTask', 'getTasks', 'deleteTask'])
    expect(await readGraduation(id, folder)).toBeUndefined();
});
