// The limit of time of a statement: another organization gets the connection back.
import { fromSqliteError } from '../../../src/database/sqlite/dialect';
import { PreparedConnection, type RawConnection } from '../../../src/database/sqlite/connection';
import { createPool } from '../../../src/database/sqlite/pool';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder';

const ENDLESS = {
  sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) as last from n',
  bind: () => [],
};
const ONE = { sql: 'select 1 as one', bind: () => [] };

const folder = temporaryFolder();

test('a statement past its limit becomes 503, and its connection serves the next one', async () => {
  const knex = createPool(join(folder, 'limit.sqlite'), {}, 1);
  const client = knex.client as {
    acquireConnection(): Promise<RawConnection>;
    releaseConnection(raw: RawConnection): Promise<void>;
  };
  const connection = new PreparedConnection(await client.acquireConnection(), 50);
  const error: unknown = await connection.all(ENDLESS, undefined).catch((caught: unknown) => caught);
  expect(fromSqliteError(error)).toMatchObject({ status: 503 });
  expect(await connection.all(ONE, undefined)).toEqual([{ one: 1 }]);
  await connection.finalize();
  await client.releaseConnection(connection.raw);
  await knex.destroy();
});
