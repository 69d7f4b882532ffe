// Tests the command `replay`: its verdicts, formats, waivers and exit statuses.
/* eslint-disable @typescript-eslint/no-explicit-any -- the tests edit any body */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTrial } from '../../../src/app/trial';
import { startServer } from '../../../src/app/server';
import { createLogger } from '../../../src/base/logger';
import type { ReplayReport } from '../../../src/review/replay/report';
import { type Ended, cli } from '../../support/cli';
import { startFaultyProxy } from '../../support/faulty-proxy';
import { temporaryFolder } from '../../support/folder';
import type { Har } from './replayed';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld } from '../../support/worlds';

const folder = temporaryFolder();
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const harOf = async ({ id }: TestWorld): Promise<Har> =>
  (await control(sandbox, 'GET', `/${id}/calls`)).body as Har;

/** Writes the recording of a new world in which `work` sent requests. `edit` changes what was recorded. */
async function recorded(
  name: string,
  work: (world: TestWorld) => Promise<unknown>,
  edit: (entries: Har['log']['entries']) => void = () => {},
): Promise<string> {
  const world = await createWorld(sandbox);
  await work(world);
  const har = await harOf(world);
  await control(sandbox, 'DELETE', `/${world.id}`);
  edit(har.log.entries);
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(har));
  return file;
}

const inBody = (at: number, change: (body: any) => void) => (entries: Har['log']['entries']) => {
  const { content } = entries.at(at)!.response;
  const body: unknown = JSON.parse(content.text!);
  change(body);
  content.text = JSON.stringify(body);
};

const ASSET = { name: 'REPLAY-1', cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn', asset_type: 'hardware' };

/** Creates, reads, changes, lists and deletes an asset. */
async function assets({ client }: TestWorld): Promise<void> {
  const { body, headers } = await client('POST', '/cyber-assets', { body: ASSET });
  const tag = { 'If-Match': headers.get('etag')! };
  await client('GET', `/cyber-assets/${body.id}`);
  await client('PATCH', `/cyber-assets/${body.id}`, { body: { name: 'REPLAY-2' }, headers: tag });
  await client('PATCH', `/cyber-assets/${body.id}`, { body: { name: 'REPLAY-3' }, headers: tag });
  await client('GET', '/cyber-assets');
  await client('DELETE', `/cyber-assets/${body.id}`);
  await client('GET', `/cyber-assets/${body.id}`);
}

const replay = (files: string[], ...options: string[]): Promise<Ended> =>
  cli(['replay', ...files, '--url', sandbox.url, ...options]);

async function reportOf(
  files: string[],
  ...options: string[]
): Promise<ReplayReport & Pick<Ended, 'status'>> {
  const { status, stdout, stderr } = await replay(files, '--format', 'json', ...options);
  if (stdout === '') throw new Error(stderr);
  return { ...(JSON.parse(stdout) as ReplayReport), status };
}

it('exits with 0 when the sandbox behaves as recorded, and leaves no world', async () => {
  const file = await recorded('same.har', assets);
  const worlds = (await control(sandbox, 'GET')).body.length as number;
  const { status, stdout } = await replay([file]);
  expect(stdout).toContain(`1 recording, 7 of 7 calls sent to the sandbox ${sandbox.url}.`);
  expect(stdout).toContain('The candidate behaves as recorded.');
  expect(status).toBe(0);
  expect((await control(sandbox, 'GET')).body).toHaveLength(worlds);
});

it('replays against a server with the key of an environment variable', async () => {
  const file = await recorded('server.har', assets);
  const { inventory, key } = await openTrial(`sqlite:${join(folder, 'trial.sqlite')}`);
  const server = await startServer(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    logger: createLogger('silent'),
  });
  const to = ['replay', file, '--url', server.url, '--format', 'json'];
  const { status, stdout } = await cli([...to, '--key-from-env', 'MY_KEY'], { MY_KEY: key });
  const { stderr, ...without } = await cli(to);
  await server.close();
  await inventory.close();
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'server', differences: [], recordings: [{ sent: 7 }] });
  expect(status).toBe(0);
  expect(without).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(
    'is a server, which needs a key. Set API_KEY, or the variable that --key-from-env names.',
  );
});

