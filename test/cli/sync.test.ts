// Tests the command `sync`: output, prompts and exit statuses.
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { confirms } from '../../src/cli/sync/apply';
import { type Environment, MAIN, ROOT, cli, ended, said, start } from '../support/cli';
import { startFaultyProxy } from '../support/faulty-proxy';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';

jest.setTimeout(30_000); // several processes per test

const root = temporaryFolder();
let server: TestServer;
let folder: string;
let environment: Environment;

beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(root, 'sync-'));
  cpSync(join(ROOT, 'src/sync/maps/servicenow.yaml'), join(folder, 'servicenow.yaml'));
  environment = { CMDB_KEY: server.cedar.key, BAD_KEY: 'two words', SYNC_URL: server.url };
});

// Restores the inventory before each test.
afterEach(async () => {
  const { body } = await server.client('GET', '/cyber-assets');
  for (const { id } of body) if (id !== 'ca_cedar_app') await server.client('DELETE', `/cyber-assets/${id}`);
  await server.inventory.importer.run(server.cedar.organization, {
    cyber_assets: [{ id: 'ca_cedar_rtu', ...RELAY }],
  });
});

const at = (name: string): string => join(folder, name);

interface Ci {
  sys_id: string;
  name: string;
  u_bes_cyber_system?: string;
  location?: string;
}

function write(...items: Ci[]): void {
  const rows = items.map(
    ({
      sys_id,
      name,
      u_bes_cyber_system = 'cedar Protection',
      location = 'cedar Millbrook 345 kV Substation',
    }) => [sys_id, name, 'IP Device', 'Installed', u_bes_cyber_system, location],
  );
  writeFileSync(
    at('cmdb.csv'),
    [['sys_id', 'name', 'sys_class_name', 'install_status', 'u_bes_cyber_system', 'location'], ...rows]
      .map((cells) => `${cells.join(',')}\n`)
      .join(''),
  );
}

const source = () => [
  '--source',
  at('cmdb.csv'),
  '--map',
  at('servicenow.yaml'),
  '--url',
  server.url,
  '--key-from-env',
  'CMDB_KEY',
];
const plan = (...options: string[]) => cli(['sync', 'plan', ...source(), ...options], environment);
const apply = (...options: string[]) =>
  cli(['sync', 'apply', at('plan.json'), '--key-from-env', 'CMDB_KEY', ...options], environment);

const RELAY = { name: 'cedar-RTU01', cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware' };

const STATE = 'servicenow.state.json';
const RTU = { sys_id: 'a1', name: 'cedar-RTU01' };
const EMS = { u_bes_cyber_system: 'cedar EMS/SCADA', location: 'cedar Primary Control Center' };

test('plan exits with 2 for pending changes, apply with 0, and the next plan with 0', async () => {
  write(RTU, { sys_id: 'a2', name: 'cedar-RTU77' });
  const planned = await plan('--out', at('plan.json'));
  expect(planned).toMatchObject({
    status: 2,
    stderr: `Changes are pending. To apply them, run \`sync apply ${at('plan.json')} --url ${server.url}\`.\n`,
  });
  expect(planned.stdout).toContain(
    'Created: 1\n  cedar-RTU77  (key a2, line 3)\n      Create hardware in cedar Protection of cedar ' +
      'Millbrook 345 kV Substation (cs_cedar_relays, medium)\n',
  );
  expect(planned.stdout).toContain('Adopts 1 existing asset by name');
  expect(planned.stdout).toMatch(/^ {2}BEFORE → AFTER +HIGH +MEDIUM +LOW +DELETED\n {2}new +0 +1 +0 +0$/m);
  expect(readdirSync(folder).sort()).toEqual(['cmdb.csv', 'plan.json', 'servicenow.yaml']);

  const applied = await apply('--receipts', at('receipts'));
  expect(applied).toMatchObject({ status: 0, stderr: '' });
  expect(applied.stdout).toMatch(/^create +1 +0 +0$/m);
  expect(applied.stdout).toContain('Converged: the inventory matches the source.');
  const receipts = readdirSync(at('receipts'));
  expect(receipts.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(['.json', '.md']);
  for (const name of [
    ...readdirSync(folder).filter((each) => each !== 'receipts'),
    ...receipts.map((each) => `receipts/${each}`),
  ])
    expect(readFileSync(at(name), 'utf8')).not.toContain(server.cedar.key);
  const report = await ended(start(['sync', 'report', at('receipts')], environment));
  expect(report).toMatchObject({ status: 0, stderr: '' });
  expect(report.stdout).toMatch(
    /^Sync report\n[^]*Runs: 1\n[^]* servicenow +1 +0 +0 +0 +0 +converged[^]*1 run, 1 converged\.\n$/,
  );

  expect(await plan()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\n2 unchanged\.\nNothing to do\.\n$/),
    stderr: '',
  });
  const again = start(['sync', 'apply', at('plan.json'), '--key-from-env', 'CMDB_KEY'], environment);
  expect(await ended(again)).toMatchObject({
    status: 5,
    stderr: 'The plan is stale: another plan was applied after it was made. Plan again.\n',
  });
});

