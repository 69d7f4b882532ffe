// Tests the reports of plans and receipts: names beside ids, words for each change, and attached tables.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Plan } from '../../generated/files';
import { limitRows } from '../../src/base/report/report';
import { textLines } from '../../src/base/report/text';
import { readPlan, withId, writePlan } from '../../src/sync/plan/plan-file';
import { planReport } from '../../src/sync/plan/plan-report';
import { readReceipt, writeReceipt } from '../../src/sync/apply/receipt-file';
import type { Row } from './sync-folder';
import { RELAYS, SOLAR, another, folder, named, sync } from './syncing';
import { asset, planOf, row } from './planning';

const RELAYS_PLACE = 'cedar Protection of cedar Millbrook 345 kV Substation (cs_cedar_relays, medium)';
const SOLAR_PLACE = /cedar Plant Controls of .+ \(cs_cedar_solar, low\)/.source;

const rowsOf = (count: number, n: (name: string) => string): Row[] =>
  Array.from({ length: count }, (_, index) => ({ key: String(index), name: n(`A${index}`), system: RELAYS }));

test('a plan describes each change with system and rating, and counts assets by rating', async () => {
  const n = named();
  const [renamed, moved] = rowsOf(3, n) as [Row, Row, Row];
  await sync.sync(rowsOf(3, n));
  sync.source([
    { ...renamed, name: n('B'), type: 'software' },
    { ...moved, system: SOLAR },
    { key: '9', name: n('NEW'), system: RELAYS },
  ]);
  const { plan, tripped } = await sync.plan();
  const text = textLines(planReport(plan, tripped)).join('\n');
  expect(text).toMatch(
    new RegExp(
      `Change the impact rating from medium to low\\n {6}Move from ${RELAYS_PLACE.replace(/[()]/g, '\\$&')} to ${SOLAR_PLACE}\\n`,
    ),
  );
  expect(text).toContain(
    `      Rename from ${n('A0')} to ${n('B')}\n      Change the type from hardware to software\n`,
  );
  expect(text).toContain(`Deleted: 1\n  ${n('A2')}  (id ca_`);
  expect(text).toContain(`      Delete hardware from ${RELAYS_PLACE}\n`);
  expect(text).toContain(`      Create hardware in ${RELAYS_PLACE}\n`);
  expect(text).toMatch(
    /new +0 +1 +0 +0\n {2}high +0 +0 +0 +0\n {2}medium +0 +1 +1 +1\n {2}low +0 +0 +0 +0\n/,
  );
});

test('a plan counts rows with a conflict as not synced, and shows every reclassification', async () => {
  const n = named();
  const rows = rowsOf(3, n);
  await sync.sync(rows.slice(0, 2));
  await another().create(
    { name: n('A2').toLowerCase(), cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' },
    n('k'),
    'x',
  );
  sync.source([{ ...rows[0]!, system: SOLAR }, rows[1]!, rows[2]!, { key: '8', name: '', system: RELAYS }]);
  const { plan, tripped } = await sync.plan();
  expect(plan.source.rows).toEqual({ read: 4, taken: 2, left_out: [], not_synced: 2 });
  const reclassified = planReport(plan, tripped).tables.find(({ heading }) => heading.startsWith('Recl'))!;
  expect(limitRows(reclassified, 0, '')).toBe(reclassified);
});

test('rows whose change waits for a taken name are not synced', () => {
  const { rows } = planOf({
    rows: [row('k1', 'B'), row('k2', 'C')],
    assets: [asset('ca_1', 'A'), asset('ca_9', 'B')],
    known: { k1: 'ca_1', k9: 'ca_9' },
  });
  expect(rows).toEqual({ read: 2, taken: 1, left_out: [], not_synced: 1 });
});

test('a receipt attaches tables of more than 100 rows as CSV and shows their first 100 rows', async () => {
  const n = named();
  const receipt = await sync.sync(rowsOf(101, n));
  const files = await writeReceipt(folder, receipt);
  expect(files.map((file) => file.replace(/.*receipt-[^.]*?-[0-9a-f]{8}/, ''))).toEqual([
    '.json',
    '.md',
    '-changes.csv',
  ]);
  const [json, markdown, csv] = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string];
  expect(JSON.parse(json)).toMatchObject({
    systems: { cs_cedar_relays: { name: RELAYS, site: 'cedar Millbrook 345 kV Substation' } },
  });
  expect(markdown).toContain('The first 100 of 101 rows. All rows are in receipt-');
  expect(markdown.match(/\| Create hardware in /g)).toHaveLength(100);
  const rows = parse<Record<string, string>>(csv, { columns: true });
  expect(rows).toHaveLength(101);
  expect(rows[100]).toMatchObject({
    Asset: n('A100'),
    Id: expect.stringMatching(/^ca_/),
    Change: `Create hardware in ${RELAYS_PLACE}`,
    Outcome: 'done',
    'Request id': expect.stringMatching(/^sync-/),
  });
  await readReceipt(files[0]!);
});

test('a plan without names of systems, as earlier versions wrote it, is applied', async () => {
  const n = named();
  sync.source(rowsOf(1, n));
  const { plan } = await sync.plan();
  const earlier = { ...plan, id: '', systems: undefined, source: { ...plan.source, rows: undefined } };
  await writePlan(sync.file('plan.json'), withId(earlier));
  const receipt = await sync.apply(await readPlan(sync.file('plan.json')));
  expect(receipt).toMatchObject({ converged: true });
  await writeReceipt(folder, receipt);
  const name = readdirSync(folder).find((each) => each.endsWith('.md'))!;
  expect(readFileSync(sync.file(name), 'utf8')).toContain('| Create hardware in cs_cedar_relays (medium) |');
});

test('a plan of another format version is rejected with the advice to plan again', async () => {
  sync.source([]);
  const { plan } = await sync.plan();
  await writePlan(sync.file('plan.json'), { ...plan, version: 2 } as unknown as Plan);
  await expect(readPlan(sync.file('plan.json'))).rejects.toThrow(
    'plan.json is a plan of another version of this program: plan again.',
  );
});
