// A PostgreSQL that answers slowly: who finds all connections in use waits for a turn.
import { Client } from 'pg';
import { startTestServer } from '../../support/server';

/** So few requests are never too many for a server, however long each takes (`src/http/overload.ts`): more than three for each of its ten connections. */
const CALLERS = 32;

it('200 for each of 32 callers where an answer takes 1.1 seconds, and the last of them wait for more than three', async () => {
  const test_ = await startTestServer();
  const owner = new Client({ connectionString: test_.databaseUrl });
  await owner.connect();
  await owner.query('create policy slow on control_centers as restrictive for select using (pg_sleep(1.1) is not null)');
  const replies = await Promise.all(Array.from({ length: CALLERS }, () => test_.client('GET', '/control-centers')));
  await owner.end();
  await test_.close();
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});