test('a second map gets a conflict for an owned asset, in plan and sync, until --claim', async () => {
  write(RTU);
  const owning = ['--claim', 'ca_cedar_rtu', '--out', at('plan.json'), '--yes'];
  expect(await cli(['sync', ...source(), ...owning], environment)).toMatchObject({ status: 0 });
  const state = ['--state', at('second.state.json')];
  const conflicts =
    'cmdb.csv:2: name "cedar-RTU01" belongs to ca_cedar_rtu, which was written after its creation: another source may own it. To make this source its owner, pass `--claim ca_cedar_rtu` (key a1)\n';
  const rejected = { status: 3, stderr: expect.stringContaining(conflicts) };
  expect(await plan(...state)).toMatchObject(rejected);
  expect(
    await cli(['sync', ...source(), ...state, '--out', at('second.json'), '--yes'], environment),
  ).toMatchObject(rejected);
  expect(await plan(...state, '--claim', 'ca_cedar_app')).toMatchObject({
    status: 1,
    stderr: '--claim: ca_cedar_app matches no row of the source and no key of the state.\n',
  });
  expect(await plan(...state, '--claim', 'rtu')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Use the id of an asset'),
  });
  expect(await plan(...state, '--claim', 'ca_cedar_rtu', '--out', at('second.json'))).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('Adopts 1 existing asset by name'),
  });
  expect(
    await cli(['sync', 'apply', at('second.json'), '--key-from-env', 'CMDB_KEY'], environment),
  ).toMatchObject({ status: 0 });
  for (const [claimed, sentence] of [
    [
      'ca_cedar_rtu',
      'Claims 1 owned asset: two writes of the letter case of the name show the owner to other sources.',
    ],
    ['all', 'Claims 1 owned asset as the only source.'],
  ] as const)
    expect(await plan('--claim', claimed)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining(sentence),
    });
});

test('a source of exactly 10,000 rows requires --complete', async () => {
  write(...Array.from({ length: 10_000 }, (_, index) => ({ sys_id: `b${index}`, name: `cedar-B${index}` })));
  expect(await plan()).toMatchObject({
    status: 4,
    stdout: expect.stringContaining(
      'Stopped: The source has exactly 10,000 rows, the default limit of a ServiceNow export. To allow a source of this size, check that it is complete and pass `--complete`.',
    ),
  });
  expect(await plan('--complete')).toMatchObject({ status: 2 });
});

test('sync applies with --yes, and stops without --yes when it cannot prompt', async () => {
  write(RTU, { sys_id: 'a3', name: 'cedar-RTU78' });
  const options = [...source(), '--out', at('plan.json')];
  expect(await cli(['sync', ...options], environment)).toMatchObject({
    status: 1,
    stderr:
      'Nothing was changed: without a terminal, sync cannot ask for confirmation. Pass --yes, or use `sync plan` and `sync apply`.\n',
  });
  expect(await cli(['sync', ...options, '--yes'], environment)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Converged'),
  });
  expect(await cli(['sync', ...options, '--yes'], environment)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing to do.'),
  });

  const receipt = at(
    readdirSync(folder).find((name) => name.endsWith('.json') && name.startsWith('receipt-'))!,
  );
  const undone = await cli(
    ['sync', 'undo', receipt, '--key-from-env', 'CMDB_KEY', '--delete', '--out', at('plan.json')],
    environment,
  );
  expect(undone).toMatchObject({ status: 2, stdout: expect.stringContaining('Deleted: 1\n  cedar-RTU78') });
  expect(await apply()).toMatchObject({ status: 0 });
});

