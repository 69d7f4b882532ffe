// A starting server waits for a database that cannot be reached yet.
import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import pino from 'pino';
import { openServedInventory } from '../../../src/cli/serve/serve-process';
import { type TestDatabase, postgresDatabase } from '../../support/database';
import { freePort } from '../../support/external-program';

let database: TestDatabase;
beforeAll(async () => void (database = await postgresDatabase()));
afterAll(() => database.remove());

const urlAt = (port: number, password?: string): string =>
  Object.assign(new URL(database.url), { port: String(port), ...(password && { password }) }).href;

/** Listens on a port and leads to the database. */
function lead(port: number): Promise<Server> {
  const { port: target, hostname } = new URL(database.url);
  const server = createServer((socket) => {
    const upstream = connect(Number(target), hostname);
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => undefined);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

/** Returns a logger, and its first line. */
function listening() {
  let tell!: (line: object) => void;
  const first = new Promise<object>((resolve) => (tell = resolve));
  let lines = 0;
  const write = (line: string): void => {
    lines++;
    tell(JSON.parse(line) as object);
  };
  return { logger: pino({ level: 'warn' }, { write }), first, count: () => lines };
}

test('logs once that it waits, and opens the database as soon as it can be reached', async () => {
  const port = await freePort();
  const { logger, first, count } = listening();
  const opening = openServedInventory({ databaseUrl: urlAt(port), databaseWaitSeconds: 60 }, logger);
  expect(await first).toMatchObject({ msg: 'waiting for the database', seconds: 60 });
  const server = await lead(port);
  const inventory = await opening;
  expect(await inventory.organizations.list()).toEqual([]);
  await inventory.close();
  server.close();
  expect(count()).toBe(1);
});

test('ends with the reason when the time is over', async () => {
  const config = { databaseUrl: urlAt(await freePort()), databaseWaitSeconds: 1 };
  const { logger, count } = listening();
  await expect(openServedInventory(config, logger)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { code: 'ECONNREFUSED' },
  });
  expect(count()).toBe(1);
});

test('does not wait when the database rejects the login', async () => {
  const server = await lead(await freePort());
  const { port } = server.address() as AddressInfo;
  const { logger, count } = listening();
  const opening = openServedInventory({ databaseUrl: urlAt(port, 'wrong'), databaseWaitSeconds: 60 }, logger);
  await expect(opening).rejects.toMatchObject({ code: 'unavailable', cause: { code: '28P01' } });
  server.close();
  expect(count()).toBe(0);
});
