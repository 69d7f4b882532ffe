// The model of one world: the records that the API must show, in order of creation, and the activity log.
/* eslint-disable @typescript-eslint/no-explicit-any -- each area states the fields of its records */
import { type Change, changesOf } from './changes';

export type Row = { id: string; [field: string]: any };

/** The kinds of records, and the prefixes of their ids. */
export const PREFIXES = {
  facility: 'fac',
  control_center: 'cc',
  cyber_system: 'cs',
  cyber_asset: 'ca',
  training_module: 'tm',
  training_assignment: 'ta',
  task: 'tsk',
  evidence: 'ev',
  policy_document: 'pd',
  file: 'fl',
  user: 'usr',
  invitation: 'inv',
  cip_senior_manager_assignment: 'csm',
  access_control: 'ac',
} as const;
export type Kind = keyof typeof PREFIXES;
export const KINDS = Object.keys(PREFIXES) as Kind[];

const perKind = <T>(make: () => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<Kind, T>;

export const DAY = 86_400_000;
export const iso = (time: number): string => new Date(time).toISOString();
export const addDays = (day: string, days: number): string => iso(Date.parse(day) + days * DAY).slice(0, 10);

/** Returns the fields with a value. */
export const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

interface Details {
  inherited?: Change[];
  supplied?: object;
}

/** Compares the fields with a value, but not the time of the change. */
function isSame(row: Row, logged: Row | undefined): boolean {
  const plain = (each: Row) =>
    JSON.stringify(
      Object.entries(each)
        .filter(([name, value]) => name !== 'updatedAt' && value !== undefined)
        .sort(),
    );
  return logged !== undefined && plain(row) === plain(logged);
}

export type World = ReturnType<typeof createWorld>;

/** Creates an empty model. `organization` has the slug and the name; `me` is the user behind the key. */
export function createWorld(organization: Row, me: string) {
  const rows = perKind<Row[]>(() => []);
  const gone = perKind<string[]>(() => []);
  const former = new Map<string, Row>();
  const log: Row[] = [];
  const ids = new Set<string>();
  const order = new Map<string, number>();
  const world = {
    organization,
    me,
    rows,
    gone,
    log,
    /** Returns a record as it is at the present time. */
    atPresent: (_kind: Kind, row: Row): Row => row,
    /** The records as the log last showed them. */
    logged: new Map<string, Row | undefined>(),
    /** The id of the request whose response the model learns from. */
    requestId: '',
    /** Up to when the log has what time changed. */
    mark: Date.now(),
    memory: new Map<string, any>(),
    now: () => iso(Date.now()),
    today: () => world.now().slice(0, 10),
    order: (id: string) => order.get(id)!,
    find: (kind: Kind, id: unknown) => rows[kind].find((row) => row.id === id),
    /** Returns a record, also a deleted one as it last was. */
    lastKnown: (kind: Kind, id: string) => world.find(kind, id) ?? former.get(id),

    /** Returns an id that the server made. Throws when it has another prefix or is not new. */
    learn(id: string, prefix: string): string {
      if (!id.startsWith(`${prefix}_`) || ids.has(id))
        throw new Error(`The id ${id} is not a new ${prefix}_ id.`);
      ids.add(id);
      return id;
    },
    add(kind: Kind, row: Row): Row {
      order.set(world.learn(row.id, PREFIXES[kind]), order.size);
      rows[kind].push(row);
      return row;
    },
    remove(kind: Kind, row: Row): void {
      rows[kind] = rows[kind].filter((other) => other !== row);
      gone[kind].push(row.id);
      former.set(row.id, row);
    },
    /** Moves `updatedAt` to the present, or by 1 ms when the clock stands still. */
    touch(row: Row, field = 'updatedAt'): void {
      // A planned request that changes nothing keeps the time.
      if (field === 'updatedAt' && isSame(row, world.logged.get(row.id))) return;
      row[field] = iso(Math.max(Date.now(), Date.parse(row[field]) + 1));
    },
    /** Remembers a record, and returns its changes since. `supplied`: fields as the request has them. */
    remember(kind: Kind, id: string, supplied: object = {}): Change[] {
      const [before, after] = [world.logged.get(id), world.find(kind, id)];
      world.logged.set(id, after && JSON.parse(JSON.stringify(after)));
      if (!before || !after) return changesOf(before && world.atPresent(kind, before), after);
      return changesOf(world.atPresent(kind, before), { ...world.atPresent(kind, after), ...supplied });
    },
    /** Adds an entry to the log, after the change. `inherited`: changes of inherited fields. */
    record(operation: string, kind: Kind, id: string, { inherited = [], supplied = {} }: Details = {}): void {
      const changes = [...world.remember(kind, id, supplied), ...inherited];
      const isPlanned = kind !== 'cyber_asset'; // a released update always moves `updated_at`
      if (isPlanned && operation === 'updated' && changes.length === 0) return;
      world.enter(operation, kind, id, changes);
    },
    /** Adds an entry of the user behind the key. */
    enter(operation: string, kind: Kind, id: string, changes: Change[]): void {
      log.push({
        ...{ changes, id: '', occurredAt: world.now(), actorType: 'user', actorId: me, operation },
        ...{ resourceType: kind.replaceAll('_', '-'), resourceId: id, requestId: world.requestId },
        ...{ sourceAddress: '127.0.0.1', userAgent: 'node' },
      });
    },
    /** Adds an entry of a change that time made. */
    turn(at: number, kind: Kind, id: string, changes: Change[]): void {
      log.push({
        ...{ changes, id: '', occurredAt: iso(at), actorType: 'system', actorId: 'system' },
        ...{ operation: 'status_changed', resourceType: kind.replaceAll('_', '-'), resourceId: id },
        ...{ requestId: null, sourceAddress: null, userAgent: null },
      });
    },
  };
  return world;
}

/** Returns a record without some fields. */
export const without = (row: Row, ...fields: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))) as Row;
