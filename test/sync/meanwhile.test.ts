// Tests changes of other writers between plan and apply, and before an undo: the receipt reports them, and
// impact ratings are current.
import { type Remote, createFindHolder } from '../../src/sync/inventory/remote';
import { toMarkdown } from '../../src/base/report/markdown';
import { receiptReport } from '../../src/sync/apply/receipt-report';
import { RELAYS, SOLAR, another, assets, named, server, sync } from './syncing';

test('apply does not adopt an asset that was renamed after the plan, and reports a conflict', async () => {
  const n = named();
  const other = another();
  for (const name of ['A', 'B'])
    await other.create(
      { name: n(name), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
      n(name),
      'x',
    );
  sync.source(['A', 'B'].map((name, index) => ({ key: n(String(index)), name: n(name), system: RELAYS })));
  const { plan } = await sync.plan();
  expect(plan.adoptions.map(({ name }) => name)).toEqual([n('A'), n('B')]);
  const { id } = (await assets()).find(({ name }) => name === n('B'))!;
  await other.update(id, { name: n('B2') }, undefined, 'x');

  const receipt = await sync.apply(plan);
  expect(receipt.adopted.map(({ name }) => name)).toEqual([n('A')]);
  expect(receipt.not_synced.conflicts).toEqual([
    {
      line: 3,
      key: n('1'),
      message: `${id} ("${n('B')}") was not adopted: it was changed or deleted after the plan. Plan again`,
    },
  ]);
  expect(receipt.exit_status).toBe(5);
  expect(toMarkdown(receiptReport(receipt))).toContain('was changed or deleted after the plan');
  expect((await sync.plan()).plan).toMatchObject({
    adoptions: [],
    changes: [{ operation: 'create', after: { name: n('B') } }],
  });
});

test.each([
  ['was renamed', (id: string, name: string) => another().update(id, { name }, undefined, 'x')],
  ['was deleted', (id: string) => another().remove(id, undefined, 'x')],
])(
  'undo does not return an asset to its former key when it %s after the plan, and reports it as stale',
  async (_what, change) => {
    const n = named();
    await sync.sync([{ key: n('former'), name: n('A'), system: RELAYS }]);
    const { id } = (await assets()).find(({ name }) => name === n('A'))!;
    const { plan } = await sync.undo(await sync.sync([{ key: n('new'), name: n('A'), system: RELAYS }]));
    expect(plan).toMatchObject({ changes: [], adoptions: [{ key: n('former'), id }] });
    await change(id, n('A2'));

    const receipt = await sync.apply(plan);
    expect(receipt).toMatchObject({ converged: false, exit_status: 5, adopted: [] });
    expect(receipt.not_synced.conflicts.map(({ message }) => message)).toEqual([
      `${id} ("${n('A')}") was not adopted: it was changed or deleted after the plan. Plan again`,
    ]);
  },
);

test('--resume keeps an adopted asset that another writer renamed after the interruption', async () => {
  const n = named();
  const other = another();
  await other.create(
    { name: n('A'), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
    n('A'),
    'x',
  );
  sync.source(['A', 'B'].map((name) => ({ key: n(name), name: n(name), system: RELAYS })));
  const { plan } = await sync.plan();
  const refusal = {
    is: 'failed',
    message: '503',
    ofThisChangeAlone: true,
    maybeDone: false,
    attempts: 1,
    waited: 0,
  } as const;
  await sync.apply(plan, { remote: { ...sync.remote, create: () => Promise.resolve(refusal) } });
  const { id } = plan.adoptions[0]!;
  await other.update(id, { name: n('A2') }, undefined, 'x');

  const receipt = await sync.apply(plan, { resume: true });
  expect(receipt).toMatchObject({
    changes: [{ outcome: 'done' }],
    claims: [],
    adopted: [{ id }],
    not_synced: { conflicts: [] },
  });
  expect((await sync.plan()).plan).toMatchObject({
    adoptions: [],
    changes: [],
    conflicts: [{ key: n('A'), message: expect.stringContaining(`another writer changed ${id}`) }],
  });
});

test('--resume does not adopt an asset that another writer has changed since the kill', async () => {
  const n = named();
  const other = another();
  await other.create(
    { name: n('A'), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
    n('A'),
    'x',
  );
  sync.source(['A', 'B'].map((name) => ({ key: n(name), name: n(name), system: RELAYS })));
  const { plan } = await sync.plan();
  const create: Remote['create'] = () => Promise.reject(new Error('killed'));
  await expect(sync.apply(plan, { remote: { ...sync.remote, create } })).rejects.toThrow('killed');
  await other.update(plan.adoptions[0]!.id, { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
  expect(await sync.apply(plan, { resume: true })).toMatchObject({
    exit_status: 5,
    adopted: [],
    changes: [{ outcome: 'done' }],
    not_synced: { conflicts: [{ key: n('A') }] },
  });
});

test('--resume adopts an asset that was renamed before the apply was killed', async () => {
  const n = named();
  await another().create(
    { name: n('A'), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
    n('A'),
    'x',
  );
  const { id } = (await assets()).find(({ name }) => name === n('A'))!;
  sync.source(['B', 'C'].map((name) => ({ key: n(name), name: n(name), system: RELAYS })));
  const { plan } = await sync.plan({ pairs: new Map([[n('B'), id]]) });
  const create: Remote['create'] = () => Promise.reject(new Error('killed'));
  await expect(sync.apply(plan, { concurrency: 1, remote: { ...sync.remote, create } })).rejects.toThrow(
    'killed',
  );

  expect(await sync.apply(plan, { resume: true })).toMatchObject({
    converged: true,
    counts: { done: 2 },
    adopted: [{ key: n('B'), id }],
  });
  expect((await sync.plan()).plan).toMatchObject({ adoptions: [], changes: [] });
});

test('undo restores assets after a change of impact rating, and shows the current rating', async () => {
  const n = named();
  const rows = ['A', 'B', 'C'].map((name) => ({ key: n(name), name: n(name), system: RELAYS }));
  await sync.sync(rows);
  const receipt = await sync.sync([
    { ...rows[0]!, name: n('A2') },
    { ...rows[1]!, system: SOLAR },
    { key: n('D'), name: n('D'), system: RELAYS },
  ]);
  const systems = [
    {
      id: 'cs_cedar_relays',
      name: 'cedar Protection',
      impact_rating: 'high',
      facility_id: 'fac_cedar_millbrook',
    },
  ];
  await server.inventory.importer.run(server.cedar.organization, { cyber_systems: systems });

  const { plan } = await sync.undo(receipt);
  const ratings = Object.fromEntries(plan.changes.map((change) => [change.key, change.rating]));
  expect(ratings).toEqual({
    [n('A')]: { before: 'high', after: 'high' },
    [n('B')]: { before: 'low', after: 'high' },
    [n('C')]: { after: 'high' },
    [n('D')]: { before: 'high' },
  });
  expect(await sync.apply(plan)).toMatchObject({ exit_status: 0, counts: { done: 4 } });
});

test('names that another writer takes during an apply are found with one list, however many they are', async () => {
  const n = named();
  const rows = Array.from({ length: 8 }, (_, index) => ({
    key: n(`${index}`),
    name: n(`N${index}`),
    system: RELAYS,
  }));
  sync.source(rows);
  const { plan } = await sync.plan();
  const remote: Remote = {
    ...sync.remote,
    async snapshot() {
      const before = await sync.remote.snapshot();
      for (const { key, name } of rows)
        await another().create(
          { name, cyber_system_id: 'cs_cedar_relays', asset_type: 'software' },
          key,
          'x',
        );
      return before;
    },
    assets: jest.fn(() => sync.remote.assets()),
  };
  const receipt = await sync.apply(plan, { remote, concurrency: 1 });
  expect(receipt.changes.map(({ outcome, message }) => `${outcome}: ${message}`)).toEqual(
    rows.map(() => expect.stringMatching(/^stale: its name now belongs to ca_/)),
  );
  expect(remote.assets).toHaveBeenCalledTimes(2); // the second is the proof
});

test('a name that is taken after that list is found with another list', async () => {
  const ids = new Map<string, string>();
  const remote = {
    assets: jest.fn(() => Promise.resolve([...ids].map(([name, id]) => ({ id, name })))),
    get: (id: string) => {
      const name = [...ids].find(([, its]) => its === id)?.[0];
      return Promise.resolve(name === undefined ? { is: 'gone' } : { is: 'done', asset: { id, name } });
    },
  };
  const holderOf = createFindHolder(remote as unknown as Remote);
  const idOf = async (name: string) => (await holderOf(name))?.id;
  ids.set('A', 'ca_1');
  expect(await Promise.all([idOf('A'), idOf('a')])).toEqual(['ca_1', 'ca_1']);
  expect(remote.assets).toHaveBeenCalledTimes(1);
  ids.set('B', 'ca_2');
  expect(await idOf('B')).toBe('ca_2');
  ids.delete('A');
  expect(await idOf('A')).toBeUndefined();
  ids.set('A', 'ca_3');
  expect(await idOf('A')).toBe('ca_3');
});
