// Takes over a file that an earlier version of the sandbox wrote, when `--persist` opens it.
import type { Database } from '../../database/database';
import { changeRows, splitRows } from '../../database/rows';
import { once } from '../../database/statement';
import { RECORD_TABLE, type RecordRow, compileSaveFields } from '../../server/records/table';
import { fieldRows } from './snapshots';
import { CALL_TABLE, FILE_TABLE, SNAPSHOT_TABLE, TABLES_OF_SANDBOX } from './tables';
import { keyOfWorld } from './world-keys';

const FORMER_RECORDS = 'sandbox_records';
const FORMER_SNAPSHOTS = 'former_snapshots';

/** The table of records belonged to the sandbox. */
async function adoptRecords(database: Database): Promise<void> {
  const { knex } = database;
  if (!(await knex.schema.hasTable(FORMER_RECORDS))) return;
  const columns = ['organization_id', 'collection', 'id', 'sequence', 'record', 'deleted'];
  await knex.transaction(async (transaction) => {
    await transaction(transaction.raw('?? (??)', [RECORD_TABLE, columns])).insert(
      transaction(FORMER_RECORDS).select(columns),
    );
    await transaction.schema.dropTable(FORMER_RECORDS);
  });
  const rows = await database.read('operator', once<RecordRow>(knex(RECORD_TABLE).select(columns)), {});
  const save = compileSaveFields(database);
  await database.write('operator', async (transaction) => {
    for (const part of splitRows(fieldRows(rows))) await changeRows(transaction, save, part);
  });
}

/** The number of a part was the end of its id: `id/00000002`. */
async function adoptSnapshots({ knex }: Database): Promise<void> {
  if (await knex.schema.hasColumn(SNAPSHOT_TABLE, 'part')) return;
  await knex.transaction(async (transaction) => {
    await transaction.schema.renameTable(SNAPSHOT_TABLE, FORMER_SNAPSHOTS);
    await transaction.schema.createTable(SNAPSHOT_TABLE, TABLES_OF_SANDBOX[SNAPSHOT_TABLE]);
    await transaction.raw(
      `insert into ${SNAPSHOT_TABLE} (id, part, content)
       select substr(id, 1, instr(id || '/', '/') - 1), cast(substr(id, instr(id || '/', '/') + 1) as integer), content
       from ${FORMER_SNAPSHOTS}`,
    );
    await transaction.schema.dropTable(FORMER_SNAPSHOTS);
  });
}

export async function adoptFormerFile(database: Database): Promise<void> {
  const { knex } = database;
  for (const table of [CALL_TABLE, FILE_TABLE] as const)
    if (!(await knex.schema.hasTable(table))) await knex.schema.createTable(table, TABLES_OF_SANDBOX[table]);
  await adoptSnapshots(database);
  await adoptRecords(database);
  const { createdBy, expiresAt } = keyOfWorld();
  const keys = knex('api_keys').where('created_by', createdBy); // first keys expired
  await database.write('operator', (transaction) =>
    transaction.run(once(keys.update({ expires_at: expiresAt.toISOString() })), {}),
  );
}
