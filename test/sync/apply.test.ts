// Applies plans to a running server, also with concurrent changes, and checks the inventory, the state and
// the receipt.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { Remote } from '../../src/sync/inventory/remote';
import { toMarkdown } from '../../src/base/report/markdown';
import { receiptReport } from '../../src/sync/apply/receipt-report';
import { type Row, openSync } from './sync-folder';
import { RELAYS, SOLAR, another, assets, folder, named, owned, server, sync } from './syncing';

test('a first sync creates assets; a second sync plans no changes and sends four requests', async () => {
  const n = named();
  const receipt = await sync.sync([
    { key: '1', name: n('A'), system: RELAYS },
    { key: '2', name: n('B'), system: SOLAR, type: 'software' },
  ]);
  expect(receipt).toMatchObject({
    converged: true,
    exit_status: 0,
    counts: { done: 2 },
    proof: { changes_hold: true, unchanged_hold: true },
  });
  expect(await owned(n)).toEqual(['A cs_cedar_relays hardware', 'B cs_cedar_solar software']);

  const before = server.logs.length;
  const { plan } = await sync.plan();
  expect([plan.changes, plan.adoptions, plan.unchanged.ids.length]).toEqual([[], [], 2]);
  expect(
    server.logs
      .slice(before)
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(['getControlCenters', 'getCyberAssets', 'getCyberSystems', 'getFacilities']);
});

test('the receipt lists renames, moves, swaps and deletions with the request ids of the log', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  const first = await sync.sync(rows);
  const before = server.logs.length;
  const [a, b, c, d, e, f] = rows as [Row, Row, Row, Row, Row, Row];
  const receipt = await sync.sync([
    { ...a, name: b.name },
    { ...b, name: c.name },
    { ...c, name: a.name },
    { ...d, system: SOLAR },
    { ...f, name: e.name },
    { key: '9', name: f.name, system: RELAYS },
  ]);
  expect(receipt).toMatchObject({ converged: true, counts: { done: 7 } });
  const idOf = (key: string) => first.changes.find((change) => change.key === key)!.asset_id;
  const byName = new Map((await assets()).map((asset) => [asset.name, asset]));
  expect([n('B'), n('C'), n('A'), n('D'), n('E')].map((name) => byName.get(name)?.id)).toEqual(
    ['0', '1', '2', '3', '5'].map(idOf),
  );
  expect(byName.get(n('D'))).toMatchObject({ cyber_system_id: 'cs_cedar_solar', impact_rating: 'low' });
  expect(first.changes.map(({ asset_id }) => asset_id)).not.toContain(byName.get(n('F'))!.id);
  expect(receipt.changes[0]).toMatchObject({ key: '3', rating: { before: 'medium', after: 'low' } });
  const logged = server.logs
    .slice(before)
    .filter(({ method }) => method !== 'GET')
    .map(({ requestId }) => requestId);
  const receiptIds = receipt.changes.flatMap(({ request_id, temporary_name: temporary }) =>
    temporary ? [temporary.request_id, request_id] : [request_id],
  );
  expect(new Set(receiptIds)).toEqual(new Set(logged)); // a creation and its claim share one request id
  expect(receipt.changes.flatMap(({ temporary_name: temporary }) => temporary?.name ?? [])).toEqual([
    expect.stringMatching(/^sync-/),
  ]);
});

test('an asset that a restored backup has again is deleted again', async () => {
  const n = named();
  const [a, b]: [Row, Row] = [
    { key: '1', name: n('A'), system: RELAYS },
    { key: '2', name: n('B'), system: RELAYS },
  ];
  await sync.sync([a, b]);
  const { knex } = server.inventory.database;
  const [row] = await knex('cyber_assets').where('name', b.name);
  await sync.sync([a]);
  expect(await owned(n)).toEqual(['A cs_cedar_relays hardware']);
  expect((await sync.plan()).plan.changes).toEqual([]);

  await knex('cyber_assets').insert(row);
  const versions = knex('collection_versions').where({ collection: 'cyber_assets' });
  await versions.update({ version: 'restored' });
  expect(await sync.sync([a])).toMatchObject({ converged: true, counts: { done: 1 } });
  expect(await owned(n)).toEqual(['A cs_cedar_relays hardware']);
});