test('a receipt refers to its state by relative path, and undo requires the state', async () => {
  write(RTU, { sys_id: 'm1', name: 'cedar-RTU90' });
  expect(await cli(['sync', ...source(), '--out', at('plan.json'), '--yes'], environment)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Converged'),
  });
  const receipts = readdirSync(folder)
    .filter((name) => name.startsWith('receipt-') && name.endsWith('.json'))
    .sort();
  const moved = mkdtempSync(at('moved-'));
  for (const [from, to] of [
    [receipts.at(-1)!, 'receipt.json'],
    [STATE, STATE],
  ] as const)
    copyFileSync(at(from), join(moved, to));
  const undo = () =>
    cli(
      [
        'sync',
        'undo',
        join(moved, 'receipt.json'),
        '--key-from-env',
        'CMDB_KEY',
        '--delete',
        '--out',
        join(moved, 'plan.json'),
      ],
      environment,
    );
  expect(await undo()).toMatchObject({ status: 2 });
  expect(JSON.parse(readFileSync(join(moved, 'plan.json'), 'utf8'))).toMatchObject({
    state: {
      file: STATE,
      serial: (JSON.parse(readFileSync(join(moved, STATE), 'utf8')) as { serial: number }).serial,
    },
  });
  rmSync(join(moved, STATE));
  expect(await undo()).toMatchObject({
    status: 1,
    stderr: `${join(moved, STATE)} does not exist. Pass the state file of the sync to undo with --state.\n`,
  });
});

test('sync names the plan after the map, ignores a closed pipe and undoes only receipts', async () => {
  write(RTU, { sys_id: 'a3', name: 'cedar-RTU78' });
  const line =
    `cd '${folder}' && { '${process.execPath}' '${MAIN}' sync ${source().join(' ')} --yes; echo "status ` +
    '$?" >&2; } | head -n 1';
  expect(await ended(start(['-c', line], environment, ['/bin/sh']))).toMatchObject({
    stdout: 'Sync plan\n',
    stderr: 'status 0\n',
  });
  expect(readdirSync(folder)).toContain('servicenow.plan.json');
  expect(
    await cli(['sync', 'undo', at('servicenow.plan.json'), '--key-from-env', 'CMDB_KEY'], environment),
  ).toMatchObject({
    status: 1,
    stderr: `${at('servicenow.plan.json')} is not a receipt of this program; pass the JSON file of a receipt.\n`,
  });
});

test('sync escapes the control characters of a source', async () => {
  writeFileSync(at('cmdb.csv'), 'sys_id\u001b[31m,\u001b]0;owned\u0007\n1,2\n');
  const { status, stderr } = await plan();
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      'the source has no column "sys_id". Its columns are: sys_id\\u001b[31m, \\u001b]0;owned\\u0007',
    ),
  ]);
});

test('sync reports file and line of an invalid row, syncs the other rows and exits with 3', async () => {
  write({ ...RTU, name: 'cedar-RTU79' }, { sys_id: 'a4', name: 'cedar-RTU80', u_bes_cyber_system: 'Relays' });
  const planned = await plan('--create-possible-renames', '--out', at('plan.json'));
  expect(planned).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /cmdb\.csv:3: cyber_system "Relays" does not exist in the organization; name an existing cyber system.* \(key a4\)$/m,
    ),
  });
  expect(await apply()).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('1 row of the source could not be synced.'),
  });
  expect(await plan()).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('There is nothing to change, but some rows could not be synced'),
  });
});

test('plan reports the first 50 invalid rows with their keys, and counts the rest', async () => {
  write(
    ...Array.from({ length: 60 }, (_, index) => ({
      sys_id: `c${index}`,
      name: `cedar-C${index}`,
      location: `x${index}`,
    })),
  );
  const { stderr } = await plan('--min-source-ratio', '0');
  const lines = stderr.split('\n').filter((line) => line.includes('cmdb.csv:'));
  expect([lines.length, lines[0]]).toEqual([
    50,
    expect.stringMatching(/cmdb\.csv:2: site "x0" .* \(key c0\)$/),
  ]);
  expect(stderr).toContain('\n… and 10 more. To show all, pass `--all`.\n');
  expect((await plan('--min-source-ratio', '0', '--all')).stderr).toContain('(key c59)');
});

test('deletions on the word of a CSV file need an end that states its rows, and no cell that may hide rows', async () => {
  const others = ['cedar-RTU81', 'cedar-RTU82'].map((name, index) => ({ sys_id: `a${index + 5}`, name }));
  write(RTU, ...others);
  await plan('--claim', 'all', '--out', at('plan.json'));
  await apply();
  write(RTU);
  const cut = readFileSync(at('cmdb.csv'), 'utf8');
  expect(await plan('--delete', '--min-source-ratio', '0')).toMatchObject({
    status: 4,
    stdout: expect.stringContaining('The source has no last line with its number of rows'),
  });
  const ended = async (text: string) => {
    writeFileSync(at('cmdb.csv'), text);
    return plan('--delete', '--min-source-ratio', '0');
  };
  expect(await ended(`${cut}end_of_export,3\n`)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has 1 row; its last line says 3. Export again'),
  });
  const whole = await ended(`${cut}end_of_export,1\n`);
  expect([whole.status, whole.stdout]).toEqual([2, expect.stringContaining('Deleted: 2\n')]);
  const merged = cut.replace('cedar-RTU01', '"cedar-RTU01\na5,cedar-RTU81"');
  const hidden = await ended(`${merged}end_of_export,1\n`);
  expect([hidden.status, hidden.stdout.includes('Deleted')]).toEqual([3, false]);
  expect(hidden.stderr).toContain('a cell has several lines, which may be other rows: correct its quotes');
});

