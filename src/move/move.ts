// Moves everything that one database holds into another, empty one, and reads both again to prove it. Nothing stays at the target unless they are equal.
import { createReadTables, type Table } from '../database/catalog';
import type { Database, Transaction } from '../database/database';
import { analyze, type TableContents, countRows, createTally, createWritePage, lock, pagesOf, sameContents } from './rows';

export interface TableMove {
  table: string;
  /** What was read while it was moved, what the target has, and what the source has afterwards: the same three times. */
  read: TableContents;
  target: TableContents;
  source: TableContents;
}

/** Why nothing was moved, as a sentence. `tables` are told when it is known how they differ. */
export class MoveError extends Error {
  constructor(
    message: string,
    readonly tables: TableMove[] = [],
  ) {
    super(message);
    this.name = 'MoveRefused';
  }
}

/** Hears how many of the rows to read, each of them three times, have been read. */
export type OnProgress = (done: number, total: number) => void;

interface Side {
  database: Database;
  transaction: Transaction;
}

type OnRows = (count: number) => void;

/** A page of one, then a page of the other: neither transaction is idle for long, which PostgreSQL would end. */
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
    throw new MoveError('The two databases have different tables.');
  return tables!;
}

function requireEqual(moves: TableMove[]): void {
  const altered = moves.filter(({ read, target }) => !sameContents(read, target));
  if (altered.length > 0)
    throw new MoveError(
      `What arrived differs from what was sent: ${altered.map(({ table }) => table).join(', ')}.`,
      moves,
    );
  const changed = moves.filter(({ read, source }) => !sameContents(read, source));
  if (changed.length > 0)
    throw new MoveError(
      `The source has changed meanwhile: ${changed.map(({ table }) => table).join(', ')}. Stop the servers that use it, and move again.`,
      moves,
    );
}

/** @throws MoveRefused when the target has rows, or is not equal to the source in the end; the target is then as it was. */
export async function move(
  from: Database,
  to: Database,
  onProgress: OnProgress = () => undefined,
): Promise<TableMove[]> {
  if (!from.operates || !to.operates)
    throw new MoveError('A login may only serve. Use those of the owners of the tables.');
  return from.write('operator', (reading) =>
    to.write('operator', async (writing) => {
      const source = { database: from, transaction: reading };
      const target = { database: to, transaction: writing };
      const tables = await readSchema(source, target);
      if ((await countRows(writing, to, tables)) > 0)
        throw new MoveError('The target is not empty. Move into a new database.');
      const total = 3 * (await countRows(reading, from, tables));
      if (total === 0) throw new MoveError('The source is empty: there is nothing to move.');
      // Each table is read for the last time before the next is: a change behind the reading would be in no digest.
      for (const { transaction, database } of [source, target]) await lock(transaction, database, tables);
      let done = 0;
      const onRows = (count: number): void => onProgress((done += count), total);

      const moves: TableMove[] = [];
      const read = new Map<Table, TableContents>();
      for (const table of tables) read.set(table, await copy(source, target, table, onRows));
      await analyze(writing, to, tables);
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
