// Appends entries to the chains of organizations, in the transaction of the changes that they tell of.
import { typeid } from 'typeid-js';
import { settleAll } from '../database/settle-all';
import type { Database, Transaction } from '../database/database';
import { type Rows, compileInsertRows, selectByRows, toRows } from '../database/rows';
import { type Statement, compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { type ActivityRow, GENESIS_HASH, hashOf } from './chain';
import type { Activity, Actor } from './entry';

/** Where a chain ends. Kept beside it, so that its last entries cannot be removed unnoticed. */
export interface Head {
  sequence: number;
  hash: string;
}

/** What somebody did in an organization. */
export interface AuditEvent {
  organization: OrganizationId;
  actor: Actor;
  activity: Activity;
}

export type Heads = Map<OrganizationId, Head>;

export interface Log {
  readHeads(transaction: Transaction, organizations: OrganizationId[]): Promise<Heads>;
  /** Appends in the order of the deeds, each to the chain of its organization, whose head was read in the same transaction. */
  append(transaction: Transaction, heads: Heads, deeds: Iterable<AuditEvent>): Promise<void>;
}

/** Appends for one actor in one organization. */
export type RecordActivity = (
  transaction: Transaction,
  organization: OrganizationId,
  activities: Iterable<Activity>,
) => Promise<void>;

interface Of {
  organization: OrganizationId;
}

export const compileSelectHead = ({ knex }: Pick<Database, 'knex'>): Statement<Of, Head> =>
  compile((param) =>
    knex('activity_heads').select('sequence', 'hash').where('organization_id', param('organization')),
  );

/** Rows of one insert: enough that a round trip for each is nothing beside them, and few enough that V8 has not yet moved them to where they would stay: with 1,000, an import of 100,000 assets took 100 MB more. */
const CHUNK = 250;

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
  'previous_hash',
  'hash',
];

type HeadRow = { organization_id: OrganizationId } & Head;

export function createLog(database: Database): Log {
  const selectHeads = compile<Rows, HeadRow>((param) =>
    selectByRows(database, 'activity_heads', ['organization_id'], param('rows')).select('activity_heads.*'),
  );
  const writeHeads = compileInsertRows(database, 'activity_heads', ['organization_id', 'sequence', 'hash'], {
    key: ['organization_id'],
  });
  const insert = compileInsertRows(database, 'activity', COLUMNS);

  return {
    async readHeads(transaction, organizations) {
      const rows = await transaction.all(
        selectHeads,
        toRows(organizations.map((organization_id) => ({ organization_id }))),
      );
      return new Map(
        rows.map(({ organization_id, sequence, hash }) => [organization_id, { sequence, hash }]),
      );
    },

    async append(transaction, before, deeds) {
      const heads: Heads = new Map();
      const occurred_at = new Date().toISOString(); // one transaction, one time
      let rows: (ActivityRow & { organization_id: OrganizationId })[] = [];
      for (const { organization, actor, activity } of deeds) {
        const head = heads.get(organization) ??
          before.get(organization) ?? { sequence: 0, hash: GENESIS_HASH };
        const row = toRow(organization, head, occurred_at, actor, activity);
        const hash = hashOf(organization, row);
        rows.push({ hash, ...row });
        heads.set(organization, { sequence: row.sequence, hash });
        if (rows.length < CHUNK) continue;
        await transaction.run(insert, toRows(rows));
        rows = [];
      }
      const grown = [...heads].map(([organization_id, head]) => ({ organization_id, ...head }));
      if (grown.length > 0)
        await settleAll(transaction.run(insert, toRows(rows)), transaction.run(writeHeads, toRows(grown)));
    },
  };
}

export const recordBy =
  ({ readHeads, append }: Log, actor: Actor): RecordActivity =>
  async (transaction, organization, activities) =>
    append(
      transaction,
      await readHeads(transaction, [organization]),
      deedsOf(organization, actor, activities),
    );

function* deedsOf(
  organization: OrganizationId,
  actor: Actor,
  activities: Iterable<Activity>,
): Generator<AuditEvent> {
  for (const activity of activities) yield { organization, actor, activity };
}

const toRow = (
  organization_id: OrganizationId,
  head: Head,
  occurred_at: string,
  { actorType, actorId, requestId }: Actor,
  { operation, resourceType, resourceId, description, changes }: Activity,
) => ({
  organization_id,
  sequence: head.sequence + 1,
  previous_hash: head.hash,
  id: typeid('act').toString(),
  occurred_at,
  actor_type: actorType,
  actor_id: actorId,
  operation,
  resource_type: resourceType,
  resource_id: resourceId,
  description,
  changes: JSON.stringify(changes),
  request_id: requestId,
});
