// Tests that mocks are stateless: every caller gets the same response, whatever the earlier requests were.
import { type Sandbox, startSandbox } from '../support/sandbox';
import { AVAILABLE } from './available';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const REQUESTS = 1000;
const AT_ONCE = 8;

/**
 * Returns the same sequence in each run (a linear congruential generator with the constants of Numerical
 * Recipes).
 */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ACCEPTS = [
  undefined,
  '*/*',
  'application/json',
  'text/csv',
  'text/html',
  'application/xml',
  'application/json;q=0.1, text/csv',
  'text/csv;q=0, */*',
  'nonsense',
  '',
];
const CHEAP = [
  undefined,
  'code=404',
  'code=401',
  'code=503',
  'code=200',
  'code=304',
  'example=overdue',
  'code=400, example=malformedJson',
  'code=abc',
  'delay=1ms',
  'respond-async',
];
/** Generated responses take long, so they are rarer. */
const PREFERS = [...CHEAP, ...CHEAP, 'dynamic=true', 'dynamic=true, code=201'];

type AnyStep = Pick<Step, 'method' | 'path' | 'body' | 'form'>;
const send = ({ method, path, body, form }: AnyStep, headers: Record<string, string> = {}) =>
  sandbox.client(method, path, { body: form ? formOf(form) : body, headers });

const reads = AVAILABLE.filter(({ method }) => method === 'GET') as AnyStep[];
const writes = AVAILABLE.filter(({ method }) => method !== 'GET') as AnyStep[];
const FORMATS = ['csv', 'json'].map((format): AnyStep => ({
  method: 'GET',
  path: `/training-assignments/export?format=${format}`,
}));
const PROBES: AnyStep[] = [...STEPS, ...reads, ...FORMATS];

const probe = async () => {
  const answers = [];
  for (const step of PROBES) {
    const { status, text, headers } = await send(step);
    const fields = [
      'content-type',
      'content-disposition',
      'location',
      'etag',
      'x-answered-by',
      'preference-applied',
    ].map((name) => headers.get(name));
    answers.push([step.method, step.path, status, ...fields, text]);
  }
  return answers;
};

it(`${REQUESTS} requests with any Accept and Prefer do not change other responses`, async () => {
  const before = await probe();
  const next = sequence(20260327);
  const oneOf = <Value>(values: Value[]): Value => values[next(values.length)]!;
  const planned = Array.from({ length: REQUESTS }, () => ({
    step: oneOf(PROBES),
    accept: oneOf(ACCEPTS),
    prefer: oneOf(PREFERS),
  }));
  const responders = new Set<string | null>();
  const call = async ({ step, accept, prefer }: (typeof planned)[number]) => {
    const { headers } = await send(step, {
      ...(accept === undefined ? {} : { Accept: accept }),
      ...(prefer === undefined ? {} : { Prefer: prefer }),
    });
    responders.add(headers.get('x-answered-by'));
  };
  while (planned.length > 0) await Promise.all(planned.splice(0, AT_ONCE).map(call));
  expect(responders).toEqual(new Set(['mock', 'server']));
  expect(await probe()).toEqual(before);
}, 60_000);

it('requested responses of write operations store nothing', async () => {
  const before = await probe();
  for (const step of writes)
    for (const code of ['401', '404', '409', '412', '500', '503'])
      await send(step, { Prefer: `code=${code}` });
  for (const step of writes) await send(step, { Prefer: 'dynamic=true' });
  expect(await probe()).toEqual(before);
});

it('a record that is created by a mock does not exist afterwards', async () => {
  const created = await send(STEPS.find(({ operationId }) => operationId === 'createFacility')!);
  expect(created.status).toBe(201);
  expect((await sandbox.client('GET', created.headers.get('location')!)).status).toBe(404);
  const removed = await send(STEPS.find(({ operationId }) => operationId === 'deleteFacility')!);
  expect(removed.status).toBe(204);
  expect((await sandbox.client('GET', '/facilities/fac_01k808vjcneks9f5c457w3x0x2')).status).toBe(200);
});
