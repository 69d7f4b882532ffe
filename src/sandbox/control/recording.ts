// Records the requests of each world with their responses. Batches keep the recording cheap.
import type { Observation } from '../../server/api/observe';
import { type Clock, systemClock } from '../../base/clock';
import type { OrganizationId } from '../../base/organization';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import { CALL_TABLE, WORLD_TABLE } from './tables';

/** The maximum number of calls of a world. */
const MAX_CALLS = 5000;
const FLUSH_MILLISECONDS = 100;
const MAX_PENDING = 100;
/** A call with two long bodies has 128 KiB. */
const MAX_PENDING_CHARACTERS = 4 * 1024 * 1024;
/** Rows of one read. Each row has up to MAX_PENDING_CHARACTERS, and its calls are parsed at once. */
const PAGE = 4;

/** A request and its response, without secrets. */
export type Call = Pick<
  Observation,
  'time' | 'milliseconds' | 'method' | 'path' | 'status' | 'fault' | 'request' | 'response'
> & {
  /** The time in the world, in ISO 8601. Recordings of earlier versions lack it. */
  now?: string;
  /** The id of the user for whom the key acted. */
  user?: string;
};

/** Consecutive calls of a world. One row for many calls makes the insertion and the removal cheap. */
interface Row {
  organization_id: string;
  /** The number of the last of its calls, which start at 1 in each world. */
  number: number;
  /** A JSON array. */
  call: string;
}
interface Place {
  world: string;
  number: number;
}

export async function createRecording(database: Database, clock: Clock = systemClock) {
  const { knex } = database;
  const insert = compile<Row, never>((param) =>
    knex(CALL_TABLE).insert({
      organization_id: param('organization_id'),
      number: param('number'),
      call: param('call'),
    }),
  );
  const ofWorld = (world: string) => knex(CALL_TABLE).where('organization_id', world);
  const allWorlds = () => knex(WORLD_TABLE).select<{ organization_id: string }[]>('organization_id');
  const worlds = compile<object, { organization_id: string }>(allWorlds);
  const page = compile<Place, Row>((param) =>
    ofWorld(param('world')).where('number', '>', param('number')).orderBy('number').limit(PAGE).select(),
  );
  const removeUpTo = compile<Place, never>((param) =>
    ofWorld(param('world')).where('number', '<=', param('number')).delete(),
  );
  const lasts: { world: string; last: number }[] = await knex(CALL_TABLE)
    .select({ world: 'organization_id' })
    .max({ last: 'number' })
    .groupBy('organization_id');
  const lastOf = new Map<string, number>(lasts.map(({ world, last }) => [world, last]));
  /** The JSON of each call, by world. */
  let pending = new Map<string, string[]>();
  let [count, characters] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  let flushed: Promise<void> = Promise.resolve();
  let report: (error: unknown) => void = () => {};

  const lastNumberOf = (world: string): number => lastOf.get(world) ?? 0;

  function toRow([organization_id, calls]: [string, string[]]): Row {
    const number = lastNumberOf(organization_id) + calls.length;
    lastOf.set(organization_id, number);
    return { organization_id, number, call: `[${calls.join()}]` };
  }

  async function write(rows: Row[]): Promise<void> {
    await database.write('operator', async (transaction: Transaction) => {
      const known = new Set((await transaction.all(worlds, {})).map((world) => world.organization_id));
      // A request can end after the deletion of its world.
      for (const row of rows.filter(({ organization_id }) => known.has(organization_id))) {
        await transaction.run(insert, row);
        const place = { world: row.organization_id, number: row.number - MAX_CALLS };
        if (place.number > 0) await transaction.run(removeUpTo, place);
      }
    });
  }

  /** Resolves when every call so far is stored. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (count > 0) {
      const rows = [...pending].map(toRow);
      pending = new Map();
      [count, characters] = [0, 0];
      flushed = flushed.then(() => write(rows)).catch((error: unknown) => report(error));
    }
    return flushed;
  }

  return {
    add(observation: Observation): void {
      const { world, user, time, milliseconds, method, path, status, fault, request, response } = observation;
      if (world === undefined || observation.keyRejection) return; // a replay sends a valid key
      const call: Call = {
        time,
        milliseconds,
        now: clock.now(world as OrganizationId).toISOString(),
        ...(user && { user: user.id }),
        method,
        path,
        status,
        ...(fault ? { fault } : {}),
        request,
        response,
      };
      const text = JSON.stringify(call);
      const calls = pending.get(world);
      if (calls) calls.push(text);
      else pending.set(world, [text]);
      count++;
      characters += text.length;
      if (count >= MAX_PENDING || characters >= MAX_PENDING_CHARACTERS) void flush();
      else timer ??= setTimeout(() => void flush(), FLUSH_MILLISECONDS).unref();
    },

    /** Yields the newest calls of a world, oldest first. */
    async *calls(world: string): AsyncGenerator<Call> {
      await flush();
      const before = lastNumberOf(world) - MAX_CALLS;
      for (let number = Math.max(before, 0), rows: Row[] = []; ; number = rows.at(-1)!.number) {
        rows = await database.read('operator', page, { world, number });
        for (const row of rows) {
          const calls = JSON.parse(row.call) as Call[];
          yield* calls.slice(Math.max(before - (row.number - calls.length), 0));
        }
        if (rows.length < PAGE) return;
      }
    },

    async clear(world: string): Promise<void> {
      await flush();
      const number = lastNumberOf(world);
      await database.write('operator', (transaction) => transaction.run(removeUpTo, { world, number }));
    },

    /** Sets the receiver of errors of batches that cannot be stored. Their calls are lost. */
    reportErrors(to: (error: unknown) => void): void {
      report = to;
    },

    close: flush,
  };
}

export type Recording = Awaited<ReturnType<typeof createRecording>>;
