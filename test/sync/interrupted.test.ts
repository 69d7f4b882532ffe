// Tests an apply that is interrupted, or that runs at the same time as another apply, and --resume.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createClient } from '../../src/client/index';
import { lock, listLockFiles } from '../../src/sync/files/lock';
import { withId, writePlan } from '../../src/sync/plan/plan-file';
import { type Remote, createRemote } from '../../src/sync/inventory/remote';
import { nameKey } from '../../src/base/text';
import { SyncError } from '../../src/sync/errors';
import type { Row } from './sync-folder';
import { RELAYS, SOLAR, another, assets, named, owned, server, sync } from './syncing';

test('only one apply runs per organization, and a lock of an ended process is taken over', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const { plan } = await sync.plan();
  const files = listLockFiles(server.url, 'cedar-power', sync.file('map.state.json'));
  expect(files).toHaveLength(2);
  for (const file of files) {
    const unlock = await lock([file]);
    await expect(sync.apply(plan)).rejects.toThrow(
      `Another apply for this organization is running (process ${process.pid})`,
    );
    await unlock();
  }
  const dead = 2 ** 22 + 1; // above the maximum process id
  writeFileSync(files[0]!, String(dead));
  writeFileSync(files[1]!, String(process.pid)); // as in a container, where ids repeat
  expect(await sync.apply(plan)).toMatchObject({ converged: true });
});

test('one of several applies takes over a stale lock', async () => {
  const file = sync.file('stale.lock');
  for (const stale of [2 ** 22 + 1, process.pid]) {
    writeFileSync(file, String(stale));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lock([file])));
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(taken).toHaveLength(1);
    await taken[0]!();
  }
});

test.each([
  ['before', 3],
  ['after', 4],
])('--resume continues after the disk of the journal was full %s a request', async (_when, full) => {
  const n = named();
  sync.source(Array.from({ length: 3 }, (_, at) => ({ key: `${at}`, name: n(`${at}`), system: RELAYS })));
  const { plan } = await sync.plan();
  const handle = await open(__filename);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { appendFile } = prototype;
  let writes = 0;
  const spy = jest.spyOn(prototype, 'appendFile').mockImplementation(async function (
    this: typeof handle,
    text,
  ) {
    if (++writes !== full) return appendFile.call(this, text);
    await appendFile.call(this, String(text).slice(0, 40));
    throw new Error('ENOSPC: no space left on device, write');
  });
  // An error before a request ends in a receipt, and one after it throws.
  const end = await sync.apply(plan, { concurrency: 1 }).then(
    ({ stopped }) => stopped,
    (error: SyncError) => error.message,
  );
  spy.mockRestore();
  expect(end).toBe(
    'The journal cannot be written: ENOSPC: no space left on device, write. Correct the problem, then run with --resume.',
  );
  expect(readFileSync(sync.file('map.state.json.journal'), 'utf8')).not.toMatch(/\n$/);
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true, counts: { done: 3 } });
  expect(await owned(n)).toHaveLength(3);
});

test('another plan neither replaces a plan that --resume needs, nor can be resumed', async () => {
  const n = named();
  sync.source([
    { key: '1', name: n('A'), system: RELAYS },
    { key: '2', name: n('B'), system: RELAYS },
  ]);
  const { plan } = await sync.plan();
  const create: Remote['create'] = () => Promise.reject(new Error('killed'));
  await expect(sync.apply(plan, { remote: { ...sync.remote, create } })).rejects.toThrow('killed');
  const other = withId({ ...plan, changes: [] });
  await expect(writePlan(sync.file('plan.json'), other)).rejects.toThrow(
    'plan.json is the plan of an interrupted apply, which needs it to resume: pass another file with --out.',
  );
  await writePlan(sync.file('plan.json'), plan);

  writeFileSync(sync.file('plan.json'), JSON.stringify(other)); // or any other operation that removes it
  await expect(sync.plan()).rejects.toThrow(
    `restore its plan to ${sync.file('plan.json')} and run \`sync apply ${sync.file('plan.json')} --resume\`. If the plan is lost, keep a copy of ${sync.file('map.state.json.journal')}, delete it, and plan again`,
  );
  rmSync(sync.file('plan.json'));
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true, counts: { done: 2 } });
});

