// While the database does not respond, callers get 503 with Retry-After, never 401. The server recovers with
// the database.
import { mkdirSync, readdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openBackups, openInventory } from '../../src/app/inventory';
import { compile } from '../../src/database/statement';
import { newAsset } from '../support/assets';
import { ended, said, start, stop } from '../support/cli';
import type { Reply } from '../support/client';
import { type TestServer, accessLine, outageLines, startTestServer } from '../support/server';
import { answered } from '../support/serving';
import { until } from '../support/until';

let test: TestServer;
beforeEach(async () => void (test = await startTestServer()));
afterEach(() => test.close());

const create = (body = newAsset()): Promise<Reply> => test.client('POST', '/cyber-assets', { body });
const list = (): Promise<Reply> => test.client('GET', '/cyber-assets');
const fileOf = ({ databaseUrl }: TestServer): string => databaseUrl.slice('sqlite:'.length);

function expectUnavailable(reply: Reply): void {
  expect([reply.status, reply.body.error, Object.keys(reply.body)]).toEqual([
    503,
    'unavailable',
    ['error', 'message'],
  ]);
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(reply.headers.get('www-authenticate')).toBeNull();
}

/** Asks again, as Retry-After says, until it is not 503. */
const served = (call: () => Promise<Reply>): Promise<Reply> =>
  until(async () => {
    const reply = await call();
    return reply.status !== 503 && reply;
  });

const LOCK = `
  const sqlite3 = require('sqlite3');
  const database = new sqlite3.Database(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE', (error) => console.log(error ? error.message : 'locked'));
  setInterval(() => {}, 1000);`;

it('a database that another process has locked: 503 for a write, which leaves nothing behind, 200 for reads; 201 when that process has died', async () => {
  const body = newAsset();
  const holder = start(['-e', LOCK, fileOf(test)], { NODE_PATH: join(__dirname, '../../node_modules') }, [
    process.execPath,
  ]);
  await said(holder, 'stdout', /^locked/);
  const [write, read] = await Promise.all([create(body), list()]);
  expectUnavailable(write);
  expect(read.status).toBe(200);
  expect(await accessLine(test, write.headers.get('x-request-id')!)).toMatchObject({
    level: 'warn',
    cause: expect.stringContaining('SQLITE_BUSY'),
  });
  expect(test.logs.filter(({ level }) => level === 'error')).toEqual([]); // the database itself works
  expect((await list()).text).toBe(read.text);
  holder.kill('SIGKILL');
  await ended(holder);
  expect((await create(body)).status).toBe(201);
});

const CALLS = [
  ['GET', '/facilities'],
  ['GET', '/facilities/fac_cedar_sun'],
  ['GET', '/control-centers'],
  ['GET', '/nowhere'],
  ['POST', '/cyber-assets', newAsset()],
  ['DELETE', '/cyber-assets/ca_cedar_rtu'],
] as const;

/** Each answers 503 and leaves one short line in the log. */
async function expectOutage(): Promise<void> {
  for (const [method, path, body] of CALLS) {
    const reply = await test.client(method, path, body === undefined ? {} : { body });
    expectUnavailable(reply);
    const line = await accessLine(test, reply.headers.get('x-request-id')!);
    expect(line).toMatchObject({ level: 'warn', error: 'unavailable', cause: expect.any(String) });
    expect(JSON.stringify(line).length).toBeLessThan(700);
  }
  const warnings = test.logs.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(CALLS.length);
  expect((await test.client('GET', '/facilities', { key: null })).status).toBe(401); // no database needs to be asked
}

/** Moves the database file, and the files of SQLite beside it, into another folder. */
function move(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => each.startsWith(basename(fileOf(test)))))
    renameSync(join(from, name), join(to, name));
}

it('a file that is moved away: 503, and no new file in its place; the data is there when it is moved back', async () => {
  const before = await create();
  const folder = dirname(fileOf(test));
  move(folder, join(folder, 'away'));
  await expectOutage();
  expect(readdirSync(folder)).toEqual(['away']);
  move(join(folder, 'away'), folder);
  const back = await served(list);
  expect([back.status, back.text.includes(before.text)]).toEqual([200, true]);
  expect((await create()).status).toBe(201);
  expect(await outageLines(test)).toMatchObject([
    { level: 'error', msg: 'the database does not respond', reason: `${fileOf(test)} is not there` },
    { level: 'info', msg: 'the database works again', seconds: expect.any(Number) },
  ]);
});

