// Appends entries to the chains of organizations, in the transaction of the changes that they describe.
import { typeid } from 'typeid-js';
import { type BoundStatement, type Statement, compile, settleAll } from '../../database/statement';
import type { Clock } from '../../base/day';
import { nameDigest } from '../../base/digest';
import type { BatchedChange, Database, SharedTransaction, Transaction } from '../../database/database';
import {
  type RowsStatement,
  changeRows,
  compileFindRow,
  compileInsertRows,
  splitRows,
} from '../../database/rows';
import { sendAll } from '../../database/shared-transaction';
import type { OrganizationId } from '../../base/organization';
import { type ActivityRow, GENESIS_HASH, computeHash } from './chain';
import { type Activity, type Actor, NAME_FIELDS } from './entry';
import { type Limits, createQuota } from './quota';

/** Where a chain ends. Kept beside it, so that its last entries cannot be removed unnoticed. */
export interface Head {
  sequence: number;
  hash: string;
}

/** An activity in an organization, and its actor. */
export interface AuditEvent {
  organization: OrganizationId;
  actor: Actor;
  activity: Activity;
  /** The id and the time of an event whose time a record shows, or that time caused. The log dates other events. */
  past?: { id: string; occurredAt: string };
}

export type Log = ReturnType<typeof createLog>;

export const compileSelectHead = ({
  knex,
}: Pick<Database, 'knex'>): Statement<{ organization: OrganizationId }, Head> =>
  compile((param) =>
    knex('activity_heads').select('sequence', 'hash').where('organization_id', param('organization')),
  );

/** Without `key_id`, which few entries have, and which the schema of the previous version lacks. */
const COLUMNS: readonly (keyof ActivityRow | 'organization_id')[] = [
  'organization_id',
  'sequence',
  'id',
  'occurred_at',
  'actor_type',
  'actor_id',
  'operation',
  'resource_type',
  'resource_id',
  'description',
  'changes',
  'request_id',
  'source_address',
  'user_agent',
  'previous_hash',
  'hash',
];

type OrganizationKey = { organization_id: OrganizationId };
type HeadRow = OrganizationKey & Head;
type Row = OrganizationKey & ActivityRow;

const NAME_KEY = ['organization_id', 'name_digest', 'resource_type', 'resource_id'];

/** Returns the rows of `activity_names` for the names that an event gives its record, or takes away. */
const namesIn = ({ organization, activity: { resourceType, resourceId, changes } }: AuditEvent): object[] =>
  changes
    .filter(({ field }) => NAME_FIELDS.includes(field))
    .flatMap(({ before, after }) => [before, after])
    .filter((name) => typeof name === 'string')
    .map((name) => ({
      organization_id: organization,
      name_digest: nameDigest(name),
      resource_type: resourceType,
      resource_id: resourceId,
    }));

/** The chains that one transaction extends. */
class Chains {
  readonly heads = new Map<OrganizationId, Head>();
  private readonly times = new Map<OrganizationId, string>();

  constructor(private readonly clock: Clock) {}

  /** Returns the row of the next entry. `head` counts for the first entry of an organization. */
  extend(head: Head | undefined, { organization, actor, activity, past }: AuditEvent): Row {
    const previous = this.heads.get(organization) ?? head ?? { sequence: 0, hash: GENESIS_HASH };
    const { id, occurredAt } = past ?? {
      id: typeid('act').toString(),
      occurredAt: this.timeOf(organization),
    };
    const row = toRow(organization, previous, { id, occurredAt }, actor, activity);
    const hash = computeHash(organization, row);
    this.heads.set(organization, { sequence: row.sequence, hash });
    return { hash, ...row };
  }

  /** The entries of one transaction have one time. */
  private timeOf(organization: OrganizationId): string {
    const time = this.times.get(organization) ?? this.clock.now(organization).toISOString();
    this.times.set(organization, time);
    return time;
  }

  headRows(): HeadRow[] {
    return [...this.heads].map(([organization_id, head]) => ({ organization_id, ...head }));
  }
}