it('skips the calls that depend on a planned operation of a server', async () => {
  const file = await recorded('planned.har', async ({ client }) => {
    await client('POST', '/cyber-assets', { body: ASSET, headers: { Prefer: 'code=201' } });
    await client('GET', '/facilities');
    const { body } = await client('POST', '/tasks', { body: { title: 'A' } });
    await client('GET', `/tasks/${body.id}`);
  });
  const { inventory, key } = await openTrial(`sqlite:${join(folder, 'planned.sqlite')}`);
  const server = await startServer(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    logger: createLogger('silent'),
  });
  const { status, stdout } = await cli(['replay', file, '--url', server.url], { API_KEY: key });
  await server.close();
  await inventory.close();
  expect(stdout).toContain('1 recording, 1 of 4 calls sent');
  expect(stdout).toContain('planned.har #1. A server ignores Prefer.');
  expect(stdout).toContain('planned.har #3. The operation is planned, and the server returns 501.');
  expect(stdout).toContain('planned.har #4. The replay did not send an earlier change.');
  expect(status).toBe(0);
});

const NAME_CHANGED = inBody(0, (body) => (body.asset_type = 'software'));

it('exits with 1 for a breaking difference, and names the first of its calls', async () => {
  const files = [
    await recorded('one.har', assets, NAME_CHANGED),
    await recorded('two.har', assets, NAME_CHANGED),
  ];
  const { status, differences, counts } = await reportOf(files);
  expect([status, counts]).toEqual([1, { breaking: 1, provisional: 0, equal: 0, waived: 0 }]);
  expect(differences).toEqual([
    {
      fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      level: 'breaking',
      kind: 'value',
      operation: { operationId: 'createCyberAsset', method: 'POST', path: '/cyber-assets' },
      part: 'body /asset_type',
      recorded: 'software',
      candidate: 'hardware',
      first: 'one.har #1',
      times: 2,
    },
  ]);
  const { stdout } = await replay(files);
  expect(stdout).toContain(
    [
      '- The value differs: body /asset_type',
      '    "software" → "hardware"',
      '    To fix: Return the recorded value, or correct the write that stored another one.',
      '    Breaks callers:',
      '      createCyberAsset POST /cyber-assets: 2 calls, first one.har #1',
      `    Fingerprint ${differences[0]!.fingerprint}`,
    ].join('\n'),
  );
  const markdown = await replay(files, '--format', 'markdown');
  expect(markdown.stdout).toMatch(
    /^## ❌ The candidate breaks clients of the recorded server: 1 breaking difference\.\n[^]*\n- \*\*The value differs: body \/asset_type\*\*: `"software"` → `"hardware"`\n/,
  );
});

it.each<[string, string, string, (body: any) => void]>([
  ['a missing field is breaking', 'field-missing', 'breaking', (body) => (body.data[0].more = 1)],
  ['an added field is equal', 'field-added', 'equal', (body) => delete body.data[0].notes],
  [
    'a missing row is breaking, also in a provisional list',
    'row-missing',
    'breaking',
    (body) => body.data.push({ ...body.data[0], id: 'tsk_01kk0000000000000000000000' }),
  ],
  [
    'a value of a provisional field is provisional',
    'type',
    'provisional',
    (body) => (body.data[0].completedAt = 'then'),
  ],
  [
    'another order is breaking, also in a provisional list',
    'order',
    'breaking',
    (body) => body.data.reverse(),
  ],
  ['another total is provisional in a provisional list', 'value', 'provisional', (body) => (body.total += 1)],
  ['another title is breaking', 'value', 'breaking', (body) => (body.data[0].title = 'Other')],
])('%s', async (_title, kind, level, change) => {
  const file = await recorded('list.har', ({ client }) => client('GET', '/tasks'), inBody(0, change));
  const { status, differences } = await reportOf([file]);
  expect(differences).toMatchObject([{ kind, level, operation: { operationId: 'getTasks' } }]);
  expect(status).toBe(level === 'breaking' ? 1 : 0);
});

it('reports a missing row as missing, and does not compare it with the next new row', async () => {
  const work = async ({ client }: TestWorld) => {
    await client('POST', '/cyber-assets', { body: ASSET });
    await client('GET', '/activity?limit=5');
  };
  const file = await recorded(
    'activity.har',
    work,
    inBody(1, ({ data }) =>
      data.unshift({
        ...data[0],
        id: 'act_01kk0000000000000000000000',
        operation: 'deleted',
        resourceType: 'task',
        resourceId: 'tsk_01kk0000000000000000000000',
        description: 'Task deleted',
        changes: [],
      }),
    ),
  );
  const { differences } = await reportOf([file]);
  expect(differences.map(({ kind, part }) => [kind, part])).toEqual([['row-missing', 'body /data']]);
});

