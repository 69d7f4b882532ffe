// Tests the check of a source without a server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textLines } from '../../src/base/report/text';
import { checkSource } from '../../src/sync/check';
import { ROOT, cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

const MAP =
  'source: {name: cmdb}\nkey: id\nfields:\n  name: name\n' +
  '  asset_type: {column: class, values: {Relay: hardware, App: software}}\n' +
  '  cyber_system: system\n  site: site\nexcept: [{column: state, values: [Retired]}]\n';

const check = (csv: string) => {
  writeFileSync(at('map.yaml'), MAP);
  writeFileSync(at('cmdb.csv'), `id,name,class,system,site,state\n${csv}`);
  return checkSource(at('cmdb.csv'), at('map.yaml'));
};

test('check shows what fields become, unmapped values first, rows left out, and faults', async () => {
  const { report, faults } = await check(
    '1,A,Relay,SCADA,Millbrook,Live\n2,B,Relay,SCADA,,Live\n3,C,Switch,SCADA,,Live\n4,D,App,,,Live\n' +
      '5,E,Relay,SCADA,,Retired\n,F,Relay,SCADA,,Live\n1,G,Relay,SCADA,,Live\n',
  );
  const text = textLines(report).join('\n');
  expect(text).toContain('Rows left out\n  REASON              ROWS\n  state is "Retired"  1\n');
  expect(text).toMatch(/ {2}line 2 +1 +A +Relay → hardware +SCADA +Millbrook\n/);
  expect(text).toMatch(/ {2}line 4 +3 +C +Switch → NOT IN THE MAP +SCADA +\(empty\)\n/);
  expect(text).toMatch(
    /Values of asset_type: 3\n {2}SOURCE +BECOMES +ROWS\n {2}Switch +NOT IN THE MAP +1\n {2}Relay +hardware +3\n {2}App +software +1\n/,
  );
  expect(text).toMatch(/\n7 read, 1 taken, 1 left out, 5 not synced\.$/);
  expect(faults.map(({ line, key, message }) => [line, key, message.split(' is ')[0]])).toEqual([
    [4, '3', 'asset_type "Switch"'],
    [5, '4', 'cyber_system'],
    [7, undefined, 'id (the key)'],
    [2, '1', 'key "1"'],
    [8, '1', 'key "1"'],
  ]);
});

test('check samples 10 rows from the whole source', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => `${index},A${index},Relay,SCADA,,\n`).join('');
  const { report, faults } = await check(rows);
  const samples = [...report.tables.find(({ heading }) => heading === 'What rows become: 10 of 100')!.rows];
  expect(samples.map(([, key]) => key)).toEqual(['0', '10', '20', '30', '40', '50', '60', '70', '80', '90']);
  expect(faults).toEqual([]);
});

test('check marks values that only `other` maps, and rows of exactly 10,000', async () => {
  writeFileSync(
    at('big.csv'),
    ['sys_id,name,sys_class_name,install_status,location,u_bes_cyber_system']
      .concat(Array.from({ length: 10_000 }, (_, index) => `${index},A${index},Switch,Installed,M,S`))
      .join('\n'),
  );
  const { report } = await checkSource(at('big.csv'), join(ROOT, 'src/sync/maps/servicenow.yaml'));
  const text = textLines(report).join('\n');
  expect(text).toMatch(/Switch +hardware \(other\) +10,000\n/);
  expect(text).toContain('The source has exactly 10,000 rows, the default limit of a ServiceNow export.');
});

test('sync check needs no key and no server, exits with 0, and with 3 when rows cannot be synced', async () => {
  await check('1,A,Relay,SCADA,,\n');
  const run = (...more: string[]) =>
    cli(['sync', 'check', '--source', at('cmdb.csv'), '--map', at('map.yaml'), ...more], {});
  expect(await run()).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Sync check\n/),
  });
  await check('1,,Relay,SCADA,,\n');
  expect(await run()).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(/cmdb\.csv:2: name is empty \(key 1\)\n\nSome rows cannot be synced\./),
  });
  const { stdout } = await run('--format', 'markdown');
  expect(stdout).toMatch(
    /^# Sync check\n[^]*## Rows not synced: 1\n\n\| Row \| Key \| Reason \|\n\|---\|---\|---\|\n\| line 2 \| 1 \| name is empty \|/,
  );
});
