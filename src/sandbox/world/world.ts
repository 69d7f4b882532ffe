// One request's view of the records of an organization. Changes are collected, and flushed into the
// transaction together with their activity.
import { randomBytes } from 'node:crypto';
import { type Activity, type Actor, byCaller } from '../../audit/entry';
import type { Head, Log } from '../../audit/append';
import type { ActivityReader } from '../../audit/read';
import type { Caller } from '../../contract/handler';
import type { SharedTransaction } from '../../database/database';
import type { Organization } from '../../organizations/organization';
import { nextUpdatedAt } from '../../resources/cyber-assets/rules';
import { typeIdOf } from '../demo-data/demo-id';
import { type ActivityNote, activityOf } from './activity-entry';
import type { Inventory } from './inventory-store';
import type { Fields, Model } from './model';
import type { RecordStore } from './records';
import { VIEWS, storedOf } from './views';

let last = 0;

/** Returns a number that always increases: 4,096 numbers a millisecond. */
export const nextSequence = (): number => (last = Math.max(Date.now() * 4096, last + 1));

export const newId = (prefix: string, sequence = nextSequence()): string => {
  const bytes = randomBytes(16);
  bytes.writeUInt16BE(sequence % 4096, 6); // ids of one millisecond are in order
  return typeIdOf(prefix.replace(/_$/, ''), Math.floor(sequence / 4096), bytes);
};

export interface Stores {
  model: Model;
  inventory: Inventory;
  records: RecordStore;
  log: Log;
  activity: ActivityReader;
}

interface Change {
  collection: string;
  before: Fields | undefined;
  after: Fields | undefined;
}

export class World {
  readonly now = new Date();
  readonly today = this.now.toISOString().slice(0, 10);
  private readonly changed = new Map<string, Change>();
  private readonly lists = new Map<string, Promise<Fields[]>>();
  private readonly activities: Activity[] = [];

  constructor(
    private readonly stores: Stores,
    readonly organization: Organization,
    private readonly caller: Caller,
    private readonly transaction?: SharedTransaction,
  ) {}

  get model(): Model {
    return this.stores.model;
  }

  get log(): ActivityReader {
    return this.stores.activity;
  }

  async find(collection: string, id: unknown): Promise<Fields | undefined> {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const change = this.changed.get(`${collection} ${id}`);
    if (change) return change.after;
    const { organization, transaction } = this;
    const found = await this.storeOf(collection).find(transaction, organization, collection, String(id));
    return found && this.view(collection, found);
  }

  /** Returns the records in order of creation, without the changes of this request. */
  list(collection: string): Promise<Fields[]> {
    let list = this.lists.get(collection);
    if (!list) {
      const { organization, transaction } = this;
      list = this.storeOf(collection)
        .list(transaction, organization, collection)
        .then((records) => Promise.all(records.map((record) => this.view(collection, record))));
      this.lists.set(collection, list);
    }
    return list;
  }

  /** Returns the user behind the API key, also after the deletion of that user. */
  async me(): Promise<Fields> {
    const { userId, ...profile } = (await this.find('CurrentUser', 'me'))!;
    return (await this.find('User', userId)) ?? { ...profile, id: userId };
  }

  /** Adds a record to a collection. */
  create(collection: string, record: Fields, note?: ActivityNote): Promise<Fields> {
    const sequence = nextSequence();
    const id = record['id'] ?? newId(this.model.prefixOf(collection), sequence);
    return this.save(collection, undefined, { id, ...record, $sequence: sequence }, note);
  }

  /** Changes a record. Its `updatedAt` always increases. */
  change(collection: string, before: Fields, after: Fields, note?: ActivityNote): Promise<Fields> {
    const field = ['updatedAt', 'updated_at'].find((name) => name in before);
    const updated = field ? { [field]: nextUpdatedAt(String(before[field]), this.now) } : {};
    return this.save(collection, before, { ...after, ...updated }, note);
  }

  async remove(collection: string, before: Fields, note?: ActivityNote): Promise<void> {
    this.record(collection, before, undefined, note);
    this.changed.set(`${collection} ${String(before['id'])}`, { collection, before, after: undefined });
  }

  /** Records an activity that changes no record. */
  record(collection: string, before?: Fields, after?: Fields, note?: ActivityNote): void {
    const activity = activityOf(this.model, collection, before, after, note);
    if (activity) this.activities.push(activity);
  }

  flush(transaction: SharedTransaction, head: Head | undefined): void {
    const { organization, caller, stores } = this;
    for (const { collection, before, after } of this.changed.values())
      this.storeOf(collection).save(transaction, organization, collection, before, after && storedOf(after));
    const actor: Actor = byCaller(caller);
    for (const activity of this.activities)
      stores.log.record(transaction, head, { organization: organization.id, actor, activity });
  }

  private storeOf(collection: string): RecordStore {
    return this.stores.inventory.has(collection) ? this.stores.inventory : this.stores.records;
  }

  private view(collection: string, record: Fields): Fields | Promise<Fields> {
    return VIEWS[collection]?.(record, this) ?? record;
  }

  private async save(
    collection: string,
    before: Fields | undefined,
    after: Fields,
    note?: ActivityNote,
  ): Promise<Fields> {
    this.record(collection, before, after, note);
    const key = `${collection} ${String(after['id'])}`;
    const earlier = this.changed.get(key);
    const viewed = await this.view(collection, storedOf(after));
    this.changed.set(key, { collection, before: earlier ? earlier.before : before, after: viewed });
    return viewed;
  }
}
