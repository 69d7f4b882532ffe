// Fills the database of a new sandbox: the starting points of worlds, and the default world.
import type { Database } from '../../database/database';
import { once } from '../../database/statement';
import type { KeyStore } from '../../server/keys/store';
import { demoActivity } from '../demo-data/activity';
import { DEMO_KEY, demoData, demoOrganization } from '../demo-data/demo-data';
import { demoRecords } from '../demo-data/records';
import { adoptFormerFile } from './former-files';
import { ofSeed, tableRows } from './seed';
import { SNAPSHOT_TABLE, WORLD_TABLE, compileWorldStatements, createSandboxTables } from './tables';
import { keyOfWorld } from './world-keys';
import { DEMO, EMPTY } from './worlds';

async function demoContent(): Promise<object> {
  const records = demoRecords();
  const tables = await tableRows((_kind, table) => demoData()[table]);
  return { ...tables, sandbox_records: records, activity: demoActivity(records) };
}

/**
 * Creates the tables and the starting points of worlds that a database lacks.
 * @throws Error for a database that holds the inventory of a real server.
 */
export async function prepareSandbox(database: Database): Promise<void> {
  if (await database.knex.schema.hasTable(WORLD_TABLE)) await adoptFormerFile(database);
  else await createSandboxTables(database);
  const ofDemo = once<{ id: string }>(database.knex(SNAPSHOT_TABLE).where('id', DEMO).select('id'));
  if ((await database.read('operator', ofDemo, {})).length > 0) return;
  const { insertSnapshot } = compileWorldStatements(database);
  const contents = { [DEMO]: await demoContent(), [EMPTY]: await ofSeed({}) };
  await database.write('operator', async (transaction) => {
    for (const [id, content] of Object.entries(contents))
      await transaction.run(insertSnapshot, { id, part: 0, content: JSON.stringify(content) });
  });
}

/**
 * Creates the default world in a database that has none. A reset then writes its content. Returns whether it did.
 * `clock`: the set time of the world; null for the real time.
 */
export async function createDefaultWorld(
  database: Database,
  keys: KeyStore,
  clock: string | null,
): Promise<boolean> {
  const statements = compileWorldStatements(database);
  const { id, slug, name } = demoOrganization;
  const [present] = await database.read('operator', statements.one, { id });
  if (present) return false;
  const created_at = new Date().toISOString();
  await database.write('operator', async (transaction) => {
    await transaction.run(statements.insertOrganization, { id, slug, name, created_at });
    await transaction.run(statements.insert, {
      ...{ id, label: 'Default', made_from: DEMO, snapshot_id: DEMO },
      ...{ clock, first_clock: clock, created_at },
    });
  });
  await keys.create(id, { ...keyOfWorld(), secret: DEMO_KEY });
  return true;
}
