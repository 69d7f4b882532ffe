// Tests who may use the control interface, and which databases a sandbox and a server open.
import { join } from 'node:path';
import { openInventory } from '../../../src/app/inventory';
import { openSandbox } from '../../../src/app/sandbox';
import { cli, said, start, stop } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { createTenant } from '../../support/inventory';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { control } from '../../support/worlds';

const folder = temporaryFolder();
const TOKEN = 'a-token-of-thirty-two-characters';

describe('a sandbox on loopback', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());

  it('rejects a write of another site', async () => {
    const refused = await control(sandbox, 'POST', '', {}, { Origin: 'https://attacker.example' });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect((await control(sandbox, 'GET')).body).toHaveLength(1);
  });
});

it('a sandbox with SANDBOX_TOKEN accepts its bearer only', async () => {
  const child = start(['sandbox'], { PORT: '0', SANDBOX_TOKEN: TOKEN });
  const [, url] = await said(child, 'stdout', /^Sandbox +(\S+)/m);
  const statusWith = async (headers: Record<string, string>) =>
    (await control({ url: url! }, 'GET', '', undefined, headers)).status;
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ Authorization: `Bearer ${TOKEN}x` })).toBe(401);
  expect(await statusWith({ Authorization: TOKEN })).toBe(401);
  expect(await statusWith({ Authorization: `Bearer ${TOKEN}` })).toBe(200);
  await stop(child);
});

it('a sandbox behind a proxy without SANDBOX_TOKEN returns 401', async () => {
  const child = start(['sandbox'], { PORT: '0', TRUST_PROXY: 'loopback' });
  const [, url] = await said(child, 'stdout', /^Sandbox +(\S+)/m);
  const headers = { 'X-Forwarded-Proto': 'https' };
  const refused = await control({ url: url! }, 'GET', '', undefined, headers);
  expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized']);
  await stop(child);
});

it('serve does not open the database of a sandbox', async () => {
  const url = `sqlite:${join(folder, 'sandbox.sqlite')}`;
  await (await openSandbox(url)).inventory.close();
  for (const WORKERS of ['1', '2']) {
    const { status, stderr } = await cli(['serve'], { DATABASE_URL: url, PORT: '0', WORKERS });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('The database holds a sandbox. Start it with'),
    ]);
  }
});

it('sandbox does not open the database of a server, and changes nothing in it', async () => {
  const file = join(folder, 'server.sqlite');
  const inventory = await openInventory(`sqlite:${file}`);
  await createTenant(inventory, 'cedar');
  await inventory.close();
  const { status, stderr } = await cli(['sandbox', '--persist', file], { PORT: '0' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('It holds the inventory of a real server')]);
  const served = start(['serve'], { DATABASE_URL: `sqlite:${file}`, PORT: '0' });
  await said(served, 'stderr', /listening/);
  await stop(served);
});

describe('a persistent sandbox', () => {
  const url = `sqlite:${join(folder, 'kept.sqlite')}`;

  it('keeps its worlds with their clocks and records', async () => {
    const first = await openSandbox(url);
    const { id } = await first.worlds.create({ from: 'empty', now: '2031-01-01T00:00:00Z', label: 'Kept' });
    await first.worlds.move(id, { advance: 'P1D' });
    await first.inventory.close();
    const later = await openSandbox(url);
    expect(await later.worlds.get(id)).toMatchObject({
      label: 'Kept',
      now: '2031-01-02T00:00:00.000Z',
      clock: 'set',
    });
    expect((await later.worlds.reset(id)).now).toBe('2031-01-01T00:00:00.000Z');
    await later.inventory.close();
  });

  it('takes the records of a file that an earlier version wrote', async () => {
    const first = await openSandbox(url);
    const { id } = await first.worlds.create({});
    const before = await first.control.seed(id);
    const { knex } = first.inventory.database;
    await knex.raw('create table sandbox_records as select * from records');
    for (const table of ['records', 'record_fields']) await knex(table).delete();
    await first.inventory.close();
    const later = await openSandbox(url);
    expect(await later.control.seed(id)).toEqual(before);
    await later.worlds.delete(id);
    await later.inventory.close();
  });

  it('resets and forks worlds of a file whose snapshots an earlier version wrote', async () => {
    const first = await openSandbox(url);
    const demo = await first.worlds.create({});
    const forked = await first.worlds.create({ from: demo.id });
    const before = await first.control.seed(forked.id);
    const { knex } = first.inventory.database;
    await knex.raw('create table former as select * from sandbox_snapshots');
    await knex.schema.dropTable('sandbox_snapshots');
    await knex.raw('create table sandbox_snapshots (id text primary key, content text not null)');
    await knex.raw(`insert into sandbox_snapshots
      select case part when 0 then id else printf('%s/%08d', id, part + 1) end, content from former`);
    await knex.schema.dropTable('former');
    await first.inventory.close();
    const later = await openSandbox(url);
    await later.worlds.reset(forked.id);
    expect(await later.control.seed(forked.id)).toEqual(before);
    const again = await later.worlds.create({ from: forked.id });
    for (const { id } of [again, forked, demo]) await later.worlds.delete(id);
    await later.inventory.close();
  });

  it('removes worlds without a request for the time of --world-ttl, and keeps used ones and the default', async () => {
    const first = await openSandbox(url);
    const [unused, used] = [await first.worlds.create({}), await first.worlds.create({})];
    const { knex } = first.inventory.database;
    const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
    await knex('sandbox_worlds').update({ created_at: ago(7_200_000) });
    await knex('api_keys')
      .where('organization_id', used.id)
      .update({ last_used_at: ago(1_800_000) });
    await first.inventory.close();
    const later = await openSandbox(url, { timeToLive: 3_600_000 });
    const ids = (await later.worlds.list()).map(({ id }) => id);
    expect(ids).toEqual([later.defaultWorld, used.id]);
    const left = await later.inventory.database.knex('records').where('organization_id', unused.id);
    expect(left).toEqual([]);
    await later.inventory.close();
  });
});