test('files have mode 0600, do not contain the API key, and leave no temporary files', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const { plan } = await sync.plan();
  const seen: number[] = [];
  await sync.apply(plan, {
    onProgress: () => seen.push(statSync(sync.file('map.state.json.journal')).mode & 0o777),
  });
  expect(readdirSync(folder).sort()).toEqual(['map.state.json', 'map.yaml', 'plan.json', 'source.csv']);
  for (const name of ['map.state.json', 'plan.json']) {
    expect(statSync(sync.file(name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(sync.file(name), 'utf8')).not.toContain(server.cedar.key);
  }
  expect(new Set(seen)).toEqual(new Set([0o600]));
});

test('apply keeps assets that changed after the plan, and reports their changes as stale', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B', 'C', 'D', 'E'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  const first = await sync.sync(rows);
  const idOf = (key: string) => first.changes.find((change) => change.key === key)!.asset_id!;
  sync.source([
    { ...rows[0]!, name: n('A2') },
    { ...rows[1]!, name: n('B2') },
    { ...rows[2]!, name: n('C2') },
    { ...rows[3]!, name: n('A') },
    { key: '7', name: n('NEW'), system: RELAYS },
  ]);
  const { plan } = await sync.plan();
  const other = another();
  await other.update(idOf('0'), { asset_type: 'software' }, undefined, 'x');
  await other.remove(idOf('1'), undefined, 'x');
  await other.update(idOf('4'), { asset_type: 'software' }, undefined, 'x');
  await other.create({ name: n('new'), cyber_system_id: 'cs_cedar_solar', asset_type: 'hardware' }, 'k', 'x');

  const receipt = await sync.apply(plan);
  expect(receipt).toMatchObject({
    converged: false,
    exit_status: 5,
    counts: { done: 1, stale: 4, skipped: 1 },
  });
  expect(await owned(n)).toEqual([
    'A cs_cedar_relays software',
    'C2 cs_cedar_relays hardware',
    'D cs_cedar_relays hardware',
    'E cs_cedar_relays software',
    'new cs_cedar_solar hardware',
  ]);
  expect(Object.fromEntries(receipt.changes.map(({ key, message }) => [key, message]))).toMatchObject({
    0: 'was changed after the plan',
    1: `${idOf('1')} was deleted after the plan`,
    3: 'waits for the name of an asset that changed after the plan',
    7: expect.stringContaining('its name now belongs to ca_'),
  });
});

