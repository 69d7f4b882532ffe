// Five organizations at every available operation, with ids of their own, of each other and of nobody: no
// byte of another organization in any answer, no way to tell another's id from a missing one, and no row of
// another's changed.
import {
  AVAILABLE,
  WITH_BODY,
  WITH_ID,
  type ReadyRequest,
  bytesOf,
  idOf,
  missingId,
  readyRequest,
} from '../support/available';
import { type Everything, everythingOfEach } from './everything';
import { type Tenant, createTenant } from '../support/inventory';
import { rawConversation } from '../support/raw';
import { type TestServer, startTestServer } from '../support/server';

/** Names that no sentence of an answer has in it. */
const MARKS = ['quercus', 'betula', 'carpinus', 'sorbus', 'tilia'];

let test: TestServer;
let tenants: Tenant[];
let before: Map<Tenant, Everything>;
async function look(): Promise<Map<Tenant, Everything>> {
  const each = await everythingOfEach(
    test.inventory,
    tenants.map(({ organization }) => organization),
  );
  return new Map(tenants.map((tenant, index) => [tenant, each[index]!]));
}
beforeAll(async () => {
  test = await startTestServer();
  tenants = [];
  for (const mark of MARKS) tenants.push(await createTenant(test.inventory, mark));
});
beforeEach(async () => void (before = await look()));
afterAll(() => test.close());

type Operation = (typeof AVAILABLE)[number];

/** The whole answer as it came over the wire, but for its time. */
async function ask(tenant: Tenant, request: ReadyRequest, fields: string[] = []): Promise<string> {
  const answer = await rawConversation(
    test.url,
    bytesOf(request, [`X-API-Key: ${tenant.key}`, 'X-Request-Id: same', ...fields]),
  );
  return answer.replace(/^Date: .*\r\n/im, '');
}

const statusOf = (answer: string): number => Number(answer.slice('HTTP/1.1 '.length, 12));
const others = (tenant: Tenant): Tenant[] => tenants.filter((each) => each !== tenant);

function expectNothingForeign(tenant: Tenant, answer: string): void {
  for (const { mark, organization, key } of others(tenant))
    for (const text of [mark, organization.id, key]) expect(answer).not.toContain(text);
}

/** All but that tenant's rows are as they were; with none, all. */
async function expectUnchanged(but?: Tenant): Promise<void> {
  for (const [tenant, rows] of await look()) if (tenant !== but) expect(rows).toEqual(before.get(tenant));
}

const byName = (operations: Operation[]) =>
  operations.map((operation): [string, Operation] => [operation.operationId, operation]);
const CONDITIONS = [[], ['If-Match: *'], ['If-None-Match: *']];

describe('tenants', () => {
  it('are five different organizations', () => {
    expect(new Set(tenants.map(({ organization }) => organization.id)).size).toBe(5);
  });

  it.each(byName(WITH_ID))(
    '404 from %s for each other’s ids, the same bytes as for a missing one',
    async (_operationId, operation) => {
      for (const tenant of tenants) {
        for (const condition of CONDITIONS) {
          const missing = await ask(
            tenant,
            readyRequest(operation, tenant.mark, { id: missingId(operation) }),
            condition,
          );
          expect(statusOf(missing)).toBe(404);
          expectNothingForeign(tenant, missing);
          for (const other of others(tenant))
            expect(
              await ask(
                tenant,
                readyRequest(operation, tenant.mark, { id: idOf(operation, other.mark) }),
                condition,
              ),
            ).toBe(missing);
        }
      }
      await expectUnchanged();
    },
  );

  it.each(byName(WITH_BODY))(
    '400 from %s for each other’s systems, the same bytes as for a missing one',
    async (_operationId, operation) => {
      for (const tenant of tenants) {
        const refer = (system: string) => ask(tenant, readyRequest(operation, tenant.mark, { system }));
        const missing = await refer('cs_missing');
        expect(statusOf(missing)).toBe(400);
        for (const other of others(tenant)) expect(await refer(`cs_${other.mark}_relays`)).toBe(missing);
      }
      await expectUnchanged();
    },
  );

  it.each(byName(AVAILABLE.filter(({ method }) => method === 'GET')))(
    '200 from %s whole and own, whatever tags of others the caller holds',
    async (_operationId, operation) => {
      const own = new Map<Tenant, string>();
      for (const tenant of tenants) own.set(tenant, await ask(tenant, readyRequest(operation, tenant.mark)));
      const tagOf = (answer: string) => /^ETag: (.*)$/im.exec(answer)![1]!.trim();
      for (const tenant of tenants) {
        const answer = own.get(tenant)!;
        expect([statusOf(answer), answer.includes(tenant.mark)]).toEqual([200, true]);
        expectNothingForeign(tenant, answer);
        const held = others(tenant)
          .map((other) => tagOf(own.get(other)!))
          .join(', ');
        expect(await ask(tenant, readyRequest(operation, tenant.mark), [`If-None-Match: ${held}`])).toBe(
          answer,
        );
      }
      await expectUnchanged();
    },
  );

  const changes = AVAILABLE.filter(({ method }) => method !== 'GET').sort(
    (one, two) => (one.method === 'DELETE' ? 1 : 0) - (two.method === 'DELETE' ? 1 : 0),
  );
  it.each(byName(changes))(
    'a success of %s for one’s own, which shows and changes nothing of the others',
    async (_operationId, operation) => {
      for (const tenant of tenants) {
        before = await look();
        const answer = await ask(
          tenant,
          readyRequest(operation, tenant.mark),
          operation.method === 'POST' ? ['Idempotency-Key: the same for all'] : [],
        );
        expect([200, 201, 204]).toContain(statusOf(answer));
        expect(answer).not.toMatch(/^Idempotency-Replayed/im);
        expectNothingForeign(tenant, answer);
        await expectUnchanged(tenant);
        expect((await look()).get(tenant)).not.toEqual(before.get(tenant));
      }
    },
  );
});
