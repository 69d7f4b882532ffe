// One request's view of the records of an organization. Changes are collected, and saved in the
// transaction together with their activity (open-worlds.ts).
import { isDeepStrictEqual } from 'node:util';
import { type Activity, type Actor, SYSTEM, type Note } from '../audit/entry';
import type { ActivityReader } from '../audit/read';
import type { Clock } from '../../base/day';
import type { UploadedFile } from '../../contract/body-formats';
import type { Principal } from '../../contract/handler';
import { putRow, rowsBy } from '../../contract/list-filters';
import type { Fields, RecordModel } from '../../contract/record-model';
import { nextUpdatedAt } from './asset-store';
import { unauthorized } from '../../base/errors';
import { nextSlice } from '../../base/scheduling/time-slices';
import {
  type Changed,
  type Changes,
  type WorldMemory,
  type WorldTransaction,
  listName,
  recordName,
} from './memory';
import { type RecordStore, type TableStore, newId, nextSequence } from './table';
import { turnsOnArrival } from './time';
import {
  type CollectionName,
  MARK,
  type Present,
  type RecordOf,
  SHOWN,
  TURN,
  TURNING,
  VIEWS,
  createActivity,
  folded,
  isSearchable,
  isSeries,
  nextTurn,
  searchedValues,
  toStored,
  findTurn,
} from './views';

export interface Stores {
  model: RecordModel;
  clock: Clock;
  /** Records whose tables released operations change too. */
  tables: Partial<Record<string, TableStore>>;
  /** All other records. */
  records: RecordStore;
  activity: ActivityReader;
  memory: WorldMemory;
  /** Whether keys without a user may change people too. */
  isSandbox: boolean;
  /** Returns the origin at which callers reach the sandbox. */
  origin: () => string;
  /** Stores the bytes of an uploaded file, in a sandbox. */
  keepFile?: (file: UploadedFile) => Promise<void>;
}

/** Where a caller without a valid key finds one. */
export const KEY_ADVICE =
  'The sandbox prints its key when it starts, and POST /sandbox/worlds returns the key of a new world.';

/** A collection of the contract, or one that a branch of it adds. */
type Found<Name> = Name extends CollectionName ? RecordOf<Name> : Fields;

/** The entries of a request have the time of the request, so that the log is in the order of events. */
export const dated = (at: Date) => ({ id: newId('act'), occurredAt: at.toISOString() });

/** About the characters of a task. */
const ROW_SIZE = 500;

const isSame = (before: Fields, after: Fields): boolean =>
  Object.keys({ ...before, ...after }).every((name) => isDeepStrictEqual(before[name], after[name]));

/** Makes changes in the records of a list or of a search, whose rows `passes` selects. */
function withChanges(
  collection: string,
  records: Fields[],
  changes: Changed[],
  passes: (record: Fields) => boolean = () => true,
): Fields[] {
  const changed = changes.filter((change) => change.collection === collection);
  if (changed.length === 0) return records;
  const present = new Map(records.map((record) => [record.id, record]));
  for (const { before, after } of changed)
    if (after && passes(after)) present.set(after.id, after);
    else present.delete((after ?? before)!.id);
  return [...present.values()];
}

/** Makes later changes in a kept list, which may have some of them already. */
const follow = (records: Fields[], changes: Changed[]): void =>
  changes.forEach(({ before, after }) => putRow(records, (after ?? before)!.id, after));

export class World {
  readonly model: RecordModel;
  readonly organization: Principal['organization'];
  /** The user behind the key. An organization without people has none. */
  readonly user: Principal['user'];
  /** The id that `createdBy` and similar fields name. */
  readonly userId: string;
  readonly now: Date;
  /** The day in UTC. */
  readonly today: string;
  /** The changes of this request. */
  readonly own: Changes = { records: new Map(), entries: [] };
  private readonly lists: Map<string, Promise<Fields[]>>;