test('apply does not overwrite a change made between its read and its write', async () => {
  const n = named();
  const rows: Row[] = [
    { key: '1', name: n('A'), system: RELAYS },
    { key: '2', name: n('B'), system: RELAYS },
  ];
  await sync.sync(rows);
  sync.source([{ ...rows[0]!, name: n('A2') }]);
  const { plan } = await sync.plan();
  const other = another();
  const concurrent: Remote = {
    ...sync.remote,
    async update(id, ...rest) {
      await other.update(id, { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
      return sync.remote.update(id, ...rest);
    },
    async remove(id, ...rest) {
      await other.update(id, { asset_type: 'software' }, undefined, 'x');
      return sync.remote.remove(id, ...rest);
    },
  };
  const receipt = await sync.apply(plan, { remote: concurrent });
  expect(receipt.changes.map(({ outcome }) => outcome)).toEqual(['stale', 'stale']);
  expect(await owned(n)).toEqual(['A cs_cedar_solar hardware', 'B cs_cedar_relays software']);
});

test('apply restores the old name of an asset when a concurrent change interrupts a name swap', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  const first = await sync.sync(rows);
  sync.source([
    { ...rows[0]!, name: n('B') },
    { ...rows[1]!, name: n('A') },
  ]);
  const { plan } = await sync.plan();
  const idOfB = first.changes.find(({ key }) => key === '1')!.asset_id!;
  const update: Remote['update'] = async (id, ...rest) => {
    if (id === idOfB) await another().update(id, { asset_type: 'software' }, undefined, 'x');
    return sync.remote.update(id, ...rest);
  };
  expect(await sync.apply(plan, { remote: { ...sync.remote, update } })).toMatchObject({
    exit_status: 5,
    counts: { done: 0, stale: 1, skipped: 1 },
  });
  expect(await owned(n)).toEqual(['A cs_cedar_relays hardware', 'B cs_cedar_relays software']);
  expect(
    await sync.sync([
      { ...rows[0]!, name: n('B') },
      { ...rows[1]!, name: n('A') },
    ]),
  ).toMatchObject({ converged: true });
});

test('apply assigns no asset to a second key, even when its name and fields match', async () => {
  const n = named();
  const first = await sync.sync([{ key: '1', name: n('A'), system: RELAYS }]);
  sync.source([
    { key: '1', name: n('A'), system: RELAYS },
    { key: '2', name: n('B'), system: RELAYS },
  ]);
  const { plan } = await sync.plan();
  await another().update(first.changes[0]!.asset_id!, { name: n('B') }, undefined, 'x');
  expect(await sync.apply(plan)).toMatchObject({
    exit_status: 5,
    counts: { stale: 1 },
    proof: { unchanged_hold: false },
  });
  expect(
    await sync.sync([
      { key: '1', name: n('A'), system: RELAYS },
      { key: '2', name: n('B'), system: RELAYS },
    ]),
  ).toMatchObject({ converged: true, counts: { done: 2 } });
});

test('undo keeps changes of other writers; the receipt has request ids for its own claims only', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B', 'C'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  const first = await sync.sync(rows);
  const idOf = (key: string) => first.changes.find((change) => change.key === key)!.asset_id!;
  sync.source([
    rows[0]!,
    { ...rows[1]!, name: n('B2') },
    { key: '9', name: n('NEW'), system: RELAYS },
    { key: '8', name: n('OURS'), system: RELAYS },
  ]);
  const { plan } = await sync.plan();
  const other = another();
  await other.update(idOf('1'), { name: n('B2') }, undefined, 'x');
  await other.remove(idOf('2'), undefined, 'x');
  await other.create(
    { name: n('NEW'), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
    n('k'),
    'x',
  );

  const receipt = await sync.apply(plan);
  expect(receipt).toMatchObject({
    converged: true,
    counts: { done: 1, already: 3 },
    adopted: [{ key: '9', name: n('NEW') }],
  });
  expect(receipt.changes.filter(({ request_id }) => request_id !== undefined).map(({ key }) => key)).toEqual([
    '9',
    '8',
  ]);
  expect(toMarkdown(receiptReport(receipt))).toContain('| already: was deleted already |');
  const before = await owned(n);
  const undo = await sync.undo(receipt);
  expect([undo.plan.changes.map(({ operation, key }) => `${operation} ${key}`), undo.plan.forgotten]).toEqual(
    [['delete 8'], ['9']],
  );
  await sync.apply(undo.plan);
  expect(await owned(n)).toEqual(before.filter((line) => !line.startsWith('OURS')));
});

test.each([
  ['weak, for example after a compressing proxy', (etag: string) => `W/${etag}`, 'weak ETag'],
  ['missing', () => undefined, 'has no ETag'],
])('apply changes nothing and reports the cause when the ETag is %s', async (_what, change, sentence) => {
  const n = named();
  const rows: Row[] = ['A', 'B'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  await sync.sync(rows);
  sync.source([{ ...rows[0]!, name: n('A2') }]);
  const { plan } = await sync.plan();
  const get: Remote['get'] = async (id) => {
    const reply = await sync.remote.get(id);
    return reply.is === 'done' ? { ...reply, etag: change(reply.etag!) } : reply;
  };
  const receipt = await sync.apply(plan, { concurrency: 1, remote: { ...sync.remote, get } });
  expect(receipt).toMatchObject({
    exit_status: 3,
    counts: { failed: 1, pending: 1 },
    stopped: expect.stringContaining(sentence),
  });
  expect(await owned(n)).toEqual(['A cs_cedar_relays hardware', 'B cs_cedar_relays hardware']);
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true });
});

test('planned changes are stale when the impact rating of their system changed after the plan', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: SOLAR }]);
  const { plan } = await sync.plan();
  const snapshot = async () => {
    const now = await sync.remote.snapshot();
    return {
      ...now,
      systems: now.systems.map((system) =>
        system.name === SOLAR ? { ...system, impact_rating: 'high' as const } : system,
      ),
    };
  };
  expect(await sync.apply(plan, { remote: { ...sync.remote, snapshot } })).toMatchObject({
    exit_status: 5,
    changes: [{ outcome: 'stale', message: 'the impact rating of cs_cedar_solar changed from low to high' }],
  });
  expect(await owned(n)).toEqual([]);
});

