// Writes generated/postgres-schema.json: the parts of a new database, which `activity verify` and `serve` compare with.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.mjs';

const require = createRequire(import.meta.url);
const { openInventory } = require('../../../dist/src/app/inventory.js');
const { newParts } = require('../../../dist/src/database/postgres/schema-parts.js');

const postgres = await startPostgres({ durable: false });
try {
  await (await openInventory(postgres.url)).close();
  const client = new pg.Client(postgres.url);
  await client.connect();
  const parts = await newParts(async (sql) => (await client.query(sql)).rows).finally(() => client.end());
  writeFileSync(
    new URL('../../../generated/postgres-schema.json', import.meta.url),
    `${JSON.stringify(parts, null, 2)}\n`,
  );
} finally {
  await postgres.remove();
}
