// Fills the database of a new sandbox: the starting points of worlds, and the default world.
import type { Database } from '../../database/database';
import type { KeyStore } from '../../server/keys/store';
import { DEMO_KEY, demoOrganization } from '../demo-data/demo-data';
import { demoRecords, emptyRecords } from '../demo-data/records';
import { seedDemoData } from '../demo-data/seed';
import type { Snapshots } from './snapshots';
import { compileWorldStatements } from './tables';
import { keyOfWorld } from './world-keys';
import { DEMO, EMPTY } from './worlds';

/** Does nothing for a database that has the default world. Returns whether it filled the database. */
export async function fillNewSandbox(
  database: Database,
  keys: KeyStore,
  snapshots: Snapshots,
  clock: string | null,
): Promise<boolean> {
  const statements = compileWorldStatements(database);
  const { id } = demoOrganization;
  const [present] = await database.read('operator', statements.one, { id });
  if (present) return false;
  await seedDemoData(database, demoRecords());
  await keys.create(id, { ...keyOfWorld(), secret: DEMO_KEY });
  await database.write('operator', async (transaction) => {
    const demo = await snapshots.take(transaction, id);
    const empty = {
      ...Object.fromEntries(Object.keys(demo).map((table) => [table, []])),
      sandbox_records: emptyRecords(),
    };
    for (const [name, content] of Object.entries({ [DEMO]: demo, [EMPTY]: empty }))
      await transaction.run(statements.insertSnapshot, { id: name, content: JSON.stringify(content) });
    await transaction.run(statements.insert, {
      ...{ id, label: 'Default', made_from: DEMO, snapshot_id: DEMO },
      ...{ clock, first_clock: clock, created_at: new Date().toISOString() },
    });
  });
  return true;
}
