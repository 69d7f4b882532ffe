// Tests that the log tells every change and nothing else: for each planned operation that changes something, the
// entries are compared with the differences of the records before and after.
import { contractDocument } from '../../src/contract/document';
import { collectionNamed, createRecordModel, wordsOf } from '../../src/contract/record-model';
import type { Snapshot } from '../../src/sandbox/control/snapshots';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type TestWorld, control, createWorld } from '../support/worlds';
import { type Step, formOf } from './walk';
import { STEPS } from './walk-table';

const NOW = '2026-04-20T08:00:00Z';
const TODAY = NOW.slice(0, 10);
const model = createRecordModel(contractDocument);
const { ActivityResourceType } = contractDocument.components['schemas'] as Record<string, { enum: string[] }>;

type Fields = Record<string, unknown>;
/** The fields of each record that the log can show, by the kind and the id of the record. */
type Records = Map<string, Fields>;
interface State {
  records: Records;
  log: Fields[];
}

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** Returns a stored record as a read shows it. */
const viewed = (record: Fields): Fields =>
  ['open', 'in_progress', 'assigned'].includes(String(record.status)) &&
  typeof record.dueDate === 'string' &&
  !record.recurrence &&
  record.dueDate < TODAY
    ? { ...record, status: 'overdue' }
    : record;

/** Of a record itself, not of its content. */
const UNLOGGED = [
  'id',
  'createdAt',
  'updatedAt',
  'created_at',
  'updated_at',
  'organization_slug',
  'nextDueDate',
  'instances',
];
const TABLES = {
  facilities: 'Facility',
  control_centers: 'ControlCenter',
  cyber_systems: 'CyberSystem',
  cyber_assets: 'CyberAsset',
} as const;

/** Returns a value as the log shows it: lists by the names of their elements. */
function shown(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((each: Fields) => each.name ?? each.fileName ?? each.title ?? each.id ?? each);
}

function add(records: Records, collection: string, record: Fields): void {
  const kind = wordsOf(collection).replaceAll(' ', '-');
  if (!ActivityResourceType!.enum.includes(kind)) return;
  const names = Object.keys(model.fieldsOf(collection)).filter((name) => !UNLOGGED.includes(name));
  const fields = Object.fromEntries(names.map((name) => [name, shown(record[name])]));
  records.set(`${kind} ${String(record.id)}`, fields);
}

/** Reads a whole world at once: the snapshot of a fork. */
async function stateOf(world: TestWorld): Promise<State> {
  const fork = await createWorld(sandbox, { from: world.id });
  const { from } = await sandbox.worlds.originOf(fork.id);
  await control(sandbox, 'DELETE', `/${fork.id}`);
  const snapshot = from as Snapshot;
  const records: Records = new Map();
  const ratings = new Map(snapshot.cyber_systems.map(({ id, impact_rating }) => [id, impact_rating]));
  for (const [table, collection] of Object.entries(TABLES))
    for (const row of snapshot[table as keyof typeof TABLES])
      add(records, collection, {
        ...(collection === 'CyberAsset' && { impact_rating: ratings.get(row.cyber_system_id) }),
        ...row,
      });
  const rows = snapshot.sandbox_records.filter(({ deleted }) => deleted === 0);
  const read = ({ record }: Fields) => JSON.parse(String(record)) as Fields;
  for (const row of rows) add(records, String(row.collection), viewed(read(row)));
  for (const row of rows.filter(({ collection }) => collection === 'TaskInstance')) {
    const { parentTaskId, dueDate, status, completedAt, notes } = read(row);
    const task = records.get(`task ${String(parentTaskId)}`);
    for (const [name, value] of Object.entries({ status, completedAt, notes }))
      if (task) task[`instances.${String(dueDate)}.${name}`] = value ?? null;
  }
  return { records, log: snapshot.activity };
}

/** The value of a field of an instance that no request has changed. */
function untouched(field: string): unknown {
  const [, day, name] = /^instances\.(\S{10})\.(\w+)$/.exec(field) ?? [];
  if (name !== 'status') return null;
  return day! < TODAY ? 'overdue' : 'open';
}

type Changes = Record<string, Record<string, unknown[]>>;

/** Returns the fields that differ, with their values before and after. */
function differences(before: Records, after: Records): Changes {
  const changes: Changes = {};
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(key), after.get(key)];
    for (const field of Object.keys({ ...one, ...other })) {
      const isInstance = field.startsWith('instances.');
      if (isInstance && !(one && other)) continue; // the instances of a deleted task
      const valueIn = (record: Fields | undefined) =>
        record?.[field] === undefined && isInstance ? untouched(field) : (record?.[field] ?? null);
      const pair = [valueIn(one), valueIn(other)];
      if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) (changes[key] ??= {})[field] = pair;
    }
  }
  return changes;
}

/** Returns the first and the last value of each field in the entries. */
function logged(entries: Fields[]): Changes {
  const changes: Changes = {};
  for (const { resource_type, resource_id, changes: text } of entries)
    for (const { field, before, after } of JSON.parse(String(text)) as Record<
      'field' | 'before' | 'after',
      unknown
    >[]) {
      const fields = (changes[`${String(resource_type)} ${String(resource_id)}`] ??= {});
      fields[String(field)] = [fields[String(field)]?.[0] ?? before, after];
    }
  return changes;
}

/** The state of a demo world before the first request. */
let fresh: State | undefined;

const send = ({ client }: TestWorld, { method, path, headers, body, form }: Step) =>
  client(method, path, { ...(headers && { headers }), body: form ? formOf(form) : body });

/** Entries about an act on a record, which changes none of its fields. */
const ACTS = ['pdf_exported'];

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
    const before = FIRST[step.operationId] ? await stateOf(world) : (fresh ??= await stateOf(world));
    const { status, text } = await send(world, { ...step, ...INSTEAD[step.operationId] });
    expect([status, status === step.status ? '' : text]).toEqual([step.status, '']);
    const after = await stateOf(world);
    const entries = after.log.slice(before.log.length);
    expect(logged(entries)).toEqual(differences(before.records, after.records));
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
  const { records, log } = await stateOf(world);
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
  const after = await stateOf(world);
  expect(after.log.slice(log.length)).toEqual([]);
  expect(differences(records, after.records)).toEqual({});
});