it('reports another status with both codes, and another code', async () => {
  const work = async ({ client }: TestWorld) => {
    await client('GET', '/cyber-assets/ca_none');
    await client('POST', '/cyber-assets', { body: { ...ASSET, cyber_system_id: 'cs_none' } });
  };
  const file = await recorded('status.har', work, (entries) => {
    entries[0]!.response.status = 200;
    inBody(1, (body) => (body.error = 'validation_error'))(entries);
  });
  const { differences } = await reportOf([file]);
  expect(differences).toMatchObject([
    { kind: 'status', part: 'status', recorded: '200 not_found', candidate: '404 not_found' },
    { kind: 'error-code', recorded: 'validation_error', candidate: 'invalid_reference' },
  ]);
});

it.each<[string, (entries: Har['log']['entries']) => void, string]>([
  ['another id for one record', inBody(1, (body) => (body.id = 'ca_01kk0000000000000000000000')), 'body /id'],
  [
    'a time that moves',
    inBody(1, (body) => (body.updated_at = '2020-01-01T00:00:00.000Z')),
    'body /updated_at',
  ],
  [
    'a header that is missing',
    ([entry]) => entry!.response.headers.push({ name: 'Allow', value: 'GET' }),
    'header Allow',
  ],
  ['another media type', ([entry]) => (entry!.response.content.mimeType = 'text/csv'), 'header Content-Type'],
])('finds %s', async (_title, edit, part) => {
  const file = await recorded('edited.har', assets, edit);
  const { differences, status } = await reportOf([file]);
  expect([status, differences.map((each) => each.part)]).toEqual([1, [part]]);
});

describe('--waivers', () => {
  const waivers = join(folder, 'waivers.yaml');
  const waive = (fingerprint: string, expires: string): void =>
    writeFileSync(
      waivers,
      `- fingerprint: ${fingerprint}\n  reason: Agreed with all callers.\n  owner: api-team\n  expires: ${expires}\n`,
    );
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

  it('permits a difference until its date', async () => {
    const file = await recorded('waived.har', assets, NAME_CHANGED);
    const { fingerprint } = (await reportOf([file])).differences[0]!;
    waive(fingerprint, soon);
    expect(await reportOf([file], '--waivers', waivers)).toMatchObject({
      ...{ status: 0, passes: true, counts: { breaking: 0, waived: 1 } },
      differences: [{ level: 'breaking', waiver: { owner: 'api-team', expires: soon } }],
    });
    waive(fingerprint, '2020-01-01');
    const { status, problems } = await reportOf([file], '--waivers', waivers);
    expect([status, problems.map(({ kind }) => kind)]).toEqual([1, ['waiver-expired']]);
  });

  it('ignores a waiver for a difference that these recordings do not show', async () => {
    waive('0123456789ab', soon);
    const { status, problems } = await reportOf([await recorded('unused.har', assets)], '--waivers', waivers);
    expect([status, problems]).toEqual([0, []]);
  });
});

it('replays the calls of another program that the contract has, in a world with demo data', async () => {
  const file = await recorded('browser.har', ({ client }) => client('GET', '/facilities'));
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: Partial<Har['log']> };
  delete log._world;
  const image = structuredClone(log.entries![0]!);
  image.request.url = 'https://cdn.example/logo.svg';
  log.entries!.push(image);
  writeFileSync(file, JSON.stringify({ log }));
  const { status, recordings } = await reportOf([file]);
  expect([status, recordings]).toMatchObject([
    0,
    [{ sent: 1, same: 1, skipped: [{ call: 2, reason: 'The contract has no such operation.' }] }],
  ]);
});

it('skips a path that the HTTP client would change', async () => {
  const work = async ({ client }: TestWorld) => {
    for (let call = 0; call < 3; call++) await client('GET', '/nowhere');
  };
  const file = await recorded('paths.har', work, ([first, second]) => {
    first!.request.url = `${sandbox.url}/a/../nowhere`;
    second!.request.url = `${sandbox.url}//[`;
  });
  const { status, recordings } = await reportOf([file]);
  expect([status, recordings]).toMatchObject([
    0,
    [{ sent: 2, skipped: [{ call: 1, reason: 'The HTTP client would change the path.' }] }],
  ]);
});