test('a guard stops plan and sync with 4, names the option that allows it and changes nothing', async () => {
  write(RTU, { sys_id: 'a5', name: 'cedar-RTU81' }, { sys_id: 'a6', name: 'cedar-RTU82' });
  await plan('--claim', 'all', '--out', at('plan.json'));
  await apply();
  const before = await server.client('GET', '/cyber-assets');
  const out = ['--out', at('guarded.json')];

  write();
  const empty = await plan('--delete', '--json', '--complete', ...out);
  expect(empty).toMatchObject({ status: 4, stderr: '' });
  expect(JSON.parse(empty.stdout)).toMatchObject({
    changes: [{ operation: 'delete' }, { operation: 'delete' }, { operation: 'delete' }],
    guards: [
      {
        guard: 'empty-source',
        message:
          'The source has no assets in scope (0 rows read, 0 left out). To allow an empty source, pass `--min-source-ratio 0`.',
      },
    ],
  });
  write({ ...RTU, ...EMS }, { sys_id: 'a5', name: 'cedar-RTU81' }, { sys_id: 'a6', name: 'cedar-RTU82' });
  const reclassified = await plan(...out);
  expect(reclassified).toMatchObject({
    status: 4,
    stderr: 'A guard stopped the plan. Nothing was written.\n',
    stdout: expect.stringContaining(
      'Stopped: The plan changes the impact rating of 1 asset. To allow this, pass `--allow-rating-change`.',
    ),
  });
  expect(reclassified.stdout).toMatch(
    /^Reclassified \(moves that change the impact rating\): 1\n {2}cedar-RTU01 .*\n {6}Change the impact rating from medium to high\n {6}Move from cedar Protection of .* medium\) to cedar EMS\/SCADA of cedar Primary Control Center \(.*, high\)$/m,
  );
  const run = start(['sync', ...source(), '--yes'], environment);
  expect(await ended(run)).toMatchObject({
    status: 4,
    stderr: 'A guard stopped the sync. Nothing was changed.\n',
  });

  expect(readdirSync(folder)).not.toContain('guarded.json');
  expect((await server.client('GET', '/cyber-assets')).body).toEqual(before.body);
});

test('--change and --approver are in plan, receipt and report, and apply rejects another change', async () => {
  write(RTU, { sys_id: 'a7', name: 'cedar-<b>7' });
  const approval = ['--change', 'CHG-20418', '--approver', 'Morgan Reyes'];
  const ticket = await plan('--change', 'CHG-20418', '--format', 'markdown', '--out', at('plan.json'));
  expect(ticket.status).toBe(2);
  expect(ticket.stdout).toMatch(
    /^# Sync plan\n\nAdopts 1 existing asset by name[^]*\| Change \| CHG-20418 \|[^]*\| Rows of the source \| 2 read, 2 taken, 0 left out, 0 not synced \|[^]*\| cedar-&lt;b>7 \| – \| a7 \|/,
  );
  const page = await plan(...approval, '--format', 'html');
  expect(page.stdout).toMatch(
    /^<!doctype html>[^]*<dd>Morgan Reyes<\/dd>[^]*cedar-&#60;b&#62;7[^]*<\/html>\n$/,
  );

  expect(await apply('--change', 'CHG-1')).toMatchObject({
    status: 1,
    stderr: 'The plan has the change "CHG-20418", not "CHG-1". Omit --change, or plan again.\n',
  });
  expect(await apply('--approver', 'Morgan Reyes', '--receipts', at('receipts'))).toMatchObject({
    status: 0,
  });
  const [json, markdown] = readdirSync(at('receipts')).map((name) =>
    readFileSync(at(`receipts/${name}`), 'utf8'),
  );
  expect(JSON.parse(json!)).toMatchObject({ approval: { change: 'CHG-20418', approver: 'Morgan Reyes' } });
  expect(markdown).toMatch(
    /^# Sync receipt\n\nConverged: [^]*\| Change \| CHG-20418 \|\n\| Approver \| Morgan Reyes \|/,
  );
});

