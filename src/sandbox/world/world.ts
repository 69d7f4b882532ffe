// One request's view of the records of an organization. Changes are collected, and flushed into the
// transaction together with their activity.
import type { Head, Log } from '../../server/audit/append';
import { type Activity, byCaller, type Note, recordChange } from '../../server/audit/entry';
import type { ActivityReader } from '../../server/audit/read';
import type { Clock } from '../../base/clock';
import { contractDocument } from '../../contract/document';
import type { Principal, RequestOrigin } from '../../contract/handler';
import { type Fields, type RecordModel, wordsOf } from '../../contract/record-model';
import type { SharedTransaction } from '../../database/database';
import { nextUpdatedAt } from '../../server/resources/cyber-assets/asset-rules';
import { unauthorized } from '../../base/errors';
import type { People } from '../people';
import type { Store } from '../record-table';
import type { CollectionName, RecordOf } from './collections';
import { newId, nextSequence } from './ids';
import { VIEWS, storedOf } from './views';

const { ActivityResourceType } = contractDocument.components.schemas as Record<string, { enum: string[] }>;
const LOGGED_KINDS = new Set(ActivityResourceType!.enum);

export interface Stores {
  model: RecordModel;
  clock: Clock;
  storeOf(collection: string): Store;
  log: Log;
  activity: ActivityReader;
  people: Pick<People, 'itemsOf'>;
}

/** A collection of the contract, or one that a branch of it adds. */
type Found<Name> = Name extends CollectionName ? RecordOf<Name> : Fields;

/** Collections that decide what a user may do. */
const PEOPLE = ['User', 'AccessControl'];

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
    private readonly principal: Principal,
    private readonly origin: RequestOrigin,
    private readonly transaction?: SharedTransaction,
  ) {
    this.now = stores.clock.now(principal.organization.id);
    this.today = this.now.toISOString().slice(0, 10);
  }

  get model(): RecordModel {
    return this.stores.model;
  }

  get organization(): Principal['organization'] {
    return this.principal.organization;
  }

  /** The user behind the key. An organization without people has none. */
  get user(): Principal['user'] {
    return this.principal.user;
  }

  /** The id that `createdBy` and similar fields name. */
  get userId(): string {
    return this.user?.id ?? this.principal.keyId;
  }

  async find<Name extends string>(collection: Name, id: unknown): Promise<Found<Name> | undefined> {
    const { organization, transaction, stores } = this;
    const change = this.changed.get(`${collection} ${String(id)}`);
    if (change) return change.after as Found<Name> | undefined;
    const found = await stores.storeOf(collection).find(transaction, organization, collection, String(id));
    return found && ((await this.view(collection, found)) as Found<Name>);
  }

  /** Returns the records in order of creation, without the changes of this request. */
  list<Name extends string>(collection: Name): Promise<Found<Name>[]> {
    const { organization, transaction, stores } = this;
    const read = async (): Promise<Fields[]> => {
      const records = await stores.storeOf(collection).list(transaction, organization, collection);
      return Promise.all(records.map(async (record) => this.view(collection, record)));
    };
    const list = this.lists.get(collection) ?? read();
    this.lists.set(collection, list);
    return list as Promise<Found<Name>[]>;
  }

  /** Returns the user behind the key. @throws ApiError `unauthorized` when it was deleted meanwhile. */
  async me(): Promise<RecordOf<'User'>> {
    const user = await this.find('User', this.userId);
    if (!user) throw unauthorized();
    return user;
  }

  /** Returns the access control items of the user behind the key. */
  items(): Promise<RecordOf<'AccessControl'>[]> {
    return this.stores.people.itemsOf(this.organization, this.userId);
  }

  /** Returns whether this request changes users or access control items. */
  get changesPeople(): boolean {
    return [...this.changed.values()].some(({ collection }) => PEOPLE.includes(collection));
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

  flush(transaction: SharedTransaction, head: Head | undefined): void {
    const { organization, stores, origin, user } = this;
    const actor = byCaller({ keyId: this.principal.keyId, userId: user?.id, ...origin });
    for (const { collection, before, after } of this.changed.values())
      stores
        .storeOf(collection)
        .save(transaction, organization, collection, before, after && storedOf(after));
    for (const activity of this.activities)
      stores.log.record(transaction, head, {
        organization: organization.id,
        actor,
        activity,
      });
  }

  private view(collection: string, record: Fields): Fields | Promise<Fields> {
    return VIEWS[collection]?.(record, this) ?? record;
  }

  private log(collection: string, before?: Fields, after?: Fields, note?: Note): void {
    const kind = wordsOf(collection);
    if (!LOGGED_KINDS.has(kind.replaceAll(' ', '-'))) return;
    const fields = Object.keys(this.model.fieldsOf(collection));
    this.activities.push(recordChange(kind, fields, before, after, note));
  }

  private async save(collection: string, before?: Fields, after?: Fields, note?: Note): Promise<Fields> {
    this.log(collection, before, after, note);
    const key = `${collection} ${String((after ?? before)!.id)}`;
    const first = this.changed.get(key);
    const viewed = after && (await this.view(collection, storedOf(after)));
    this.changed.set(key, { collection, before: first ? first.before : before, after: viewed });
    return viewed ?? {};
  }
}