it('sends the invitation token that the candidate issued in place of the recorded one', async () => {
  const token = 'A'.repeat(24);
  const work = async ({ client }: TestWorld): Promise<void> => {
    const body = { email: 'casey.nguyen@cedar-valley.example', role: 'auditor' };
    const issued = (await client('POST', '/invitations', { body })).body.token as string;
    await client('GET', `/invitations/validate?token=${issued}`);
  };
  const file = await recorded('token.har', work, ([creation, validation]) => {
    const { content } = creation!.response;
    content.text = content.text!.replace('****', token);
    const { request } = validation!;
    expect(request.url).toMatch(/\?token=\*{4}$/);
    request.url = request.url.replace('****', token);
  });
  expect((await reportOf([file])).recordings).toMatchObject([{ sent: 2, same: 2, skipped: [] }]);
});

describe('calls that met a fault', () => {
  const withFault =
    (fault: object, work: (world: TestWorld) => Promise<unknown>) => async (world: TestWorld) => {
      const faults = [{ method: 'POST', path: '/cyber-assets', count: 1, ...fault }];
      await control(sandbox, 'PUT', `/${world.id}/faults`, faults);
      await work(world);
    };
  const create = ({ client }: TestWorld) =>
    client('POST', '/cyber-assets', { body: ASSET, headers: { 'Idempotency-Key': 'fault-1' } });
  const createTwice = async (world: TestWorld) => {
    await create(world).catch(() => undefined);
    const { body } = await create(world);
    await world.client('GET', `/cyber-assets/${body.id}`);
  };

  it('sends a call that was dropped after the commit, so that its retry is replayed', async () => {
    const file = await recorded('after.har', withFault({ drop: 'after' }, createTwice));
    const { recordings, differences, status } = await reportOf([file]);
    const reason = 'The replay sent the call. Its caller got no response to compare.';
    expect(recordings).toMatchObject([{ calls: 3, sent: 2, same: 2, skipped: [{ call: 1, reason }] }]);
    expect([status, differences]).toEqual([0, []]);
  });

  it.each([
    ['was dropped before its operation', { drop: 'before' }],
    ['got a status from a fault', { status: 409 }],
  ])('skips a call that %s, and sends the later ones', async (_what, fault) => {
    const file = await recorded('before.har', withFault(fault, createTwice));
    const { recordings, status } = await reportOf([file]);
    const reason = 'The recorded status comes from the load or a fault of the server.';
    expect(recordings).toMatchObject([{ calls: 3, sent: 2, same: 2, skipped: [{ call: 1, reason }] }]);
    expect(status).toBe(0);
  });
});

it('exits with 1 when it can send no call', async () => {
  const file = await recorded('masked.har', ({ client }) =>
    client('GET', `/invitations/validate?token=${'A'.repeat(24)}`),
  );
  const { status, stdout } = await replay([file]);
  expect(stdout).toContain('The replay proves nothing, because it sent no call.');
  expect(status).toBe(1);
});

it('reports a call that gets no response', async () => {
  const file = await recorded('lost.har', ({ client }) => client('GET', '/facilities'));
  const proxy = await startFaultyProxy(sandbox.url, ({ path }) => {
    if (path === '/facilities') throw new Error('The proxy closes the connection.');
  });
  const { status, stdout } = await cli(['replay', file, '--url', proxy.url]);
  await proxy.close();
  expect(stdout).toContain('The candidate sends no response');
  expect(status).toBe(1);
});

