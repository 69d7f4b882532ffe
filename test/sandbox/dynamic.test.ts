// Tests `Prefer: dynamic=true`: each response is generated, differs, and matches the contract. The client
// validates it.
import { examples, isSuccess } from '../support/examples';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { AVAILABLE } from './available';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const TIMES = 3;
type AnyStep = Pick<Step, 'method' | 'path' | 'headers' | 'body' | 'form'>;

/** All operations with a JSON response, including available ones. */
const JSON_STEPS = [
  ...STEPS.filter(({ status, csv }) => status !== 204 && csv === undefined),
  ...AVAILABLE.filter(({ method }) => method !== 'DELETE').map((step) => ({
    ...step,
    status: step.method === 'POST' ? 201 : 200,
  })),
] as (AnyStep & { operationId: string; status: number })[];

const generate = ({ method, path, headers, body, form }: AnyStep, prefer = 'dynamic=true') =>
  sandbox.client(method, path, { headers: { ...headers, Prefer: prefer }, body: form ? formOf(form) : body });

it.each(JSON_STEPS)('$operationId generates responses that match the contract', async (step) => {
  const answers = await Promise.all(Array.from({ length: TIMES }, () => generate(step)));
  for (const { status, text, headers } of answers) {
    expect([status, status === step.status ? '' : text]).toEqual([step.status, '']);
    expect(headers.get('preference-applied')).toBe('dynamic=true');
  }
});

it('generates a different response each time, and no example', async () => {
  const shown = examples
    .filter((example) => example.operationId === 'getTask' && isSuccess(example))
    .map(({ value }) => JSON.stringify(value));
  const step = STEPS.find(({ operationId }) => operationId === 'getTask')!;
  const texts = (await Promise.all(Array.from({ length: TIMES }, () => generate(step)))).map(
    ({ text }) => text,
  );
  expect(new Set([...texts, ...shown]).size).toBe(TIMES + shown.length);
});

it.each(['400', '404', '409', '429', '503'])(
  'does not generate a %s: each error has one meaning',
  async (code) => {
    const step = STEPS.find(({ operationId }) => operationId === 'updateTask')!;
    const { status, text, headers } = await generate(step, `code=${code}, dynamic=true`);
    expect([String(status), text, headers.get('preference-applied')]).toEqual([
      code,
      (await generate(step, `code=${code}`)).text,
      `code=${code}`,
    ]);
  },
);

it.each(STEPS.filter(({ csv }) => csv))(
  '$operationId returns its CSV example, because CSV cannot be generated',
  async (step) => {
    const { status, text } = await generate(step);
    const { operations } = sandbox.server.contract;
    const operation = operations.find(({ operationId }) => operationId === step.operationId)!;
    const [example] = Object.keys(operation.responses['200']!.content!['text/csv']!.examples!);
    expect([status, text]).toEqual([200, (await generate(step, `example=${example}`)).text]);
  },
);

it('generates words with x-faker', async () => {
  const step = STEPS.find(({ operationId }) => operationId === 'getTask')!;
  const document = partOfContract([...RELEASED, '/tasks/{id}']);
  const { properties } = document.components['schemas']!['Task'] as { properties: Record<string, object> };
  properties['title'] = { type: 'string', 'x-faker': { 'helpers.arrayElement': [['Ada', 'Grace']] } };
  await sandbox.server.replace(document); // replaces the document from here on
  expect(['Ada', 'Grace']).toContain((await generate(step)).body.title);
});
