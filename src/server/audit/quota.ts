// Limits of the API callers of one organization: records in all, and changes of a day in UTC. Each change is an
// entry of the log, so that its number in the chain counts the changes, exactly and in every process.
import type { Clock } from '../../base/day';
import type { Config } from '../../base/config';
import { conflict, rateLimited } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';
import { formatCount } from '../../base/text';
import type { Database, SharedTransaction } from '../../database/database';
import { queryEach } from '../../database/query-batcher';
import { type Statement, compile } from '../../database/statement';
import type { Activity } from './entry';

export type Limits = Config['limits'];

/** The counts of an organization at a position of its log. */
interface Known {
  day: string;
  /** The number of the last entry before this day. */
  before: number;
  /** The number of records after the entry `countedAt`. Each later entry adds one at most. */
  records?: number;
  countedAt: number;
}

/** About 2 MB. A forgotten organization is read again. */
const MAX_KNOWN = 10_000;
const DAY = 86_400_000;

export function createQuota(
  { knex }: Pick<Database, 'knex'>,
  clock: Clock,
  { maxRecords, maxChangesPerDay }: Limits,
) {
  const getFirst = <Key, Row>(statement: Statement<Key, Row>) =>
    queryEach(async (all, key: Key): Promise<Row | undefined> => (await all(statement, key))[0]);
  const firstOfDay = getFirst(
    compile<{ organization: OrganizationId; day: string }, { sequence: number }>((param) =>
      knex('activity')
        .where('organization_id', param('organization'))
        .where('occurred_at', '>=', param('day'))
        .orderBy(['occurred_at', 'sequence'])
        .limit(1)
        .select('sequence'),
    ),
  );
  const countRecords = getFirst(
    compile<{ organization: OrganizationId }, { records: number | string }>((param) =>
      knex('cyber_assets').where('organization_id', param('organization')).count({ records: '*' }),
    ),
  );
  const known = new Map<OrganizationId, Known>();
  const getDay = (organization: OrganizationId): string => clock.now(organization).toISOString().slice(0, 10);

  async function readDay(transaction: SharedTransaction, organization: OrganizationId, sequence: number) {
    const day = getDay(organization);
    const found = known.get(organization);
    if (found?.day === day) return found;
    const entry = await transaction.query(firstOfDay, { organization, day });
    const read: Known = { day, before: entry ? entry.sequence - 1 : sequence, countedAt: 0 };
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
    known.set(organization, read);
    return read;
  }

  const mayExceed = ({ records, countedAt }: Known, sequence: number): boolean =>
    records === undefined || records + sequence - countedAt > maxRecords;

  return {
    /** Reads what `require` needs for an entry after `sequence`, which the transaction has locked. */
    async prepare(
      transaction: SharedTransaction,
      organization: OrganizationId,
      sequence: number,
      isCreation: boolean,
    ): Promise<void> {
      const read = await readDay(transaction, organization, sequence);
      if (!isCreation || !mayExceed(read, sequence + 1)) return;
      read.records = Number((await transaction.query(countRecords, { organization }))!.records);
      read.countedAt = sequence;
    },

    /** @throws ApiError `rate_limited` or `conflict` for an entry of this number that exceeds a limit. */
    require(organization: OrganizationId, { operation }: Pick<Activity, 'operation'>, sequence: number) {
      const now = known.get(organization);
      if (!now) return;
      if (sequence - now.before > maxChangesPerDay) {
        const passed = clock.now(organization).getTime() % DAY;
        throw rateLimited(
          `Your organization has made ${formatCount(maxChangesPerDay)} changes today, the maximum of a day in UTC. ` +
            'Continue after midnight, or ask the operator of the server to raise MAX_CHANGES_PER_DAY.',
          Math.ceil((DAY - passed) / 1000),
        );
      }
      if (operation === 'created' && now.records !== undefined && mayExceed(now, sequence))
        throw conflict(
          `Your organization has ${formatCount(maxRecords)} cyber assets, the maximum. ` +
            'Delete some, or ask the operator of the server to raise MAX_RECORDS.',
        );
    },
  };
}
