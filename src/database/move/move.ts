// Moves all data of one database to an empty one, and compares both.
// The target stays empty unless they are equal.
import type { Month } from '../../base/day';
import { createReadTables, type Table } from '../catalog';
import type { Database, Transaction } from '../database';
import { once } from '../statement';
import {
  type TableContents,
  countRows,
  createTally,
  createWritePage,
  lock,
  pagesOf,
  sameContents,
} from './rows';

export interface TableMove {
  table: string;
  /** The rows read during the move, in the target, and in the source afterwards. All three must be equal. */
  read: TableContents;
  target: TableContents;
  source: TableContents;
}

/** Reports why nothing was moved. `tables`: the differences, when they are known. */
export class MoveError extends Error {
  constructor(
    message: string,
    readonly tables: TableMove[] = [],
  ) {
    super(message);
    this.name = 'MoveError';
  }
}

/** Called with the number of rows that were read, of all reads. Each row is read three times. */
export type OnProgress = (done: number, total: number) => void;

interface Side {
  database: Database;
  transaction: Transaction;
}

type OnRows = (count: number) => void;

/** Reads pages of both sides in turn: PostgreSQL ends transactions that are idle for long. */
async function readBoth(
  source: Side,
  target: Side,
  table: Table,
  onRows: OnRows,
): Promise<{ source: TableContents; target: TableContents }> {
  const readings = [source, target].map(({ database, transaction }) => ({
    pages: pagesOf(transaction, database, table),
    tally: createTally(table),
  }));
  let unfinished = readings;
  while (unfinished.length > 0) {
    for (const reading of unfinished) {
      const { done, value: rows } = await reading.pages.next();
      if (done) unfinished = unfinished.filter((other) => other !== reading);
      else {
        reading.tally.add(rows);
        onRows(rows.length);
      }
    }
  }
  const [ofSource, ofTarget] = readings.map(({ tally }) => tally.contents());
  return { source: ofSource!, target: ofTarget! };
}

async function copy(source: Side, target: Side, table: Table, onRows: OnRows): Promise<TableContents> {
  const tally = createTally(table);
  const write = createWritePage(target.transaction, target.database, table);
  for await (const rows of pagesOf(source.transaction, source.database, table)) {
    await write(rows);
    tally.add(rows);
    onRows(rows.length);
  }
  return tally.contents();
}

async function readSchema(source: Side, target: Side): Promise<Table[]> {
  const [tables, others] = await Promise.all(
    [source, target].map(({ database, transaction }) => createReadTables(database)(transaction)),
  );
  if (JSON.stringify(tables) !== JSON.stringify(others))
    throw new MoveError('The two databases have different tables. Migrate both with the same version.');
  return tables!;
}

const LOG_MONTHS = 'select distinct substr(occurred_at, 1, 7) as month from activity';

/** Returns the months of the activity log. */
async function readMonths({ database, transaction }: Side): Promise<Month[]> {
  const rows = await transaction.all(once<{ month: Month }>(database.knex.raw(LOG_MONTHS)), {});
  return rows.map(({ month }) => month);
}

const names = (moves: TableMove[]): string => moves.map(({ table }) => table).join(', ');

function requireEqual(moves: TableMove[]): void {
  const altered = moves.filter(({ read, target }) => !sameContents(read, target));
  if (altered.length > 0)
    throw new MoveError(
      `The target differs from the source in these tables: ${names(altered)}. ` +
        'Move again into a new database.',
      moves,
    );
  const changed = moves.filter(({ read, source }) => !sameContents(read, source));
  if (changed.length > 0)
    throw new MoveError(
      `The source changed during the move in these tables: ${names(changed)}. ` +
        'Stop the servers that use it, and move again.',
      moves,
    );
}

/**
 * @throws MoveError when the target has rows,
 * or differs from the source at the end. The target is then unchanged.
 */
export async function move(
  from: Database,
  to: Database,
  onProgress: OnProgress = () => undefined,
): Promise<TableMove[]> {
  if (!from.operates || !to.operates)
    throw new MoveError('A login does not own the tables. Connect to both databases as the table owner.');
  return from.write('operator', (reading) =>
    to.write('operator', async (writing) => {
      const source = { database: from, transaction: reading };
      const target = { database: to, transaction: writing };
      const tables = await readSchema(source, target);
      if ((await countRows(writing, to, tables)) > 0)
        throw new MoveError('The target is not empty. Use a new database.');
      const total = 3 * (await countRows(reading, from, tables));
      if (total === 0) throw new MoveError('The source is empty. There is nothing to move.');
      // Without locks, a change of a table after its last read would be in no digest.
      for (const { transaction, database } of [source, target]) await lock(transaction, database, tables);
      await to.dialect.prepareMonths(writing, await readMonths(source));
      let done = 0;
      const onRows = (count: number): void => onProgress((done += count), total);

      const moves: TableMove[] = [];
      const read = new Map<Table, TableContents>();
      for (const table of tables) read.set(table, await copy(source, target, table, onRows));
      await to.dialect.analyze(
        writing,
        tables.map(({ name }) => name),
      );
      for (const table of tables)
        moves.push({
          table: table.name,
          read: read.get(table)!,
          ...(await readBoth(source, target, table, onRows)),
        });
      requireEqual(moves);
      return moves;
    }),
  );
}
