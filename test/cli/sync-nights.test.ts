// Tests nightly syncs: a run that dies with a request in flight, and the runs and the undo after it.
import { cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, cli, ended, start } from '../support/cli';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';

jest.setTimeout(60_000); // several processes per test

const root = temporaryFolder();
let server: TestServer;
let proxy: FaultyProxy;
let folder: string;
/** Is called after the server has executed a request, before its response. */
let onResponse: (method: string) => void = () => undefined;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startFaultyProxy(server.url, ({ method }) => onResponse(method));
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'night-'));
  cpSync(join(ROOT, 'src/sync/maps/servicenow.yaml'), join(folder, 'servicenow.yaml'));
});

const at = (name: string): string => join(folder, name);

const write = (names: string[]): void =>
  writeFileSync(
    at('cmdb.csv'),
    [
      'sys_id,name,sys_class_name,install_status,u_bes_cyber_system,location',
      ...names.map(
        (name, index) =>
          `k${index},${name},IP Device,Installed,cedar Protection,cedar Millbrook 345 kV Substation`,
      ),
      '',
    ].join('\n'),
  );

const environment = () => ({ API_KEY: server.cedar.key, SYNC_URL: proxy.url });
const NIGHTLY = [
  '--delete',
  '--complete',
  '--min-source-ratio',
  '0',
  '--concurrency',
  '1',
  '--create-possible-renames',
  '--yes',
];
const night = () => [
  'sync',
  ...['--source', at('cmdb.csv'), '--map', at('servicenow.yaml'), '--out', at('night.plan.json')],
  ...['--receipts', at('receipts'), ...NIGHTLY],
];

/** Runs a night that is killed between the execution of its nth request of a method and the response. */
async function dies(method: string, nth: number): Promise<void> {
  let seen = 0;
  const running = start(night(), environment());
  onResponse = (of) => {
    if (of === method && ++seen === nth) running.kill('SIGKILL');
  };
  expect(await ended(running)).toMatchObject({ status: null });
  onResponse = () => undefined;
}

const names = async (): Promise<string[]> => {
  const { body } = await server.client('GET', '/cyber-assets');
  return (body as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('night-'));
};

const undo = (receipt: string) =>
  cli(
    ['sync', 'undo', receipt, '--state', at('servicenow.state.json'), '--delete', '--out', at('undo.json')],
    environment(),
  );

test.each([
  ['a creation', 'POST', 2, ['night-1', 'night-2', 'night-3']],
  ['the claim of a creation', 'PATCH', 2, ['night-1', 'night-2', 'night-3']],
  ['a change', 'PATCH', 2, ['night-1b', 'night-2b', 'night-3b']],
  ['an exchange of names', 'PATCH', 2, ['night-2', 'night-1', 'night-3']],
  ['a deletion', 'DELETE', 2, []],
])(
  'a night that dies during %s is finished by the next one, and undo includes it',
  async (_what, method, nth, wanted) => {
    const before =
      method === 'POST' || wanted.join() === 'night-1,night-2,night-3'
        ? []
        : ['night-1', 'night-2', 'night-3'];
    if (before.length > 0) {
      write(before);
      expect(await cli(night(), environment())).toMatchObject({ status: 0 });
    }
    write(wanted);
    await dies(method, nth);

    expect(await cli(night(), environment())).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(
        `An earlier run was interrupted. Resuming the plan ${at('night.plan.json')}.`,
      ),
      stdout: expect.stringContaining('Nothing to do.'),
    });
    expect((await names()).sort()).toEqual([...wanted].sort());

    const receipt = readdirSync(at('receipts'))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .at(-1)!;
    const { changes } = JSON.parse(readFileSync(at(`receipts/${receipt}`), 'utf8'));
    expect(changes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      ['done', 'done', 'done'].slice(0, changes.length),
    );
    expect(await undo(at(`receipts/${receipt}`))).toMatchObject({
      status: 2,
      stderr: expect.not.stringContaining('kept'),
    });
    expect(
      await cli(['sync', 'apply', at('undo.json'), '--state', at('servicenow.state.json')], environment()),
    ).toMatchObject({ status: 0 });
    expect((await names()).sort()).toEqual([...before].sort());

    // The source deletes what it owns without another option.
    write([]);
    expect(await cli(night(), environment())).toMatchObject({ status: 0 });
    expect(await names()).toEqual([]);
  },
);
