// Syncs 200 random pairs of a source and an inventory. Each pair converges in one apply or gets a reason, and
// the next plan has no changes.
import { createRequire } from 'node:module';
import { ROOT } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { SYSTEMS, nameKey, openSync, requireSame } from '../support/sync.mjs';

const fc = createRequire(import.meta.url)(`${ROOT}node_modules/fast-check`);

export const name = 'sync-pairs';

const PAIRS = 200;

const fields = {
  name: fc.constantFrom('A', 'a', 'B', 'b', 'C', 'D', 'E', 'F', 'G', 'H'),
  system: fc.constantFrom('cs_cedar', 'cs_ems', 'cs_scada'),
  type: fc.constantFrom('hardware', 'software'),
};
const rowsOf = (extra, options = {}) =>
  fc.uniqueArray(fc.record({ ...fields, ...extra }), { selector: (row) => nameKey(row.name), ...options });
const keyed = { key: fc.constantFrom('k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7') };
/** Rows that exchange their names. */
const exchanged = fc
  .shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F'], { minLength: 4 })
  .chain((names) =>
    fc.tuple(
      ...names.map((each, index) =>
        fc.record({ ...fields, name: fc.constant(each), key: fc.constant(`k${index}`) }),
      ),
    ),
  );

const pair = fc.record({
  /** Assets that the source already owns, with the keys k0, k1 and so on. */
  owned: rowsOf({}, { maxLength: 6 }),
  /** Assets of other writers. */
  foreign: rowsOf({}, { maxLength: 3 }),
  source: fc.oneof(fc.array(fc.record({ ...fields, ...keyed }), { maxLength: 8 }), exchanged, exchanged),
});

async function tryPair({ owned, foreign, source }, server, mark, figures) {
  const own = (row) => ({ ...row, name: `${mark}-${row.name}` });
  const sync = openSync(server);
  try {
    await sync.apply(await sync.plan(owned.map((row, index) => ({ ...own(row), key: `k${index}` }))));
    const taken = new Set(owned.map((row) => nameKey(row.name)));
    for (const row of foreign.filter((each) => !taken.has(nameKey(each.name))))
      await sync.remote.create(
        { name: own(row).name, cyber_system_id: row.system, asset_type: row.type },
        `${mark}-${row.name}`,
        'soak',
      );

    const plan = await sync.plan(source.map(own));
    const receipt = await sync.apply(plan);
    const reported = [...plan.faults, ...plan.conflicts];
    if (receipt.counts.done !== plan.changes.length + plan.claims.length)
      throw new Error(
        'The sync did not apply all changes: ' +
          JSON.stringify(receipt.changes.filter(({ outcome }) => outcome !== 'done')),
      );
    if (reported.length === 0 && !receipt.converged)
      throw new Error(`The sync did not converge and reports no reason: ${JSON.stringify(receipt)}`);
    const isReported = (row) => reported.some(({ key }) => key === row.key);
    const stored = (await sync.remote.assets()).filter((asset) => asset.name.startsWith(`${mark}-`));
    const wanted = source.map(own).filter((row) => !isReported(row));
    requireSame(
      stored.filter((asset) => wanted.some((row) => row.name === asset.name)),
      wanted,
      `${mark}, assets in source and inventory`,
    );
    const { changes, claims } = await sync.plan();
    const again = [...changes, ...claims].filter((change) => !isReported(change));
    if (again.length > 0) throw new Error(`The second plan has changes: ${JSON.stringify(again)}`);

    figures.changes += plan.changes.length;
    figures['swaps and circles'] +=
      receipt.changes.length > 0 &&
      source.length > 1 &&
      plan.changes.some(
        (change) =>
          change.operation === 'update' &&
          plan.changes.some(
            (other) =>
              other.operation === 'update' &&
              other !== change &&
              nameKey(other.before.name) === nameKey(change.after.name),
          ),
      )
        ? 1
        : 0;
    figures['converged'] += receipt.converged ? 1 : 0;
    figures['told why not'] += reported.length > 0 ? 1 : 0;
    for (const { id } of stored) await sync.remote.remove(id, undefined, 'soak');
  } finally {
    sync.remove();
  }
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const organization = await prepareOrganization(databaseUrl, { systems: SYSTEMS });
  const server = await startServer({ databaseUrl });
  const seed = Math.floor(Math.random() * 0x7fffffff);
  log(`seed ${seed}`);
  const figures = {
    pairs: Math.ceil(PAIRS * scale),
    changes: 0,
    'swaps and circles': 0,
    converged: 0,
    'told why not': 0,
  };
  const pairs = fc.sample(pair, { numRuns: figures.pairs, seed });
  for (const [index, each] of pairs.entries()) {
    await tryPair(each, { url: server.url, key: organization.key }, `p${index}`, figures).catch((error) => {
      throw new Error(`Pair ${index} of seed ${seed}, ${JSON.stringify(each)}: ${error.message}`, {
        cause: error,
      });
    });
  }
  await server.stop();
  return { figures };
}
