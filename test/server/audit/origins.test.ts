// The address and the user agent of the client that made a change, in the log and in its hash chain.
import { createHash } from 'node:crypto';
import { verifyLog } from '../../../src/app/inventory';
import type { ActivityRow } from '../../../src/server/audit/chain';
import { activityOf, dropTriggers } from '../../support/activity';
import { newAsset } from '../../support/assets';
import { startTestServer } from '../../support/server';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { signedInVisitor } from '../../support/visitor';

let test: TestSettings;
beforeAll(async () => void (test = await startTestSettings()));
afterAll(() => test.close());

const last = async () => (await activityOf(test, test.cedar)).at(-1)!;
const rows = () =>
  test.inventory.database.knex<ActivityRow>('activity').where('organization_id', test.cedar.organization.id);
const faultsOf = async () => (await verifyLog(test.inventory, test.cedar.organization.id, 'operator')).faults;

const create = (headers: Record<string, string>) =>
  test.client('POST', '/cyber-assets', { body: newAsset(), headers });

it('an API request records the address of the connection and the user agent', async () => {
  await create({ 'User-Agent': 'cmdb-sync/2.1', 'X-Forwarded-For': '192.0.2.66' });
  expect(await last()).toMatchObject({ sourceAddress: '127.0.0.1', userAgent: 'cmdb-sync/2.1' });
});

it('an API request by a trusted proxy records the address that the proxy reports', async () => {
  const behind = await startTestServer({ trustProxy: ['loopback'] });
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.7, 192.0.2.66' };
  const { status } = await behind.client('POST', '/cyber-assets', { body: newAsset(), headers });
  expect(status).toBe(201);
  expect((await activityOf(behind, behind.cedar)).at(-1)).toMatchObject({ sourceAddress: '192.0.2.66' });
  await behind.close();
});

it('an API request records a user agent without its keys, in visible ASCII and at most 256 characters', async () => {
  await create({ 'User-Agent': `caf\u00e9 ${test.cedar.key} ${'x'.repeat(300)}` });
  const { userAgent } = await last();
  expect(userAgent).toMatch(/^caf%C3%A9 cik_\*{4} x+$/);
  expect(userAgent).toHaveLength(256);
});

it('a change on the Settings pages records the address and the browser, and the page shows both', async () => {
  const visitor = await signedInVisitor(test.pages, test.admin);
  await visitor.get(`${CEDAR}/people`);
  const fields = { email: 'auditor@cedar.example', role: 'member' };
  await visitor.post(`${CEDAR}/people/invitations`, fields, { 'User-Agent': 'Mozilla/5.0 (test)' });
  expect(await last()).toMatchObject({
    resourceType: 'invitation',
    sourceAddress: '127.0.0.1',
    userAgent: 'Mozilla/5.0 (test)',
  });
  const { text } = await visitor.get(`${CEDAR}/activity?type=invitation`);
  expect(text).toMatch(/<dt>Address<\/dt><dd class="mono">127\.0\.0\.1<\/dd>/);
  expect(text).toMatch(/<dt>User agent<\/dt><dd class="mono">Mozilla\/5\.0 \(test\)<\/dd>/);
});

it('an API request by a key without a user records the key as the actor, and none beside it', async () => {
  await create({});
  const [key] = await test.inventory.keys.list(test.cedar.organization.id);
  expect(await last()).toMatchObject({ actorType: 'api_key', actorId: key!.id, keyId: null });
});

it("an operator's command records no address and no user agent", async () => {
  const [first] = await activityOf(test, test.cedar);
  expect(first).toMatchObject({ actorType: 'operator', sourceAddress: null, userAgent: null });
});

it('an entry without an address has the hash of entries that are older than the column', async () => {
  const row = (await rows().where('sequence', 1))[0]!;
  const content = [
    row.previous_hash,
    test.cedar.organization.id,
    ...[row.sequence, row.id, row.occurred_at, row.actor_type, row.actor_id, row.operation],
    ...[row.resource_type, row.resource_id, row.description, row.changes, row.request_id],
  ];
  expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(row.hash);
});

it.each(['source_address', 'user_agent'])('verification reports an altered %s', async (column) => {
  await create({ 'User-Agent': 'cmdb-sync/2.1' });
  expect(await faultsOf()).toEqual([]);
  await dropTriggers(test.inventory.database.knex);
  const { sequence, ...row } = (await rows().orderBy('sequence', 'desc').limit(1))[0]!;
  for (const value of [null, '203.0.113.5']) {
    await rows().where({ sequence }).update(column, value);
    expect(await faultsOf()).toMatchObject([{ kind: 'altered', sequence }]);
  }
  await rows()
    .where({ sequence })
    .update(column, row[column as 'user_agent']!);
  expect(await faultsOf()).toEqual([]);
});
