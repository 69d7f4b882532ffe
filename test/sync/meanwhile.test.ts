// What others do between a plan and its application, and before an undo: the receipt tells what became so, and ratings are those of today.
import { toMarkdown } from '../../src/sync/receipt/markdown';
import { RELAYS, SOLAR, another, assets, named, server, sync } from '../support/syncing';

test('an asset that was to be adopted and has another name by then is not told as adopted', async () => {
  const n = named();
  const other = another();
  for (const name of ['A', 'B']) await other.create({ name: n(name), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' }, n(name), 'x');
  sync.source(['A', 'B'].map((name, index) => ({ key: n(String(index)), name: n(name), system: RELAYS })));
  const { plan } = await sync.plan();
  expect(plan.adoptions.map(({ name }) => name)).toEqual([n('A'), n('B')]);
  const { id } = (await assets()).find(({ name }) => name === n('B'))!;
  await other.update(id, { name: n('B2') }, undefined, 'x');

  const receipt = await sync.apply(plan);
  expect(receipt.adopted.map(({ name }) => name)).toEqual([n('A')]);
  expect(receipt.not_synced.conflicts).toEqual([{ line: 3, key: n('1'), message: `${id}, which was to be adopted, is not called "${n('B')}" any more: plan again` }]);
  expect(receipt.exit_status).toBe(5);
  expect(toMarkdown(receipt)).toContain('is not called');
  expect((await sync.plan()).plan).toMatchObject({ adoptions: [], changes: [{ operation: 'create', after: { name: n('B') } }] });
});

test('undo leads back also where a system has got another rating since, and shows the one of today', async () => {
  const n = named();
  const rows = ['A', 'B', 'C'].map((name) => ({ key: n(name), name: n(name), system: RELAYS }));
  await sync.sync(rows);
  const receipt = await sync.sync([{ ...rows[0]!, name: n('A2') }, { ...rows[1]!, system: SOLAR }]);
  const systems = [{ id: 'cs_cedar_relays', name: 'cedar Protection', impact_rating: 'high', facility_id: 'fac_cedar_millbrook' }];
  await server.inventory.importer.run(server.cedar.organization, { cyber_systems: systems });

  const { plan } = await sync.undo(receipt);
  const ratings = Object.fromEntries(plan.changes.map((change) => [change.key, change.rating]));
  expect(ratings).toEqual({ [n('A')]: { before: 'high', after: 'high' }, [n('B')]: { before: 'low', after: 'high' }, [n('C')]: { after: 'high' } });
  expect(await sync.apply(plan)).toMatchObject({ exit_status: 0, counts: { done: 3 } });
});