test.each([
  [1, 'null'],
  [1, '{"phase":"apply","version":1,"plan":5,"plan_file":"plan.json","at":"","by":""}'],
  [1, '{"phase":"begin","step":0,"at":"","request_id":""}'],
  [2, 'null'],
  [2, '{"phase":"begin","step":"__proto__","at":"","request_id":""}'],
  [2, '{"phase":"end","step":0,"at":"","outcome":"undone"}'],
  [2, '{"phase":"end","step":0,"at":"","outcome":"done","claim":true}'],
  [2, '{"phase":"reopened"}'],
])('an edited journal whose line %i is %s stops plan and apply', async (line, text) => {
  sync.source([{ key: '1', name: named()('A'), system: RELAYS }]);
  const { plan } = await sync.plan();
  const create: Remote['create'] = () => Promise.reject(new Error('killed'));
  await expect(sync.apply(plan, { remote: { ...sync.remote, create } })).rejects.toThrow('killed');
  const file = sync.file('map.state.json.journal');
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.with(line - 1, text).join('\n'));
  for (const run of [() => sync.plan(), () => sync.apply(plan, { resume: true })]) {
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SyncError);
    expect((error as SyncError).message).toContain(`${file}:${line}: is damaged.`);
  }
});

test('--resume keeps the approval of the interrupted apply, and nothing is applied for another one', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const { plan } = await sync.plan({ approval: { change: 'CHG-1' } });
  const create: Remote['create'] = () => Promise.reject(new Error('killed'));
  const approval = { approver: 'Morgan Reyes' };
  await expect(sync.apply(plan, { approval, remote: { ...sync.remote, create } })).rejects.toThrow('killed');
  await expect(sync.apply(plan, { resume: true, approval: { approver: 'Pat' } })).rejects.toThrow(
    'The plan has the approver "Morgan Reyes", not "Pat". Omit --approver, or plan again.',
  );
  expect(await sync.apply(plan, { resume: true })).toMatchObject({
    converged: true,
    approval: { change: 'CHG-1', approver: 'Morgan Reyes' },
  });
});

test('after a graceful stop, a new plan can be made, and is applied without --resume', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const stop = AbortSignal.abort();
  await sync.apply((await sync.plan()).plan, { stop });
  sync.source([{ key: '1', name: n('B'), system: RELAYS }]);
  const { plan } = await sync.plan();
  await expect(sync.apply(plan, { resume: true })).rejects.toThrow('Apply this plan without --resume.');
  expect(await sync.apply(plan)).toMatchObject({ converged: true });
});

test('a rejected API key stops the apply, and --resume continues with another key', async () => {
  const n = named();
  sync.source(
    ['A', 'B', 'C', 'D'].map((name, index) => ({ key: String(index), name: n(name), system: RELAYS })),
  );
  const { plan } = await sync.plan();
  const refused = createRemote(createClient({ baseUrl: server.url, apiKey: `${server.cedar.key}x` }));
  let calls = 0;
  const create: Remote['create'] = (...call) => (++calls > 2 ? refused : sync.remote).create(...call);
  const receipt = await sync.apply(plan, { concurrency: 1, remote: { ...sync.remote, create } });
  expect(receipt).toMatchObject({
    exit_status: 3,
    counts: { done: 2, failed: 1, pending: 1 },
    stopped: expect.stringContaining('401 unauthorized'),
  });
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true, counts: { done: 4 } });
  expect(await owned(n)).toHaveLength(4);
});

test('an error after the changes explains --resume, and --resume succeeds', async () => {
  const n = named();
  sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
  const { plan } = await sync.plan();
  const keep = (): Promise<void> => Promise.reject(new SyncError('receipt.json cannot be written: ENOSPC'));
  await expect(sync.apply(plan, { keep })).rejects.toThrow(
    'receipt.json cannot be written: ENOSPC. The journal contains the changes made so far. Correct the problem, then run with --resume.',
  );
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true, counts: { done: 1 } });
});

