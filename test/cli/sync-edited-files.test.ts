// Tests that an edited plan or receipt decides neither which server gets the API key, nor which file is written.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../generated/files';
import { withId } from '../../src/sync/plan/plan-file';
import { type Environment, cli } from '../support/cli';
import { startFaultyProxy } from '../support/faulty-proxy';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';

const root = temporaryFolder();
let server: TestServer;
let folder: string;
let environment: Environment;
let tests = 0;

const SYNC_SECRET = 'a secret of thirty-two characters';
const MAP =
  'source: {name: cmdb}\nkey: key\nfields: {name: name, asset_type: {value: hardware}, cyber_system: system}\n';

beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(root, 'sync-'));
  writeFileSync(at('map.yaml'), MAP);
  writeFileSync(at('cmdb.csv'), `key,name,system\nk,Edited-${++tests},cs_cedar_relays\n`);
  environment = { API_KEY: server.cedar.key, SYNC_URL: server.url };
});

const at = (name: string): string => join(folder, name);
const sync = (command: string, args: string[], more: Environment = {}) =>
  cli(['sync', command, ...args], { ...environment, ...more });
const SOURCE = () => [
  '--source',
  at('cmdb.csv'),
  '--map',
  at('map.yaml'),
  '--out',
  at('plan.json'),
  '--create-possible-renames',
];

const read = <Content = Plan>(name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Content;
/** Writes the plan with a change, and with the id that matches. */
const edit = (change: Partial<Plan>): void =>
  writeFileSync(at('plan.json'), JSON.stringify(withId({ ...read('plan.json'), ...change })));
const receipts = (): string[] => readdirSync(folder).filter((name) => /^receipt-.*\.json$/.test(name));
const applied = async (secret: Environment = {}): Promise<string> => {
  await sync('plan', SOURCE(), secret);
  expect(await sync('apply', [at('plan.json')], secret)).toMatchObject({ status: 0, stderr: '' });
  return receipts().at(-1)!;
};

test('apply and undo send the API key to the server of --url or SYNC_URL, and to no other', async () => {
  let requests = 0;
  const other = await startFaultyProxy(server.url, () => void requests++);
  const receipt = await applied();
  writeFileSync(at('cmdb.csv'), `key,name,system\nk,Edited-${++tests},cs_cedar_relays\n`);
  await sync('plan', SOURCE());
  edit({ server: other.url });
  const sentence =
    `is for the server ${other.url}, not for ${server.url}: ` +
    `if that is your server, pass --url ${other.url}, or set SYNC_URL.\n`;
  expect(await sync('apply', [at('plan.json')])).toEqual({
    status: 1,
    stdout: '',
    stderr: `${at('plan.json')} ${sentence}`,
  });
  writeFileSync(at(receipt), JSON.stringify({ ...read<object>(receipt), server: other.url }));
  expect((await sync('undo', [at(receipt)])).stderr).toBe(`${at(receipt)} ${sentence}`);
  expect(requests).toBe(0);
  edit({ server: server.url });
  expect(await sync('apply', [at('plan.json'), '--url', server.url], { SYNC_URL: other.url })).toMatchObject({
    status: 0,
  });
  expect((await sync('plan', SOURCE(), { SYNC_URL: 'inventory' })).stderr).toMatch(
    /^error: SYNC_URL: Write a URL/,
  );
  await other.close();
});

test('apply and undo use the state file of --state, or one in the folder of the plan or receipt', async () => {
  mkdirSync(at('plans'));
  symlinkSync('..', at('plans/up'));
  await sync('plan', [...SOURCE(), '--out', at('plans/plan.json')]);
  const rejected = await sync('apply', [at('plans/plan.json')]);
  expect(rejected).toMatchObject({
    status: 1,
    stderr: `${at('plans/plan.json')} names the state file ${at('map.state.json')} outside of its folder: to use it, pass --state ${at('map.state.json')}.\n`,
  });
  const plan = withId({ ...read('plans/plan.json'), state: { file: 'up/map.state.json', serial: 0 } });
  writeFileSync(at('plans/plan.json'), JSON.stringify(plan));
  expect((await sync('apply', [at('plans/plan.json')])).stderr).toContain('outside of its folder');
  expect(existsSync(at('map.state.json'))).toBe(false);
  const state = ['--state', at('map.state.json')];
  expect(await sync('apply', [at('plans/plan.json'), ...state])).toMatchObject({ status: 0 });

  const [receipt] = readdirSync(at('plans')).filter((name) => /^receipt-.*\.json$/.test(name));
  expect((await sync('undo', [at(`plans/${receipt}`)])).stderr).toContain('outside of its folder');
  expect(await sync('undo', [at(`plans/${receipt}`), '--delete', ...state])).toMatchObject({ status: 2 });
});

test('apply --plan-id applies the plan with this id only', async () => {
  await sync('plan', SOURCE());
  const { id } = read('plan.json');
  edit({ made_by: 'somebody@else' });
  expect(await sync('apply', [at('plan.json'), '--plan-id', id])).toMatchObject({
    status: 1,
    stderr: `${at('plan.json')} is the plan ${read('plan.json').id}, not ${id}: apply the approved plan, or let this one be approved.\n`,
  });
  expect(await sync('apply', [at('plan.json'), '--plan-id', read('plan.json').id])).toMatchObject({
    status: 0,
  });
});

test('with SYNC_SECRET, apply and undo reject files without the HMAC of their content', async () => {
  const secret = { SYNC_SECRET };
  await sync('plan', SOURCE());
  const unsigned = await sync('apply', [at('plan.json')], secret);
  expect(unsigned).toMatchObject({
    status: 1,
    stderr: `${at('plan.json')} has no HMAC, which SYNC_SECRET requires: plan again.\n`,
  });
  await sync('plan', SOURCE(), secret);
  const { hmac } = read('plan.json');
  expect(hmac).toMatch(/^[0-9a-f]{64}$/);
  edit({ made_by: 'somebody@else' });
  for (const wrong of [hmac, `${hmac}0`, '', 'é'.repeat(32)]) {
    edit({ hmac: wrong! });
    const { status, stderr } = await sync('apply', [at('plan.json')], secret);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('plan.json has a wrong HMAC: it was edited'),
    ]);
  }
  await sync('plan', SOURCE(), secret);
  const other = { SYNC_SECRET: SYNC_SECRET.toUpperCase() };
  expect((await sync('apply', [at('plan.json')], other)).stderr).toContain('has a wrong HMAC');

  const receipt = await applied(secret);
  expect(await sync('undo', [at(receipt), '--delete', '--out', at('undo.json')], secret)).toMatchObject({
    status: 2,
  });
  const { hmac: ofReceipt, ...content } = read<Record<string, unknown>>(receipt);
  expect(ofReceipt).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(at('unsigned.json'), JSON.stringify(content));
  expect((await sync('undo', [at('unsigned.json')], secret)).stderr).toContain('unsigned.json has no HMAC');
  writeFileSync(at(receipt), JSON.stringify({ ...content, adopted: [], hmac: ofReceipt, changes: [] }));
  expect((await sync('undo', [at(receipt)], secret)).stderr).toContain('has a wrong HMAC');
  expect(await sync('apply', [at('undo.json')], secret)).toMatchObject({ status: 0 });
});

test('rejects a SYNC_SECRET of less than 32 characters', async () => {
  expect(await sync('plan', SOURCE(), { SYNC_SECRET: 'short' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('SYNC_SECRET must have at least 32 characters.'),
  });
});
