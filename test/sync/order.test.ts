// Checks with random sources and inventories that the steps of a plan lead to the source, in any order that
// respects their dependencies.
import type { AssetFields, Claim } from '../../generated/files';
import { runSteps } from '../../src/sync/apply/execute';
import { type Step, createSteps } from '../../src/sync/apply/steps';
import { type Asset, createDirectory, type Snapshot } from '../../src/sync/inventory/inventory';
import type { Desired } from '../../src/sync/source/translate';
import { makePlan } from '../../src/sync/plan/make-plan';
import { nameKey } from '../../src/base/text';
import fc from 'fast-check';

const SYSTEMS = [
  { id: 'cs_h', name: 'EMS', impact_rating: 'high', control_center_id: 'cc_p' },
  { id: 'cs_l', name: 'Solar', impact_rating: 'low', facility_id: 'fac_s' },
] as const satisfies Snapshot['systems'];

/** A small set of names, in two spellings, so that rows conflict with each other. */
const names = fc.constantFrom('A', 'a', 'B', 'b', 'C', 'D', 'E', 'F');
const fields = fc.record({
  name: names,
  cyber_system_id: fc.constantFrom('cs_h', 'cs_l'),
  asset_type: fc.constantFrom('hardware', 'software'),
});

const row = fc.record({ key: fc.constantFrom('k0', 'k1', 'k2', 'k3', 'k4', 'k5'), fields });

/** Gives every asset the name of another one, in chains and cycles. */
const renamed = fc
  .shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F'], { minLength: 4 })
  .chain((shuffled) =>
    fc.tuple(
      ...shuffled.map((name, index) =>
        fields.map((other) => ({ key: `k${index}`, fields: { ...other, name } })),
      ),
    ),
  );

const pair = fc.record({
  inventory: fc.uniqueArray(fields, { selector: ({ name }) => nameKey(name), maxLength: 6 }),
  source: fc.oneof(fc.array(row, { maxLength: 8 }), renamed),
  /** The number of assets in the state, with the keys k0, k1 and so on. */
  known: fc.constantFrom(0, 3, 6, 6),
  remove: fc.boolean(),
});

function planOf(
  assets: Asset[],
  source: readonly { key: string; fields: AssetFields }[],
  known: ReadonlyMap<string, string>,
  remove: boolean,
  claims: ReadonlyMap<string, Claim>,
) {
  const snapshot: Snapshot = {
    organization: undefined,
    assets,
    systems: [...SYSTEMS],
    facilities: [{ id: 'fac_s', name: 'Sun' }],
    controlCenters: [{ id: 'cc_p', name: 'Primary' }],
  };
  const directory = createDirectory(snapshot);
  const desired = source.map((row, index): Desired => ({ ...row, line: index + 2 }));
  return makePlan({
    source: { desired, faults: [], leftOut: [] },
    known,
    claims,
    snapshot,
    directory,
    inScope: () => true,
    options: {
      delete: remove,
      createPossibleRenames: true,
      adopt: 'ignore-case',
      pairs: new Map(),
      claim: new Set(),
    },
  });
}

/** Returns claims as if the source had written every asset last. */
const claimsOf = (assets: readonly Asset[]): Map<string, Claim> =>
  new Map(assets.map(({ id, updated_at }) => [id, { updated_at }]));

/** Simulates an inventory with unique names, the rule that makes the order matter. */
function createModel(assets: Asset[]) {
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  let writes = 0;
  const put = (id: string, wanted: AssetFields): void => {
    const holder = [...byId.values()].find((asset) => nameKey(asset.name) === nameKey(wanted.name));
    if (holder && holder.id !== id) throw new Error(`${wanted.name} is taken by ${holder.id}`);
    byId.set(id, { ...wanted, id, impact_rating: 'low', created_at: '0', updated_at: String(++writes) });
  };
  return {
    assets: () => [...byId.values()],
    take({ change, does, parkedAs, number }: Step): void {
      if (change.operation === 'delete') byId.delete(change.id);
      else if (change.operation === 'create') put(`ca_new${number}`, change.after);
      else if (does === 'claim') put(change.id, change.before);
      else put(change.id, does === 'park' ? { ...change.before, name: parkedAs! } : change.after);
    },
  };
}

