// What stops a plan before it changes anything: each names the option that lets it through.
import { isReclassification } from './change';
import type { Planned } from './make-plan';

/** A number of assets, or a part of those that the source owns. */
export interface MaxDelete {
  count?: number;
  percent?: number;
}

export interface GuardOptions {
  maxDelete: MaxDelete;
  minSourceRatio: number;
  allowRatingChange: boolean;
  /** The operator says that a source of exactly `EXPORT_LIMIT` rows is complete. */
  complete: boolean;
}

/**
 * Number of rows at which a ServiceNow export ends by default, without a warning (glide.csv.export.limit).
 */
const EXPORT_LIMIT = 10_000;

export interface TrippedGuard {
  checkGuards: 'empty-source' | 'shrunken-source' | 'export-limit' | 'max-delete' | 'rating-change';
  message: string;
}

const maximumDeletions = ({ count, percent }: MaxDelete, owned: number): number =>
  count ?? Math.floor((owned * percent!) / 100);

const percentOf = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;

export function guard({ changes, counts }: Planned, options: GuardOptions): TrippedGuard[] {
  const { maxDelete, minSourceRatio, allowRatingChange, complete } = options;
  const tripped: TrippedGuard[] = [];
  const { owned, present } = counts;
  if (counts.usable === 0 && minSourceRatio > 0) {
    tripped.push({
      checkGuards: 'empty-source',
      message: `The source has no row of an asset in scope (rows read: ${counts.rows}, left out by the map: ${counts.leftOut}). If that is right, say --min-source-ratio 0.`,
    });
  } else if (present < owned * minSourceRatio) {
    // New rows do not make up for those that are gone.
    tripped.push({
      checkGuards: 'shrunken-source',
      message: `The source has ${present} of ${owned} assets that it owns (${percentOf(present / owned)}), less than ${percentOf(minSourceRatio)}. If that is right, say --min-source-ratio ${Math.floor((present / owned) * 100) / 100}.`,
    });
  }
  if (counts.rows === EXPORT_LIMIT && !complete) {
    const limit = 'The source has exactly 10,000 rows, at which a ServiceNow export ends by default.';
    tripped.push({
      checkGuards: 'export-limit',
      message: `${limit} If the source has no more rows, pass --complete.`,
    });
  }
  const deletes = changes.filter(({ operation }) => operation === 'delete').length;
  const most = maximumDeletions(maxDelete, owned);
  if (deletes > most)
    tripped.push({
      checkGuards: 'max-delete',
      message: `The plan deletes ${deletes} of ${owned} assets, and may delete ${most}. If that is right, say --max-delete ${deletes}.`,
    });
  const reclassified = changes.filter(isReclassification).length;
  if (reclassified > 0 && !allowRatingChange) {
    tripped.push({
      checkGuards: 'rating-change',
      message: `The plan changes the impact rating of ${reclassified} ${reclassified === 1 ? 'asset' : 'assets'}. If that is right, say --allow-rating-change.`,
    });
  }
  return tripped;
}
