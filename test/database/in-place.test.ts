// What a change writes to SQLite: the entries of an index only when a column of it changes.
import sqlite3 from 'sqlite3';
import { newAsset } from '../support/assets';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

const make = async () =>
  (await test.client('POST', '/cyber-assets', { body: newAsset() })).body as {
    id: string;
    name: string;
    asset_type: string;
  };
const patch = async (id: string, body: object) =>
  (await test.client('PATCH', `/cyber-assets/${id}`, { body })).status;

/** The columns that updates of assets set, update by update. */
function setColumns(): () => string[][] {
  const written = jest.spyOn(sqlite3.Database.prototype, 'exec');
  return () =>
    written.mock.calls.flatMap(([script]) =>
      [...script.matchAll(/update `cyber_assets` set (.+?) (?:from|where) /g)].map(([, assignments]) =>
        [...assignments!.matchAll(/`(\w+)` = /g)].map(([, column]) => column!),
      ),
    );
}

it('updateCyberAsset that leaves name and system sets no column of an index', async () => {
  const { id, name } = await make();
  const columns = setColumns();
  expect(await patch(id, { name, asset_type: 'software' })).toBe(200);
  expect(columns()).toEqual([['asset_type', 'updated_at']]);
});

it('updateCyberAsset that renames sets those as well, and what comes at the same moment keeps its own', async () => {
  const [renamed, changed] = [await make(), await make()];
  const columns = setColumns();
  expect(
    await Promise.all([
      patch(renamed.id, { name: `${renamed.name}-B` }),
      patch(changed.id, { asset_type: 'software' }),
    ]),
  ).toEqual([200, 200]);
  expect(columns().flat()).toContain('name_key');
  const read = async (id: string) => (await test.client('GET', `/cyber-assets/${id}`)).body;
  expect([await read(renamed.id), await read(changed.id)]).toMatchObject([
    { name: `${renamed.name}-B`, asset_type: renamed.asset_type },
    { name: changed.name, asset_type: 'software' },
  ]);
});
