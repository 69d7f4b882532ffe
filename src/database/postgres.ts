// PostgreSQL: a pool of connections, on each of which statements are prepared once. A read is one round trip.
import type { Pool } from 'pg';
import type { OrganizationId } from '../organizations/organization';
import type { Database, Transaction } from './database';
import { migrate } from './migrate';
import { type Step, type Value, runBatch } from './postgres-batch';
import { fromPostgresError, isLostConnection, postgresDialect } from './postgres-dialect';
import { createKnex, createPool, withClient } from './postgres-pool';
import { enter } from './postgres-roles';
import { postgresSchema } from './postgres-schema';
import type { Scope } from './scope';
import type { Statement } from './statement';
import { Turns } from './turns';

const CONNECTIONS = 10;

const plain = (sql: string): Step => ({ sql, values: [] });
const stepOf = <Params>({ sql, bind }: Statement<Params, unknown>, params: Params): Step => ({ sql, values: bind(params) as Value[] });

/** Transactions of one organization run one after the other, whichever server they come to: each locks its row. */
const lock = (scope: Scope): Step[] =>
  typeof scope === 'object' && 'organization' in scope ? [{ sql: 'select from organizations where id = $1 for no key update', values: [scope.organization] }] : [];

/** Opens and migrates the database of `postgres://…`. @throws ApiError `unavailable`. */
export async function openPostgres(url: string): Promise<Database> {
  const knex = createKnex(url);
  try {
    const migrated = await migrate(knex, postgresSchema);
    const pool = createPool(url, CONNECTIONS);
    return { ...createDatabase(pool), knex, dialect: postgresDialect(knex), migrated, close: async () => void (await Promise.all([pool.end(), knex.destroy()])) };
  } catch (error) {
    await knex.destroy();
    throw fromPostgresError(error);
  }
}

function createDatabase(pool: Pool): Pick<Database, 'read' | 'write' | 'connectionUse'> {
  // Of one server's transactions that would wait for a row, all but the first wait here, and leave the connections to others.
  const turns = new Map<OrganizationId, Turns>();

  function inTurn<Result>(scope: Scope, work: () => Promise<Result>): Promise<Result> {
    if (scope === 'operator' || !('organization' in scope)) return work();
    const { organization } = scope;
    const own = turns.get(organization) ?? new Turns();
    turns.set(organization, own);
    return own.take(work).finally(() => {
      if (own.waiting === 0) turns.delete(organization);
    });
  }

  const transact = <Result>(scope: Scope, work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    withClient(pool, async (client) => {
      const run = async <Params>(statement: Statement<Params, unknown>, params: Params) => (await runBatch(client, [stepOf(statement, params)]))[0]!;
      try {
        await runBatch(client, [plain('begin'), enter(scope), ...lock(scope)]);
        const result = await work({
          all: async <Row>(statement: Statement<never, Row>, params: never) => (await run(statement, params)).rows as Row[],
          run: async (statement, params) => (await run(statement, params)).count,
        });
        await runBatch(client, [plain('commit')]);
        return result;
      } catch (error) {
        if (!isLostConnection(error)) await runBatch(client, [plain('rollback')]); // otherwise PostgreSQL rolls back by itself
        throw error;
      }
    });

  return {
    async read<Params, Row>(scope: Scope, statement: Statement<Params, Row>, params: Params) {
      try {
        const [, result] = await withClient(pool, (client) => runBatch(client, [enter(scope), stepOf(statement, params)]));
        return result!.rows as Row[];
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
    connectionUse: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async write(scope, work) {
      try {
        return await inTurn(scope, () => transact(scope, work));
      } catch (error) {
        throw fromPostgresError(error);
      }
    },
  };
}
