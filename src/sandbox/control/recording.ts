// Records the requests of each world with their responses. Batches keep the recording cheap.
import type { Observation } from '../../server/api/observe';
import { nextSlice } from '../../base/scheduling/time-slices';
import { type Clock, systemClock } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import type { Database, Transaction } from '../../database/database';
import { toValues } from '../../database/rows';
import { compile } from '../../database/statement';
import { CALL_TABLE, WORLD_TABLE } from './tables';

/** The maximum number of calls of a world. */
const MAX_CALLS = 5000;
/** A file that is deleted after its use gets calls only when they are read, or too large. */
const FLUSH_MILLISECONDS = 100;
/** Calls that a world has beside the newest MAX_CALLS before they go. */
const MAX_TRIMMED = 1000;
/** In bytes of headers and bodies. Most worlds reach MAX_CALLS before. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;
/** About the bytes of a call without bodies. */
const HEADER_BYTES = 1000;
/** A call with two long bodies has 128 KiB. */
const MAX_ROW = { calls: 100, characters: 4 * 1024 * 1024 };
/** Rows of one read. The calls of each are parsed at once. */
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
  /** Whether the world was reset since the call before. */
  reset?: true;
  key?: Observation['key'] & { rejection?: Observation['keyRejection'] };
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

interface PendingCall {
  bytes: number;
  /** Masks the secrets of the call. Most calls are never read. */
  make(): Call;
}
/** The calls of a world that are not stored yet. */
interface Pending {
  /** The number of the last one. */
  last: number;
  calls: PendingCall[];
}

/** Divides the texts of calls into the arrays of rows, each with the number of its last call. Masks them in slices. */
async function* toRows({ last, calls }: Pending): AsyncGenerator<Pick<Row, 'number' | 'call'>> {
  let [texts, characters]: [string[], number] = [[], 0];
  for (const [index, call] of calls.entries()) {
    await nextSlice();
    const text = JSON.stringify(call.make());
    texts.push(text);
    characters += text.length;
    const isFull = texts.length >= MAX_ROW.calls || characters >= MAX_ROW.characters;
    if (!isFull && index < calls.length - 1) continue;
    yield { number: last - calls.length + index + 1, call: `[${texts.join()}]` };
    [texts, characters] = [[], 0];
  }
}

/** `isTemporary`: whether the database is deleted after its use. */
export async function createRecording(database: Database, clock: Clock = systemClock, isTemporary = false) {
  const { knex } = database;
  const insert = compile<Row, never>((param) =>
    knex(CALL_TABLE).insert(toValues(['organization_id', 'number', 'call'], param)),
  );
  const ofWorld = (world: string) => knex(CALL_TABLE).where('organization_id', world);
  const world = compile<Pick<Row, 'organization_id'>, { organization_id: string }>((param) =>
    knex(WORLD_TABLE).where('organization_id', param('organization_id')).select('organization_id'),
  );
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
  const lastByWorld = new Map<string, number>(lasts.map(({ world, last }) => [world, last]));
  let pending = new Map<string, Pending>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushed: Promise<void> = Promise.resolve();
  let report: (error: unknown) => void = () => {};
  /** Worlds that were reset since their last call. */
  const resets = new Set<string>();

  const getLastNumber = (world: string): number => lastByWorld.get(world) ?? 0;

  /** Each row has a transaction of its own, so that requests run between them. */
  async function write(batch: Map<string, Pending>): Promise<void> {
    for (const [organization_id, calls] of batch)
      for await (const row of toRows(calls))
        await database.write('operator', async (transaction: Transaction) => {
          // A request can end after the deletion of its world.
          if ((await transaction.all(world, { organization_id })).length === 0) return;
          await transaction.run(insert, { organization_id, ...row });
          const place = { world: organization_id, number: row.number - MAX_CALLS };
          if (place.number > 0) await transaction.run(removeUpTo, place);
        });
  }

  /** Resolves when every call so far is stored. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      bytes = 0;
      flushed = flushed.then(() => write(batch)).catch((error: unknown) => report(error));
    }
    return flushed;
  }

  return {
    add(observation: Observation, masked = () => observation): void {
      const { world, user, key, keyRejection: rejection, size = 0 } = observation;
      if (world === undefined || rejection === 'deleted world') return;
      const now = clock.now(world as OrganizationId).toISOString();
      const isReset = resets.delete(world);
      const make = (): Call => {
        const { time, milliseconds, method, path, status, fault, request, response } = masked();
        return {
          ...{ time, milliseconds, now },
          ...(isReset && { reset: true }),
          ...(user && { user: user.id }),
          ...(key && { key: { ...key, ...(rejection && { rejection }) } }),
          ...{ method, path, status },
          ...(fault && { fault }),
          ...{ request, response },
        };
      };
      const last = getLastNumber(world) + 1;
      lastByWorld.set(world, last);
      const present = pending.get(world) ?? { last, calls: [] };
      present.last = last;
      present.calls.push({ bytes: size + HEADER_BYTES, make });
      pending.set(world, present);
      bytes += size + HEADER_BYTES;
      if (present.calls.length >= MAX_CALLS + MAX_TRIMMED)
        for (const trimmed of present.calls.splice(0, MAX_TRIMMED)) bytes -= trimmed.bytes;
      if (bytes >= MAX_PENDING_BYTES) void flush();
      else if (!isTemporary) timer ??= setTimeout(() => void flush(), FLUSH_MILLISECONDS).unref();
    },

    /** Yields the newest calls of a world, oldest first. */
    async *calls(world: string): AsyncGenerator<Call> {
      await flush();
      const before = getLastNumber(world) - MAX_CALLS;
      for (let number = Math.max(before, 0), rows: Row[] = []; ; number = rows.at(-1)!.number) {
        rows = await database.read('operator', page, { world, number });
        for (const row of rows) {
          const calls = JSON.parse(row.call) as Call[];
          yield* calls.slice(Math.max(before - (row.number - calls.length), 0));
        }
        if (rows.length < PAGE) return;
      }
    },

    /** Marks the next call of a world as the first one after a reset. */
    noteReset: (world: string): void => void resets.add(world),

    async clear(world: string): Promise<void> {
      await flush();
      const number = getLastNumber(world);
      if (number === 0) return;
      await database.write('operator', async (transaction) => {
        await transaction.run(removeUpTo, { world, number });
        await transaction.run(insert, { organization_id: world, number, call: '[]' }); // later calls count on
      });
    },

    /** Returns the number of earlier calls, which the recording of a world no longer has. */
    async missing(world: string): Promise<number> {
      await flush();
      const [first] = await database.read('operator', page, { world, number: 0 });
      const removed = first ? first.number - (JSON.parse(first.call) as Call[]).length : 0;
      return Math.max(removed, getLastNumber(world) - MAX_CALLS, 0);
    },

    /** Sets the receiver of errors of batches that cannot be stored. Their calls are lost. */
    reportErrors(to: (error: unknown) => void): void {
      report = to;
    },

    /** Stores the calls that another process can read. */
    close: (): Promise<void> => (isTemporary ? flushed : flush()),
  };
}

export type Recording = Awaited<ReturnType<typeof createRecording>>;
