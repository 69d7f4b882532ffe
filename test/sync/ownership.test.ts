// Tests two sources in random order, with lost responses, killed processes, manual changes and states of an
// earlier version.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { AssetFields } from '../../generated/files';
import { type Asset, sameFields } from '../../src/sync/inventory/inventory';
import type { Remote, Reply } from '../../src/sync/inventory/remote';
import { nameKey } from '../../src/base/text';
import { temporaryFolder } from '../support/folder';
import { type Row, type SyncFolder, openSync } from './sync-folder';

const root = temporaryFolder();
const EFFORT = { attempts: 1, waited: 0 };
const SYSTEMS = ['cs_a', 'cs_b'].map((id) => ({
  id,
  name: id,
  impact_rating: 'low' as const,
  facility_id: 'fac_1',
}));

class Killed extends Error {}
type Fault = 'none' | 'lost' | 'killed';

/** Simulates an inventory in memory. Every change to other values increases `updated_at`, which is also the ETag. */
function createInventory() {
  const byId = new Map<string, Asset>();
  const created = new Map<string, string>();
  const deleted: string[] = [];
  let time = 0;
  const now = (): string => String(++time).padStart(6, '0');
  const holderOf = (name: string): Asset | undefined =>
    [...byId.values()].find((asset) => nameKey(asset.name) === nameKey(name));
  const succeeded = (asset: Asset, replayed = false): Reply => ({
    is: 'done',
    asset,
    etag: `"${asset.updated_at}"`,
    replayed,
    ...EFFORT,
  });
  const gone: Reply = { is: 'gone', maybeDone: false, ...EFFORT };
  const taken: Reply = { is: 'taken', message: 'taken', maybeDone: false, ...EFFORT };
  const changed = (maybeDone: boolean): Reply => ({ is: 'changed', maybeDone, ...EFFORT });

  function put(id: string, fields: AssetFields): Asset {
    const at = now();
    const asset: Asset = {
      impact_rating: 'low',
      created_at: byId.get(id)?.created_at ?? at,
      ...fields,
      id,
      updated_at: at,
    };
    byId.set(id, asset);
    return asset;
  }

  /** `faultOf`: returns the fault of the response to each change. */
  function open(faultOf: () => Fault): Remote {
    const respond = (reply: Reply, lost: Reply): Reply => {
      const fault = faultOf();
      if (fault === 'killed') throw new Killed();
      return fault === 'lost' ? lost : reply;
    };
    const list = (): Promise<Asset[]> => Promise.resolve([...byId.values()]);
    return {
      assets: list,
      snapshot: async () => ({
        organization: 'cedar',
        assets: await list(),
        systems: SYSTEMS,
        facilities: [{ id: 'fac_1', name: 'F' }],
        controlCenters: [],
      }),
      get: (id) => Promise.resolve(byId.has(id) ? succeeded(byId.get(id)!) : gone),
      async create(fields, key) {
        const earlier = byId.get(created.get(key) ?? '');
        if (earlier) return Promise.resolve(respond(succeeded(earlier, true), succeeded(earlier, true)));
        if (holderOf(fields.name)) return taken;
        const asset = put(`ca_${created.size}`, fields);
        created.set(key, asset.id);
        return Promise.resolve(respond(succeeded(asset), succeeded(asset, true)));
      },
      async update(id, fields, etag) {
        const asset = byId.get(id);
        if (!asset) return gone;
        if (etag !== undefined && etag !== `"${asset.updated_at}"`) return changed(false);
        const holder = fields.name === undefined ? undefined : holderOf(fields.name);
        if (holder && holder.id !== id) return taken;
        if (sameFields(asset, { ...asset, ...fields })) return succeeded(asset);
        return Promise.resolve(respond(succeeded(put(id, { ...asset, ...fields })), changed(true)));
      },
      async remove(id, etag) {
        if (!byId.has(id)) return gone;
        if (etag !== `"${byId.get(id)!.updated_at}"`) return changed(false);
        byId.delete(id);
        deleted.push(id);
        return Promise.resolve(respond({ is: 'deleted', ...EFFORT }, { ...gone, maybeDone: true } as Reply));
      },
    };
  }
  return { open, deleted };
}

const idsOf = (source: SyncFolder): string[] => {
  const file = source.file('map.state.json');
  return existsSync(file)
    ? Object.values((JSON.parse(readFileSync(file, 'utf8')) as { assets: Record<string, string> }).assets)
    : [];
};

function forgetClaims(source: SyncFolder): void {
  const file = source.file('map.state.json');
  if (existsSync(file))
    writeFileSync(
      file,
      JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), claims: undefined }),
    );
}

/** Creates an asset for a new name, and moves an asset with a known name. */
async function changeByHand(remote: Remote, wanted: readonly Row[]): Promise<void> {
  for (const { name, system } of wanted) {
    const existing = (await remote.assets()).find((asset) => asset.name === name);
    if (existing) await remote.update(existing.id, { cyber_system_id: system }, undefined, 'x');
    else
      await remote.create(
        { name, cyber_system_id: system, asset_type: 'hardware' },
        `hand-${++manualCreates}`,
        'x',
      );
  }
}

