// A PgBouncer between the server and PostgreSQL: served in the modes that keep prepared statements, and
// rejected at startup in the others.
import { openInventory } from '../../../src/app/inventory';
import { newAsset } from '../../support/assets';
import { cli } from '../../support/cli';
import { postgresDatabase, type TestDatabase } from '../../support/database';
import { createTenant, type Tenant } from '../../support/inventory';
import { type PgBouncer, keepsStatements, startPgBouncer, testWithPgBouncer } from './pgbouncer';
import { serverOf } from '../../support/server';

let database: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  database = await postgresDatabase();
  const inventory = await openInventory(database.url);
  tenant = await createTenant(inventory, 'cedar');
  await inventory.close();
});
afterAll(() => database.remove());

async function withPgBouncer(settings: string[], work: (bouncer: PgBouncer) => Promise<void>): Promise<void> {
  const bouncer = await startPgBouncer(database.url, settings);
  try {
    await work(bouncer);
  } finally {
    await bouncer.stop();
  }
}

/** Two servers send requests at the same time, so that PgBouncer moves their statements between sessions. */
async function expectServed({ url }: PgBouncer): Promise<void> {
  const servers = [await serverOf(url, tenant.key), await serverOf(url, tenant.key)];
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const { client } = servers[index % 2]!;
        const isWrite = index % 4 < 2;
        const reply = await (isWrite
          ? client('POST', '/cyber-assets', { body: newAsset() })
          : client('GET', '/cyber-assets'));
        return [isWrite, reply.status];
      }),
    );
    expect(replies.filter(([isWrite, status]) => status !== (isWrite ? 201 : 200))).toEqual([]);
  }
  for (const server of servers) await server.close();
}

async function expectRejected({ url }: PgBouncer): Promise<void> {
  const started = await cli(['serve'], { DATABASE_URL: url, PORT: '0' });
  expect(started).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Cannot use the database: a connection pooler does not keep prepared statements [^\n]* use pool_mode=session, [^\n]+\n$/,
    ),
  });
}

testWithPgBouncer('two servers are served in session mode', () =>
  withPgBouncer(['pool_mode = session', 'default_pool_size = 40'], expectServed),
);

testWithPgBouncer(
  'two servers are served in transaction mode where PgBouncer keeps prepared statements, and rejected where it does not',
  async () => {
    await withPgBouncer(
      [
        'pool_mode = transaction',
        'default_pool_size = 5',
        ...(keepsStatements ? ['max_prepared_statements = 200'] : []),
      ],
      keepsStatements ? expectServed : expectRejected,
    );
  },
);

if (keepsStatements)
  testWithPgBouncer('transaction mode without max_prepared_statements is rejected at startup', () =>
    withPgBouncer(['pool_mode = transaction', 'max_prepared_statements = 0'], expectRejected),
  );

testWithPgBouncer('statement mode is rejected at startup', () =>
  withPgBouncer(['pool_mode = statement'], expectRejected),
);