test('each guard stops its own case, and allows it with the matching option', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B', 'C', 'D'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  await sync.sync(rows);
  const guards = { minSourceRatio: 0.9, maxDelete: { count: 1 }, allowRatingChange: false };
  const tripped = async (source: Row[], options = {}) => {
    sync.source(source);
    return (await sync.plan({ ...guards, ...options })).tripped.map(
      ({ guard, message }) => `${guard}: ${message}`,
    );
  };
  expect(await tripped([])).toEqual([
    'empty-source: The source has no assets in scope (0 rows read, 0 left out). To allow an empty source, pass `--min-source-ratio 0`.',
    'max-delete: 4 deletions exceed the limit of 1. To allow them, pass `--max-delete 4`.',
  ]);
  expect(await tripped(rows.slice(0, 3))).toEqual([
    'shrunken-source: The source has only 3 of the 4 assets that it owns (75 %; the minimum is 90 %). To allow this, pass `--min-source-ratio 0.75`.',
  ]);
  expect(await tripped(rows.slice(0, 3), { minSourceRatio: 0.75 })).toEqual([]);
  expect(await tripped(rows.slice(0, 1), { minSourceRatio: 0.2, maxDelete: { percent: 50 } })).toEqual([
    'max-delete: 3 deletions exceed the limit of 2. To allow them, pass `--max-delete 3`.',
  ]);
  expect(await tripped(rows.slice(0, 1), { minSourceRatio: 0.2, delete: false })).toEqual([]);
  expect(await tripped(rows.map((row) => ({ ...row, system: SOLAR })))).toEqual([
    'rating-change: The plan changes the impact rating of 4 assets. To allow this, pass `--allow-rating-change`.',
  ]);
  expect(
    await tripped(
      rows.map((row) => ({ ...row, system: SOLAR })),
      { allowRatingChange: true },
    ),
  ).toEqual([]);
});

test('apply rejects a plan that was applied before, and a key of another organization', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const { plan } = await sync.plan();
  await expect(
    sync.apply(plan, { remote: openSync(folder, { url: server.url, key: server.other.key }).remote }),
  ).rejects.toThrow('The API key belongs to other-power, but the plan is for cedar-power.');
  const nothing = () =>
    Promise.resolve({ organization: undefined, assets: [], systems: [], facilities: [], controlCenters: [] });
  await expect(sync.apply(plan, { remote: { ...sync.remote, snapshot: nothing } })).rejects.toThrow(
    'The API key belongs to an organization without records, but the plan is for cedar-power.',
  );
  await sync.apply(plan);
  await expect(sync.apply(plan)).rejects.toMatchObject({
    exitStatus: 5,
    message: expect.stringContaining('another plan was applied after it was made'),
  });
  await expect(sync.apply(plan, { resume: true })).rejects.toThrow('Nothing to resume');
  await expect(openSync(folder, { url: server.url, key: server.other.key }).plan()).rejects.toThrow(
    'belongs to the organization cedar-power, not to other-power',
  );
});

test('undo plans the inverse of the applied changes, and keeps later changes', async () => {
  const n = named();
  const rows: Row[] = ['A', 'B', 'C'].map((name, index) => ({
    key: String(index),
    name: n(name),
    system: RELAYS,
  }));
  await sync.sync(rows);
  const before = await owned(n);
  const receipt = await sync.sync([
    { ...rows[0]!, name: n('B') },
    { ...rows[1]!, name: n('A') },
    { key: '7', name: n('NEW'), system: SOLAR },
  ]);
  expect((await sync.undo(receipt, { delete: false })).plan).toMatchObject({ kept: [{ name: n('NEW') }] });
  const undone = await sync.apply((await sync.undo(receipt)).plan);
  expect(undone).toMatchObject({ exit_status: 0, undoes: receipt.plan });
  expect(await owned(n)).toEqual(before);

  const again = await sync.sync([{ ...rows[0]!, name: n('A2') }, rows[1]!, rows[2]!]);
  await another().update(again.changes[0]!.asset_id!, { asset_type: 'software' }, undefined, 'x');
  expect((await sync.undo(again)).plan).toMatchObject({
    changes: [],
    faults: [{ message: expect.stringContaining('changed later: it is kept') }],
  });
});

test('the Markdown receipt escapes asset names', async () => {
  const n = named();
  const name = n('a|b<script>`![x](http://e.example) www.e.example _RTU_ ~~gone~~ A&amp;B');
  const receipt = await sync.sync([{ key: '1', name, system: RELAYS }]);
  const page = toMarkdown(receiptReport(receipt));
  expect(page).toContain(
    `| ${n('a\\|b&lt;script>\\`!\\[x\\](http\\://e.example) www\\.e.example \\_RTU\\_ \\~\\~gone\\~\\~ A\\&amp;B')} | ${receipt.changes[0]!.asset_id} | 1 | Create hardware in cedar Protection of cedar Millbrook 345 kV Substation (cs_cedar_relays, medium) | done |`,
  );
  for (const part of [
    receipt.plan,
    receipt.source.digest,
    'engineer@\u200btest',
    receipt.changes[0]!.request_id,
    '| The inventory matches the source | yes |',
  ])
    expect(page).toContain(part);
});