let manualCreates = 0;

const rows = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('1', '2'),
    name: fc.constantFrom('A', 'B'),
    system: fc.constantFrom('cs_a', 'cs_b'),
  }),
  { selector: ({ key }) => key, maxLength: 2 },
);
const turn = fc.record({
  by: fc.constantFrom(0, 1),
  /** `forget`: the state is of an earlier version. `hand`: an operator creates and changes assets. */
  does: fc.constantFrom('sync', 'sync', 'sync', 'sync', 'claim', 'forget', 'hand'),
  rows,
  faults: fc.array(fc.constantFrom<Fault>('none', 'none', 'none', 'lost', 'killed'), { maxLength: 4 }),
  /** The other source applies between the plan and the apply of this source. */
  between: fc.option(rows, { nil: undefined }),
});

async function applyUntilDone(
  source: SyncFolder,
  planned: Awaited<ReturnType<SyncFolder['plan']>>,
  remote: Remote,
  resume = false,
): Promise<void> {
  try {
    await source.apply(planned.plan, { remote, resume, concurrency: 1 });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    const again = await source
      .apply(planned.plan, { remote, resume: true, concurrency: 1 })
      .catch((failure: Error) => failure);
    if (again instanceof Killed) return applyUntilDone(source, planned, remote, true);
    if (again instanceof Error && !again.message.includes('Nothing to resume')) throw again;
  }
}

/** Nothing here loses power, and syncing thousands of small files to disk takes most of the time. */
beforeAll(async () => {
  const handle = await open(__filename);
  jest.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync').mockResolvedValue();
  await handle.close();
});
afterAll(() => void jest.restoreAllMocks());

test('without --claim, no source deletes an asset that the state of the other source owns', async () => {
  const counts = { deletions: 0, conflicts: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 10 }), async (turns) => {
      const inventory = createInventory();
      let faults: Fault[] = [];
      const remote = inventory.open(() => faults.shift() ?? 'none');
      const folder = mkdtempSync(join(root, 'two-'));
      const sources = ['a', 'b'].map((name) =>
        openSync(mkdtempSync(join(folder, name)), { url: 'http://127.0.0.1:1', key: 'k', remote }),
      );
      const plan = async (source: SyncFolder, wanted: readonly Row[], options = {}) => {
        source.source(wanted);
        const planned = await source.plan(options);
        counts.conflicts += planned.plan.conflicts.length;
        return planned;
      };
      const claimed = new Map(sources.map((source) => [source, new Set<string>()]));
      /** Claims an asset for a source as an operator: the source may then delete it. */
      const claim = async (source: SyncFolder, wanted: readonly Row[]): Promise<void> => {
        const { plan: all } = await plan(source, wanted, { claim: 'all', delete: false });
        const ids = [...all.adoptions, ...all.claimed!, ...all.changes].flatMap((change) =>
          'id' in change ? [change.id] : [],
        );
        await apply(source, await plan(source, wanted, { claim: new Set(ids), delete: false }));
        for (const [each, own] of claimed) for (const id of ids) own[each === source ? 'add' : 'delete'](id);
      };
      /** Applies, and checks the deletions. */
      const apply = async (
        source: SyncFolder,
        planned: Awaited<ReturnType<SyncFolder['plan']>>,
      ): Promise<void> => {
        const before = inventory.deleted.length;
        await applyUntilDone(source, planned, remote);
        const others = sources.flatMap((other) => (other === source ? [] : idsOf(other)));
        counts.deletions += inventory.deleted.length - before;
        expect(
          inventory.deleted
            .slice(before)
            .filter((id) => others.includes(id) && !claimed.get(source)!.has(id)),
        ).toEqual([]);
      };

      for (const { by, does, rows: wanted, faults: coming, between } of turns) {
        const own = sources[by]!;
        if (does === 'hand') await changeByHand(remote, wanted);
        if (does === 'forget') forgetClaims(own);
        if (does === 'claim') await claim(own, wanted);
        if (does !== 'sync') continue;
        const planned = await plan(own, wanted);
        const other = sources[1 - by]!;
        if (between) await apply(other, await plan(other, between));
        faults = [...coming];
        await apply(own, planned);
        faults = [];
      }

      // Both sources continue with their last rows. They converge, and do not move an asset back and forth.
      const changes: number[] = [];
      for (let round = 0; round < 4; round++) {
        let count = 0;
        for (const source of sources) {
          const planned = await source.plan().catch(() => undefined); // a source without a file
          if (!planned) continue;
          const { changes: planning, claims = [], claimed: noted = [] } = planned.plan;
          count += planning.length + claims.length + noted.length;
          await apply(source, planned);
        }
        changes.push(count);
      }
      expect(changes.at(-1)).toBe(0);
    }),
    { numRuns: NIGHTLY ? 100 : 30, seed: 11 },
  );
  expect([counts.deletions > 20, counts.conflicts > 20]).toEqual([true, true]); // covers enough cases
}, 120_000);
