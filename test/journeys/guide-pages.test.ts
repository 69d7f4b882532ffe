// Runs the quick starts, the commands for seeds, the walkthrough and the pages of the work-order and evidence sync as they
// stand, and tests repeated, failed and simultaneous runs of the two scripts in worlds of a sandbox.
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { operations } from '../../generated/operations';
import { type Ended, MAIN, ROOT, ended, start } from '../support/cli';
import { freePort } from '../support/external-program';
import { temporaryFolder } from '../support/folder';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { create, read } from '../support/world';
import { type TestWorld, control, createWorld, keyOf } from '../support/worlds';
import { MARK, processesMarked } from '../support/left-processes';

/* eslint-disable @typescript-eslint/no-explicit-any -- tests look into any record */

const GUIDE = join(ROOT, 'spec/guide');
const SCRIPTS = ['work-order-sync', 'evidence-sync'] as const;
type Script = (typeof SCRIPTS)[number];
const pageOf = (name: string): string => readFileSync(join(GUIDE, `${name}.md`), 'utf8');
/** Returns the code blocks of a page in one language, joined. */
const blocksOf = (name: string, language: string): string =>
  [...pageOf(name).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))]
    .map(([, block]) => block)
    .join('');

const folder = temporaryFolder();
/** Node.js 20 does not run TypeScript: there, the tests run the compiled scripts. */
const EXTENSION = 'typescript' in process.features ? 'mts' : 'mjs';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/compliance-inventory'));
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' } as const;
  for (const name of [...SCRIPTS, 'compliance-calendar']) {
    const file = join(GUIDE, `${name}.mts`);
    writeFileSync(join(folder, `${name}.mts`), readFileSync(file));
    writeFileSync(
      join(folder, `${name}.mjs`),
      transformFileSync(file, { jsc, module: { type: 'es6' } }).code,
    );
  }
});
afterAll(() => sandbox.close());
beforeEach(async () => void (world = await createWorld(sandbox)));

/** Runs a script in the world of the test. */
const run = (script: Script, ...args: string[]): Promise<Ended> =>
  ended(
    start([join(folder, `${script}.${EXTENSION}`), ...args], { API_KEY: world.key, SYNC_URL: sandbox.url }, [
      process.execPath,
    ]),
  );
const OK = { status: 0, stderr: '' };

/** Runs lines of a page in one shell, at this sandbox. */
const shell = (lines: string[]): Promise<Ended> =>
  ended(
    start(
      ['-c', `cd '${folder}'\n${lines.join('\n').replaceAll('http://127.0.0.1:4010', sandbox.url)}`],
      {},
      ['/bin/sh'],
    ),
  );

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Returns the number of changes that the key of the world made. Time makes changes too. */
async function changesIn({ client }: Pick<TestWorld, 'client'>): Promise<number> {
  const { id } = await read(client, '/users/me');
  return (await read(client, `/activity?limit=1&actorId=${id}`)).total;
}

const assetNamed = async (name: string): Promise<any> =>
  (await read(world.client, '/cyber-assets')).find((asset: any) => asset.name === name);
const tasksOf = async (name: string): Promise<any[]> =>
  (await read(world.client, `/tasks?relatedResourceId=${(await assetNamed(name)).id}`)).data.filter(
    ({ title }: any) => title.startsWith('WO-'),
  );
const evidenceOf = async (id: string): Promise<any[]> =>
  (await read(world.client, `/evidence/by-resource/${id}`)).data;
const addFaults = (...list: [method: string, path: string][]) =>
  control(
    sandbox,
    'PUT',
    `/${world.id}/faults`,
    list.map(([method, path]) => ({ method, path, count: 1, drop: 'after' })),
  );

