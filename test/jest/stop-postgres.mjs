// After the tests on PostgreSQL: stops the one that was started for them.
export default async function stop() {
  await globalThis.testPostgres?.remove();
}