  constructor(
    readonly stores: Stores,
    readonly principal: Principal,
    private readonly actor: Actor,
    private readonly shared?: WorldTransaction,
  ) {
    this.lists = shared?.lists ?? new Map<string, Promise<Fields[]>>();
    this.model = stores.model;
    this.organization = principal.organization;
    this.user = principal.user;
    this.userId = principal.user?.id ?? principal.keyId;
    this.now = stores.clock.now(principal.organization.id);
    this.today = this.now.toISOString().slice(0, 10);
  }

  async find<Name extends string>(collection: Name, id: unknown): Promise<Found<Name> | undefined> {
    const { organization, shared, stores } = this;
    const key = `${collection} ${String(id)}`;
    const change = this.own.records.get(key) ?? shared?.earlier.records.get(key);
    if (change) return change.after as Found<Name> | undefined;
    const table = stores.tables[collection];
    if (table)
      return (await table.find(shared?.transaction, organization, String(id))) as Found<Name> | undefined;
    const stored = await this.keptRecord(collection, String(id));
    return (stored && (await this.view(collection, stored))) as Found<Name> | undefined;
  }

  /** Returns the records with these ids as they last were, also deleted ones: evidence outlives them. */
  async lastKnown<Name extends CollectionName>(collection: Name, ids: string[]): Promise<RecordOf<Name>[]> {
    const { records } = this.stores;
    const findFormer = (id: string) => records.find(this.organization, collection, id, true);
    const found = [...new Set(ids)].map(async (id) => (await this.find(collection, id)) ?? findFormer(id));
    return (await Promise.all(found)).filter((record) => record !== undefined) as RecordOf<Name>[];
  }

  /** Returns whether no record has an id, and no deleted one had it. */
  async isNew(collection: string, id: unknown): Promise<boolean> {
    return (await this.lastKnown(collection as CollectionName, [String(id)])).length === 0;
  }

  /** Returns the records whose field has a value, in any case of its letters. */
  async search<Name extends string>(collection: Name, field: string, value: string): Promise<Found<Name>[]> {
    const { organization, shared, stores } = this;
    const wanted = folded(value);
    const passes = (record: Fields): boolean => folded(record[field]) === wanted;
    const ofRecords = isSearchable(collection, field) ? this.searched(collection, field, wanted) : undefined;
    const table = stores.tables[collection];
    const rows = table ? table.search(shared?.transaction, organization, field, value) : ofRecords;
    if (!rows) return (await this.list(collection)).filter((record) => passes(record as Fields));
    return withChanges(collection, await rows, this.changes(), passes) as Found<Name>[];
  }

  /** Returns the records in order of creation, with the changes of this request. */
  async list<Name extends string>(collection: Name): Promise<Found<Name>[]> {
    const isKept = !this.shared || !this.stores.tables[collection];
    const load = () => (isKept ? this.kept(collection) : this.viewed(collection));
    const list = this.lists.get(collection) ?? load();
    this.lists.set(collection, list);
    return withChanges(collection, await list, this.changes()) as Found<Name>[];
  }

  /** Returns the committed records. They are read outside of a transaction, which can fail. */
  private kept(collection: string): Promise<Fields[]> {
    const { memory, tables } = this.stores;
    const load = () => new World(this.stores, this.principal, this.actor).viewed(collection);
    return memory.keep(this.organization.id, listName(collection), load, {
      of: [collection, ...SHOWN],
      sizeOf: ({ length }) => length * ROW_SIZE,
      ...(!tables[collection] && { follow }),
    });
  }

  private async viewed(collection: string): Promise<Fields[]> {
    const { organization, shared, stores } = this;
    const store = stores.tables[collection] ?? stores.records;
    const records = await store.list(shared?.transaction, organization, collection);
    const view = VIEWS[collection];
    if (!view) return records;
    const lists = this.ofLists();
    for (const [index, record] of records.entries()) {
      await nextSlice();
      records[index] = await view(record, lists);
    }
    return records;
  }

  /** Returns a committed record as it is stored. */
  private keptRecord(collection: string, id: string): Promise<Fields | undefined> {
    const { memory, records } = this.stores;
    return memory.keep(
      this.organization.id,
      recordName(collection, id),
      () => records.find(this.organization, collection, id),
      { of: [], sizeOf: (record) => JSON.stringify(record ?? null).length },
    );
  }