/** Makes the script act for a contributor. */
async function actAsContributor(): Promise<void> {
  world.key = (await keyOf(sandbox, 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr', world.id)).key;
}

/** Returns the operations that the world has recorded, in the order of the contract. */
async function operationsCalled(): Promise<string[]> {
  const { log } = (await control(sandbox, 'GET', `/${world.id}/calls`)).body;
  const called = log.entries.map(
    ({ request: { method, url } }: any) =>
      sandbox.server.contract.match(method, new URL(url).pathname)?.operationId,
  );
  return operations.map(({ operationId }) => operationId).filter((id) => called.includes(id));
}

test('the walkthrough returns the statuses that it describes, and its retry repairs the lost response', async () => {
  const { status, stdout, stderr } = await shell(blocksOf('walkthrough', 'sh').split('\n'));
  expect([status, stderr]).toEqual([0, 'curl: (52) Empty reply from server\n']);
  expect([...stdout.matchAll(/(?:^|[\]}]) (\d{3})$/gm)].map(([, code]) => Number(code))).toEqual([
    ...[200, 200],
    ...[200, 409, 200],
    ...[200, 403, 200, 200, 200, 403],
    ...[200, 200, 200, 200],
    ...[200, 204],
  ]);
  const operations = [...stdout.matchAll(/"actorType":"(\w+)".*?"operation":"(\w+)"/g)].map(
    ([, ...all]) => all,
  );
  expect(operations).toEqual([
    ['user', 'created'],
    ['system', 'status_changed'],
    ['user', 'updated'],
  ]);
  expect(stdout).toMatch(/"status":"overdue","dueDate":"2030-01-07"/);
  expect(stdout).toMatch(/^HTTP\/1.1 201 [^]*^Idempotency-Replayed: true\r$/m);
  expect(stdout.match(/^Test the recovery plan$/gm)).toHaveLength(1);
});

/** Runs a quick start in bash, at this sandbox. */
const quickStart = (name: string, environment: Record<string, string> = {}): Promise<Ended> => {
  const script = blocksOf(`start-${name}`, 'bash')
    .replaceAll('http://127.0.0.1:4010', sandbox.url)
    .replaceAll('127.0.0.1:9464', `127.0.0.1:${environment['OPERATIONS_PORT']}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${environment['PORT']}`)
    .replaceAll('npx --no-install compliance-inventory', `'${process.execPath}' '${MAIN}'`)
    .replaceAll('node_modules/compliance-inventory', ROOT);
  const within = mkdtempSync(join(folder, name));
  return ended(start(['-c', `cd '${within}'\n${script}`], environment, ['/bin/bash']));
};

test('the quick start for partners shows the task of Dale to Maya, saves a CSV file and repairs a lost response', async () => {
  const { status, stdout, stderr } = await quickStart('partner');
  expect([status, stderr]).toEqual([0, 'curl: (52) Empty reply from server\n']);
  expect(stdout).toMatch(/"title":"Review firewall rules","status":"open"/);
  expect(stdout).toMatch(/^training-assignments\.csv$/m);
  expect(stdout).toMatch(/^HTTP\/1.1 201 [^]*^Idempotency-Replayed: true\r$/m);
});

test('the commands for seeds save a world and create another one from the file', async () => {
  const { status, stdout } = await shell(
    blocksOf('worlds', 'bash').replaceAll('curl', 'curl -sS').split('\n'),
  );
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ key: expect.any(String) })]);
});

test('the quick start for integrators adopts one device, creates the other, and has nothing left to do', async () => {
  const { status, stdout } = await quickStart('integrator');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^create +1 [^]*Nothing to do\.\n$/m)]);
});

test('the quick start for operators ends with the imported asset', async () => {
  const ports = { PORT: String(await freePort()), OPERATIONS_PORT: String(await freePort()), [MARK]: folder };
  const { status, stdout } = await quickStart('operator', ports);
  expect([status, stdout]).toEqual([0, expect.stringContaining('"name":"MLB345-RTU01"')]);
  expect(processesMarked(folder)).toEqual([]);
});

