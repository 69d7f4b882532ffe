// A command of the model: the random choices, the request, and the response that the model predicts.
/* eslint-disable @typescript-eslint/no-explicit-any -- bodies may be anything */
import contract from '../../../../generated/openapi.json';
import { KINDS, type Kind, PREFIXES, type Row, type World } from './world';

/** A representation that has an entity tag: its key, and its content as the model knows it. */
export interface Tagged {
  key: string;
  view: () => unknown;
}

/** One request and its prediction. The checks are in the order in which the server makes them. */
export interface Plan {
  params?: Record<string, string | number>;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** The part `file` of a form. */
  file?: Blob | undefined;
  fileName?: string;
  /** The faulty fields: 400 `validation_error`. A field '' stands for any field. */
  faults?: string[];
  /** The part of the form has another media type: 415. */
  isOtherMedia?: boolean;
  /** The record of the path does not exist: 404. */
  isMissing?: boolean;
  /** The fields with an unknown id: 400 `invalid_reference`. */
  unknown?: string[];
  /** The representations that If-Match may name: 412 when they have changed. */
  guard?: Tagged | undefined;
  otherGuard?: Tagged | undefined;
  /** A rule or a state forbids the request: 409. */
  isConflict?: boolean;
  /** The status of a success; 200 by default. */
  status?: number;
  /** The representation that the entity tag of the response belongs to, except for a GET. */
  shows?: ((body: any) => Tagged) | undefined;
  /** The path of a list or record that shows new ids which the response does not contain. */
  learnFrom?: (body: any) => string;
  /** Changes the model, and returns the exact body of a success. The body and `found` teach new ids. */
  succeed: (body: any, found?: any) => unknown;
}
export type Command = (world: World, dice: Dice) => Plan;
export type Commands = Record<string, Command>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export interface Operation {
  id: string;
  method: string;
  path: string;
  isPlanned: boolean;
  /** Returns whether a value has the format of a path parameter. Another format returns 404 first. */
  isFormat: (name: string, value: string | number) => boolean;
}
const components = contract.components as Record<string, any>;
const follow = (value: any): any =>
  value.$ref
    ? follow(
        value.$ref
          .split('/')
          .slice(2)
          .reduce((found: any, name: string) => found[name], components),
      )
    : value;
const formatOf = (parameters: any[], name: string): any =>
  follow(
    parameters.map(follow).find((parameter) => parameter.in === 'path' && parameter.name === name).schema,
  );

export const OPERATIONS = new Map<string, Operation>();
for (const [path, item] of Object.entries(contract.paths as Record<string, any>))
  for (const method of METHODS.filter((each) => item[each])) {
    const { operationId: id, 'x-availability': availability, parameters = [] } = item[method];
    OPERATIONS.set(id, {
      id,
      method: method.toUpperCase(),
      path,
      isPlanned: availability === 'planned',
      isFormat(name, value) {
        const {
          pattern,
          enum: values,
          format,
          type,
        } = formatOf([...parameters, ...(item.parameters ?? [])], name);
        if (type === 'integer') return /^[1-9]\d*$/.test(String(value));
        if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
        return new RegExp(pattern ?? '', 'u').test(String(value)) && (values?.includes(value) ?? true);
      },
    });
  }

export type Dice = ReturnType<typeof createDice>;
/** Returns random choices that depend on the seed alone (mulberry32). */
export function createDice(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(fraction() * below);
  const chance = (percent: number) => fraction() * 100 < percent;
  const pick = <T>(list: readonly T[]) => list[int(list.length)]!;
  return {
    int,
    chance,
    pick,
    maybe: <T>(value: T, percent = 50) => (chance(percent) ? value : undefined),
    text: (word: string) => `${word} ${int(1000)}`,
    some: <T>(list: readonly T[], atMost = 3): T[] => list.filter(() => chance(40)).slice(0, atMost),
  };
}

/** Returns the id of a record of this kind, or at times an id that names none. */
export function anyId(world: World, dice: Dice, kind: Kind, percent = 88): string {
  const { rows, gone } = world;
  // Half of the commands name one of the newest records, which then have a long history.
  const existing = dice.chance(50) ? rows[kind].slice(-4) : rows[kind];
  if (existing.length > 0 && dice.chance(percent)) return dice.pick(existing).id;
  if (gone[kind].length > 0 && dice.chance(60)) return dice.pick(gone[kind]);
  const other = dice.pick(KINDS.filter((each) => each !== kind && rows[each].length > 0));
  return dice.pick([
    `${PREFIXES[kind]}_01kk0000000000000000000000`,
    dice.pick(rows[other]).id,
    'constructor',
  ]);
}

