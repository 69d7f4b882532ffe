// The worlds of a sandbox: organizations with a key, a clock, and a snapshot to which a reset goes back.
import { typeid } from 'typeid-js';
import type { Database, Transaction } from '../../database/database';
import { conflict, invalid, invalidReference, notFound } from '../../base/errors';
import { once } from '../../database/statement';
import type { KeyStore } from '../../server/keys/store';
import type { Organization, OrganizationId } from '../../base/organization';
import { demoOrganization } from '../demo-data/demo-data';
import { withPassedTime } from '../demo-data/activity';
import type { Clocks } from '../../base/clock';
import type { WorldMemory } from '../world-memory';
import { timeOf } from '../../base/day';
import { checkSnapshot } from './check-snapshot';
import { canShow, FIRST_YEAR, LAST_YEAR, timeAfter } from './duration';
import { type Seed, ofSeed, toSeed } from './seed';
import type { Snapshot, Snapshots } from './snapshots';
import { FIRST_KEYS, NO_EXPIRY, keyOfWorld } from './world-keys';
import { type WorldRow, compileWorldStatements } from './tables';

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
}

const MAX_FORMER_KEYS = 10_000;
/** Of the snapshots of all worlds, in characters of JSON. That of 10,000 assets has 9 million. */
const MAX_SNAPSHOTS = 256 * 1024 * 1024;

const clockOf = (clock: string | null): Date | undefined => (clock === null ? undefined : new Date(clock));

