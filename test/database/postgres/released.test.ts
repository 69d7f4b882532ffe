// Everything released, two processes of `serve` on PostgreSQL: what partners tested against is what runs there.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildReleased, releaseAll } from '../../release/released-project';
import { type Ended, ended, start, stop } from '../../support/cli';
import { type TestDatabase, postgresDatabase } from '../../support/database';
import { temporaryFolder } from '../../support/folder';
import { startSandbox } from '../../support/sandbox';
import { type Serving, serve } from '../../support/serving';

const folder = temporaryFolder();
const seed = join(folder, 'seed.json');

type Reply = { status: number; body: any }; // eslint-disable-line @typescript-eslint/no-explicit-any
type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

const asker =
  ({ url }: Serving, key: string): Ask =>
  async (method, path, body, headers) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

let database: TestDatabase;
let main: string;
let environment: Record<string, string>;
let servers: [Serving, Serving];
let one: Ask;
let two: Ask;
let stranger: Ask;
let key: string;

const run = (...args: string[]): Promise<Ended> => ended(start(args, environment, [process.execPath, main]));
const lastLineOf = ({ stdout }: Ended): string => stdout.trim().split('\n').at(-1)!;

/** Writes the demo world as a file, and returns the email address of its administrator. */
async function writeSeed(): Promise<string> {
  const sandbox = await startSandbox();
  const worlds = (await (await fetch(`${sandbox.url}/sandbox/worlds`)).json()) as [{ id: string }];
  const records = await (await fetch(`${sandbox.url}/sandbox/worlds/${worlds[0].id}/records`)).text();
  await sandbox.close();
  writeFileSync(seed, records);
  const { User } = JSON.parse(records) as { User: { email: string; role: string }[] };
  return User.find(({ role }) => role === 'organization_admin')!.email;
}

beforeAll(async () => {
  const copy = join(folder, 'project');
  releaseAll(copy);
  main = buildReleased(copy);
  database = await postgresDatabase();
  environment = { DATABASE_URL: database.url, RATE_LIMIT: '0' };
  const email = await writeSeed();
  for (const slug of ['own', 'other']) await run('organization', 'create', slug, '--name', slug);
  await run('import', 'own', seed);
  key = lastLineOf(await run('key', 'create', 'own', '--label', 'x', '--user', email));
  const strange = lastLineOf(await run('key', 'create', 'other', '--label', 'x'));
  servers = [await serve(environment, main), await serve(environment, main)];
  one = asker(servers[0], key);
  two = asker(servers[1], key);
  stranger = asker(servers[1], strange);
}, 180_000);
afterAll(async () => {
  await Promise.all(servers.map(({ child }) => stop(child)));
  await database.remove();
});

test('import takes the seed of a world once, and the log agrees with it', async () => {
  const again = await run('import', 'own', seed, '--json');
  const { collections, left_out } = JSON.parse(again.stdout) as {
    collections: Record<string, { created: number; updated: number; unchanged: number }>;
    left_out: string[];
  };
  for (const [kind, { created, updated }] of Object.entries(collections))
    expect([kind, created, updated]).toEqual([kind, 0, 0]);
  expect([collections['User']!.unchanged, left_out]).toEqual([8, ['CurrentUser']]);
  expect((await run('activity', 'verify', 'own')).stdout).toContain('none altered');
});

/** A creation in each area, with a change. */
const AREAS: [path: string, body: object, change: object][] = [
  ['/facilities', { name: 'Mill Creek 138 kV Substation' }, { name: 'Mill Creek 69 kV Substation' }],
  ['/tasks', { title: 'Review firewall rules' }, { title: 'Review all firewall rules', status: 'open' }],
  ['/training-modules', { title: 'Substation access' }, { title: 'Access to substations' }],
  ['/users', { name: 'Ann Lee', email: 'ann@example.com', role: 'auditor' }, { name: 'Ann Lee-Smith' }],
];

