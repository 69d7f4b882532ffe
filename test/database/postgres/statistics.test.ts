// Without statistics, PostgreSQL reads all assets of an organization to find one of them.
import { Client } from 'pg';
import { type TestServer, startTestServer } from '../../support/server';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = new Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

it('knows the number of assets as soon as an import of 1,000 of them is complete', async () => {
  await server.inventory.importer.run(server.cedar.organization, {
    cyber_assets: Array.from({ length: 1000 }, (_, index) => ({
      name: `IMPORTED-RTU${index}`,
      cyber_system_id: 'cs_cedar_relays',
      asset_type: 'hardware',
    })),
  });
  const { rows } = await owner.query(
    `select reltuples >= 1000 as knows from pg_class where oid = 'cyber_assets'::regclass`,
  );
  expect(rows).toEqual([{ knows: true }]);
});
