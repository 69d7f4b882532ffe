// Creates a source, a map and a state in a temporary folder and syncs them with a server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/processes.mjs';

const require = createRequire(import.meta.url);
const { createClient } = require(`${ROOT}dist/src/client/index.js`);
const { createRemote } = require(`${ROOT}dist/src/sync/inventory/remote.js`);
const { prepare } = require(`${ROOT}dist/src/sync/plan/prepare.js`);
const { writePlan } = require(`${ROOT}dist/src/sync/plan/plan-file.js`);
const { apply } = require(`${ROOT}dist/src/sync/apply/apply.js`);
const { nameKey } = require(`${ROOT}dist/src/base/text.js`);

export { nameKey };

/** Systems in addition to the system that `prepareOrganization` creates. */
export const SYSTEMS = [
  { id: 'cs_ems', name: 'EMS', impact_rating: 'high', control_center_id: 'cc_cedar' },
  { id: 'cs_scada', name: 'SCADA', impact_rating: 'low', facility_id: 'fac_cedar' },
];

const MAP =
  'source: {name: cmdb}\nkey: key\n' +
  'fields: {name: name, asset_type: type, cyber_system: system}\nadopt: ignore-case\n';

/** `fetch` replaces the global one, for example to count requests. `claim` is the option of `sync`. */
export function openSync({ url, key, fetch, deadline = 60_000, claim = new Set() }) {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-soak-sync-'));
  const file = (name) => join(folder, name);
  const remote = createRemote(
    createClient({ baseUrl: url, apiKey: key, deadline, retries: 20, ...(fetch ? { fetch } : {}) }),
  );
  writeFileSync(file('map.yaml'), MAP);
  const options = {
    sourceFile: file('source.ndjson'),
    mapFile: file('map.yaml'),
    stateFile: file('map.state.json'),
    planFile: file('plan.json'),
    server: url,
    by: 'soak',
    scopes: [],
    delete: true,
    pairs: new Map(),
    createPossibleRenames: true,
    maxDelete: { count: 100_000 },
    minSourceRatio: 0,
    allowRatingChange: true,
    complete: true,
    claim,
  };
  return {
    remote,
    planFile: file('plan.json'),
    async plan(rows) {
      if (rows) writeFileSync(file('source.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const { plan } = await prepare(options, remote);
      await writePlan(file('plan.json'), plan);
      return plan;
    },
    apply: (plan, given = {}) =>
      apply(plan, {
        planFile: file('plan.json'),
        stateFile: file('map.state.json'),
        resume: false,
        by: 'soak',
        remote,
        concurrency: 4,
        stop: new AbortController().signal,
        onProgress: () => undefined,
        keep: async () => undefined,
        ...given,
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns one text for an asset, equal for a source row and the asset that results from it. */
export const textOf = ({ name, cyber_system_id, asset_type, system, type }) =>
  `${name} ${cyber_system_id ?? system} ${asset_type ?? type}`;

/** @throws Error unless the inventory has exactly these assets, by `textOf` */
export function requireSame(found, wanted, context) {
  const [has, should] = [found.map(textOf).sort(), wanted.map(textOf).sort()];
  if (JSON.stringify(has) === JSON.stringify(should)) return;
  const [extra, missing] = [
    has.filter((text) => !should.includes(text)),
    should.filter((text) => !has.includes(text)),
  ];
  throw new Error(
    `${context}: ${extra.length} extra or duplicate (${extra.slice(0, 5)}), ` +
      `${missing.length} missing (${missing.slice(0, 5)}); ${has.length} of ${should.length}`,
  );
}

/**
 * Returns two states of a CMDB. The changes between them are renames, swaps, moves, creations and
 * deletions.
 */
export function twoWorlds(count) {
  const of = (prefix) => (index) => ({
    key: `k${index}`,
    name: `${prefix}-${index}`,
    system: 'cs_cedar',
    type: 'hardware',
  });
  const one = Array.from({ length: count }, (_none, index) => of('RTU')(index));
  const other = one.flatMap((row, index) => {
    if (index % 6 === 0) return [{ ...row, name: one[index + 1]?.name ?? row.name }]; // a swap
    if (index % 6 === 1) return [{ ...row, name: one[index - 1].name }];
    if (index % 6 === 2) return [{ ...row, system: 'cs_ems' }];
    if (index % 6 === 3) return [{ ...row, name: `${row.name}-NEW`, type: 'software' }];
    if (index % 6 === 4) return [{ ...of('HMI')(index), key: `n${index}` }]; // a deletion and a creation
    return [row];
  });
  return [one, other];
}