test.each([
  ['Ctrl-C', 'SIGINT'],
  ['a closed terminal', 'SIGHUP'],
] as const)(
  '%s completes the changes in progress (exit 3), and --resume continues',
  async (_what, signal) => {
    write(
      RTU,
      ...Array.from({ length: 30 }, (_, index) => ({
        sys_id: `${signal}-${index}`,
        name: `cedar-${signal}-${index}`,
      })),
    );
    let created = 0;
    let interrupt = (): void => undefined;
    const proxy = await startFaultyProxy(server.url, ({ method }) => {
      if (method === 'POST' && ++created === 5) interrupt();
    });
    await cli(
      [
        'sync',
        'plan',
        ...source().map((text) => (text === server.url ? proxy.url : text)),
        '--out',
        at('plan.json'),
      ],
      environment,
    );
    environment.SYNC_URL = proxy.url;
    const running = start(
      ['sync', 'apply', at('plan.json'), '--key-from-env', 'CMDB_KEY', '--concurrency', '1', '--rate', '50'],
      environment,
    );
    interrupt = () => running.kill(signal);
    const stopping = said(running, 'stderr', /Stopping: changes in progress are completed/);
    const stopped = await ended(running);
    await stopping;
    expect(stopped).toMatchObject({
      status: 3,
      stderr: expect.stringContaining(
        'The apply ended early: The operator stopped it. The inventory does not fully match the source. See the receipt. To continue, run `sync apply',
      ),
    });
    expect(created).toBeLessThan(30);
    expect(await apply('--resume')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^create +30 +0 +0$/m),
    });
    expect(created).toBe(30);
    await proxy.close();
  },
);

test('sync prints the reason for a delay', async () => {
  write(RTU);
  const unusedAddress = await startFaultyProxy(server.url, () => undefined);
  await unusedAddress.close();
  const running = start(
    ['sync', 'plan', ...source().map((text) => (text === server.url ? unusedAddress.url : text))],
    environment,
  );
  const ending = ended(running);
  await said(
    running,
    'stderr',
    /^The server \S+ cannot be reached \(ECONNREFUSED\)\. Trying again\. To stop, press Ctrl-C\.$/m,
  );
  running.kill('SIGINT');
  await ending;
});

test.each([
  ['yes', 'yes\n', true],
  ['anything else', 'y\n', false],
  ['Ctrl-C', '\x03', false],
  ['the end of the input', '\x04', false],
])('the prompt to apply handles %s', async (_what, typed, agreed) => {
  const input = new PassThrough();
  const answer = confirms(input, new PassThrough());
  input.write(typed);
  expect(await answer).toBe(agreed);
});

test.each([
  [
    'no key',
    ['plan', '--source', 'a.csv', '--map', 'b.yaml'],
    'error: the environment variable API_KEY is not set.',
  ],
  [
    'an invalid key',
    ['plan', '--source', 'a.csv', '--map', 'b.yaml', '--key-from-env', 'BAD_KEY'],
    'error: BAD_KEY: apiKey must be a valid API key',
  ],
  [
    'a missing map',
    ['plan', '--source', 'a.csv', '--map', 'b.yaml', '--key-from-env', 'CMDB_KEY'],
    'b.yaml does not exist.',
  ],
  [
    'an address with plain HTTP',
    [
      'plan',
      '--source',
      'a.csv',
      '--map',
      'b.yaml',
      '--key-from-env',
      'CMDB_KEY',
      '--url',
      'http://inventory.example',
    ],
    'error: --url: baseUrl must begin with https:',
  ],
  [
    'an invalid scope',
    ['plan', '--source', 'a.csv', '--map', 'b.yaml', '--scope', 'plant=x'],
    'Use facility=NAME, control-center=NAME, system=NAME, with a name or an id.',
  ],
  [
    'a file that is not a plan',
    ['apply', join(ROOT, 'package.json'), '--key-from-env', 'CMDB_KEY'],
    'package.json is not a plan file of this program.',
  ],
  ['a plan that was changed', ['apply', 'changed'], 'was edited after it was written: plan again.'],
  ['a command that is none', ['plant'], 'error: '],
])(
  '%s exits with 1, never with 2, which means pending changes',
  async (_what, [command, ...args], sentence) => {
    if (args[0] === 'changed') {
      write(RTU);
      await plan('--out', at('plan.json'));
      writeFileSync(
        at('plan.json'),
        readFileSync(at('plan.json'), 'utf8').replace('cedar-RTU01', 'cedar-RTU02'),
      );
      args = [at('plan.json'), '--key-from-env', 'CMDB_KEY'];
    }
    const { status, stdout, stderr } = await cli(['sync', command!, ...args], environment);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  },
);
