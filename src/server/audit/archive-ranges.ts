// Finds the entries that belong to the archive of a month.
import type { ReadSource } from '../../database/database';
import { compile } from '../../database/statement';
import { type Month, monthOf, nextMonth } from '../../base/month';
import type { OrganizationId } from '../../base/organization';
import type { ArchiveRow } from './archives';
import { GENESIS_HASH } from './chain';
import type { Range } from './read-back';

interface Ends {
  id: OrganizationId;
  /** The first entry of a later month. */
  next: number | null;
  /** The last entry. */
  head: number;
}

export function createRangeSearch(database: ReadSource) {
  const { knex } = database;
  const ofOrganization = () => knex('activity').whereRaw('activity.organization_id = h.organization_id');
  const oldestTimes = compile<{ from: string }, { oldest: string | null }>((param) =>
    knex({ h: 'activity_heads' }).select({
      oldest: ofOrganization().where('occurred_at', '>=', param('from')).min('occurred_at'),
    }),
  );
  const selectEnds = compile<{ end: Month }, Ends>((param) =>
    knex({ h: 'activity_heads' })
      .select({
        id: 'h.organization_id',
        head: 'h.sequence',
        next: ofOrganization().where('occurred_at', '>=', param('end')).min('sequence'),
      })
      .orderBy('h.organization_id'),
  );

  /** Returns the first month from `from` on, and before `before`, that has entries. */
  async function findMonth(from: Month, before: Month): Promise<Month | undefined> {
    const rows = await database.read('operator', oldestTimes, { from });
    const times = rows.flatMap(({ oldest }) => (oldest !== null && oldest < before ? [oldest] : []));
    return times.length > 0 ? monthOf(new Date(times.reduce((a, b) => (a < b ? a : b)))) : undefined;
  }

  /**
   * Returns the entries to archive with a month: those after the archived ones, up to the first of a later month.
   * An organization whose clock was wrong may have none. `ends`: the last archived entries.
   */
  async function findRanges(month: Month, ends: ReadonlyMap<OrganizationId, ArchiveRow>): Promise<Range[]> {
    const rows = await database.read('operator', selectEnds, { end: nextMonth(month) });
    return rows
      .map(({ id, next, head }): Range => {
        const { last_sequence: sequence, hash } = ends.get(id) ?? { last_sequence: 0, hash: GENESIS_HASH };
        return { organization: id, previous: { sequence, hash }, last: next === null ? head : next - 1 };
      })
      .filter(({ previous, last }) => last > previous.sequence);
  }

  return { findMonth, findRanges };
}
