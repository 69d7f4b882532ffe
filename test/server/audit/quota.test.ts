// Limits of what the API callers of one organization add.
import { createLog } from '../../../src/server/audit/append';
import { byOperator, createEntry } from '../../../src/server/audit/entry';
import { newAsset } from '../../support/assets';
import type { Reply } from '../../support/client';
import { openTestInventory } from '../../support/inventory';
import { type TestServer, startTestServer } from '../../support/server';

/** The assets of the test inventory. */
const ASSETS = 2;

let test: TestServer;
let entries: number;
/** Starts a server that allows this many more assets, or changes today. */
async function startWith({ assets = 1000, changes = 1000 }): Promise<void> {
  const given = await openTestInventory();
  entries = await given.inventory.activity.count(given.cedar.organization.id);
  const limits = { maxRecords: ASSETS + assets, maxChangesPerDay: entries + changes };
  test = await startTestServer({ limits }, given);
}
afterEach(() => test.close());

const create = (name: string, options: object = {}): Promise<Reply> =>
  test.client('POST', '/cyber-assets', { body: newAsset({ name }), ...options });
const createMany = (count: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => create(`at once ${index}`)));
const createInOther = (): Promise<Reply> =>
  test.client('POST', '/cyber-assets', {
    key: test.other.key,
    body: newAsset({ name: 'other', cyber_system_id: 'cs_other_relays' }),
  });
const change = ({ body }: Reply, asset_type = 'software'): Promise<Reply> =>
  test.client('PATCH', `/cyber-assets/${body.id}`, { body: { asset_type } });
const remove = ({ body }: Reply): Promise<Reply> => test.client('DELETE', `/cyber-assets/${body.id}`);
const statuses = (replies: Reply[]): number[] => replies.map(({ status }) => status).sort();

describe('an organization with its maximum of cyber assets', () => {
  it('gets 409 for a creation, changes what it has, and creates again after a deletion', async () => {
    await startWith({ assets: 2 });
    const first = await create('first');
    expect(statuses([first, await create('second')])).toEqual([201, 201]);
    const rejected = await create('third');
    expect([rejected.status, rejected.body.error]).toEqual([409, 'conflict']);
    expect(rejected.body.message).toBe(
      'Your organization has 4 cyber assets, the maximum. ' +
        'Delete some, or ask the operator of the server to raise MAX_RECORDS.',
    );
    expect((await change(first)).status).toBe(200);
    expect((await createInOther()).status).toBe(201);
    expect((await remove(first)).status).toBe(204);
    expect((await create('third')).status).toBe(201);
  });

  it('creates exactly what is left when many requests arrive at once', async () => {
    await startWith({ assets: 5 });
    expect(statuses(await createMany(20))).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
    expect((await test.client('GET', '/cyber-assets')).body).toHaveLength(ASSETS + 5);
  });
});

describe('an organization that has made its changes of the day', () => {
  it('gets 429 with the seconds until midnight for each kind of change, and reads as before', async () => {
    await startWith({ changes: 3 });
    const one = await create('one');
    const two = await create('two');
    expect((await change(one)).status).toBe(200);
    for (const reply of [await create('three'), await change(two), await remove(two)]) {
      expect([reply.status, reply.body.error]).toEqual([429, 'rate_limited']);
      expect(reply.body.message).toContain(`Your organization has made ${entries + 3} changes today`);
      const seconds = Number(reply.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(86_400);
    }
    expect((await test.client('GET', `/cyber-assets/${two.body.id}`)).status).toBe(200);
    expect((await createInOther()).status).toBe(201);
  });

  it('gets the response of a committed creation again', async () => {
    await startWith({ changes: 1 });
    const keyed = { headers: { 'Idempotency-Key': 'again' } };
    const created = await create('once', keyed);
    expect((await create('more')).status).toBe(429);
    expect((await create('once', keyed)).body).toEqual(created.body);
  });

  it('never makes more of them when many requests arrive at once', async () => {
    await startWith({ changes: 4 });
    expect(statuses(await createMany(12))).toEqual([...Array(4).fill(201), ...Array(8).fill(429)]);
  });

  it('changes again on the next day', async () => {
    await startWith({});
    const { database } = test.inventory;
    const { id } = test.cedar.organization;
    let time = new Date(Date.now() + 86_400_000);
    const log = createLog(database, { now: () => time }, { maxRecords: 1, maxChangesPerDay: 2 });
    const append = (): Promise<void> =>
      database.transaction({ organization: id }, async (transaction) => {
        const head = await log.findHead(transaction, id);
        const activity = createEntry('facility', 'fac_cedar_sun', 'updated', 'Updated.');
        log.record(transaction, head, { organization: id, actor: byOperator('test'), activity });
      });
    await append();
    await append();
    await expect(append()).rejects.toMatchObject({ code: 'rate_limited' });
    time = new Date(time.getTime() + 86_400_000);
    await append();
  });
});