test.each(AREAS)('%s: what one server changed, the other one shows at once', async (path, body, change) => {
  const created = await one('POST', path, body);
  expect(created).toMatchObject({ status: 201, body });
  const record = `${path}/${String(created.body.id)}`;
  const rowsOf = async () => {
    const { body: list } = await two('GET', path);
    return (Array.isArray(list) ? list : list.data) as { id: string }[];
  };
  expect(await two('GET', record)).toEqual({ status: 200, body: created.body });
  expect(await rowsOf()).toContainEqual(expect.objectContaining({ id: created.body.id }));
  const changed = await (path === '/tasks'
    ? two('PUT', record, { ...body, ...change })
    : two('PATCH', record, change));
  expect(changed).toMatchObject({ status: 200, body: change });
  expect(await one('GET', record)).toEqual({ status: 200, body: changed.body });
  for (const method of ['GET', 'DELETE'])
    expect([method, (await stranger(method, record)).status]).toEqual([method, 404]);
  expect(await rowsOf()).toContainEqual(expect.objectContaining({ id: created.body.id }));
});

test('an asset stays with its access control items when one of them cannot be ended', async () => {
  const { body: systems } = await one('GET', '/cyber-systems');
  const { body: users } = await one('GET', '/users');
  const cyber_system_id = (systems as { id: string }[])[0]!.id;
  const { id: userId } = (users.data as { id: string; role: string }[]).find(
    ({ role }) => role === 'contributor',
  )!;
  const fields = { name: randomUUID(), cyber_system_id, asset_type: 'hardware' };
  const { body: asset } = await one('POST', '/cyber-assets', fields);
  const item = { userId, resourceType: 'cyber_asset', resourceId: asset.id, accessLevel: 'edit' };
  const { body: access } = await one('POST', '/access-control', item);
  const grant = { accessControlItemIds: [access.id] };
  expect((await one('POST', `/access-control/user/${userId}/grant`, grant)).status).toBe(200);
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  try {
    await owner.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger no_item before update on records for each row when (new.id = '${access.id}')
       execute function fail()`,
    );
    expect((await one('DELETE', `/cyber-assets/${asset.id}`)).status).toBe(500);
    expect((await two('GET', `/cyber-assets/${asset.id}`)).body).toMatchObject(fields);
    expect((await two('GET', `/access-control/${access.id}`)).body.status).toBe('active');
    await owner.query('drop function fail() cascade');
  } finally {
    await owner.end();
  }
  expect((await one('DELETE', `/cyber-assets/${asset.id}`)).status).toBe(204);
  expect((await two('GET', `/access-control/${access.id}`)).body.status).toBe('inactive');
});

const TASKS = 150;

test('a server that is killed under load loses no acknowledged task, and retries make none twice', async () => {
  const sent = Array.from({ length: TASKS }, (_, index) => ({
    title: `task ${index} ${randomUUID()}`,
    headers: { 'Idempotency-Key': randomUUID() },
  }));
  const acknowledged = new Map<string, string>();
  const killed = once(servers[0].child, 'close');
  const waiting = [...sent];
  const write = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { title, headers } = next;
      const reply = await one('POST', '/tasks', { title }, headers).catch(() => undefined);
      if (reply?.status !== 201) return;
      acknowledged.set(title, reply.body.id as string);
      if (acknowledged.size === TASKS / 3) servers[0].child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  await killed;
  expect(acknowledged.size).toBeLessThan(TASKS);
  for (const [title, id] of acknowledged)
    expect(await two('GET', `/tasks/${id}`)).toMatchObject({ status: 200, body: { title } });
  for (const { title, headers } of sent)
    expect(await two('POST', '/tasks', { title }, headers)).toMatchObject({ status: 201 });
  const { body } = await two('GET', '/tasks');
  const titles = (body.data as { title: string }[]).map(({ title }) => title);
  const made = titles.filter((title) => title.startsWith('task '));
  expect(made.sort()).toEqual(sent.map(({ title }) => title).sort());
  expect((await run('activity', 'verify', 'own')).stdout).toContain('none altered');
});

test('the server conforms to the released contract', async () => {
  const { stdout } = await run('conformance', '--url', servers[1].url, '--key', key, '--runs', '2');
  expect(stdout.split('\nNot checked')[0]).toContain('The server conforms to the contract');
}, 180_000);
