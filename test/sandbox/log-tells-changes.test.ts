// Tests that the log tells every change and nothing else: for each planned operation that changes something, the
// entries are compared with the differences of the records before and after.
import { contractDocument } from '../../src/contract/document';
import { collectionNamed } from '../../src/contract/record-model';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type TestWorld, control, createWorld } from '../support/worlds';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';
import { type State, differences, logged, stateOf } from './world-state';

const NOW = '2026-04-20T08:00:00Z';
const TODAY = NOW.slice(0, 10);
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** The state of a demo world before the first request. */
let fresh: State | undefined;

const send = ({ client }: TestWorld, { method, path, headers, body, form }: Step) =>
  client(method, path, { ...(headers && { headers }), body: form ? formOf(form) : body });

/** Entries about an act on a record, which changes none of its fields. */
const ACTS = ['pdf_exported', 'signed_in'];

/** Requests that must come first. */
const FIRST: Record<string, (world: TestWorld, path: string) => Promise<unknown>> = {
  async deleteFacility({ client }, path) {
    for (const kind of ['cyber-assets', 'cyber-systems'])
      for (const { id } of (await client('GET', `${path}/${kind}`)).body)
        await client('DELETE', `/${kind}/${id}`);
  },
  approvePolicyDocument: (world, path) => world.client('POST', path.replace('approve', 'submit')),
  async revertPolicyDocument({ client }, path) {
    for (const step of ['submit', 'approve']) await client('POST', path.replace('revert', step));
  },
  resendInvitation: ({ id }) => control(sandbox, 'PATCH', `/${id}`, { advance: 'PT1H' }),
  async deleteCyberSystem({ client }, path) {
    for (const { id } of (await client('GET', `${path}/cyber-assets`)).body)
      await client('DELETE', `/cyber-assets/${id}`);
  },
  async deleteTrainingModule({ client }, path) {
    const list = `/training-assignments?moduleId=${path.split('/').at(-1)}`;
    for (const { id } of (await client('GET', list)).body.data)
      await client('DELETE', `/training-assignments/${id}`);
  },
};

/** An item that is not granted. */
const ELENA = 'usr_01k62kqz7ce2q9ja4kd0msp36m';
const INSTEAD: Record<string, Partial<Step>> = {
  grantRaptorComplyAccess: {
    path: `/access-control/user/${ELENA}/grant`,
    body: { accessControlItemIds: ['ac_01kkbhq5d2ew7bn6fs00f8kvw4'] },
  },
};

it.each(STEPS.filter(({ method }) => method !== 'GET'))(
  'the log tells what $operationId changes',
  async (step) => {
    const world = await createWorld(sandbox, { now: NOW });
    await FIRST[step.operationId]?.(world, step.path);
    const before = FIRST[step.operationId]
      ? await stateOf(sandbox, world)
      : (fresh ??= await stateOf(sandbox, world));
    const { status, text } = await send(world, { ...step, ...INSTEAD[step.operationId] });
    expect([status, status === step.status ? '' : text]).toEqual([step.status, '']);
    const after = await stateOf(sandbox, world);
    const entries = after.log.slice(before.log.length);
    expect(logged(entries)).toEqual(differences(before.records, after.records, TODAY));
    const empty = entries.filter(
      ({ changes, operation }) => changes === '[]' && !ACTS.includes(String(operation)),
    );
    expect(empty).toEqual([]);
    expect(entries).not.toEqual([]);
  },
);

it('the walk has every planned operation that changes something', () => {
  const changing = Object.values(contractDocument.paths).flatMap((item) =>
    Object.entries(item).filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method)),
  );
  const planned = changing
    .map(([, operation]) => operation as { operationId: string; 'x-availability': string })
    .filter((operation) => operation['x-availability'] === 'planned')
    .map(({ operationId }) => operationId);
  const walked = new Set<string>(STEPS.map(({ operationId }) => operationId));
  expect(planned.filter((operationId) => !walked.has(operationId))).toEqual([]);
});

it('a request that changes nothing leaves no entry, whatever the record', async () => {
  const world = await createWorld(sandbox, { now: NOW });
  const { records, log } = await stateOf(sandbox, world);
  const kinds = [
    ['facility', 'PATCH', '/facilities/{id}', ['name']],
    ['cyber-system', 'PATCH', '/cyber-systems/{id}', ['name', 'impact_rating']],
    ['training-module', 'PATCH', '/training-modules/{id}', ['title', 'description']],
    ['user', 'PATCH', '/users/{id}', ['name', 'email', 'role', 'phone', 'jobTitle']],
    [
      'access-control',
      'PUT',
      '/access-control/{id}',
      ['userId', 'resourceType', 'resourceId', 'accessLevel', 'justification'],
    ],
    [
      'task',
      'PUT',
      '/tasks/{id}',
      [
        'title',
        'assigneeId',
        'dueDate',
        'recurrence',
        'status',
        'notes',
        'completedAt',
        'relatedResourceId',
        'relatedResourceType',
      ],
    ],
  ] as const;
  for (const [kind, method, path, fields] of kinds) {
    expect(collectionNamed(kind)).not.toBe('');
    for (const [key, record] of [...records].filter(([each]) => each.startsWith(`${kind} `)).slice(0, 8)) {
      const given = fields.filter((field) => record[field] !== null);
      const body = Object.fromEntries(given.map((field) => [field, record[field]]));
      const reply = await world.client(method, path.replace('{id}', key.split(' ')[1]!), { body });
      expect([key, reply.status]).toEqual([key, 200]);
    }
  }
  const after = await stateOf(sandbox, world);
  expect(after.log.slice(log.length)).toEqual([]);
  expect(differences(records, after.records, TODAY)).toEqual({});
});