it('a file that is replaced by a backup, which is of an earlier time: that one is served', async () => {
  const folder = dirname(fileOf(test));
  const earlier = await list();
  await (await openBackups(test.databaseUrl)).take(join(folder, 'monday'));
  expect((await create()).status).toBe(201);
  move(folder, join(folder, 'away'));
  await (await openBackups(test.databaseUrl)).restore(join(folder, 'monday'));
  const restored = await served(list);
  expect([restored.status, restored.text]).toEqual([200, earlier.text]);
  const created = await create();
  expect(created.status).toBe(201);
  const other = await openInventory(test.databaseUrl); // sees later writes in this file
  expect((await other.database.knex('cyber_assets').where({ id: created.body.id })).length).toBe(1);
  await other.close();
});

it('a file that is replaced while a list of several queries is made of it: all of them are of the file that they began with', async () => {
  const { database } = test.inventory;
  const count = compile<object, { rows: number }>(() => database.knex('cyber_assets').count({ rows: '*' }));
  const folder = dirname(fileOf(test));
  await (await openBackups(test.databaseUrl)).take(join(folder, 'monday'));
  expect((await create()).status).toBe(201);
  const order: string[] = [];
  let noticed: Promise<unknown> | undefined;
  await database.snapshot({ organization: test.cedar.organization.id }, async (all) => {
    move(folder, join(folder, 'away'));
    await (await openBackups(test.databaseUrl)).restore(join(folder, 'monday'));
    noticed = database
      .read('operator', count, {})
      .then(([row]) => order.push(`the other file: ${row!.rows}`));
    const seen = new Set<number>();
    for (let time = 0; time < 1000; time++) seen.add((await all(count, {}))[0]!.rows);
    order.push(`this file: ${[...seen].join()}`);
  });
  await noticed;
  expect(order).toEqual(['this file: 5', 'the other file: 4']);
  expect((await served(list)).body).toHaveLength(2);
});

it('a file that another was renamed onto, beside the log of the one before: 503, as the log would be taken for a part of it', async () => {
  const file = fileOf(test);
  await (await openBackups(test.databaseUrl)).take(`${file}.monday`);
  expect((await create()).status).toBe(201);
  renameSync(`${file}.monday`, file);
  await expectOutage();
});

it('a file that is no longer readable: 503, also for requests that are new, and no new inventory in its place', async () => {
  await list();
  for (const each of [fileOf(test), `${fileOf(test)}-wal`]) truncateSync(each, 0);
  await expectOutage();
});

it('a disk without room: 503 for writes, 200 for reads, and health says so; afterwards all that was acknowledged is there', async () => {
  const room = 200_000;
  const blocks = Math.ceil((statSync(`${fileOf(test)}-wal`).size + room) / 512); // the maximum size of a file; some shells count blocks of 1024 bytes
  const limit = `ulimit -S -f ${blocks} && exec "$0" "$@"`;
  const main = join(__dirname, '../../dist/src/main.js');
  const environment = { DATABASE_URL: test.databaseUrl, PORT: '0', OPERATIONS_PORT: '0', RATE_LIMIT: '0' };
  const cramped = start([], environment, ['/bin/sh', '-c', limit, process.execPath, main, 'serve']);
  const [, url, operations] = await said(cramped, 'stderr', /"url":"([^"]+)".*"operations":"([^"]+)"/);
  const headers = { 'X-API-Key': test.cedar.key, 'Content-Type': 'application/json' };
  const noted = said(cramped, 'stderr', /"reason":"([^"]+)","msg":"the database accepts no changes"/);
  const acknowledged: string[] = [];
  const refused = await until(async () => {
    const answer = await fetch(`${url}/cyber-assets`, {
      method: 'POST',
      headers,
      body: JSON.stringify(newAsset()),
    });
    if (answer.status !== 201) return answer;
    acknowledged.push(await answer.text());
    return undefined;
  }, 50);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '2',
    expect.objectContaining({ error: 'unavailable' }),
  ]);
  expect((await fetch(`${url}/cyber-assets`, { headers })).status).toBe(200);
  expect(await (await answered(`${operations}/health/ready`, 503)).json()).toMatchObject({
    checks: { database: 'ok', writes: 'unavailable' },
  });
  expect((await fetch(`${operations}/health/ready/reads`)).status).toBe(200);
  expect((await noted)[1]).toMatch(/SQLITE_(FULL|IOERR)/);
  expect(await stop(cramped)).toBe(0);
  const after = await list();
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((text) => !after.text.includes(text))).toEqual([]);
  expect((await create()).status).toBe(201);
});
