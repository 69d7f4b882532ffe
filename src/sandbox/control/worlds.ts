// The worlds of a sandbox: organizations with a key, a clock, and a snapshot to which a reset goes back.
import { typeid } from 'typeid-js';
import type { Database } from '../../database/database';
import { ApiError, conflict, invalid, invalidReference, notFound } from '../../base/errors';
import type { KeyStore } from '../../server/keys/store';
import type { Organization, OrganizationId } from '../../base/organization';
import { demoOrganization } from '../demo-data/demo-data';
import { withPassedTime } from '../demo-data/activity';
import { onDay } from '../demo-data/example-days';
import { forEachInSlices } from '../../base/scheduling/time-slices';
import type { WorldMemory } from '../../server/records/memory';
import { type Clocks, parseTime } from '../../base/day';
import { checkSnapshot } from './check-snapshot';
import { canShow, FIRST_YEAR, LAST_YEAR, timeAfter } from './duration';
import { type Seed, ofSeed, toSeed } from './seed';
import { type Snapshot, type Snapshots, type Step, runInSlices } from './snapshots';
import { keyOfWorld } from './world-keys';
import { RESET, type WorldRow, compileWorldStatements } from './tables';

export const MAX_WORLDS = 500;
export const DEMO = 'demo';
export const EMPTY = 'empty';
const PORTABLE = 'snapshot';
const SEEDED = 'records';

/** A world as the control interface shows it. */
export interface WorldView {
  id: OrganizationId;
  label: string | null;
  /** `demo`, `empty`, `snapshot`, `records`, or the id of the world that was forked. */
  from: string;
  /** The time in the world. */
  now: string;
  /** Whether `now` is the real time, or stands still. */
  clock: 'real' | 'set';
  createdAt: string;
  /** Kept to the minute. */
  lastUsedAt: string | null;
}

export interface NewWorld {
  /** `demo`, `empty`, the id of a world, or the snapshot of a recording. */
  from?: string | Snapshot | undefined;
  /** The records of a seed, instead of `from`. */
  records?: Seed | undefined;
  now?: string | undefined;
  label?: string | undefined;
}

interface WorldOptions {
  database: Database;
  keys: KeyStore;
  clocks: Clocks;
  memory: WorldMemory;
  snapshots: Snapshots;
  /** The world that cannot be deleted. */
  defaultWorld: OrganizationId;
  /** Milliseconds after its last use at which a world goes. */
  timeToLive: number;
  /** The maximum number of characters of all snapshots. */
  maxSnapshots?: number | undefined;
}

/** Rows of a stored part of a snapshot. */
const MAX_PART = 1000;
const MAX_FORMER_KEYS = 10_000;
/** Of the snapshots of all worlds, in characters of JSON. That of 10,000 assets has 9 million. */
const MAX_SNAPSHOTS = 256 * 1024 * 1024;

const isStartingPoint = (from: unknown): from is typeof DEMO | typeof EMPTY =>
  from === DEMO || from === EMPTY;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

const parseClock = (clock: string | null): Date | undefined => (clock === null ? undefined : new Date(clock));