  private async searched(collection: string, field: string, value: string): Promise<Fields[]> {
    const { memory, records } = this.stores;
    const found = await memory.keep(
      this.organization.id,
      `search ${collection} ${field} ${value}`,
      () => records.search(this.organization, collection, field, value),
      { of: [collection], sizeOf: ({ length }) => length * ROW_SIZE },
    );
    return Promise.all(found.map(async (record) => this.view(collection, record)));
  }

  /** Returns the changes of this transaction: those of earlier requests, then those of this one. */
  private changes(): Changed[] {
    return [...(this.shared?.earlier.records.values() ?? []), ...this.own.records.values()];
  }

  /** Returns the user behind the key. @throws ApiError `unauthorized` when it was deleted meanwhile. */
  async me(): Promise<RecordOf<'User'>> {
    const user = await this.find('User', this.userId);
    if (!user) throw unauthorized(KEY_ADVICE);
    return user;
  }

  /** A world of the sandbox has a name of its own. */
  async organizationName(): Promise<string> {
    return (await this.find('CurrentUser', 'me'))?.organizationName ?? this.organization.slug;
  }

  /** Returns the access control items of the user behind the key. */
  async items(): Promise<RecordOf<'AccessControl'>[]> {
    const items = await this.search('AccessControl', 'userId', this.userId);
    return items.filter(({ userId }) => userId === this.userId);
  }

  /** Adds a record with the next id. */
  create(collection: string, record: object, note?: Note): Promise<Fields> {
    const $sequence = nextSequence();
    const id = newId(this.model.prefixOf(collection), $sequence);
    return this.save(collection, undefined, { id, ...record, $sequence }, note);
  }

  /** Changes a record, whose `updatedAt` then increases. Does nothing without a difference. */
  async change(collection: string, before: object, after: object, note?: Note): Promise<Fields> {
    if (isSame(before as Fields, after as Fields)) return before as Fields;
    const field = ['updatedAt', 'updated_at'].find((name) => name in before);
    const updated = field && { [field]: nextUpdatedAt(String((before as Fields)[field]), this.now) };
    return this.save(collection, before as Fields, { ...after, ...updated }, note);
  }

  /** Stores a record as the API shows it, for example with the name of a facility that ends. */
  async keep(collection: string, record: object): Promise<void> {
    await this.save(collection, record as Fields, record as Fields);
  }

  async remove(collection: string, before: object, note?: Note): Promise<void> {
    await this.save(collection, before as Fields, undefined, note);
  }

  /** Returns the changes of earlier requests, with the records as they are stored. */
  private earlierStored(): Changed[] {
    const earlier = [...(this.shared?.earlier.records.values() ?? [])];
    return earlier.map((change) => ({ ...change, after: change.stored }));
  }

  /**
   * Returns the records with a value, or with one in a range, as they are stored: without what time and this request
   * changed.
   */
  async stored(collection: string, field: string, range: string | [after: string, upTo: string]) {
    const { organization, stores } = this;
    const [after, upTo] = typeof range === 'string' ? [undefined, range] : range;
    const rows = await (after === undefined
      ? stores.records.search(organization, collection, field, upTo)
      : stores.records.between(organization, collection, field, [after, upTo]));
    const passes = (record: Fields): boolean => {
      const value = searchedValues(collection, record)[field];
      if (value === undefined || after === undefined) return value === upTo;
      return value > after && value <= upTo;
    };
    return withChanges(collection, rows, this.earlierStored(), passes);
  }

  async storedRecord(collection: string, id: string): Promise<Fields | undefined> {
    const earlier = this.shared?.earlier.records.get(`${collection} ${id}`);
    return earlier ? earlier.stored : this.keptRecord(collection, id);
  }

  async nextTurn(after: number): Promise<number> {
    const { records } = this.stores;
    const from = new Date(after).toISOString();
    const next = await Promise.all(TURNING.map((each) => records.next(this.organization, each, TURN, from)));
    const earlier = this.earlierStored().flatMap(({ collection, stored }) =>
      stored && TURNING.includes(collection) ? [nextTurn(collection, stored, after)] : [],
    );
    return Math.min(...next.flatMap((time) => (time === undefined ? [] : [Date.parse(time)])), ...earlier);
  }

