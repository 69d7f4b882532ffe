// An answer has an ETag where the contract says so and nowhere else, whoever gives it, and only such an
// answer becomes a 304.
import { operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { AVAILABLE } from './available';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type AnyStep = Pick<Step, 'method' | 'path' | 'body' | 'form'> & { operationId: string };
const ALL: AnyStep[] = [...(AVAILABLE as AnyStep[]), ...STEPS];

const take = ({ method, path, body, form }: AnyStep, headers: Record<string, string> = {}) =>
  sandbox.client(method, path, { headers, body: form ? formOf(form) : body });
const responsesOf = ({ operationId }: AnyStep) =>
  operations.find((operation) => operation.operationId === operationId)!.responses;

it.each(ALL.filter(({ method }) => method === 'GET'))(
  '$operationId answers 304 if the contract has it, and that without a body or a type of one',
  async (step) => {
    const { status, text, headers } = await take(step, { 'If-None-Match': '*' });
    expect(status).toBe(responsesOf(step)['304'] ? 304 : 200);
    if (status === 304)
      expect([text, headers.get('content-type'), headers.has('etag')]).toEqual(['', null, true]);
  },
);

it.each(ALL)('$operationId has an ETag if the contract says so', async (step) => {
  const { status, headers } = await take(step);
  expect([status, headers.has('etag')]).toEqual([
    status,
    responsesOf(step)[status]!.headers?.['ETag'] !== undefined,
  ]);
});