test('the compliance calendar prints what its page shows, in 150 lines or fewer', async () => {
  const lines = blocksOf('compliance-calendar', 'sh')
    .replaceAll(/node (.+)\.mts/g, `'${process.execPath}' $1.${EXTENSION}`)
    .split('\n');
  expect(await shell(lines)).toEqual({ ...OK, stdout: blocksOf('compliance-calendar', 'text') });
  const script = readFileSync(join(GUIDE, 'compliance-calendar.mts'), 'utf8');
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

describe.each(SCRIPTS)('the script %s', (script) => {
  it('has fewer than 100 lines', () => {
    expect(readFileSync(join(GUIDE, `${script}.mts`), 'utf8').split('\n').length).toBeLessThan(100);
  });

  it('prints what its page shows, and the runs after the first one write nothing', async () => {
    const lines = blocksOf(script, 'sh')
      .replaceAll(/node (.+)\.mts/g, `'${process.execPath}' $1.${EXTENSION}`)
      .split('\n');
    const end = lines.findIndex((line) => line.startsWith("'")) + 1;
    const first = await shell(lines.slice(0, end));
    const changes = await changesIn(sandbox);
    const others = await shell([...lines.filter((line) => line.startsWith('export')), ...lines.slice(end)]);
    expect([first, others]).toMatchObject([OK, OK]);
    expect(first.stdout + others.stdout).toBe(blocksOf(script, 'text'));
    expect(changes).toBeGreaterThan(0);
    expect(await changesIn(sandbox)).toBe(changes);
  });

  it('exits with 1 and one sentence without a valid key', async () => {
    world.key = 'cik_test_unknown';
    expect(await run(script, join(GUIDE, 'work-orders.csv'))).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: A valid API key is required in the X-API-Key header\. .*\n$/),
    });
  });
});

