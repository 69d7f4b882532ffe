// A migration changes tables while servers of the previous version run, and their prepared statements become stale.
import { Client } from 'pg';
import { newAsset } from '../../support/assets';
import { type TestServer, startTestServer } from '../../support/server';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ validateResponses: false });
  owner = new Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});
afterEach(() => jest.restoreAllMocks());

const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 24 }, work));

const readLog = () => server.inventory.activity.newest(server.cedar.organization.id);

/** Each request has a connection of its own or shares one with another, until all connections have all statements. */
const requests = () =>
  many(async () => {
    const created = await server.client('POST', '/cyber-assets', { body: newAsset() });
    const { id } = created.body as { id: string };
    const path = `/cyber-assets/${id}`;
    const replies = [
      created,
      await server.client('PATCH', path, { body: { asset_type: 'software' } }),
      await server.client('GET', path),
      await server.client('GET', '/cyber-assets'),
    ];
    await readLog();
    return replies.map(({ status }) => status);
  });

const OK = Array.from({ length: 24 }, () => [201, 200, 200, 200]);

it('goes on while migrations add columns to the tables that it reads', async () => {
  expect(await requests()).toEqual(OK);
  const migrated = (async () => {
    for (const table of ['activity', 'cyber_assets', 'cyber_systems', 'organizations', 'api_keys'])
      await owner.query(`alter table ${table} add column added_later varchar(10)`);
  })();
  expect(await requests()).toEqual(OK);
  await migrated;
  expect(await requests()).toEqual(OK);
  await expect(many(readLog)).resolves.toHaveLength(24);
});

it('goes on when a column that it reads changes its type', async () => {
  expect(await requests()).toEqual(OK);
  await owner.query('alter table activity alter column description type varchar(5000) collate "C"');
  expect(await requests()).toEqual(OK);
});

it('goes on when its sessions have lost their statements', async () => {
  expect(await requests()).toEqual(OK);
  const query = Client.prototype.query as (this: Client, ...given: unknown[]) => unknown;
  const forgotten = new Set<Client>();
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    if (!forgotten.has(this)) {
      forgotten.add(this);
      void query.call(this, 'deallocate all');
    }
    return query.apply(this, given) as never;
  });
  expect(await requests()).toEqual(OK);
});

it('keeps a bounded number of statements in each session', async () => {
  const ask = (number: number) => {
    const sql = `select count(*) as prepared, ${number} as number from pg_prepared_statements`;
    const scope = { organization: server.cedar.organization.id };
    return server.inventory.database.read<object, { prepared: string }>(scope, { sql, bind: () => [] }, {});
  };
  let most = 0;
  for (let number = 0; number < 500; number++) {
    const [row] = await ask(number);
    most = Math.max(most, Number(row!.prepared));
  }
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(210);
});
