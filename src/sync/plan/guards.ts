// Guards stop a plan that looks like a mistake. Each message names the option that allows the plan.
import { isReclassification } from './change';
import type { Planned } from './make-plan';
import { countOf, formatCount } from '../../base/text';

/** A number of assets, or a percentage of those that the source owns. */
export interface MaxDelete {
  count?: number;
  percent?: number;
}

export interface GuardOptions {
  maxDelete: MaxDelete;
  minSourceRatio: number;
  allowRatingChange: boolean;
  /** The operator confirms that a source of exactly `EXPORT_LIMIT` rows is complete. */
  complete: boolean;
}

/** A ServiceNow export ends at this number of rows by default, without a warning (glide.csv.export.limit). */
const EXPORT_LIMIT = 10_000;

/** Returns why a source may be truncated, undefined for any other number of rows. */
export const exportLimitProblem = (rows: number): string | undefined =>
  rows === EXPORT_LIMIT
    ? 'The source has exactly 10,000 rows, the default limit of a ServiceNow export.'
    : undefined;

export interface TrippedGuard {
  guard: 'empty-source' | 'shrunken-source' | 'export-limit' | 'max-delete' | 'rating-change';
  message: string;
}

const maximumDeletions = ({ count, percent }: MaxDelete, owned: number): number =>
  count ?? Math.floor((owned * percent!) / 100);

const percentOf = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;

export function checkGuards({ changes, rows, counts }: Planned, options: GuardOptions): TrippedGuard[] {
  const { maxDelete, minSourceRatio, allowRatingChange, complete } = options;
  const tripped: TrippedGuard[] = [];
  const trip = (guard: TrippedGuard['guard'], problem: string, option: string): void =>
    void tripped.push({ guard, message: `${problem} To allow ${option}.` });
  const { owned, present } = counts;

  if (counts.usable === 0 && minSourceRatio > 0) {
    const leftOut = rows.left_out.reduce((sum, each) => sum + each.rows, 0);
    const read = `${countOf(rows.read, 'row')} read, ${formatCount(leftOut)} left out`;
    trip(
      'empty-source',
      `The source has no assets in scope (${read}).`,
      'an empty source, pass `--min-source-ratio 0`',
    );
  } else if (present < owned * minSourceRatio) {
    // New rows do not count: they do not replace the missing ones.
    const share = `${formatCount(present)} of the ${countOf(owned, 'asset')} that it owns`;
    const ratios = `${percentOf(present / owned)}; the minimum is ${percentOf(minSourceRatio)}`;
    trip(
      'shrunken-source',
      `The source has only ${share} (${ratios}).`,
      `this, pass \`--min-source-ratio ${Math.floor((present / owned) * 100) / 100}\``,
    );
  }
  const truncation = exportLimitProblem(rows.read);
  if (truncation !== undefined && !complete)
    trip(
      'export-limit',
      truncation,
      'a source of this size, check that it is complete and pass `--complete`',
    );
  const deletions = changes.filter(({ operation }) => operation === 'delete').length;
  const maximum = maximumDeletions(maxDelete, owned);
  if (deletions > maximum) {
    const [verb, pronoun] = deletions === 1 ? ['exceeds', 'it'] : ['exceed', 'them'];
    trip(
      'max-delete',
      `${countOf(deletions, 'deletion')} ${verb} the limit of ${formatCount(maximum)}.`,
      `${pronoun}, pass \`--max-delete ${deletions}\``,
    );
  }
  const reclassified = changes.filter(isReclassification).length;
  if (reclassified > 0 && !allowRatingChange)
    trip(
      'rating-change',
      `The plan changes the impact rating of ${countOf(reclassified, 'asset')}.`,
      'this, pass `--allow-rating-change`',
    );
  return tripped;
}