/** Returns a record for the id in a path, undefined when the id names none. */
export function target(world: World, dice: Dice, kind: Kind, percent?: number) {
  const id = anyId(world, dice, kind, percent);
  return { id, row: world.find(kind, id) };
}

/** Chooses ids for fields of a body, and collects the fields whose id names no record. */
export function references(world: World, dice: Dice) {
  const unknown: string[] = [];
  return {
    unknown,
    to(kind: Kind, field: string): string {
      const id = anyId(world, dice, kind, 95);
      if (!world.find(kind, id)) unknown.push(field);
      return id;
    },
  };
}

/** A fault: the field that the rejection names, and what the request has instead. */
export type Fault = [field: string, fields: Record<string, unknown>];
export const UNLISTED: Fault = ['surprise', { surprise: 1 }];

/** Returns the body, or at times the body with one of the faults. */
export function bodyWith(dice: Dice, body: object, faults: Fault[], percent = 6) {
  if (!dice.chance(percent)) return { body, faults: [] as string[] };
  const [field, fields] = dice.pick([...faults, UNLISTED]);
  return { body: { ...body, ...fields }, faults: [field] };
}

/** Returns the query, or at times the query with one of the faults. */
export function queryWith(dice: Dice, query: Record<string, unknown>, faults: Fault[] = []) {
  const { body, faults: faulty } = bodyWith(dice, query, faults, 4);
  return { query: body as Record<string, unknown>, faults: faulty };
}

const HOUR = 3_600_000;
interface Cursor {
  value: string;
  after: number;
  query: Record<string, unknown>;
  until: number;
}

/** Plans a list with pages. `position` orders the rows; `view` returns a row as the list shows it. */
export function page<T>(
  world: World,
  dice: Dice,
  list: { name: string; filters: (dice: Dice) => Record<string, unknown>; faults: Fault[] },
  rowsOf: (query: any) => T[],
  position: (row: T) => number,
  view: (row: T, body: any) => unknown,
): Plan {
  const cursors: Cursor[] = world.memory.get(list.name) ?? [];
  world.memory.set(list.name, cursors);
  const cursor = dice.chance(40) && cursors.length > 0 ? dice.pick(cursors.slice(-8)) : undefined;
  const filters = cursor ? cursor.query : list.filters(dice);
  const limit = dice.maybe(dice.pick([1, 2, 3, 10, 200]), 70);
  const foreign = [...world.memory].find(([name, other]) => name !== list.name && other[0]?.until)?.[1][0];
  const { query, faults } = queryWith(dice, { ...filters, limit, cursor: cursor?.value }, [
    ...list.faults,
    ['limit', { limit: dice.pick(['0', '201', 'ten']) }],
    ['cursor', { cursor: foreign?.value ?? 'garbled' }],
  ]);
  if (cursor && cursor.until < Date.now()) faults.push('cursor');
  const matching = rowsOf(filters);
  const rest = cursor ? matching.filter((row) => position(row) > cursor.after) : matching;
  return {
    query,
    faults,
    succeed(body) {
      const rows = rest.slice(0, limit ?? 50);
      const nextCursor = rows.length < rest.length ? String(body.nextCursor) : undefined;
      if (nextCursor !== undefined && body.nextCursor === undefined) throw new Error('nextCursor is absent.');
      if (nextCursor !== undefined && !cursors.some(({ value }) => value === nextCursor))
        cursors.push({
          value: nextCursor,
          after: position(rows.at(-1)!),
          query: filters,
          until: Date.now() + HOUR,
        });
      return {
        data: rows.map((row, index) => view(row, body.data?.[index])),
        total: matching.length,
        nextCursor,
      };
    },
  };
}

/** Plans a GET of one record. */
export const readRecord =
  (kind: Kind, view: (world: World, row: Row) => unknown = (_world, row) => row): Command =>
  (world, dice) => {
    const { id, row } = target(world, dice, kind, 94);
    return { params: { id }, isMissing: !row, succeed: () => view(world, row!) };
  };

/** Returns the representation of a record at a path. */
export const tagged = (key: string, view: () => unknown): Tagged => ({ key, view });
