// A URL that names several servers: the server uses the one that takes changes.
import { openInventory } from '../../../src/app/inventory';
import { databaseUrlProblem } from '../../../src/base/database-url';
import { newAsset } from '../../support/assets';
import { cli } from '../../support/cli';
import { serverOf, startTestServer, type TestServer } from '../../support/server';
import { postgresDatabase, type TestDatabase } from '../../support/database';
import { Client } from 'pg';

let test_: TestServer;
let readOnly: TestDatabase;
beforeAll(async () => {
  test_ = await startTestServer();
  readOnly = await postgresDatabase();
  const client = new Client({ connectionString: test_.databaseUrl });
  await client.connect();
  await client.query(`alter database ${nameOf(readOnly.url)} set default_transaction_read_only = on`);
  await client.end();
});
afterAll(async () => {
  await readOnly.remove();
  await test_.close();
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Adds servers in front of that of a URL. */
const behind = (servers: string, url: string): string => url.replace('@', `@${servers},`);

const NOTHING_LISTENS = '127.0.0.1:1';

test('a server that does not answer is passed over', async () => {
  const server = await serverOf(behind(NOTHING_LISTENS, test_.databaseUrl), test_.cedar.key);
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await server.client('POST', '/cyber-assets', { body: newAsset() })).status,
    ),
  );
  await server.close();
  expect(statuses).toEqual(statuses.map(() => 201));
});

test('a read-only server is rejected at startup, with the errors of all servers', async () => {
  const url = behind(NOTHING_LISTENS, readOnly.url);
  expect(await cli(['serve'], { DATABASE_URL: url, PORT: '0' })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Cannot use the database: connect ECONNREFUSED 127\.0\.0\.1:1; the server of PostgreSQL is read-only\n$/,
    ),
  });
  await expect(openInventory(`${readOnly.url}?target_session_attrs=read-write`)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'the server of PostgreSQL is read-only' },
  });
});

test.each([
  ['postgres://user:secret@a:5432,b:5433/inventory', undefined],
  ['postgres://user:secret@a,b/inventory?target_session_attrs=read-write', undefined],
  ['postgres://user:secret@a,[::1]:5433/inventory?target_session_attrs=primary', undefined],
  ['postgres://user:secret@a,/inventory', /must name a host and a database/],
  ['postgres://user:secret@a,b', /must name a host and a database/],
  ['postgres:///inventory?host=a,b', /names several servers in host=\. List them before the database/],
  ['postgres://a,b/inventory?target_session_attrs=any', /has an unsupported target_session_attrs/],
])('checks %s', (url, problem) => {
  const sentence = databaseUrlProblem('DATABASE_URL', url);
  if (problem === undefined) expect(sentence).toBeUndefined();
  else expect(sentence).toMatch(problem);
});
