// One request's view of the records of an organization. Changes are collected, and flushed into the
// transaction together with their activity.
import type { Head, Log } from '../../server/audit/append';
import { type Activity, byCaller, type Note, recordChange } from '../../server/audit/entry';
import type { ActivityReader } from '../../server/audit/read';
import type { Clock } from '../../base/clock';
import { createTimeSlices } from '../../base/scheduling/time-slices';
import { contractDocument } from '../../contract/document';
import type { Caller } from '../../contract/handler';
import { type Fields, type RecordModel, wordsOf } from '../../contract/record-model';
import type { SharedTransaction } from '../../database/database';
import type { Organization } from '../../base/organization';
import { nextUpdatedAt } from '../../server/resources/cyber-assets/asset-rules';
import type { Store } from '../record-table';
import type { CollectionName, RecordOf } from './collections';
import { newId, nextSequence } from './ids';
import { VIEWS, isStored, storedOf } from './views';

const { ActivityResourceType } = contractDocument.components.schemas as Record<string, { enum: string[] }>;
const LOGGED_KINDS = new Set(ActivityResourceType!.enum);

export interface Stores {
  model: RecordModel;
  clock: Clock;
  storeOf(collection: string): Store;
  log: Log;
  activity: ActivityReader;
}

/** A collection of the contract, or one that a branch of it adds. */
type Found<Name> = Name extends CollectionName ? RecordOf<Name> : Fields;

interface Changed {
  collection: string;
  before: Fields | undefined;
  after: Fields | undefined;
}

export class World {
  readonly now: Date;
  /** The day in UTC. */
  readonly today: string;
  private readonly changed = new Map<string, Changed>();
  private readonly lists = new Map<string, Promise<Fields[]>>();
  private readonly activities: Activity[] = [];

  constructor(
    readonly stores: Stores,
    readonly organization: Organization,
    private readonly caller: Caller,
    private readonly transaction?: SharedTransaction,
  ) {
    this.now = stores.clock.now(organization.id);
    this.today = this.now.toISOString().slice(0, 10);
  }

  get model(): RecordModel {
    return this.stores.model;
  }

  async find<Name extends string>(collection: Name, id: unknown): Promise<Found<Name> | undefined> {
    const { organization, transaction, stores } = this;
    const change = this.changed.get(`${collection} ${String(id)}`);
    if (change) return change.after as Found<Name> | undefined;
    const found = await stores.storeOf(collection).find(transaction, organization, collection, String(id));
    return found && ((await this.view(collection, found)) as Found<Name>);
  }

  /** Returns the records in order of creation, with the changes of this request. */
  async list<Name extends string>(collection: Name): Promise<Found<Name>[]> {
    const { organization, transaction, stores } = this;
    const read = async (): Promise<Fields[]> => {
      const nextSlice = createTimeSlices();
      const viewed: Fields[] = [];
      for (const record of await stores.storeOf(collection).list(transaction, organization, collection)) {
        viewed.push(await this.view(collection, record));
        await nextSlice();
      }
      return viewed;
    };
    const list = this.lists.get(collection) ?? read();
    this.lists.set(collection, list);
    return this.withChanges(collection, await list) as Found<Name>[];
  }

  /** Returns the user behind the API key, also after the deletion of that user. */
  async me(): Promise<RecordOf<'User'>> {
    const { profile } = (await this.find('CurrentUser', 'me'))!;
    return (await this.find('User', profile.id)) ?? profile;
  }

  /** Adds a record with the next id. */
  create(collection: string, record: object, note?: Note): Promise<Fields> {
    const $sequence = nextSequence();
    const id = newId(this.model.prefixOf(collection), $sequence);
    return this.save(collection, undefined, { id, ...record, $sequence }, note);
  }

  /** Changes a record. Its `updatedAt` always increases. */
  change(collection: string, before: object, after: object, note?: Note): Promise<Fields> {
    const field = ['updatedAt', 'updated_at'].find((name) => name in before);
    const updated = field && { [field]: nextUpdatedAt(String((before as Fields)[field]), this.now) };
    return this.save(collection, before as Fields, { ...after, ...updated }, note);
  }

  async remove(collection: string, before: object, note?: Note): Promise<void> {
    await this.save(collection, before as Fields, undefined, note);
  }

  /** Records an activity of a record that is not changed itself. */
  record(collection: string, before: object, after: object, note: Note): void {
    this.log(collection, before as Fields, after as Fields, note);
  }

  async flush(transaction: SharedTransaction, head: Head | undefined): Promise<void> {
    const { organization, caller, stores } = this;
    const nextSlice = createTimeSlices();
    for (const { collection, before, after } of this.changed.values()) {
      await nextSlice();
      stores
        .storeOf(collection)
        .save(transaction, organization, collection, before, after && storedOf(collection, after));
    }
    for (const activity of this.activities) {
      await nextSlice();
      stores.log.record(transaction, head, {
        organization: organization.id,
        actor: byCaller(caller),
        activity,
      });
    }
  }

  private withChanges(collection: string, records: Fields[]): Fields[] {
    const changed = [...this.changed.values()].filter((change) => change.collection === collection);
    if (changed.length === 0) return records;
    const present = new Map(records.map((record) => [record.id, record]));
    for (const { before, after } of changed)
      if (after) present.set(after.id, after);
      else present.delete(before!.id);
    return [...present.values()];
  }

  private view(collection: string, record: Fields): Fields | Promise<Fields> {
    return VIEWS[collection]?.(record, this) ?? record;
  }

  private log(collection: string, before?: Fields, after?: Fields, note?: Note): void {
    const kind = wordsOf(collection);
    if (!LOGGED_KINDS.has(kind.replaceAll(' ', '-'))) return;
    const fields = Object.keys(this.model.fieldsOf(collection)).filter((field) =>
      isStored(collection, field),
    );
    this.activities.push(recordChange(kind, fields, before, after, note));
  }

  private async save(collection: string, before?: Fields, after?: Fields, note?: Note): Promise<Fields> {
    this.log(collection, before, after, note);
    const key = `${collection} ${String((after ?? before)!.id)}`;
    const first = this.changed.get(key);
    const viewed = after && (await this.view(collection, storedOf(collection, after)));
    this.changed.set(key, { collection, before: first ? first.before : before, after: viewed });
    return viewed ?? {};
  }
}