/** `now`: in the format of RFC 3339. @throws ApiError `validation_error`. */
export function toClock(now: string): Date {
  const time = parseTime(now)!;
  if (!canShow(time)) throw invalid('now', `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  return time;
}

/** Returns the organization of a world. Records show its slug. */
export const toOrganization = (id: OrganizationId): Organization =>
  id === demoOrganization.id ? demoOrganization : { id, slug: id.replace('_', '-') };

const noWorld = () => notFound('No world has the id in the path. List the worlds with GET /sandbox/worlds.');

export function createWorlds(options: WorldOptions) {
  const { database, keys, clocks, memory, snapshots, defaultWorld, timeToLive } = options;
  const { maxSnapshots = MAX_SNAPSHOTS } = options;
  const statements = compileWorldStatements(database);
  /** The characters of each stored snapshot. */
  const snapshotSizes = new Map<string, number>();
  /** The worlds that this process deleted, by the digests of their keys, for the log. */
  const formerKeys = new Map<string, OrganizationId>();
  /** The contracts and examples with the dates of the default world. */
  let shown = new WeakMap<object, object>();
  let demoTime = new Date();

  function dateDemo(time: Date): void {
    demoTime = time;
    shown = new WeakMap();
  }

  function toView(row: WorldRow): WorldView {
    const { id, label, made_from: from, clock, created_at: createdAt, last_used_at: lastUsedAt } = row;
    const now = clocks.now(id).toISOString();
    return { id, label, from, now, clock: clock === null ? 'real' : 'set', createdAt, lastUsedAt };
  }

  async function find(id: string): Promise<WorldRow> {
    const [row] = await database.read('operator', statements.one, { id });
    if (!row) throw noWorld();
    return row;
  }

  /** The last change of each world that its requests wait for. */
  const busy = new Map<OrganizationId, Promise<unknown>>();

  /** Runs a change of a whole world after the one before it. */
  async function exclusive<Result>(id: OrganizationId, work: () => Promise<Result>): Promise<Result> {
    const run = Promise.resolve(busy.get(id)).then(work);
    const settled = run.catch(() => undefined);
    busy.set(id, settled);
    try {
      return await run;
    } finally {
      if (busy.get(id) === settled) busy.delete(id);
    }
  }

  async function readSnapshot(id: string): Promise<Snapshot> {
    const snapshot: Record<string, unknown[]> = {};
    const stored = await database.read('operator', statements.snapshot, { id });
    await forEachInSlices(stored, ({ content }) => {
      for (const [part, rows] of Object.entries(JSON.parse(content) as Snapshot))
        snapshot[part] = snapshot[part] ? snapshot[part].concat(rows) : rows;
    });
    return snapshot as Snapshot;
  }

  /** Stores a snapshot in parts: the text of a large one takes a second. */
  function* storeSnapshot(id: string, snapshot: Snapshot): Generator<Step> {
    let [part, size] = [0, 0];
    for (const [name, rows] of Object.entries(snapshot))
      for (let start = 0; start === 0 || start < rows.length; start += MAX_PART) {
        const content = JSON.stringify({ [name]: rows.slice(start, start + MAX_PART) });
        snapshotSizes.set(id, (size += content.length));
        if (sum(snapshotSizes.values()) > maxSnapshots)
          throw conflict(
            `The snapshots of all worlds exceed ${maxSnapshots} characters. Delete worlds that were forked or imported.`,
          );
        yield (transaction) => transaction.run(statements.insertSnapshot, { id, part: part++, content });
      }
  }

  /** Returns the content of a world that begins with a snapshot, at its time. */
  async function toContent(snapshot: Snapshot, { snapshot_id }: WorldRow, now: Date): Promise<Snapshot> {
    return snapshot_id === DEMO ? withPassedTime(onDay(snapshot, now), now) : snapshot;
  }

  /** Removes a world, then its rows. A set clock that is left behind disturbs nothing. */
  async function remove({ id, snapshot_id }: WorldRow): Promise<void> {
    await database.write('operator', async (transaction) => {
      const digests = await transaction.all(statements.keyDigests, { id });
      if (formerKeys.size < MAX_FORMER_KEYS) for (const { digest } of digests) formerKeys.set(digest, id);
      for (const statement of statements.removeWorld) await transaction.run(statement, { id });
    });
    memory.forget(id);
    await removeRows(id, snapshot_id);
  }

  async function removeRows(id: OrganizationId, snapshotId: string): Promise<void> {
    await runInSlices(database, snapshots.remove(id));
    await database.write('operator', async (transaction) => {
      await transaction.run(statements.removeOrganization, { id });
      if (!isStartingPoint(snapshotId)) await transaction.run(statements.removeSnapshot, { id: snapshotId });
    });
    if (snapshotId === id) snapshotSizes.delete(id);
  }

  async function removeUnused(): Promise<void> {
    const before = new Date(Date.now() - timeToLive).toISOString();
    const unused = await database.read('operator', statements.unused, { before, except: defaultWorld });
    for (const row of unused) await exclusive(row.id, () => remove(row));
  }

  async function getOrigin(
    from: string | Snapshot,
    id: OrganizationId,
  ): Promise<[Pick<WorldRow, 'made_from' | 'snapshot_id' | 'clock'>, content: Snapshot]> {
    if (isStartingPoint(from))
      return [{ made_from: from, snapshot_id: from, clock: null }, await readSnapshot(from)];
    if (typeof from !== 'string') return [{ made_from: PORTABLE, snapshot_id: id, clock: null }, from];
    await busy.get(from as OrganizationId);
    const [parent] = await database.read('operator', statements.one, { id: from });
    if (!parent) throw invalidReference('from', 'world');
    const origin = { made_from: parent.id, snapshot_id: id, clock: parent.clock };
    return [origin, await snapshots.take(parent.id)];
  }

  /** Goes back to the first content. After a crash, the next start does so again. */
  async function refill(row: WorldRow): Promise<void> {
    const now = parseClock(row.first_clock) ?? new Date();
    const content = await toContent(await readSnapshot(row.snapshot_id), row, now);
    if (row.id === defaultWorld) dateDemo(now);
    const mark = RESET + row.id;
    await database.write('operator', async (transaction) => {
      await transaction.run(statements.removeSnapshot, { id: mark });
      await transaction.run(statements.insertSnapshot, { id: mark, part: 0, content: '{}' });
      await transaction.run(statements.setClock, { id: row.id, clock: row.first_clock });
    });
    await runInSlices(database, snapshots.clear(row.id));
    await runInSlices(database, snapshots.write(row.id, content));
    await database.write('operator', (transaction) =>
      transaction.run(statements.removeSnapshot, { id: mark }),
    );
  }

  /** Makes the clock and the people of a committed change visible. */
  function started(row: WorldRow): WorldView {
    memory.forget(row.id);
    clocks.set(row.id, parseClock(row.clock));
    return toView(row);
  }

  return {
    /** @throws ApiError `conflict` for too many worlds, `invalid_reference` for an unknown `from`. */
    async create({ records, now, label, ...given }: NewWorld): Promise<WorldView & { key: string }> {
      if (records && given.from !== undefined) throw invalid('records', 'cannot be sent with from');
      const from = records ? await ofSeed(records) : (given.from ?? DEMO);
      if (typeof from !== 'string' && !records) checkSnapshot(from);
      const id = typeid('org').toString() as OrganizationId;
      const [origin, content] = await getOrigin(from, id);
      const clock = now === undefined ? origin.clock : toClock(now).toISOString();
      const row: WorldRow = {
        ...origin,
        ...(records && { made_from: SEEDED }),
        ...{ id, label: label ?? null, clock, first_clock: clock },
        ...{ created_at: new Date().toISOString(), last_used_at: null },
      };
      await removeUnused();
      await database.write('operator', async (transaction) => {
        const [{ count }] = (await transaction.all(statements.count, {})) as [{ count: number }];
        if (count >= MAX_WORLDS)
          throw conflict(`The sandbox has ${MAX_WORLDS} worlds, the maximum. Delete a world first.`);
        await transaction.run(statements.insertOrganization, {
          ...{ id, slug: toOrganization(id).slug, name: label ?? 'World of the sandbox' },
          created_at: row.created_at,
        });
      });
      try {
        if (row.snapshot_id === id) await runInSlices(database, storeSnapshot(id, content));
        await runInSlices(
          database,
          snapshots.write(id, await toContent(content, row, parseClock(row.first_clock) ?? new Date())),
        );
      } catch (error) {
        await removeRows(id, row.snapshot_id);
        throw typeof from === 'string' || records || error instanceof ApiError
          ? error
          : invalid('from', 'is not the snapshot of a recording');
      }
      await database.write('operator', (transaction) => transaction.run(statements.insert, row));
      const key = await keys.create(id, keyOfWorld());
      return { ...started(row), key };
    },

    async list(): Promise<WorldView[]> {
      return (await database.read('operator', statements.all, {})).map(toView);
    },

    get: async (id: string): Promise<WorldView> => toView(await find(id)),

    /** Returns the content and the clock that a world had at first. */
    async originOf(id: string): Promise<{ from: string | Snapshot; now: string | null }> {
      const { snapshot_id, first_clock: now } = await find(id);
      return { from: isStartingPoint(snapshot_id) ? snapshot_id : await readSnapshot(snapshot_id), now };
    },

    async seedOf(id: string): Promise<Seed> {
      await busy.get(id as OrganizationId);
      return toSeed(await snapshots.take((await find(id)).id));
    },

    reset: (id: string): Promise<WorldView> =>
      exclusive(id as OrganizationId, async () => {
        const row = await find(id);
        await refill(row).finally(() => memory.forget(row.id));
        return started({ ...row, clock: row.first_clock });
      }),

    /** Returns a contract, or a part of it, with examples that the default world shows. */
    shown<Value extends object>(contract: Value): Value {
      const known = (shown.get(contract) as Value | undefined) ?? onDay(contract, demoTime);
      shown.set(contract, known);
      return known;
    },

    /** Waits for a reset of a world. */
    whenReady: (id: OrganizationId): Promise<unknown> | undefined => busy.get(id),

    /** @throws ApiError `conflict` for an earlier time. */
    async move(id: string, { now, advance }: { now?: string; advance?: string }): Promise<WorldView> {
      await busy.get(id as OrganizationId);
      const row = await database.write('operator', async (transaction) => {
        const [found] = await transaction.all(statements.one, { id });
        if (!found) throw noWorld();
        const present = clocks.now(found.id);
        const time = now === undefined ? timeAfter(present, advance!) : toClock(now);
        if (!time)
          throw invalid(
            'advance',
            `must be a duration of ISO 8601 that ends by the year ${LAST_YEAR}, for example P35D`,
          );
        if (time < present)
          throw conflict(
            `The clock moves forward only, and shows ${present.toISOString()}. Reset or create a world.`,
          );
        const clock = time.toISOString();
        await transaction.run(statements.setClock, { id, clock });
        return { ...found, clock };
      });
      return started(row);
    },

    async delete(id: string): Promise<void> {
      if (id === defaultWorld) throw conflict('The default world cannot be deleted. Reset it instead.');
      await exclusive(id as OrganizationId, async () => remove(await find(id)));
    },

    formerWorldOf: (digest: string): OrganizationId | undefined => formerKeys.get(digest),

    /** Ends the deletions and resets that a crash interrupted, and restores the clocks. */
    async open(): Promise<void> {
      for (const { id } of await database.read('operator', statements.organizationsWithoutWorld, {}))
        await removeRows(id, id);
      for (const { id } of await database.read('operator', statements.resets, {}))
        await refill(await find(id.slice(RESET.length)));
      await removeUnused();
      for (const row of await database.read('operator', statements.all, {})) {
        const { id, clock, first_clock, created_at } = row;
        clocks.set(id, parseClock(clock));
        if (id !== defaultWorld) continue;
        const [mark] = await database.read('operator', statements.mark, { id });
        const { began } = JSON.parse(mark?.record ?? '{}') as { began?: string }; // the day of the last reset
        dateDemo(new Date(began ?? first_clock ?? created_at));
      }
      for (const { id, size } of await database.read('operator', statements.snapshotSizes, {}))
        snapshotSizes.set(id, size);
    },
  };
}

export type Worlds = ReturnType<typeof createWorlds>;