it.each([
  ['no JSON', 'text.har', 'text', 'text.har is not JSON. Pass a recording in HAR 1.2.'],
  ['no entries', 'empty.har', '{}', 'empty.har has no log.entries. Pass a recording in HAR 1.2.'],
  ['an entry without a request', 'odd.har', '{"log":{"entries":[{}]}}', 'Entry #1 of odd.har has no request'],
])('exits with 2 for a file with %s', async (_title, name, text, message) => {
  writeFileSync(join(folder, name), text);
  const { status, stderr, stdout } = await replay([join(folder, name)]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

it('exits with 2 for a missing file, a folder without recordings and a candidate that does not run', async () => {
  const file = await recorded('unsent.har', ({ client }) => client('GET', '/facilities'));
  const runs = [
    await replay([join(folder, 'none.har')]),
    await replay([__dirname]),
    await cli(['replay', file, '--url', 'http://127.0.0.1:1']),
  ];
  expect(runs.map(({ status }) => status)).toEqual([2, 2, 2]);
  expect(runs[0]!.stderr).toContain('none.har does not exist. Name a recording');
  expect(runs[1]!.stderr).toContain('has no .har file');
  expect(runs[2]!.stderr).toContain('does not respond');
});

it('reports no difference for HEAD with gzip, another person, a rejected key, and a known tag', async () => {
  const file = await recorded('clients.har', async ({ id, client }) => {
    await client('HEAD', '/facilities', { headers: { 'Accept-Encoding': 'gzip' } });
    const created = await client('POST', '/users', {
      body: { name: 'Ada', email: 'ada@example.com', role: 'contributor' },
    });
    const made = await control(sandbox, 'POST', `/${id}/keys`, { userId: created.body.id });
    const asPerson = { 'X-API-Key': (made.body as { key: string }).key };
    await fetch(`${sandbox.url}/users/me`, { headers: asPerson });
    await fetch(`${sandbox.url}/users/me`, { headers: { 'X-API-Key': 'wrong' } });
    const { headers } = await client('GET', '/facilities');
    await client('GET', '/facilities', { headers: { 'If-None-Match': headers.get('etag')! } });
  });
  const { differences, recordings } = await reportOf([file]);
  expect(differences).toEqual([]);
  expect(recordings[0]!.skipped).toEqual([]);
});

it('leaves out a call with a tag from before the recording, and a call without its body', async () => {
  const file = await recorded(
    'earlier.har',
    async ({ client }) => {
      const { headers } = await client('GET', '/facilities');
      await client('GET', '/facilities', { headers: { 'If-None-Match': headers.get('etag')! } });
      await client('POST', '/cyber-assets', { body: ASSET });
    },
    (entries) => {
      entries.shift();
      delete entries[1]!.request.postData;
    },
  );
  const { recordings } = await reportOf([file]);
  expect(recordings[0]!.skipped).toEqual([
    { call: 1, reason: 'The client had the entity tag before the recording.' },
    { call: 2, reason: 'The recording has no complete request body.' },
  ]);
});

it('reports another charset', async () => {
  const file = await recorded(
    'charset.har',
    ({ client }) => client('GET', '/facilities'),
    ([entry]) => (entry!.response.content.mimeType = 'application/json; charset=iso-8859-1'),
  );
  const { differences } = await reportOf([file]);
  expect(differences.map(({ kind }) => kind)).toEqual(['media-type']);
});

/** Reads two pages whose bodies the recording cuts, so that it lacks their cursors. */
async function longPages({ client }: TestWorld): Promise<void> {
  const first = await client('GET', '/activity?limit=100');
  await client('GET', `/activity?limit=100&cursor=${first.body.nextCursor}`);
}

it('follows cursors that lie behind the cut of a long body', async () => {
  const file = await recorded('pages.har', longPages);
  const { entries } = (JSON.parse(readFileSync(file, 'utf8')) as Har).log;
  expect(entries[0]!.response.content.comment).toBeDefined();
  const { differences, recordings } = await reportOf([file]);
  expect([differences, recordings[0]!.skipped]).toEqual([[], []]);
});

it('leaves out a call whose cursor no recorded response can have had', async () => {
  const file = await recorded('cursor.har', longPages, (entries) => entries.shift());
  const { differences, recordings } = await reportOf([file]);
  expect(differences).toEqual([]);
  expect(recordings[0]!.skipped).toEqual([
    { call: 1, reason: 'The recording lacks the response with the cursor.' },
  ]);
});

it.each<[string, string, (rows: unknown[]) => unknown[]]>([
  ['is missing', 'row-missing', (rows) => rows.slice(1)],
  ['comes twice', 'row-added', (rows) => rows.toSpliced(3, 0, rows[3])],
  ['comes again far below', 'row-added', (rows) => rows.toSpliced(50, 0, rows[3])],
])('names a row that %s in a list that the recording cuts', async (_what, kind, change) => {
  const file = await recorded('cut.har', ({ client }) => client('GET', '/cyber-assets'));
  const proxy = await startFaultyProxy(sandbox.url, (exchange) => {
    if (exchange.path === '/cyber-assets')
      exchange.text = JSON.stringify(change(JSON.parse(exchange.text) as unknown[]));
  });
  const { stdout } = await cli(['replay', file, '--url', proxy.url, '--format', 'json']);
  await proxy.close();
  const { differences } = JSON.parse(stdout) as ReplayReport;
  expect(differences.map(({ kind, part, times }) => [kind, part, times])).toEqual([[kind, 'body', 1]]);
});
