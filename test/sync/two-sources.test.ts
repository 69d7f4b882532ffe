// Tests two sources of one organization, each with its own map and state, as on two machines. They share only
// the server.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Remote } from '../../src/sync/inventory/remote';
import { type SyncFolder, openSync } from './sync-folder';
import { RELAYS, SOLAR, another, assets, folder, named, owned, server, sync } from './syncing';

let second: SyncFolder;
beforeEach(
  () =>
    void (second = openSync(mkdtempSync(join(folder, 'second-')), {
      url: server.url,
      key: server.cedar.key,
    })),
);

const claim = (...ids: string[]) => ({ claim: new Set(ids) });
const idOf = async (name: string): Promise<string> =>
  (await assets()).find((asset) => asset.name === name)!.id;
const createByHand = (name: string, system = 'cs_cedar_relays') =>
  another().create({ name, cyber_system_id: system, asset_type: 'hardware' }, name, 'x');

async function planOf(source: SyncFolder, rows: Parameters<SyncFolder['source']>[0], options = {}) {
  source.source(rows);
  return (await source.plan(options)).plan;
}

describe('a second source', () => {
  test.each([
    ['created', () => Promise.resolve()],
    ['adopted and changed', (name: string) => createByHand(name, 'cs_cedar_solar')],
  ])(
    'reports an asset that the first source has %s as a conflict, and does not change it',
    async (_how, before) => {
      const n = named();
      await before(n('A'));
      await sync.sync([{ key: '1', name: n('A'), system: RELAYS }]);
      const id = await idOf(n('A'));
      const plan = await planOf(second, [{ key: 'b1', name: n('A'), system: SOLAR }]);
      expect(plan).toMatchObject({
        changes: [],
        adoptions: [],
        conflicts: [
          {
            line: 2,
            key: 'b1',
            message: `name "${n('A')}" belongs to ${id}, which was written after its creation: another source may own it. To make this source its owner, pass \`--claim ${id}\``,
          },
        ],
      });
      expect(await second.apply(plan)).toMatchObject({ exit_status: 3, converged: false });
      expect(await owned(n)).toEqual(['A cs_cedar_relays hardware']);
      expect(readFileSync(second.file('map.state.json'), 'utf8')).not.toContain(id);
    },
  );

  test('adopts an asset that was created by hand without a write, and deletes it only with --claim', async () => {
    const n = named();
    await createByHand(n('A'));
    const before = (await assets()).find(({ name }) => name === n('A'));
    const row = { key: 'b1', name: n('A'), system: RELAYS };
    expect(await second.sync([row])).toMatchObject({
      converged: true,
      adopted: [{ key: 'b1' }],
      changes: [],
      claims: [],
    });
    expect((await assets()).find(({ name }) => name === n('A'))).toEqual(before);
    expect(await planOf(second, [row])).toMatchObject({ changes: [], adoptions: [], claimed: [] });
    expect(await planOf(second, [])).toMatchObject({
      changes: [],
      conflicts: [{ message: expect.stringContaining(`pass \`--claim ${before!.id}\``) }],
    });

    const plan = await planOf(second, [row], { claim: 'all' });
    expect(plan).toMatchObject({ changes: [], claims: [], claimed: [{ key: 'b1' }] });
    expect(await second.apply(plan)).toMatchObject({ converged: true, counts: { done: 0 } });
    expect((await assets()).find(({ name }) => name === n('A'))).toEqual(before);
    expect(await second.sync([])).toMatchObject({ converged: true, counts: { done: 1 } });
    expect(await owned(n)).toEqual([]);
  });

  test('and the first source both adopt an asset: neither of them deletes it, and a change of one stops the other', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    await createByHand(n('A'));
    for (const source of [sync, second])
      expect(await source.sync([row])).toMatchObject({ converged: true, adopted: [{ key: '1' }] });
    for (const source of [sync, second]) {
      expect(await planOf(source, [])).toMatchObject({ changes: [], conflicts: [{ key: '1' }] });
    }
    expect(await second.sync([{ ...row, system: SOLAR }])).toMatchObject({ converged: true });
    expect(await planOf(sync, [row])).toMatchObject({ changes: [], conflicts: [{ key: '1' }] });
    for (const source of [sync, second])
      expect(await planOf(source, [])).toMatchObject({ changes: [], conflicts: [{ key: '1' }] });
    expect(await owned(n)).toEqual(['A cs_cedar_solar hardware']);
  });

  test('takes over an asset with --claim; the first source does not delete it, and reverts it once', async () => {
    const n = named();
    const [mine, theirs] = [
      { key: '1', name: n('A'), system: RELAYS },
      { key: 'b1', name: n('A'), system: SOLAR },
    ];
    await sync.sync([mine]);
    const id = await idOf(n('A'));
    expect(await second.apply(await planOf(second, [theirs], claim(id)))).toMatchObject({ converged: true });

    const afterRemoval = await planOf(sync, []);
    expect(afterRemoval).toMatchObject({
      changes: [],
      kept: [],
      conflicts: [{ key: '1', message: expect.stringContaining(`pass \`--claim ${id}\``) }],
    });
    expect((await sync.apply(afterRemoval)).exit_status).toBe(3);

    let writes = 0;
    for (let round = 0; round < 4; round++) {
      for (const [source, row] of [
        [sync, mine],
        [second, theirs],
      ] as const) {
        const plan = await planOf(source, [row]);
        writes += plan.changes.length;
        if (round > 0)
          expect([plan.changes, plan.conflicts]).toEqual(
            source === sync ? [[], [expect.objectContaining({ key: '1' })]] : [[], []],
          );
        await source.apply(plan);
      }
    }
    expect(writes).toBe(2); // each source reverts the other one's change once
    expect(await owned(n)).toEqual(['A cs_cedar_solar hardware']);
  });

  test('and the first source both keep an asset that each of them has moved', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    await sync.sync([row]);
    const id = await idOf(n('A'));
    await second.apply(await planOf(second, [{ ...row, system: SOLAR }], claim(id)));
    expect(await sync.sync([row])).toMatchObject({ converged: true, counts: { done: 1 } }); // reverts drift
    for (const source of [sync, second])
      expect(await planOf(source, [])).toMatchObject({
        changes: [],
        conflicts: [{ message: expect.stringContaining(id) }],
      });
    await sync.apply(await planOf(sync, [], claim(id)));
    expect(await owned(n)).toEqual([]);
  });

  test('reports an asset that the first source has renamed as a conflict', async () => {
    const n = named();
    await sync.sync([{ key: '1', name: n('A'), system: RELAYS }]);
    await sync.sync([{ key: '1', name: n('A2'), system: RELAYS }]);
    expect(await planOf(second, [{ key: 'b1', name: n('A2'), system: RELAYS }])).toMatchObject({
      changes: [],
      adoptions: [],
      conflicts: [{ key: 'b1' }],
    });
    const pairs = new Map([['b1', await idOf(n('A2'))]]);
    expect(await second.plan({ pairs })).toMatchObject({
      plan: { changes: [], adoptions: [], conflicts: [{ key: 'b1' }] },
    });
  });
});