test('a change is in doubt, not failed, when its response is lost and the asset cannot be read', async () => {
  const n = named();
  const [row] = [{ key: '1', name: n('A'), system: RELAYS }];
  await sync.sync([row]);
  sync.source([{ ...row, name: n('B') }]);
  const { plan } = await sync.plan();
  let changed = false;
  const update: Remote['update'] = async (...call) => {
    await sync.remote.update(...call);
    changed = true;
    return { is: 'changed', maybeDone: true, attempts: 2, waited: 0 }; // as for a 412 response to a retry
  };
  const get: Remote['get'] = (id) =>
    changed
      ? Promise.resolve({
          is: 'failed',
          message: 'gone',
          ofThisChangeAlone: false,
          maybeDone: false,
          attempts: 1,
          waited: 7,
        })
      : sync.remote.get(id);
  const receipt = await sync.apply(plan, { remote: { ...sync.remote, update, get } });
  expect(receipt).toMatchObject({ exit_status: 3, counts: { doubt: 1 }, retries: 1, waited_ms: 7 });
  await expect(sync.plan()).rejects.toThrow('--resume');
  expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true });
});

describe('a process that is killed', () => {
  class Killed extends Error {}

  /** Throws `Killed` before or after the call with number `at`. */
  function killedAt(remote: Remote, at: number, when: 'before' | 'after'): Remote {
    let calls = 0;
    const through = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      const last = ++calls === at;
      if (last && when === 'before') throw new Killed();
      const result = await call();
      if (last) throw new Killed();
      return result;
    };
    return {
      ...remote,
      get: (id) => through(() => remote.get(id)),
      create: (...call) => through(() => remote.create(...call)),
      update: (...call) => through(() => remote.update(...call)),
      remove: (...call) => through(() => remote.remove(...call)),
    };
  }

  test('before or after any request resumes without lost or duplicate changes', async () => {
    const n = named();
    const sources: Row[][] = [
      [
        ['1', 'A', RELAYS],
        ['2', 'B', RELAYS],
        ['3', 'C', RELAYS],
        ['4', 'D', RELAYS],
        ['5', 'E', RELAYS],
      ],
      [
        ['1', 'B', RELAYS],
        ['2', 'A', RELAYS],
        ['3', 'E', SOLAR],
        ['6', 'F', RELAYS],
        ['7', 'G', SOLAR],
      ],
    ].map((rows) => rows.map(([key, name, system]) => ({ key: key!, name: n(name!), system: system! })));
    await sync.sync(sources[0]!);
    let kills = 0;
    for (let at = 1; at < 100; at++) {
      const rows = sources[at % 2]!;
      const when = at % 4 < 2 ? 'before' : 'after';
      sync.source(rows);
      const { plan } = await sync.plan();
      const wasKilled = await sync
        .apply(plan, { concurrency: 1, remote: killedAt(sync.remote, at, when) })
        .then(
          () => false,
          (error: unknown) => {
            if (error instanceof Killed) return true;
            throw error;
          },
        );
      if (wasKilled) {
        kills++;
        const resume = await sync.apply(plan, { resume: true }).catch((error: Error) => error);
        if (resume instanceof Error)
          expect(resume.message).toMatch(/Nothing to resume/); // no step had begun
        else
          expect(resume).toMatchObject({
            converged: true,
            counts: { done: plan.changes.length + plan.claims!.length },
          });
        if (resume instanceof Error) await sync.sync(rows);
      }
      expect(await owned(n)).toEqual(
        rows
          .map(
            ({ name, system }) =>
              `${name.slice(n('').length)} ${system === RELAYS ? 'cs_cedar_relays' : 'cs_cedar_solar'} hardware`,
          )
          .sort(),
      );
      expect((await sync.plan()).plan).toMatchObject({ changes: [], adoptions: [] });
      if (!wasKilled) break;
    }
    expect(kills).toBe(16); // one for each request
  });

  const row = { key: '1', name: '', system: RELAYS };

  test.each([
    ['a creation whose claim', []],
    ['a change whose response', [RELAYS]],
  ])('owns %s was lost: the source deletes the asset without --claim', async (_what, earlier) => {
    const name = named()('A');
    for (const system of earlier) await sync.sync([{ ...row, name, system }]);
    sync.source([{ ...row, name, system: SOLAR }]);
    const { plan } = await sync.plan();
    await expect(sync.apply(plan, { remote: killedAt(sync.remote, 2, 'after') })).rejects.toBeInstanceOf(
      Killed,
    );
    expect(await sync.apply(plan, { resume: true })).toMatchObject({ converged: true, counts: { done: 1 } });
    sync.source([]);
    expect((await sync.plan()).plan).toMatchObject({ changes: [{ operation: 'delete' }], conflicts: [] });
  });

  test('does not own an equal change that another writer made a minute later: undo and sync keep the asset', async () => {
    const name = named()('A');
    await sync.sync([{ ...row, name }]);
    sync.source([{ ...row, name, system: SOLAR }]);
    const { plan } = await sync.plan();
    await expect(sync.apply(plan, { remote: killedAt(sync.remote, 2, 'before') })).rejects.toBeInstanceOf(
      Killed,
    );
    const journal = sync.file('map.state.json.journal');
    const minuteEarlier = (_all: string, time: string): string =>
      `"server_time":"${new Date(Date.parse(time) - 60_000).toUTCString()}"`;
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/"server_time":"([^"]+)"/, minuteEarlier));
    const { id } = (await assets()).find((asset) => asset.name === name)!;
    await another().update(id, { cyber_system_id: 'cs_cedar_solar' }, undefined, 'x');
    const receipt = await sync.apply(plan, { resume: true });
    expect((await sync.undo(receipt)).plan).toMatchObject({
      changes: [],
      faults: [{ message: expect.stringContaining('it is kept') }],
    });
    sync.source([]);
    expect((await sync.plan()).plan).toMatchObject({ changes: [], conflicts: [{ key: '1' }] });
  });

  test('owns a creation only in part when another write follows a minute later: sync deletes it only with --claim', async () => {
    const name = named()('A');
    sync.source([{ ...row, name }]);
    const { plan } = await sync.plan();
    await expect(sync.apply(plan, { remote: killedAt(sync.remote, 2, 'after') })).rejects.toBeInstanceOf(
      Killed,
    );
    const get: Remote['get'] = async (id) => {
      const reply = await sync.remote.get(id);
      if (reply.is !== 'done') return reply;
      const updated_at = new Date(Date.parse(reply.asset.created_at) + 60_000).toISOString();
      return { ...reply, asset: { ...reply.asset, updated_at } };
    };
    expect(await sync.apply(plan, { resume: true, remote: { ...sync.remote, get } })).toMatchObject({
      converged: true,
    });
    expect(await sync.sync([{ ...row, name, system: SOLAR }])).toMatchObject({ converged: true });
    sync.source([]);
    expect((await sync.plan()).plan).toMatchObject({
      changes: [],
      conflicts: [{ key: '1', message: expect.stringContaining('--claim') }],
    });
    expect(await sync.apply((await sync.plan({ claim: 'all' })).plan)).toMatchObject({ converged: true });
  });

  test('resumes without duplicates after the server has discarded the Idempotency-Key', async () => {
    const n = named();
    sync.source([{ key: '1', name: n('A'), system: RELAYS }]);
    const { plan } = await sync.plan();
    await expect(sync.apply(plan, { remote: killedAt(sync.remote, 1, 'after') })).rejects.toBeInstanceOf(
      Killed,
    );
    await expect(sync.plan()).rejects.toThrow(`run \`sync apply ${sync.file('plan.json')} --resume\``);
    await expect(sync.apply(plan)).rejects.toThrow('An apply was interrupted');
    const create: Remote['create'] = (fields, key, requestId) =>
      sync.remote.create(fields, `${key}-forgotten`, requestId);
    expect(await sync.apply(plan, { resume: true, remote: { ...sync.remote, create } })).toMatchObject({
      converged: true,
      counts: { done: 1 },
    });
    expect(await owned(n)).toHaveLength(1);
  });

  test('leaves an asset that another writer has renamed since, and does not create it again', async () => {
    const n = named();
    sync.source([
      { key: '1', name: n('A'), system: RELAYS },
      { key: '2', name: n('B'), system: RELAYS },
    ]);
    const { plan } = await sync.plan();
    await expect(
      sync.apply(plan, { concurrency: 1, remote: killedAt(sync.remote, 1, 'after') }),
    ).rejects.toBeInstanceOf(Killed);
    const [a] = (await assets()).filter(({ name }) => nameKey(name).startsWith(nameKey(n(''))));
    await another().update(a!.id, { name: n('Z') }, undefined, 'x');
    const receipt = await sync.apply(plan, { resume: true });
    expect(receipt).toMatchObject({ exit_status: 5, counts: { stale: 1, done: 1 } });
    expect(await owned(n)).toEqual(['B cs_cedar_relays hardware', 'Z cs_cedar_relays hardware']);
    expect((await sync.plan()).plan.changes).toMatchObject([{ operation: 'update', key: '1', id: a!.id }]);
  });
});