/** `now`: in the format of RFC 3339. @throws ApiError `validation_error`. */
export function toClock(now: string): Date {
  const time = timeOf(now)!;
  if (!canShow(time)) throw invalid('now', `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  return time;
}

/** Returns the organization of a world. Records show its slug. */
export const organizationOf = (id: OrganizationId): Organization =>
  id === demoOrganization.id ? demoOrganization : { id, slug: id.replace('_', '-') };

const noWorld = () => notFound('No world has the id in the path. List the worlds with GET /sandbox/worlds.');

export function createWorlds(options: WorldOptions) {
  const { database, keys, clocks, memory, snapshots, defaultWorld, timeToLive } = options;
  const statements = compileWorldStatements(database);
  /** The characters of each stored snapshot. */
  const snapshotSizes = new Map<string, number>();
  /** The worlds that this process deleted, by the digests of their keys, for the log. */
  const formerKeys = new Map<string, OrganizationId>();

  function toView(row: WorldRow): WorldView {
    const { id, label, made_from: from, clock, created_at: createdAt, last_used_at: lastUsedAt } = row;
    const now = clocks.now(id).toISOString();
    return { id, label, from, now, clock: clock === null ? 'real' : 'set', createdAt, lastUsedAt };
  }

  async function find(transaction: Transaction, id: string): Promise<WorldRow> {
    const [row] = await transaction.all(statements.one, { id: id as OrganizationId });
    if (!row) throw noWorld();
    return row;
  }

  /** `content`: that of the snapshot, when it is known. This function changes it. */
  async function fill(
    transaction: Transaction,
    { id, snapshot_id, first_clock }: WorldRow,
    content?: Snapshot,
  ): Promise<void> {
    const stored = content ? [] : await transaction.all(statements.snapshot, { id: snapshot_id });
    const snapshot = content ?? (JSON.parse(stored[0]!.content) as Snapshot);
    await snapshots.write(
      transaction,
      id,
      snapshot_id === DEMO ? await withPassedTime(snapshot, clockOf(first_clock) ?? new Date()) : snapshot,
    );
  }

  /** Removes a world; a set clock that is left behind disturbs nothing. */
  async function remove(transaction: Transaction, { id, snapshot_id }: WorldRow): Promise<void> {
    if (formerKeys.size < MAX_FORMER_KEYS)
      for (const { digest } of await transaction.all(statements.keyDigests, { id }))
        formerKeys.set(digest, id);
    await snapshots.remove(transaction, id);
    memory.forget(id);
    await transaction.run(statements.removeOrganization, { id });
    if (snapshot_id !== DEMO && snapshot_id !== EMPTY)
      await transaction.run(statements.removeSnapshot, { id: snapshot_id });
    snapshotSizes.delete(snapshot_id);
  }

  async function removeUnused(transaction: Transaction): Promise<void> {
    const before = new Date(Date.now() - timeToLive).toISOString();
    for (const row of await transaction.all(statements.unused, { before, except: defaultWorld }))
      await remove(transaction, row);
  }

  /** Returns where a new world comes from, and stores its snapshot. */
  async function originOf(
    transaction: Transaction,
    from: string | Snapshot,
    id: OrganizationId,
  ): Promise<[Pick<WorldRow, 'made_from' | 'snapshot_id' | 'clock'>, content?: Snapshot]> {
    if (from === DEMO || from === EMPTY) return [{ made_from: from, snapshot_id: from, clock: null }];
    const [parent] =
      typeof from === 'string' ? await transaction.all(statements.one, { id: from as OrganizationId }) : [];
    if (typeof from === 'string' && !parent) throw invalidReference('from', 'world');
    const content = parent ? await snapshots.take(transaction, parent.id) : (from as Snapshot);
    const text = JSON.stringify(content);
    const present = [...snapshotSizes.values()].reduce((sum, size) => sum + size, 0);
    if (present + text.length > MAX_SNAPSHOTS)
      throw conflict(
        'The snapshots of all worlds exceed 256 MiB. Delete worlds that were forked or imported.',
      );
    await transaction.run(statements.insertSnapshot, { id, content: text });
    snapshotSizes.set(id, text.length);
    return [{ made_from: parent?.id ?? PORTABLE, snapshot_id: id, clock: parent?.clock ?? null }, content];
  }

  /** Makes the clock and the people of a committed change visible. */
  function started(row: WorldRow): WorldView {
    memory.forget(row.id);
    clocks.set(row.id, clockOf(row.clock));
    return toView(row);
  }

  return {
    /** @throws ApiError `conflict` for too many worlds, `invalid_reference` for an unknown `from`. */
    async create({ records, now, label, ...given }: NewWorld): Promise<WorldView & { key: string }> {
      if (records && given.from !== undefined) throw invalid('records', 'cannot be sent with from');
      const from = records ? await ofSeed(records) : (given.from ?? DEMO);
      if (typeof from !== 'string' && !records) checkSnapshot(from);
      const id = typeid('org').toString() as OrganizationId;
      const row = await database.write('operator', async (transaction) => {
        await removeUnused(transaction);
        const [{ count }] = (await transaction.all(statements.count, {})) as [{ count: number }];
        if (count >= MAX_WORLDS)
          throw conflict(`The sandbox has ${MAX_WORLDS} worlds, the maximum. Delete a world first.`);
        const [origin, content] = await originOf(transaction, from, id);
        const clock = now === undefined ? origin.clock : toClock(now).toISOString();
        const created: WorldRow = {
          ...origin,
          ...(records && { made_from: SEEDED }),
          ...{ id, label: label ?? null, clock, first_clock: clock },
          ...{ created_at: new Date().toISOString(), last_used_at: null },
        };
        await transaction.run(statements.insertOrganization, {
          ...{ id, slug: organizationOf(id).slug, name: label ?? 'World of the sandbox' },
          created_at: created.created_at,
        });
        await transaction.run(statements.insert, created);
        await fill(transaction, created, content).catch((error: unknown) => {
          throw typeof from === 'string' || records
            ? error
            : invalid('from', 'is not the snapshot of a recording');
        });
        return created;
      });
      const key = await keys.create(id, keyOfWorld());
      return { ...started(row), key };
    },

    async list(): Promise<WorldView[]> {
      return (await database.read('operator', statements.all, {})).map(toView);
    },

    async get(id: string): Promise<WorldView> {
      const [row] = await database.read('operator', statements.one, { id: id as OrganizationId });
      if (!row) throw noWorld();
      return toView(row);
    },

    /** Returns the content and the clock that a world had at first. */
    async originOf(id: string): Promise<{ from: string | Snapshot; now: string | null }> {
      const [row] = await database.read('operator', statements.one, { id: id as OrganizationId });
      if (!row) throw noWorld();
      const { snapshot_id, first_clock: now } = row;
      if (snapshot_id === DEMO || snapshot_id === EMPTY) return { from: snapshot_id, now };
      const [stored] = await database.read('operator', statements.snapshot, { id: snapshot_id });
      return { from: JSON.parse(stored!.content) as Snapshot, now };
    },

    /** Returns the present records of a world. */
    async seedOf(id: string): Promise<Seed> {
      return database.write('operator', async (transaction) => {
        const { id: world } = await find(transaction, id);
        return toSeed(await snapshots.take(transaction, world));
      });
    },

    async reset(id: string): Promise<WorldView> {
      const row = await database.write('operator', async (transaction) => {
        const found = await find(transaction, id);
        await transaction.run(statements.setClock, { id, clock: found.first_clock });
        await snapshots.clear(transaction, found.id);
        await fill(transaction, found);
        return { ...found, clock: found.first_clock };
      });
      return started(row);
    },

    /** @throws ApiError `conflict` for an earlier time. */
    async move(id: string, { now, advance }: { now?: string; advance?: string }): Promise<WorldView> {
      const row = await database.write('operator', async (transaction) => {
        const found = await find(transaction, id);
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

    delete: (id: string): Promise<void> =>
      database.write('operator', async (transaction) => {
        const row = await find(transaction, id);
        if (row.id === defaultWorld) throw conflict('The default world cannot be deleted. Reset it instead.');
        await remove(transaction, row);
      }),

    formerWorldOf: (digest: string): OrganizationId | undefined => formerKeys.get(digest),

    /** Restores the clocks of a persistent sandbox. First keys of an earlier version expire; those of this one do not. */
    async open(): Promise<void> {
      await database.write('operator', async (transaction) => {
        await removeUnused(transaction);
        await transaction.run(once(database.knex('api_keys').where(FIRST_KEYS).update(NO_EXPIRY)), {});
      });
      for (const { id, clock } of await database.read('operator', statements.all, {}))
        clocks.set(id, clockOf(clock));
      for (const { id, size } of await database.read('operator', statements.snapshotSizes, {}))
        snapshotSizes.set(id, size);
    },
  };
}

export type Worlds = ReturnType<typeof createWorlds>;