/** `limits`: of the changes that `record` describes; left out for changes of operators and of the Settings pages. */
export function createLog(database: Database, clock: Clock, limits?: Limits) {
  const quota = limits && createQuota(database, clock, limits);
  const selectHead = compileSelectHead(database);
  const key: (keyof OrganizationKey)[] = ['organization_id'];
  const columns = [...key, 'sequence', 'hash'];
  const headQuery = compileFindRow<OrganizationKey, HeadRow>(database, 'activity_heads', key, columns);
  const writeHeads = compileInsertRows(database, 'activity_heads', columns, { key });
  const insertWithoutKeys = compileInsertRows(database, 'activity', COLUMNS);
  const insertWithKeys = compileInsertRows(database, 'activity', [...COLUMNS, 'key_id']);
  const insert: RowsStatement = (rows) => {
    const hasKeys = (rows as readonly Row[]).some(({ key_id }) => key_id !== null);
    return hasKeys ? insertWithKeys(rows) : insertWithoutKeys(rows);
  };
  const insertNames = compileInsertRows(database, 'activity_names', NAME_KEY, { key: NAME_KEY });
  const hasNames = !database.missing.includes('0015-activity-search');
  const createStatements = (rows: Row[], events: readonly AuditEvent[]): BoundStatement[] => {
    const names = hasNames ? events.flatMap(namesIn) : [];
    return [...insert(rows), ...(names.length > 0 ? insertNames(names) : [])];
  };
  const entries: BatchedChange<{ head: Head | undefined; event: AuditEvent }> = {
    *statements(items) {
      const chains = new Chains(clock);
      for (const part of splitRows(items))
        yield* createStatements(
          part.map(({ head, event }) => extendWithin(chains, head, event)),
          part.map(({ event }) => event),
        );
      yield* writeHeads(chains.headRows());
    },
  };

  /** Several changes of one transaction exceed a limit together. */
  function extendWithin(chains: Chains, head: Head | undefined, event: AuditEvent): Row {
    const row = chains.extend(head, event);
    quota?.require(event.organization, event.activity, row.sequence);
    return row;
  }

  return {
    /** Appends events to the chain of one organization, and returns its new end; undefined when it is empty. */
    async append(
      transaction: Transaction,
      organization: OrganizationId,
      events: Iterable<AuditEvent>,
    ): Promise<Head | undefined> {
      const [head] = await transaction.all(selectHead, { organization });
      const chains = new Chains(clock);
      let sent = Promise.resolve();
      for (const part of splitRows(events)) {
        const rows = part.map((event) => chains.extend(head, event)); // while the database works on the last part
        await sent;
        sent = sendAll([{ transaction, statements: createStatements(rows, part) }]);
      }
      if (chains.heads.size > 0)
        await settleAll(sent, changeRows(transaction, writeHeads, chains.headRows()));
      return chains.heads.get(organization) ?? head;
    },
    /** Appends one event to the chain of each organization. No other transaction may append meanwhile. */
    async appendToEach(transaction: Transaction, events: readonly AuditEvent[]): Promise<void> {
      for (const some of splitRows(events)) {
        const keys = some.map(({ organization }) => ({ organization_id: organization }));
        const heads = await headQuery.run(transaction.all, keys);
        const statements = [...entries.statements(some.map((event, at) => ({ head: heads[at], event })))];
        await sendAll([{ transaction, statements }]);
      }
    },
    /** Finds the end of a chain for `record`; undefined when the chain is empty. */
    async findHead(
      transaction: SharedTransaction,
      organization_id: OrganizationId,
      { isCreation } = { isCreation: false },
    ): Promise<Head | undefined> {
      const head = await transaction.query(headQuery, { organization_id });
      await quota?.prepare(transaction, organization_id, head?.sequence ?? 0, isCreation);
      return head;
    },
    /**
     * Queues an event after `head`, which the same transaction has found.
     * @throws ApiError `rate_limited`, `conflict` where the log has limits.
     */
    record(transaction: SharedTransaction, head: Head | undefined, event: AuditEvent): void {
      quota?.require(event.organization, event.activity, (head?.sequence ?? 0) + 1);
      transaction.change(entries, { head, event });
    },
  };
}

/** Appends for one actor. */
export type RecordActivity = ReturnType<typeof recordBy>;

export const recordBy =
  ({ append }: Log, actor: Actor) =>
  async (transaction: Transaction, organization: OrganizationId, activities: Iterable<Activity>) => {
    function* events(): Generator<AuditEvent> {
      for (const activity of activities) yield { organization, actor, activity };
    }
    await append(transaction, organization, events());
  };

/** Returns the row of an entry after `head`, without its hash. */
export const toRow = (
  organization_id: OrganizationId,
  head: Head,
  { id, occurredAt }: NonNullable<AuditEvent['past']>,
  { actorType, actorId, requestId, sourceAddress = null, userAgent = null, keyId = null }: Actor,
  { operation, resourceType, resourceId, description, changes }: Activity,
) => ({
  organization_id,
  sequence: head.sequence + 1,
  previous_hash: head.hash,
  id,
  occurred_at: occurredAt,
  actor_type: actorType,
  actor_id: actorId,
  operation,
  resource_type: resourceType,
  resource_id: resourceId,
  description,
  changes: JSON.stringify(changes),
  request_id: requestId,
  source_address: sourceAddress,
  user_agent: userAgent,
  key_id: keyId,
});
