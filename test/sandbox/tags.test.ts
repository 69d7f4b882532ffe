// Tests that a response has an ETag exactly when the contract declares it, from server and mock, and that
// only such a response becomes a 304.
import { operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { AVAILABLE } from './available';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type AnyStep = Pick<Step, 'method' | 'path' | 'headers' | 'body' | 'form'> & { operationId: string };
const ALL: AnyStep[] = [...(AVAILABLE as AnyStep[]), ...STEPS];

const send = ({ method, path, headers: own, body, form }: AnyStep, headers: Record<string, string> = {}) =>
  sandbox.client(method, path, { headers: { ...own, ...headers }, body: form ? formOf(form) : body });
const responsesOf = ({ operationId }: AnyStep) =>
  operations.find((operation) => operation.operationId === operationId)!.responses;

it.each(ALL.filter(({ method }) => method === 'GET'))(
  '$operationId returns 304 if the contract declares it, without a body or Content-Type',
  async (step) => {
    const { status, text, headers } = await send(step, { 'If-None-Match': '*' });
    expect(status).toBe(responsesOf(step)['304'] ? 304 : 200);
    if (status === 304)
      expect([text, headers.get('content-type'), headers.has('etag')]).toEqual(['', null, true]);
  },
);

it.each(ALL)('$operationId returns an ETag exactly when the contract declares it', async (step) => {
  const { status, headers } = await send(step);
  expect([status, headers.has('etag')]).toEqual([
    status,
    responsesOf(step)[status]!.headers?.['ETag'] !== undefined,
  ]);
});
