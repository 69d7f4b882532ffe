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

export type World = ReturnType<typeof createWorld>;

/** Creates an empty model. `organization` has the slug and the name; `me` is the user behind the key. */
export function createWorld(organization: Row, me: string) {
  const rows = perKind<Row[]>(() => []);
  const gone = perKind<string[]>(() => []);
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
    keyId: '',
    memory: new Map<string, any>(),
    now: () => iso(Date.now()),
    today: () => world.now().slice(0, 10),
    order: (id: string) => order.get(id)!,
    find: (kind: Kind, id: unknown) => rows[kind].find((row) => row.id === id),

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
    },
    /** Moves `updatedAt` to the present, or by 1 ms when the clock stands still. */
    touch(row: Row, field = 'updatedAt'): void {
      row[field] = iso(Math.max(Date.now(), Date.parse(row[field]) + 1));
    },
    /** Remembers a record, and returns its changes since. `supplied`: fields as the request has them. */
    remember(kind: Kind, id: string, supplied: object = {}): Change[] {
      const [before, after] = [world.logged.get(id), world.find(kind, id)];
      world.logged.set(id, after && JSON.parse(JSON.stringify(after)));
      if (!before || !after) return changesOf(before && world.atPresent(kind, before), after);
      const shown = world.atPresent(kind, before);
      // The log contains no change that the time alone makes.
      const status = 'status' in after && before.status === after.status ? { status: shown.status } : {};
      const next = { ...world.atPresent(kind, after), status: after.status, ...status, ...supplied };
      return changesOf(shown, next);
    },
    /** Adds an entry to the log, after the change. `inherited`: changes of inherited fields. */
    record(operation: string, kind: Kind, id: string, { inherited = [], supplied = {} }: Details = {}): void {
      log.push({
        changes: [...world.remember(kind, id, supplied), ...inherited],
        id: '',
        occurredAt: world.now(),
        actorType: 'api_key',
        actorId: world.keyId,
        operation,
        resourceType: kind.replaceAll('_', '-'),
        resourceId: id,
        requestId: world.requestId,
        sourceAddress: '127.0.0.1',
        userAgent: 'node',
      });
    },
  };
  return world;
}

/** Returns a record without some fields. */
export const without = (row: Row, ...fields: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))) as Row;