test('any source converges in one pass or reports why not, and the second plan is empty', async () => {
  const counts = { swaps: 0, changes: 0 };
  await fc.assert(
    fc.asyncProperty(
      pair,
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.boolean()),
      async ({ inventory, source, known: count, remove }, concurrency, chances) => {
        const assets = inventory.map((each, index): Asset => ({
          ...each,
          id: `ca_${index}`,
          impact_rating: 'low',
          created_at: '0',
          updated_at: '0',
        }));
        const known = new Map(assets.slice(0, count).map(({ id }, index) => [`k${index}`, id]));
        const plan = planOf(assets, source, known, remove, claimsOf(assets));
        const steps = createSteps({ id: 'p'.repeat(64), changes: plan.changes, claims: plan.claims });
        counts.changes += plan.changes.length;
        counts.swaps += steps.filter(({ does }) => does === 'park').length;

        const model = createModel(assets);
        const taken: Step[] = [];
        await runSteps(steps, {
          settled: new Map(),
          concurrency,
          stopping: () => 'no',
          run: async (step) => {
            // Concurrent steps end in any order.
            if (chances.next().value) await Promise.resolve();
            model.take(step);
            taken.push(step);
            return true;
          },
        });
        expect(taken).toHaveLength(steps.length);

        const next = new Map(known);
        for (const key of plan.forgotten) next.delete(key);
        for (const { key, id } of plan.adoptions) next.set(key, id);
        for (const { change, number } of taken) {
          if (change.operation === 'create') next.set(change.key, `ca_new${number}`);
          if (change.operation === 'delete') next.delete(change.key);
        }
        const after = planOf(model.assets(), source, next, remove, claimsOf(model.assets()));
        // A name that was in conflict may be free now. Every other asset matches the source.
        expect(after.claims).toEqual([]);
        expect(
          after.changes
            .map(({ key }) => key)
            .filter((key) => !plan.conflicts.some((conflict) => conflict.key === key)),
        ).toEqual([]);
        for (const { key, fields: wanted } of source) {
          const isReported = [...plan.faults, ...plan.conflicts].some((fault) => fault.key === key);
          const asset = model.assets().find(({ id }) => id === next.get(key));
          if (!isReported) expect(asset).toMatchObject(wanted);
        }
      },
    ),
    { numRuns: 500, seed: 7 },
  );
  expect([counts.swaps > 20, counts.changes > 500]).toEqual([true, true]); // covers enough cases
});

test('a stop request completes a cycle of renames that has begun, and starts no other step', async () => {
  const swap = (key: string, id: string, before: string, after: string) => ({
    operation: 'update' as const,
    key,
    id,
    before: { name: before, cyber_system_id: 'cs_h', asset_type: 'hardware' },
    after: { name: after, cyber_system_id: 'cs_h', asset_type: 'hardware' },
    rating: { before: 'high' as const, after: 'high' as const },
  });
  const steps = createSteps({
    id: 'p'.repeat(64),
    changes: [
      swap('k1', 'ca_1', 'A', 'B'),
      swap('k2', 'ca_2', 'B', 'C'),
      swap('k3', 'ca_3', 'C', 'A'),
      swap('k4', 'ca_4', 'X', 'Y'),
    ],
  });
  const park = steps.find(({ does }) => does === 'park')!;
  const taken: Step[] = [];
  await runSteps([park, ...steps.filter((step) => step !== park)], {
    settled: new Map(),
    concurrency: 1,
    stopping: () => (taken.length === 0 ? 'no' : 'soon'),
    run: (step) => Promise.resolve(taken.push(step) > 0),
  });
  expect(taken.map(({ does, change }) => [does, change.key])).toEqual([
    ['park', 'k1'],
    ['change', 'k3'],
    ['change', 'k2'],
    ['change', 'k1'],
  ]);
});