describe('between plan and apply', () => {
  test.each([true, false])(
    'a source does not adopt an asset that another writer changes (before the first read: %s)',
    async (isBefore) => {
      const n = named();
      await createByHand(n('A'));
      const row = { key: 'b1', name: n('A'), system: RELAYS };
      const plan = await planOf(second, [row]);
      const change = async () =>
        another().update(await idOf(n('A')), { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
      if (isBefore) await change();
      const snapshot: Remote['snapshot'] = async () => {
        const read = await second.remote.snapshot();
        if (!isBefore) await change();
        return read;
      };
      const receipt = await second.apply(plan, { remote: { ...second.remote, snapshot } });
      expect(receipt).toMatchObject({
        exit_status: 5,
        adopted: [],
        not_synced: { conflicts: [{ key: 'b1' }] },
      });
      expect((await planOf(second, [row])).conflicts).toHaveLength(1);
    },
  );

  test('a write of another source makes a planned change and a planned deletion stale, even if no field changes', async () => {
    const n = named();
    const rows = ['A', 'B'].map((name) => ({ key: name, name: n(name), system: RELAYS }));
    await sync.sync(rows);
    const plan = await planOf(sync, [{ ...rows[0]!, name: n('A2') }]);
    const ids = [await idOf(n('A')), await idOf(n('B'))];
    await second.apply(await planOf(second, rows, claim(...ids)));
    expect(await sync.apply(plan)).toMatchObject({ exit_status: 5, counts: { stale: 2, done: 0 } });
    expect(await owned(n)).toEqual(['A cs_cedar_relays hardware', 'B cs_cedar_relays hardware']);
  });

  test('a write between the first read and the change makes both stale too', async () => {
    const n = named();
    const rows = ['A', 'B'].map((name) => ({ key: name, name: n(name), system: RELAYS }));
    await sync.sync(rows);
    const plan = await planOf(sync, [{ ...rows[0]!, name: n('A2') }]);
    const changedIds = new Set<string>();
    const changeOnce = async (id: string): Promise<void> => {
      if (changedIds.has(id)) return;
      changedIds.add(id);
      for (const asset_type of ['software', 'hardware'] as const)
        await another().update(id, { asset_type }, undefined, 'x');
    };
    const remote: Remote = {
      ...sync.remote,
      update: async (id, ...rest) => changeOnce(id).then(() => sync.remote.update(id, ...rest)),
      remove: async (id, ...rest) => changeOnce(id).then(() => sync.remote.remove(id, ...rest)),
    };
    expect(await sync.apply(plan, { remote })).toMatchObject({ exit_status: 5, counts: { stale: 2 } });
    expect(await owned(n)).toEqual(['A cs_cedar_relays hardware', 'B cs_cedar_relays hardware']);
  });

  test('an asset that another source creates at the same moment stays its own', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    const plan = await planOf(second, [row]);
    await sync.sync([row]);
    expect(await second.apply(plan)).toMatchObject({ exit_status: 5, counts: { stale: 1 }, adopted: [] });
    expect(readFileSync(second.file('map.state.json'), 'utf8')).not.toContain(await idOf(n('A')));
  });
});

describe('an operator', () => {
  test('changes an asset: the sync reverts the first change, reports the second one, and reverts it with --claim', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    await sync.sync([row]);
    const id = await idOf(n('A'));
    await another().update(id, { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
    const drift = await planOf(sync, [row]);
    expect(drift.changes).toMatchObject([
      { operation: 'update', id, note: expect.stringContaining('another writer') },
    ]);
    expect(await sync.apply(drift)).toMatchObject({ converged: true });
    await another().update(id, { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
    expect(await planOf(sync, [row])).toMatchObject({
      changes: [],
      conflicts: [{ key: '1', message: expect.stringContaining(`pass \`--claim ${id}\``) }],
    });
    expect(await sync.apply(await planOf(sync, [row], { claim: 'all' }))).toMatchObject({
      converged: true,
      counts: { done: 1 },
    });
    expect(await sync.sync([])).toMatchObject({ converged: true, counts: { done: 1 } });
    expect(await owned(n)).toEqual([]);
  });

  test('gets an error for --claim with an asset that matches no row and no key', async () => {
    await expect(planOf(sync, [], claim('ca_unknown'))).rejects.toThrow(
      '--claim: ca_unknown matches no row of the source and no key of the state.',
    );
  });
});

describe('a state of an earlier version, which has no claims', () => {
  const forgetClaims = (): void => {
    const state = JSON.parse(readFileSync(sync.file('map.state.json'), 'utf8')) as object;
    writeFileSync(sync.file('map.state.json'), JSON.stringify({ ...state, claims: undefined }));
  };

  test('keeps every asset, continues changes, and deletes with --claim', async () => {
    const n = named();
    const rows = ['A', 'B'].map((name) => ({ key: name, name: n(name), system: RELAYS }));
    await sync.sync(rows);
    forgetClaims();
    expect(await planOf(sync, rows)).toMatchObject({
      changes: [],
      adoptions: [],
      conflicts: [],
      unchanged: { ids: expect.arrayContaining([expect.any(String)]) },
    });
    expect(await sync.sync([rows[0]!, { ...rows[1]!, name: n('B2') }])).toMatchObject({
      converged: true,
      counts: { done: 1 },
    });
    const afterRemoval = await planOf(sync, [rows[1]!]);
    expect(afterRemoval).toMatchObject({ conflicts: [{ key: 'A' }] });
    expect(afterRemoval.changes.map(({ operation }) => operation)).toEqual(['update']);
    expect(await sync.apply(await planOf(sync, [], { claim: 'all' }))).toMatchObject({
      converged: true,
      counts: { done: 2 },
    });
  });

  test('leaves an asset that is unchanged since its creation without a claim until --claim all, which writes nothing', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    await createByHand(n('A'));
    await sync.sync([{ key: '2', name: n('B'), system: RELAYS }]);
    const state = JSON.parse(readFileSync(sync.file('map.state.json'), 'utf8')) as {
      assets: object;
      serial: number;
    };
    writeFileSync(
      sync.file('map.state.json'),
      JSON.stringify({ ...state, assets: { 1: await idOf(n('A')) }, claims: undefined }),
    );
    expect(await planOf(sync, [row])).toMatchObject({ changes: [], adoptions: [], claims: [], claimed: [] });
    expect(await planOf(sync, [])).toMatchObject({ changes: [], conflicts: [{ key: '1' }] });
    const plan = await planOf(sync, [row], { claim: 'all' });
    expect(plan).toMatchObject({ changes: [], adoptions: [], claims: [], claimed: [{ key: '1' }] });
    expect(await sync.apply(plan)).toMatchObject({ converged: true, claims: [], adopted: [] });
    expect((await planOf(sync, [])).changes).toMatchObject([{ operation: 'delete', key: '1' }]);
  });
});

describe('undo', () => {
  test('leaves an asset that another source has claimed since, and undoes it with --claim', async () => {
    const n = named();
    const row = { key: '1', name: n('A'), system: RELAYS };
    const receipt = await sync.sync([row]);
    const id = await idOf(n('A'));
    await second.apply(await planOf(second, [row], claim(id)));
    const undo = (options = {}) => sync.undo(receipt, { claim: new Set(), ...options });
    expect((await undo()).plan).toMatchObject({
      changes: [],
      faults: [
        {
          key: '1',
          message: `another writer changed ${id} ("${row.name}") later: it is kept. To undo it, pass \`--claim ${id}\``,
        },
      ],
    });
    expect((await undo(claim(id))).plan.changes).toMatchObject([{ operation: 'delete', id }]);
  });
});
