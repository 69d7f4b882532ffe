// Tests that the log of a new demo world tells how each record came to its present state.
import { verifyLog } from '../../src/app/inventory';
import { contractDocument } from '../../src/contract/document';
import { collectionNamed, createRecordModel } from '../../src/contract/record-model';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { control, createWorld } from '../support/worlds';
import { type Changes, type Fields, type State, differences, logged, stateOf } from './world-state';

const model = createRecordModel(contractDocument);

interface Entry extends Fields {
  id: string;
  occurred_at: string;
  actor_type: string;
  actor_id: string;
  operation: string;
  resource_type: string;
  resource_id: string;
  changes: string;
}

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** The clocks of new worlds: before the demo records, of tests, of today, and when every task is overdue. */
const CLOCKS = ['2026-03-02T08:00:00Z', '2026-04-20T08:00:00Z', 'real', '2031-01-01T00:00:00Z'];

const stateAt = async (now: string): Promise<State> =>
  stateOf(sandbox, await createWorld(sandbox, now === 'real' ? {} : { now }));

const entriesIn = ({ log }: State) => log as Entry[];
const keyOf = ({ resource_type, resource_id }: Entry): string => `${resource_type} ${resource_id}`;

/** The rating of an asset is that of its system, and untouched instances of tasks are not stored. */
const isComputed = (key: string, field: string): boolean =>
  field.startsWith('instances.') || (key.startsWith('cyber-asset ') && field === 'impact_rating');

/** Removes computed fields, and those that have their first value again. */
const lasting = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([key, fields]) => {
      const changed = Object.entries(fields).filter(
        ([field, [before, after]]) =>
          !isComputed(key, field) && JSON.stringify(before) !== JSON.stringify(after),
      );
      return changed.length > 0 ? [[key, Object.fromEntries(changed)]] : [];
    }),
  );

/** They change nothing. */
const SIGN_INS = ['signed_in', 'sign_in_refused'];
const OTHERS = ['organization', 'api-key'];

it('records of the inventory agree with the log, except for keys, which worlds do not log', async () => {
  const { faults } = await verifyLog(sandbox.inventory, demoOrganization.id, 'operator');
  const isOfKey = (fault: object) => 'resourceType' in fault && fault.resourceType === 'api-key';
  expect(faults.filter((fault) => !isOfKey(fault))).toEqual([]);
});

describe.each(CLOCKS)('in a world whose clock is %s', (now) => {
  let state: State;
  beforeAll(async () => void (state = await stateAt(now)));

  it('the entries of each record lead from nothing to its present fields', () => {
    const told = lasting(logged(entriesIn(state).filter((each) => !OTHERS.includes(each.resource_type))));
    expect(told).toEqual(lasting(differences(new Map(), state.records)));
    expect(Object.keys(told).length).toBeGreaterThan(490);
  });

  it('each entry begins where the one before ended, and changes a status as the contract declares', () => {
    const states = new Map<string, Fields>();
    for (const entry of entriesIn(state)) {
      const fields = states.get(keyOf(entry)) ?? {};
      states.set(keyOf(entry), fields);
      for (const { field, before, after } of JSON.parse(entry.changes) as Fields[]) {
        const name = String(field);
        if (!name.startsWith('instances.'))
          expect([entry.id, name, before]).toEqual([entry.id, name, fields[name] ?? null]);
        fields[name] = after;
        const { status } = model.fieldsOf(collectionNamed(entry.resource_type));
        const transitions = model.keyword(status, 'x-transitions') as Fields[] | undefined;
        if (field !== 'status' || !transitions || entry.operation === 'deleted') continue;
        const isDeclared = transitions.some(({ from, to }) => [from].flat().includes(before) && to === after);
        expect([entry.id, before, after, isDeclared]).toEqual([entry.id, before, after, true]);
      }
    }
  });

  it('each record is created once, before its other entries, by a user who exists, after what it refers to', () => {
    const created = new Set<string>();
    for (const entry of entriesIn(state)) {
      if (OTHERS.includes(entry.resource_type)) continue;
      const isCreation = entry.operation === 'created';
      expect([entry.id, created.has(entry.resource_id)]).toEqual([entry.id, !isCreation]);
      created.add(entry.resource_id);
      if (entry.actor_type === 'user')
        expect([entry.id, created.has(entry.actor_id)]).toEqual([entry.id, true]);
      for (const { field, after } of JSON.parse(entry.changes) as Fields[])
        if (/(Id|_id|By)$/.test(String(field)) && /^(?!dt_)[a-z]+_/.test(String(after)))
          expect([entry.id, field, after, created.has(String(after))]).toEqual([
            entry.id,
            field,
            after,
            true,
          ]);
    }
  });
});

it('the log is in the order of time, and its entries have unique ids', async () => {
  const state = await stateAt('2026-12-01T00:00:00Z');
  const entries = entriesIn(state);
  const times = entries.map(({ occurred_at }) => occurred_at);
  expect(times).toEqual([...times].sort());
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

it('the first and the last change by a user are at createdAt and updatedAt', async () => {
  const world = await createWorld(sandbox, { now: '2026-12-01T00:00:00Z' });
  const { log } = await stateOf(sandbox, world);
  let count = 0;
  for (const path of [
    '/tasks',
    '/training-modules',
    '/training-assignments',
    '/policy-documents',
    '/users',
    '/access-control',
  ])
    for (const { id, createdAt, updatedAt } of (await world.client('GET', path)).body.data) {
      const own = (log as Entry[]).filter(
        ({ resource_id, actor_type, operation, changes }) =>
          resource_id === id &&
          actor_type !== 'system' &&
          !SIGN_INS.includes(operation) &&
          !changes.includes('"instances.'), // an instance has a record of its own
      );
      const [first, last] = [own[0]?.occurred_at, own.at(-1)?.occurred_at];
      expect([id, first, last]).toEqual([id, createdAt, updatedAt]);
      count += 1;
    }
  expect(count).toBe(42);
});

it('a fork and a reset have the same log', async () => {
  const world = await createWorld(sandbox, { now: '2026-04-20T08:00:00Z' });
  const idsOf = async (id: typeof world.id) =>
    (await stateOf(sandbox, { ...world, id })).log.map((entry) => entry.id);
  const before = await idsOf(world.id);
  const fork = await createWorld(sandbox, { from: world.id });
  expect(await idsOf(fork.id)).toEqual(before);
  await world.client('POST', '/facilities', { body: { name: 'Later' } });
  expect(await idsOf(world.id)).toHaveLength(before.length + 1);
  await control(sandbox, 'POST', `/${world.id}/reset`);
  expect(await idsOf(world.id)).toEqual(before);
});
