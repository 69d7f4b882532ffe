// Releases every operation that can be, in a copy of the project, and sends the same requests to the sandbox and to two
// servers on one database: the answers are equal.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { inventoryIn } from '../../src/app/inventory';
import { openDatabase } from '../../src/app/open-database';
import { openSandbox } from '../../src/app/sandbox';
import { type RunningServer, startServer } from '../../src/app/server';
import { type ContractDocument, contractDocument } from '../../src/contract/document';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { AVAILABLE } from '../sandbox/available';
import { type Step, formOf } from '../sandbox/walk';
import { STEPS } from '../sandbox/walk-table';
import { type Client, type Reply, createClient } from '../support/client';
import { temporaryFolder } from '../support/folder';
import { releaseAll } from './released-project';
import { type Sandbox, TEMPLATE, startSandbox } from '../support/sandbox';

const folder = temporaryFolder();
const copy = join(folder, 'project');

let released: ContractDocument;
let sandbox: Sandbox;
/** Sends the requests of an administrator to the sandbox. */
let partner: Client;
let integrationKey: string;
let lostKey: string;
let auditorKey: string;
const servers: { server: RunningServer; client: Client; close(): Promise<void> }[] = [];

async function serve(url: string, key: string, document = released) {
  const database = await openDatabase(url);
  const server = await startServer(inventoryIn(database), {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'test',
    document,
    logger: pino({ level: 'silent' }),
  });
  const close = async () => {
    await server.close();
    await database.close();
  };
  return { server, client: createClient(server, key), close };
}

beforeAll(async () => {
  released = releaseAll(copy);
  sandbox = await startSandbox();
  const file = join(folder, 'inventory.sqlite');
  copyFileSync(TEMPLATE, file);
  const url = `sqlite:${file}`;
  const {
    inventory: { database },
  } = await openSandbox(url);
  const { keys } = inventoryIn(database);
  const users = ((await sandbox.client('GET', '/users')).body as { data: { id: string; role: string }[] })
    .data;
  const idOf = (role: string) => users.find((user) => user.role === role)!.id;
  const keyBy = (createdBy: string) =>
    keys.create(demoOrganization.id, {
      ...{ label: 'Release', createdBy, environment: 'test', expiresAt: new Date('2999-01-01') },
    });
  const key = await keyBy(idOf('organization_admin'));
  integrationKey = await keyBy('cmdb');
  lostKey = await keyBy('usr_01k4r1b0wxfe5vd0pm9kqhxkzz');
  auditorKey = await keyBy(idOf('auditor'));
  await database.close();
  servers.push(await serve(url, key), await serve(url, key));
  const world = `${sandbox.url}/sandbox/worlds/${demoOrganization.id}`;
  const made = await fetch(`${world}/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId: idOf('organization_admin'), access: 'full' }),
  });
  partner = createClient(sandbox.server, ((await made.json()) as { key: string }).key);
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()));
  await sandbox.close();
});

const operations = (): Map<string, Record<string, unknown>> =>
  new Map(
    Object.values(released.paths).flatMap((item) =>
      Object.values(item).flatMap((each) => {
        const operation = each as Record<string, unknown>;
        return typeof operation?.operationId === 'string' ? [[operation.operationId, operation]] : [];
      }),
    ),
  );

type AnyStep = Pick<Step, 'method' | 'path' | 'headers' | 'body' | 'form'> & { operationId: string };
const ALL: AnyStep[] = [...(AVAILABLE as AnyStep[]), ...STEPS];

const send = (client: Client, { method, path, headers, body, form }: AnyStep): Promise<Reply> =>
  client(method, path, { ...(headers && { headers }), body: form ? formOf(form) : body });

/** Replaces what differs from run to run: ids and times of new records, ids of requests, tokens, and the address. */
const comparable = ({ status, text }: Reply, url: string): unknown => [
  status,
  text
    .replaceAll(url, 'http://server')
    .replace(/\b([a-z]+)_[0-7][0-9a-z]{25}\b/g, '$1')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'uuid')
    .replace(/"total":\d+,"nextCursor":"[^"]+"/, '"nextCursor":"…"') // the keys of the servers are in the log
    .replace(/"token":"[^"]+"/g, '"token":"…"'),
];

it('refuses what only plays its part, with the sentence that says so', () => {
  const run = () =>
    execFileSync(process.execPath, ['spec/release.mjs', 'createInvitation'], { cwd: copy, stdio: 'pipe' });
  expect(run).toThrow('createInvitation only plays its part: The sandbox sends no mail.');
});

it.each(ALL)('$operationId answers in serve as in the sandbox', async (step) => {
  const operation = operations().get(step.operationId)!;
  const [first, second] = step.method === 'GET' ? [...servers].reverse() : servers;
  const answered = await send(first!.client, step);
  if (operation['x-availability'] !== 'available') {
    expect([answered.status, operation['x-simulated']]).toEqual([501, expect.any(String)]);
    return;
  }
  const expected = await send(partner, step);
  expect(comparable(answered, first!.server.url)).toEqual(comparable(expected, sandbox.url));
  if (step.method !== 'GET') return;
  const again = await send(second!.client, step);
  expect(comparable(again, second!.server.url)).toEqual(comparable(answered, first!.server.url));
});

it('lets a key that acts for no user change everything but people', async () => {
  const { client } = servers[0]!;
  const facility = STEPS.find(({ operationId }) => operationId === 'createFacility')!;
  const user = STEPS.find(({ operationId }) => operationId === 'createUser')!;
  const statusOf = async ({ method, path, body }: Step) => {
    const named = { ...(body as object), name: 'Another name' };
    return (await client(method, path, { body: named, key: integrationKey })).status;
  };
  expect([await statusOf(facility), await statusOf(user)]).toEqual([201, 403]);
});

it('rejects a key whose user does not exist', async () => {
  expect((await servers[0]!.client('GET', '/tasks', { key: lostKey })).status).toBe(401);
});

it('holds a key to the role of its user, also with a contract in which no operation on records is released', async () => {
  const { client, close } = await serve(
    `sqlite:${join(folder, 'inventory.sqlite')}`,
    auditorKey,
    contractDocument,
  );
  const step = AVAILABLE.find(({ operationId }) => operationId === 'createCyberAsset')!;
  const { status, body } = await send(client, step as AnyStep);
  await close();
  expect([status, body.error]).toEqual([403, 'forbidden']);
});
