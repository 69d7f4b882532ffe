// Each planned operation asks for a key, and refuses what breaks the contract in place of answering with a
// mock.
import type { CallOptions } from '../support/client';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type BadRequest, type Step, formOf } from './walk';
import { STEPS } from './walk-table';

const UNKNOWN_PART =
  /^No [a-z ]+ of your organization has the id in the path(\.|: it must be the id of an? .+_01k4…|: it has an? .+ at position \d+; remove it\.)$|^The \w+ in the path (must|is not) /;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const content = ({ headers, body, form }: Pick<Step, 'headers' | 'body' | 'form'>): CallOptions => ({
  ...(headers && { headers }),
  body: form ? formOf(form) : body,
});

it.each(STEPS)('401 for $operationId without a key, with the same words as everywhere', async (step) => {
  const { status, text, headers } = await sandbox.client(step.method, step.path, {
    ...content(step),
    key: null,
  });
  expect([status, text]).toEqual([401, (await sandbox.client('GET', '/facilities', { key: null })).text]);
  expect(headers.get('www-authenticate')).toContain('X-API-Key');
  expect(headers.get('x-answered-by')).toBe('server');
});

/** A bad request differs in one thing from the good one. */
const spoiled = (step: Step, bad: BadRequest): [path: string, options: CallOptions] => [
  bad.path ?? step.path,
  content({
    ...step,
    ...(bad.headers && { headers: bad.headers }),
    ...((bad.body !== undefined || bad.form !== undefined) && { body: bad.body, form: bad.form }),
  }),
];

it.each(STEPS.filter(({ bad }) => bad.status === 404))(
  '404 for $operationId at $bad.path, which says what is unknown',
  async (step) => {
    const { status, text, headers } = await sandbox.client(step.method, ...spoiled(step, step.bad));
    const message = expect.stringMatching(UNKNOWN_PART) as string;
    expect([status, JSON.parse(text)]).toEqual([404, { error: 'not_found', message }]);
    expect(headers.get('x-answered-by')).toBe('server');
  },
);

it.each(STEPS.filter(({ bad }) => bad.status === 405))(
  '405 for $operationId at $bad.path, which is another path and no id',
  async (step) => {
    const { status, body, headers } = await sandbox.client(step.method, ...spoiled(step, step.bad));
    expect([status, body.error]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).not.toContain(step.method);
  },
);

it.each(STEPS.filter(({ bad }) => bad.status === undefined))(
  '400 for $operationId that names $bad.field',
  async (step) => {
    const { status, body, headers } = await sandbox.client(step.method, ...spoiled(step, step.bad));
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(body.details.map(({ field }: { field: string }) => field)).toContain(step.bad.field);
    expect(headers.get('x-answered-by')).toBe('server');
  },
);

it.each(STEPS)('400 for $operationId with a query parameter that it does not have', async (step) => {
  const { status, body } = await sandbox.client(
    step.method,
    `${step.path}${step.path.includes('?') ? '&' : '?'}nonsense=1`,
    content(step),
  );
  expect([status, body.error, body.details.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    'validation_error',
    ['nonsense'],
  ]);
});
