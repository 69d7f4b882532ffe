// What a process keeps of the records of worlds: each value until a record of its world changes, by a request or by time.
import type { Clock } from '../base/clock';
import { dayOf, lastTimeOf } from '../base/day';
import type { OrganizationId } from '../base/organization';

interface Kept {
  value: Promise<unknown>;
  /** In characters, with the name; without the value until it has arrived. */
  size: number;
  version: number;
  /** The last time of the world at which it holds, in milliseconds. Clocks move forward only. */
  until: number;
}

/** What a value rests on. */
interface Basis<Value> {
  /** In characters. */
  sizeOf(value: Value): number;
  /** Collections; by default all records. */
  of?: string[];
  /** Whether only requests change it, and time does not. */
  isTimeless?: boolean;
}

/** Beside the names of collections: the changes of all, and those of unknown collections. */
const ALL = 'all';
const UNKNOWN = 'unknown';

/** As many as 400 lists of 100 tasks. */
const MAX_SIZE = 32 * 1024 * 1024;
/** About the memory of an entry besides its name and its value: also empty answers fill the memory. */
const ENTRY_SIZE = 500;

export function createWorldMemory(clock: Clock) {
  /** By world and name, the least recently used first. */
  const kept = new Map<string, Kept>();
  let size = 0;
  /** The numbers of changes of each world. */
  const changes = new Map<string, Map<string, number>>();
  const turns = new Map<string, number>();

  const turnOf = (world: string): number => turns.get(world) ?? 0;

  function versionOf(world: string, of: string[] | undefined): number {
    const counts = changes.get(world);
    return (of ? [UNKNOWN, ...of] : [ALL]).reduce((sum, name) => sum + (counts?.get(name) ?? 0), 0);
  }

  function changed(world: string, collections: Iterable<string> = [UNKNOWN]): void {
    const counts = changes.get(world) ?? new Map<string, number>();
    changes.set(world, counts);
    for (const name of [ALL, ...collections]) counts.set(name, (counts.get(name) ?? 0) + 1);
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
      if (size <= MAX_SIZE) return;
      drop(oldest, each);
    }
  }

  return {
    /** Returns when time next changes a record of a world; 0 when that is unknown. */
    turnOf,
    setTurn: (world: string, turn: number): void => void turns.set(world, turn),

    /** Returns what `load` returned since the last change of what it rests on. Callers must not change it. */
    keep<Value>(
      world: OrganizationId,
      what: string,
      load: () => Promise<Value>,
      { sizeOf, of, isTimeless = false }: Basis<Value>,
    ): Promise<Value> {
      const name = `${world} ${what}`;
      const now = clock.now(world).getTime();
      const version = versionOf(world, of);
      const former = kept.get(name);
      if (former?.version === version && now <= former.until) {
        add(name, former);
        return former.value as Promise<Value>;
      }
      const value = load();
      const until = isTimeless ? Infinity : Math.min(turnOf(world) - 1, lastTimeOf(dayOf(now)).getTime());
      const entry: Kept = { value, size: name.length + ENTRY_SIZE, version, until };
      add(name, entry);
      value.then(
        (loaded) => {
          if (kept.get(name) !== entry) return;
          drop(name, entry);
          add(name, { ...entry, size: entry.size + sizeOf(loaded) });
        },
        () => drop(name, entry), // reported to its callers
      );
      return value;
    },

    /** Forgets the values that rest on these collections, or all of a world. Call it after the commit of a change. */
    changed,

    /** Forgets the values and the turn of a world that was reset or deleted. */
    forget(world: string): void {
      changed(world);
      turns.delete(world);
    },
  };
}

export type WorldMemory = ReturnType<typeof createWorldMemory>;
