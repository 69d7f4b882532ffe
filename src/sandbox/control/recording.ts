// Records the requests of each world with their responses. Batches keep the recording cheap.
import type { Observation } from '../../api/observe';
import type { Database, Transaction } from '../../database/database';
import { compileInsertRows, toRows } from '../../database/rows';
import { compile } from '../../database/statement';
import { CALL_TABLE, WORLD_TABLE } from './tables';

/** The maximum number of calls of a world. */
const MAX_CALLS = 5000;
const FLUSH_MILLISECONDS = 100;
const MAX_PENDING = 500;
/** Calls of one read: the bodies of 5,000 calls can have 600 MB. */
const PAGE = 100;

/** A request and its response, without secrets. */
export type Call = Omit<Observation, 'world'>;

interface Row {
  organization_id: string;
  number: number;
  call: string;
}
interface Place {
  world: string;
  after: number;
}

export async function createRecording(database: Database) {
  const { knex } = database;
  const insert = compileInsertRows(database, CALL_TABLE, ['organization_id', 'number', 'call']);
  const ofWorld = (world: string) => knex(CALL_TABLE).where('organization_id', world);
  const page = compile<Place, Row>((param) =>
    ofWorld(param('world')).where('number', '>', param('after')).orderBy('number').limit(PAGE).select(),
  );
  const removeOld = compile<{ world: string }, never>((param) =>
    ofWorld(param('world'))
      .where(
        'number',
        '<=',
        ofWorld(param('world')).orderBy('number', 'desc').offset(MAX_CALLS).limit(1).select('number'),
      )
      .delete(),
  );
  const remove = compile<{ world: string }, never>((param) => ofWorld(param('world')).delete());
  await knex(CALL_TABLE).whereNotIn('organization_id', knex(WORLD_TABLE).select('organization_id')).delete();
  const [{ last }] = (await knex(CALL_TABLE).max({ last: 'number' })) as [{ last: number | null }];
  let number = last ?? 0;
  let pending: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushed: Promise<void> = Promise.resolve();

  async function write(rows: Row[]): Promise<void> {
    await database.write('operator', async (transaction: Transaction) => {
      await transaction.run(insert, toRows(rows));
      for (const world of new Set(rows.map(({ organization_id }) => organization_id)))
        await transaction.run(removeOld, { world });
    });
  }

  /** Resolves when every call so far is stored. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = pending;
    pending = [];
    if (rows.length > 0) flushed = flushed.then(() => write(rows));
    return flushed;
  }

  return {
    add({ world, ...call }: Observation): void {
      if (world === undefined) return;
      pending.push({ organization_id: world, number: ++number, call: JSON.stringify(call) });
      if (pending.length >= MAX_PENDING) void flush();
      timer ??= setTimeout(() => void flush(), FLUSH_MILLISECONDS).unref();
    },

    /** Yields the calls of a world, oldest first. */
    async *calls(world: string): AsyncGenerator<Call> {
      await flush();
      for (let after = 0, rows: Row[] = []; ; after = rows.at(-1)!.number) {
        rows = await database.read('operator', page, { world, after });
        for (const { call } of rows) yield JSON.parse(call) as Call;
        if (rows.length < PAGE) return;
      }
    },

    async clear(world: string): Promise<void> {
      await flush();
      await database.write('operator', (transaction) => transaction.run(remove, { world }));
    },

    close: flush,
  };
}

export type Recording = Awaited<ReturnType<typeof createRecording>>;
