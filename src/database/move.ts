// Moves all data of one database to an empty one, and compares both. The target stays empty unless they are equal.
import { createHash } from 'node:crypto';
import type { Month } from '../base/day';
import { type Table, readTables } from './catalog';
import type { Database, Transaction } from './database';
import { changeRows, compileInsertRows } from './rows';
import { compile, once } from './statement';

/** One of the two databases. */
interface Side {
  database: Database;
  transaction: Transaction;
}

type Row = Record<string, string | number | null>;

const PAGE = 1000;

async function* readPages(
  { database, transaction }: Side,
  { name, columns, key }: Table,
): AsyncGenerator<Row[], undefined> {
  const page = () => database.knex(name).select(columns).orderBy(key).limit(PAGE);
  const places = (mark: string): string => key.map(() => mark).join(', ');
  const next = compile<Row, Row>((param) =>
    page().whereRaw(`(${places('??')}) > (${places('?')})`, [...key, ...key.map(param)]),
  );
  let rows = await transaction.all(once<Row>(page()), {});
  while (rows.length > 0) {
    yield rows;
    rows = rows.length < PAGE ? [] : await transaction.all(next, rows.at(-1)!);
  }
  return undefined;
}

/** Locks the tables against other writers until the transaction ends. */
async function lock({ database, transaction }: Side, tables: Table[]): Promise<void> {
  const statement = database.dialect.lockTables(tables.map(({ name }) => name));
  if (statement) await transaction.run(once(statement), {});
}

async function countRows({ database, transaction }: Side, tables: Table[]): Promise<number> {
  let count = 0;
  for (const { name } of tables) {
    const all = once<{ rows: number | string }>(database.knex(name).count({ rows: '*' }));
    const [row] = await transaction.all(all, {});
    count += Number(row!.rows); // PostgreSQL returns a bigint as text
  }
  return count;
}

interface TableContents {
  rows: number;
  /** SHA-256 of the rows in the order of the primary key. Each row is a line with a JSON list of texts and nulls. */
  digest: string;
}

function createTally({ columns }: Table) {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows: Row[]): void {
      for (const row of rows)
        hash.update(`${JSON.stringify(columns.map((column) => row[column]?.toString() ?? null))}\n`);
      count += rows.length;
    },
    contents: (): TableContents => ({ rows: count, digest: hash.digest('hex') }),
  };
}

const sameContents = (one: TableContents, other: TableContents): boolean =>
  one.rows === other.rows && one.digest === other.digest;

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

/** Reads pages of both sides in turn: PostgreSQL ends transactions that are idle for long. */
async function readBoth(
  source: Side,
  target: Side,
  table: Table,
  onRows: (count: number) => void,
): Promise<{ source: TableContents; target: TableContents }> {
  const readings = [source, target].map((side) => ({
    pages: readPages(side, table),
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

async function copy(
  source: Side,
  target: Side,
  table: Table,
  onRows: (count: number) => void,
): Promise<TableContents> {
  const tally = createTally(table);
  const insert = compileInsertRows(target.database, table.name, table.columns);
  for await (const rows of readPages(source, table)) {
    await changeRows(target.transaction, insert, rows);
    tally.add(rows);
    onRows(rows.length);
  }
  return tally.contents();
}

async function readSchema(source: Side, target: Side): Promise<Table[]> {
  const [tables, others] = await Promise.all(
    [source, target].map(({ database, transaction }) => readTables(database, transaction)),
  );
  if (JSON.stringify(tables) !== JSON.stringify(others))
    throw new MoveError('The two databases have different tables. Migrate both with the same version.');
  return tables!;
}

const LOG_MONTHS = 'select distinct substr(occurred_at, 1, 7) as month from activity';

async function readMonths({ database, transaction }: Side): Promise<Month[]> {
  const rows = await transaction.all(once<{ month: Month }>(database.knex.raw(LOG_MONTHS)), {});
  return rows.map(({ month }) => month);
}

const listNames = (moves: TableMove[]): string => moves.map(({ table }) => table).join(', ');

function requireEqual(moves: TableMove[]): void {
  const altered = moves.filter(({ read, target }) => !sameContents(read, target));
  if (altered.length > 0)
    throw new MoveError(
      `The target differs from the source in these tables: ${listNames(altered)}. ` +
        'Move again into a new database.',
      moves,
    );
  const changed = moves.filter(({ read, source }) => !sameContents(read, source));
  if (changed.length > 0)
    throw new MoveError(
      `The source changed during the move in these tables: ${listNames(changed)}. ` +
        'Stop the servers that use it, and move again.',
      moves,
    );
}

/** @throws MoveError when the target has rows, or differs from the source at the end. The target is then unchanged. */
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
      if ((await countRows(target, tables)) > 0)
        throw new MoveError('The target is not empty. Use a new database.');
      const total = 3 * (await countRows(source, tables));
      if (total === 0) throw new MoveError('The source is empty. There is nothing to move.');
      // Without locks, a change of a table after its last read would be in no digest.
      for (const side of [source, target]) await lock(side, tables);
      await to.dialect.prepareMonths(writing, await readMonths(source));
      let done = 0;
      const onRows = (count: number): void => onProgress((done += count), total);

      const moves: TableMove[] = [];
      const read = new Map<Table, TableContents>();
      for (const table of tables) read.set(table, await copy(source, target, table, onRows));
      const names = tables.map(({ name }) => name);
      await to.dialect.analyze(writing, names);
      for (const table of tables) {
        const contents = await readBoth(source, target, table, onRows);
        moves.push({ table: table.name, read: read.get(table)!, ...contents });
      }
      requireEqual(moves);
      return moves;
    }),
  );
}