describe('work-order-sync', () => {
  const sync = (file = join(GUIDE, 'work-orders.csv')): Promise<Ended> => run('work-order-sync', file);
  const HEADER = 'title,order,asset,closed_by,closed_at,notes,site\n';
  const COMPLETED = { ...OK, stdout: '4 completed, 0 unchanged, 0 rejected.\n' };

  it('completes a task at the time of the work order, with a note as evidence', async () => {
    expect(await sync()).toEqual(COMPLETED);
    const [task] = await tasksOf('MLB345-FW01');
    expect(task).toMatchObject({
      title: 'WO-10422: Install firmware 7.2.11',
      status: 'complete',
      completedAt: '2026-03-07T03:05:00.000Z',
    });
    const [other] = await tasksOf('BRW138-RTU01');
    expect(await evidenceOf(other.id)).toMatchObject([
      {
        type: 'note',
        description: 'Work order WO-10424',
        noteText:
          'Closed at 2026-03-11T15:30:00Z by J. Ortiz. The old display is destroyed.\nCertificate 4471.',
      },
    ]);
  });

  it('reports a bad row with file and line, processes the others, and exits with 3', async () => {
    const asset = await assetNamed('MLB345-RTU01');
    const related = { relatedResourceId: asset.id, relatedResourceType: 'cyber_asset' };
    const { id } = await create(world.client, '/tasks', { title: 'WO-6: Cancelled', ...related });
    await world.client('PUT', `/tasks/${id}`, {
      body: { title: 'WO-6: Cancelled', status: 'cancelled', ...related },
    });
    const time = '2026-03-04T16:20:00Z';
    const rows = [
      `"Two ""lines"", one cell",WO-1,MLB345-RTU01,A,${time},"a\r\nb",x`,
      `No asset,WO-2,MLB345-RTU99,A,${time},,`,
      `No closer,WO-3,MLB345-RTU01,,${time},,`,
      'Wrong time,WO-4,MLB345-RTU01,A,2026-03-04 16:20,,',
      `Too few cells,WO-5,MLB345-RTU01,A,${time}`,
      `Cancelled,WO-6,MLB345-RTU01,A,${time},,`,
      'Future,WO-7,MLB345-RTU01,A,2099-01-01T00:00:00Z,,',
      '',
      `Last,WO-8,MLB345-RTU01,A,${time},,`,
    ];
    const file = join(folder, 'orders.csv');
    writeFileSync(file, `\uFEFF${HEADER.replace('\n', '\r\n')}${rows.join('\r\n')}`);
    const { status, stdout, stderr } = await sync(file);
    expect([status, stdout]).toEqual([3, '2 completed, 0 unchanged, 6 rejected.\n']);
    expect(stderr.trim().split('\n')).toEqual(
      [
        /:4: No cyber asset has the name "MLB345-RTU99"\. /,
        /:5: closed_by is empty\. /,
        /:6: closed_at is "2026-03-04 16:20"\. /,
        /:7: The row has 5 cells, not 7\. /,
        /:8: A task with the status cancelled does not change to complete\. /,
        /:9: .*completedAt/,
      ].map((line) => expect.stringMatching(line)),
    );
    const titles = (await tasksOf('MLB345-RTU01')).map((task) => [task.title, task.status]);
    expect(titles).toEqual(
      expect.arrayContaining([
        ['WO-1: Two "lines", one cell', 'complete'],
        ['WO-8: Last', 'complete'],
      ]),
    );
  });

  it('exits with 1 for a file without its columns, and changes nothing', async () => {
    write({ 'wrong.csv': 'order;asset;title\n' });
    expect(await sync(join(folder, 'wrong.csv'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: .* has the columns order;asset;title\. It needs order,asset,/),
    });
  });

  it('completes a task that exists, and keeps its other fields', async () => {
    const { id: relatedResourceId } = await assetNamed('MLB345-FW01');
    const fields = { dueDate: '2030-01-01', notes: 'Outage', assigneeId: 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr' };
    const title = 'WO-10422: Another title';
    const related = { relatedResourceId, relatedResourceType: 'cyber_asset' };
    const { id } = await create(world.client, '/tasks', { title, ...fields, ...related });
    expect(await sync()).toEqual(COMPLETED);
    expect(await tasksOf('MLB345-FW01')).toMatchObject([{ id, title, ...fields, status: 'complete' }]);
  });

  it('repairs responses that are lost after the commit, for a contributor, and creates nothing twice', async () => {
    await actAsContributor();
    await addFaults(['POST', '/tasks'], ['PUT', '/tasks/{id}'], ['POST', '/evidence']);
    expect(await sync()).toEqual(COMPLETED);
    const [task, ...others] = await tasksOf('MLB345-RTU01');
    expect([task.status, others, (await evidenceOf(task.id)).length]).toEqual(['complete', [], 1]);
    expect((await control(sandbox, 'GET', `/${world.id}/faults`)).body).toEqual([]);
  });

  it('creates each record once in two runs at the same time', async () => {
    expect(await Promise.all([sync(), sync()])).toMatchObject([OK, OK]);
    for (const asset of ['MLB345-RTU01', 'MLB345-FW01', 'MLB345-GPSCLK01', 'BRW138-RTU01']) {
      const [task, ...others] = await tasksOf(asset);
      expect([task.status, others, (await evidenceOf(task.id)).length]).toEqual(['complete', [], 1]);
    }
  });
});

describe('evidence-sync', () => {
  const ASSET = 'ca_01kbs4t885enxtxcxapjygarsc'; // MLB345-RTU01
  const TASK = 'tsk_01kk358wb4fm7r1620hdjd55v4';
  const sync = (root: string, ...url: string[]): Promise<Ended> =>
    run('evidence-sync', join(folder, root), ...url);
  const descriptions = async (id: string) =>
    (await evidenceOf(id)).slice(-1).map(({ type, description }) => [type, description.split(' (')[0]]);

  it('uploads documents, images and texts, and records the others as notes, or as links under a URL', async () => {
    write({ 'a/MLB345-RTU01/ports/base line.cfg': 'open: 443', [`a/${TASK}/Matrix.PDF`]: '%PDF-1.4' });
    write({ 'a/pd_unknown/.hidden': 'x', 'a/.git/config': 'x' });
    expect(await sync('a')).toEqual({ ...OK, stdout: '2 recorded, 0 unchanged, 0 rejected.\n' });
    expect((await evidenceOf(ASSET)).at(-1)).toMatchObject({
      type: 'note',
      noteText: 'File base line.cfg, 9 bytes',
      description: expect.stringMatching(/^ports\/base line.cfg \(sha256:345cbbbede91[0-9a-f]{52}\)$/),
    });
    expect(await descriptions(TASK)).toEqual([['file', 'Matrix.PDF']]);
    write({ 'a/MLB345-RTU01/switch#1.cfg': 'x' });
    expect((await sync('a', 'https://files.example/nerc/')).stdout).toMatch(/^1 recorded, 2 unchanged/);
    expect((await evidenceOf(ASSET)).at(-1)).toMatchObject({
      type: 'link',
      url: 'https://files.example/nerc/MLB345-RTU01/switch%231.cfg',
    });
  });

  it('records a changed file again, and not a renamed one, for a contributor', async () => {
    await actAsContributor();
    write({ [`b/${ASSET}/a.txt`]: 'one', [`b/${ASSET}/copy of a.txt`]: 'one' });
    expect((await sync('b')).stdout).toBe('1 recorded, 1 unchanged, 0 rejected.\n');
    write({ [`b/${ASSET}/a.txt`]: 'two', [`b/${ASSET}/renamed.txt`]: 'one' });
    expect((await sync('b')).stdout).toBe('1 recorded, 2 unchanged, 0 rejected.\n');
  });

  it('reports missing records and rejected files with their path, records the others, and exits with 3', async () => {
    write({
      'c/ca_01kk0000000000000000000000/a.txt': 'x',
      'c/MLB345-RTU99/a.txt': 'x',
      [`c/${ASSET}/empty.pdf`]: '',
      [`c/${ASSET}/good.txt`]: 'x',
      'c/top.txt': 'x',
    });
    const { status, stdout, stderr } = await sync('c');
    expect([status, stdout]).toEqual([3, '1 recorded, 0 unchanged, 4 rejected.\n']);
    expect(stderr.replaceAll(join(folder, 'c/'), '').trim().split('\n')).toEqual([
      expect.stringMatching(/^MLB345-RTU99\/a.txt: "MLB345-RTU99" is not the name of an asset or the id/),
      expect.stringMatching(/^ca_01kbs4t885enxtxcxapjygarsc\/empty.pdf: .*empty/),
      'ca_01kk0000000000000000000000/a.txt: No record of your organization has the id in the path.',
      'top.txt: The file is in no subfolder. Move it to that of its record.',
    ]);
  });

  it('repairs responses that are lost after the commit, and two runs at the same time record a file once', async () => {
    write({ [`d/${TASK}/a.pdf`]: '%PDF-1.4 a', [`d/${TASK}/b.cfg`]: 'b' });
    const before = (await evidenceOf(TASK)).length;
    await addFaults(['POST', '/policy-documents/upload'], ['POST', '/evidence']);
    expect(await Promise.all([sync('d'), sync('d')])).toMatchObject([OK, OK]);
    expect((await evidenceOf(TASK)).length).toBe(before + 2);
    expect((await read(world.client, '/policy-documents/processing-files')).data.at(-1).fileName).toBe(
      'a.pdf',
    );
  });
});

test('the page on workflows lists the operations that the scripts call', async () => {
  const rows = [...pageOf('workflows').matchAll(/^\| `(\w+)` \| `[^`]+` \| \w+ \| .* \| (.*) \| (.*) \|$/gm)];
  const listed = (column: number) => rows.filter((row) => row[column] === 'yes').map(([, id]) => id);
  await run('work-order-sync', join(GUIDE, 'work-orders.csv'));
  expect(listed(2)).toEqual(await operationsCalled());
  await control(sandbox, 'DELETE', `/${world.id}/calls`);
  write({ 'e/MLB345-RTU01/a.pdf': '%PDF-1.4 e' });
  await run('evidence-sync', join(folder, 'e'));
  expect(listed(3)).toEqual(await operationsCalled());
});