  /** Records a change that time made. */
  logTurn(activity: Activity, at: number): void {
    this.own.entries.push({ actor: SYSTEM, activity, past: dated(new Date(at)) });
  }

  /** Notes that the log has what time changed up to now. */
  mark(before: Fields | undefined, until: number): void {
    const { collection, id } = MARK;
    const after = { $sequence: nextSequence(), ...before, id, until };
    this.own.records.set(`${collection} ${id}`, { collection, before, after, stored: after });
  }

  private view(collection: string, record: Fields): Fields | Promise<Fields> {
    return VIEWS[collection]?.(record, this) ?? record;
  }

  facility(id: string): Promise<RecordOf<'Facility'> | undefined> {
    return this.find('Facility', id);
  }

  async instances(taskId: string): Promise<RecordOf<'TaskInstance'>[]> {
    const instances = await this.search('TaskInstance', 'parentTaskId', taskId);
    return instances.filter(({ parentTaskId }) => parentTaskId === taskId);
  }

  /** What views of many records show of others: each of these lists is read once. */
  private ofLists(): Present {
    return {
      now: this.now,
      today: this.today,
      facility: async (id) => rowsBy(await this.list('Facility'), 'id').get(id)?.[0],
      instances: async (taskId) => rowsBy(await this.list('TaskInstance'), 'parentTaskId').get(taskId) ?? [],
    };
  }

  /** Records an activity of a record, also of one that is not changed itself. */
  log(collection: string, before?: Fields, after?: Fields, note?: Note): void {
    const activity = createActivity(this.model, collection, before, after, note);
    if (activity) this.logActivity(activity);
  }

  /** Adds an entry for the user behind the key, unless an update changed no field. */
  logActivity(activity: Activity): void {
    if (activity.operation === 'updated' && activity.changes.length === 0) return;
    this.own.entries.push({ actor: this.actor, activity, past: dated(this.now) });
  }

  private async save(collection: string, before?: Fields, after?: Fields, note?: Note): Promise<Fields> {
    const key = `${collection} ${String((after ?? before)!.id)}`;
    const first = this.own.records.get(key);
    const stored = after && toStored(collection, after);
    const viewed = stored && (await this.view(collection, stored));
    this.log(collection, before, before ? viewed : stored, note);
    this.own.records.set(key, {
      collection,
      before: first ? first.before : before,
      after: viewed,
      stored: viewed === stored ? stored : viewed && toStored(collection, viewed),
    });
    if (stored && TURNING.includes(collection)) await this.expectTurn(collection, before, stored);
    return viewed ?? {};
  }

  /** Logs what time has changed already, and remembers when it next changes the record. */
  private async expectTurn(collection: string, before: Fields | undefined, stored: Fields): Promise<void> {
    const { organization, stores } = this;
    const now = this.now.getTime();
    if ((findTurn(collection, stored) ?? Infinity) <= now) {
      const isMoved = isSeries(stored) && (before?.dueDate !== stored.dueDate || !isSeries(before ?? {}));
      const isNew = before === undefined && collection !== 'TaskInstance'; // a change of the instance of a task
      if (isNew || isMoved)
        for (const activity of turnsOnArrival(collection, stored, await this.storedInstances(stored.id), now))
          this.logTurn(activity, now);
      this.mark(await this.find<string>(MARK.collection, MARK.id), now);
    }
    const turn = Math.min(stores.memory.getTurn(organization.id), nextTurn(collection, stored, now));
    stores.memory.setTurn(organization.id, turn);
  }

  /** Returns the stored instances of a task without those that this request removes. */
  private async storedInstances(task: unknown): Promise<Fields[]> {
    const changed = (id: unknown) => this.own.records.get(`TaskInstance ${String(id)}`);
    const stored = await this.stored('TaskInstance', 'parentTaskId', folded(task));
    return stored.filter(({ id }) => changed(id)?.after || !changed(id));
  }
}
