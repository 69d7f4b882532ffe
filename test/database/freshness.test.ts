// Nothing is kept between requests that could be older than the database: what another process or another
// connection has changed, the next request sees.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openInventory } from '../../src/app/inventory';
import type { OrganizationRecord } from '../../src/server/organizations/store';
import { ROOT } from '../support/cli';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeEach(async () => void (test = await startTestServer()));
afterEach(() => test.close());

const one = '/cyber-assets/ca_cedar_rtu';

/** Everything that a client can hold on to. */
async function read() {
  const [asset, list] = [await test.client('GET', one), await test.client('GET', '/cyber-assets')];
  return {
    name: asset.body.name as string,
    rating: asset.body.impact_rating as string,
    listed: list.body as { name: string; impact_rating: string }[],
    tags: [asset, list].map(({ headers }) => headers.get('etag')!),
  };
}

const heldTag = (path: string, etag: string) =>
  test.client('GET', path, { headers: { 'If-None-Match': etag } });

async function byConnection(
  databaseUrl: string,
  organization: OrganizationRecord,
  changes: object,
): Promise<void> {
  const other = await openInventory(databaseUrl);
  await other.importer.run(organization, changes).finally(() => other.close());
}

const SCRIPT = `
  const { openInventory } = require(process.argv[1]);
  const [databaseUrl, organization, changes] = process.argv.slice(2).map((text) => JSON.parse(text));
  openInventory(databaseUrl).then((inventory) => inventory.importer.run(organization, changes).finally(() => inventory.close()));
`;

const byProcess: typeof byConnection = async (...args) =>
  void (await promisify(execFile)(process.execPath, [
    '-e',
    SCRIPT,
    `${ROOT}/dist/src/app/inventory.js`,
    ...args.map((value) => JSON.stringify(value)),
  ]));

it.each([
  ['another connection', byConnection],
  ['another process', byProcess],
])(
  'a name and a rating that %s changes are seen by the next request, with other entity tags',
  async (_who, change) => {
    const before = await read();
    await change(test.databaseUrl, test.cedar.organization, {
      cyber_systems: [
        {
          id: 'cs_cedar_relays',
          name: 'cedar Protection',
          impact_rating: 'low',
          facility_id: 'fac_cedar_millbrook',
        },
      ],
      cyber_assets: [
        {
          id: 'ca_cedar_rtu',
          name: 'cedar-RTU99',
          cyber_system_id: 'cs_cedar_relays',
          asset_type: 'hardware',
        },
      ],
    });
    expect((await heldTag(one, before.tags[0]!)).status).toBe(200);
    expect((await heldTag('/cyber-assets', before.tags[1]!)).status).toBe(200);
    const after = await read();
    expect([after.name, after.rating]).toEqual(['cedar-RTU99', 'low']);
    expect(after.listed).toContainEqual(
      expect.objectContaining({ name: 'cedar-RTU99', impact_rating: 'low' }),
    );
    expect(
      (
        await test.client('PATCH', one, {
          body: { name: 'cedar-RTU98' },
          headers: { 'If-Match': before.tags[0]! },
        })
      ).status,
    ).toBe(412);
  },
);

it('what is changed with SQL alone is in the next list', async () => {
  const names = async () => (await read()).listed.map(({ name }) => name);
  const other = await openInventory(test.databaseUrl);
  const rename = (name: string) =>
    other.database
      .knex('cyber_assets')
      .where({ organization_id: test.cedar.organization.id, id: 'ca_cedar_rtu' })
      .update({ name });
  try {
    for (const name of ['cedar-RTU97', 'cedar-RTU96', 'cedar-RTU95']) {
      await names();
      await rename(name);
      expect(await names()).toContain(name);
    }
  } finally {
    await other.close();
  }
});

it('a key that another connection revokes is refused by the next request', async () => {
  expect((await test.client('GET', one)).status).toBe(200);
  const other = await openInventory(test.databaseUrl);
  const [key] = await other.keys.list(test.cedar.organization.id);
  await other.keys.revoke(key!.id).finally(() => other.close());
  expect((await test.client('GET', one)).status).toBe(401);
});
