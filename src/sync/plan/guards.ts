// Guards stop a plan that looks like a mistake. Each message names the option that allows the plan.
import { type Planned, isReclassification } from './change';
import { countLeftOut } from '../source/row';
import { pluralize, formatCount } from '../../base/text';

/** A number of assets, or a percentage of those that the source owns. */
export interface MaxDelete {
  count?: number;
  percent?: number;
}

export interface GuardOptions {
  maxDelete: MaxDelete;
  minSourceRatio: number;
  allowRatingChange?: boolean;
  /** The operator confirms that a source which may be truncated is complete. */
  complete?: boolean;
}

/** A ServiceNow export ends at this number of rows by default, without a warning (glide.csv.export.limit). */
const EXPORT_LIMIT = 10_000;

interface Ending {
  hasEndLine?: boolean | undefined;
}

/** Returns why a source of this number of rows may be truncated. */
export const exportLimitProblem = (rows: number, { hasEndLine }: Ending): string | undefined =>
  rows === EXPORT_LIMIT && hasEndLine !== true
    ? 'The source has exactly 10,000 rows, the default limit of a ServiceNow export.'
    : undefined;

export interface TrippedGuard {
  guard: 'empty-source' | 'shrunken-source' | 'export-limit' | 'no-end-line' | 'max-delete' | 'rating-change';
  message: string;
}

const formatPercent = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;

export function checkGuards(
  { changes, rows, counts }: Pick<Planned, 'changes' | 'rows' | 'counts'>,
  options: GuardOptions,
  source: Ending = {},
): TrippedGuard[] {
  const { maxDelete, minSourceRatio, allowRatingChange, complete } = options;
  const tripped: TrippedGuard[] = [];
  const trip = (guard: TrippedGuard['guard'], problem: string, option: string): void =>
    void tripped.push({ guard, message: `${problem} To allow ${option}.` });
  const { owned, present } = counts;

  if (counts.usable === 0 && minSourceRatio > 0) {
    const read = `${pluralize(rows.read, 'row')} read, ${formatCount(countLeftOut(rows.left_out))} left out`;
    trip(
      'empty-source',
      `The source has no assets in scope (${read}).`,
      'an empty source, pass `--min-source-ratio 0`',
    );
  } else if (present < owned * minSourceRatio) {
    // New rows do not count: they do not replace the missing ones.
    const share = `${formatCount(present)} of the ${pluralize(owned, 'asset')} that it owns`;
    const ratios = `${formatPercent(present / owned)}; the minimum is ${formatPercent(minSourceRatio)}`;
    trip(
      'shrunken-source',
      `The source has only ${share} (${ratios}).`,
      `this, pass \`--min-source-ratio ${Math.floor((present / owned) * 100) / 100}\``,
    );
  }
  const truncation = exportLimitProblem(rows.read, source);
  if (truncation !== undefined && !complete)
    trip(
      'export-limit',
      truncation,
      'a source of this size, check that it is complete and pass `--complete`',
    );
  const deletions = changes.filter(({ operation }) => operation === 'delete').length;
  if (deletions > 0 && source.hasEndLine === false && !complete)
    trip(
      'no-end-line',
      `The source has no last line with its number of rows, so that rows may be missing, and the plan deletes ${pluralize(deletions, 'asset')}.`,
      'this, check that the source is complete and pass `--complete`, or end it as `export.mjs` does',
    );
  const maximum = maxDelete.count ?? Math.floor((owned * maxDelete.percent!) / 100);
  if (deletions > maximum) {
    const [verb, pronoun] = deletions === 1 ? ['exceeds', 'it'] : ['exceed', 'them'];
    trip(
      'max-delete',
      `${pluralize(deletions, 'deletion')} ${verb} the limit of ${formatCount(maximum)}.`,
      `${pronoun}, pass \`--max-delete ${deletions}\``,
    );
  }
  const reclassified = changes.filter(isReclassification).length;
  if (reclassified > 0 && !allowRatingChange)
    trip(
      'rating-change',
      `The plan changes the impact rating of ${pluralize(reclassified, 'asset')}.`,
      'this, pass `--allow-rating-change`',
    );
  return tripped;
}
