// Before the tests on PostgreSQL: starts one, unless TEST_DATABASE_URL names one that may be filled with
// databases.
import { startPostgres } from '../support/postgres.mjs';

export default async function start() {
  if (process.env.TEST_DATABASE_URL) return;
  const postgres = await startPostgres({ durable: false });
  globalThis.testPostgres = postgres;
  process.env.TEST_DATABASE_URL = postgres.url; // the workers inherit it
  process.env.TEST_ADMINISTRATOR_URL = postgres.administrator;
}
