// The cache of the records of worlds. A value lasts until a request or the time changes a record on which it depends.
import type { Clock } from '../../base/day';
import { groupBy } from '../../base/values';
import type { OrganizationId } from '../../base/organization';
import type { Fields } from '../../contract/record-model';
import type { SharedTransaction } from '../../database/database';
import type { AuditEvent } from '../audit/append';

/** A change of a record: without `before` a creation, without `after` a deletion. */
export interface Changed {
  collection: string;
  before: Fields | undefined;
  /** The record as requests see it. */
  after: Fields | undefined;
  /** The record as it is stored. */
  stored: Fields | undefined;
}

/** The changes of a request. */
export interface Changes {
  /** By collection and id. */
  records: Map<string, Changed>;
  entries: Omit<AuditEvent, 'organization'>[];
}

/** The shared state of a transaction's requests. */
export interface WorldTransaction {
  transaction: SharedTransaction;
  /** The changes of the requests before this one. */
  earlier: Changes;
  /** The lists that were read, without these changes. */
  lists: Map<string, Promise<Fields[]>>;
}

interface Kept {
  value: Promise<unknown>;
  /** In characters, with the name; without the value until it has arrived. */
  size: number;
  version: number;
  /** The last time of the world at which it holds, in milliseconds. Clocks move forward only. */
  until: number;
  of: string[] | undefined;
  /** The changes of its collection up to `version`, which the value does not have yet. */
  behind: Changed[];
}

/** The size of a value, and the records on which it depends. */
interface Basis<Value> {
  /** In characters. */
  sizeOf(value: Value): number;
  /** Collections; by default all records. */
  of?: string[];
  /** Makes changes of its collection in a value, which cost less than to load it. It may have some of them. */
  follow?(value: Value, changes: Changed[]): void;
}

/** Beside the names of collections: the changes of all, and those of unknown collections. */
const ALL = 'all';
const UNKNOWN = 'unknown';

/** As many as 400 lists of 100 tasks. */
const MAX_SIZE = 32 * 1024 * 1024;
/** About the memory of an entry besides its name and its value: also empty answers fill the memory. */
const ENTRY_SIZE = 500;
const DAY = 86_400_000;
/** A list with more changes is loaded. */
const MAX_BEHIND = 1000;

export const listName = (collection: string): string => `list ${collection}`;
export const recordName = (collection: string, id: unknown): string => `record ${collection} ${String(id)}`;

export function createWorldMemory(clock: Clock) {
  /** By world and name, the least recently used first. */
  const kept = new Map<string, Kept>();
  let size = 0;
  /** The numbers of changes of each world. */
  const changes = new Map<string, Map<string, number>>();
  const turns = new Map<string, number>();

  const getTurn = (world: string): number => turns.get(world) ?? 0;

  function getVersion(world: string, of: string[] | undefined): number {
    const counts = changes.get(world);
    return (of ? [UNKNOWN, ...of] : [ALL]).reduce((sum, name) => sum + (counts?.get(name) ?? 0), 0);
  }

  function countChange(world: string, collections: Iterable<string> = [UNKNOWN]): void {
    const counts = changes.get(world) ?? new Map<string, number>();
    changes.set(world, counts);
    for (const name of [ALL, ...collections]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  /** Forgets the changed records. Lists of one changed collection follow at their next read. */
  function changedBy(world: string, changes: readonly Changed[]): void {
    for (const { collection, before, after } of changes) {
      const name = `${world} ${recordName(collection, (after ?? before)!.id)}`;
      const record = kept.get(name);
      if (record) drop(name, record);
    }
    const groups = groupBy(changes, ({ collection }) => collection);
    const lists = [...groups].flatMap(([collection, group]) => {
      const list = kept.get(`${world} ${listName(collection)}`);
      const others = list?.of?.filter((name) => name !== collection) ?? [];
      const isCurrent = list?.version === getVersion(world, list?.of);
      return list && isCurrent && !others.some((name) => groups.has(name)) ? [{ list, group }] : [];
    });
    countChange(world, groups.keys());
    for (const { list, group } of lists) {
      if (list.behind.length + group.length > MAX_BEHIND) continue;
      list.behind.push(...group);
      list.version = getVersion(world, list.of);
    }
  }

  function drop(name: string, entry: Kept): void {
    if (kept.get(name) !== entry) return;
    kept.delete(name);
    size -= entry.size;
  }

  function add(name: string, entry: Kept): void {
    const former = kept.get(name);
    if (former) drop(name, former);
    kept.set(name, entry); // behind the others
    size += entry.size;
    for (const [oldest, each] of kept) {
      if (size <= MAX_SIZE || each === entry) return; // one value may be larger
      drop(oldest, each);
    }
  }

  return {
    /** Returns when time next changes a record of a world; 0 when that is unknown. */
    getTurn,
    setTurn: (world: string, turn: number): void => void turns.set(world, turn),

    /** Returns what `load` returned, with the later changes of what it rests on. Callers must not change it. */
    keep<Value>(
      world: OrganizationId,
      what: string,
      load: () => Promise<Value>,
      { sizeOf, of, follow }: Basis<Value>,
    ): Promise<Value> {
      const name = `${world} ${what}`;
      const now = clock.now(world).getTime();
      const version = getVersion(world, of);
      const found = kept.get(name);
      const former = found?.version === version && now <= found.until ? found : undefined;
      if (former?.behind.length === 0) {
        add(name, former);
        return former.value as Promise<Value>;
      }
      const follows = async (present: Promise<Value>, behind: Changed[]): Promise<Value> => {
        follow!(await present, behind);
        return present;
      };
      const value = former && follow ? follows(former.value as Promise<Value>, former.behind) : load();
      const turn = Math.min(getTurn(world), (Math.floor(now / DAY) + 1) * DAY) - 1; // midnight UTC
      const until = Math.min(turn, former?.until ?? Infinity);
      const entry: Kept = { value, size: name.length + ENTRY_SIZE, version, until, of, behind: [] };
      add(name, entry);
      value.then(
        (loaded) => {
          if (kept.get(name) !== entry) return;
          drop(name, entry);
          entry.size += sizeOf(loaded);
          add(name, entry);
        },
        () => drop(name, entry), // reported to its callers
      );
      return value;
    },

    /** Call it after the commit of changes. */
    changedBy,

    /** Forgets the values that rest on these collections, or all of a world. */
    changed: countChange,

    /** Forgets the values and the turn of a world that was reset or deleted. */
    forget(world: string): void {
      countChange(world);
      turns.delete(world);
    },
  };
}

export type WorldMemory = ReturnType<typeof createWorldMemory>;

/** Of a process beside which others change the same organizations: nothing stays. */
export const createNoMemory = (): WorldMemory => ({
  getTurn: () => 0,
  setTurn: () => undefined,
  keep: (_world, _what, load) => load(),
  changedBy: () => undefined,
  changed: () => undefined,
  forget: () => undefined,
});
