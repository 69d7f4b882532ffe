// The last CIP-002 review of an inventory, and the day by which the next one is due.
import { addDays, toDay } from '../../../base/day';
import type { lastReview } from '../../history/review';
import { formatDate, DateOnly, Fact } from '../components';

/** Days before the last day from which the next review counts as due. */
const DUE_DAYS = 60;

/** `today` and `dueBy`: as `2026-06-30`. */
export function getState(dueBy: string, today: string): 'overdue' | 'due' | 'not due' {
  if (today > dueBy) return 'overdue';
  return today >= addDays(dueBy, -DUE_DAYS) ? 'due' : 'not due';
}

const MARKS = {
  overdue: <span class="badge bad">Overdue</span>,
  due: <span class="badge warn">Due</span>,
  'not due': null,
};

export type LastReview = Awaited<ReturnType<typeof lastReview>>;

const Facts = ({ day, dueBy, approvedBy, recordedBy, digest, entry }: NonNullable<LastReview>) => (
  <dl class="facts">
    <Fact name="List of">{formatDate(day)}</Fact>
    <Fact name="Approved by">{approvedBy}</Fact>
    <Fact name="Recorded">
      <DateOnly iso={entry.occurred_at} /> by {recordedBy}, entry {entry.sequence}
    </Fact>
    <Fact name="Next review by">
      {formatDate(dueBy)} {MARKS[getState(dueBy, toDay(Date.now()))]}
    </Fact>
    <div class="whole">
      <dt>SHA-256 of the list</dt>
      <dd class="mono">{digest}</dd>
    </div>
  </dl>
);

export const ReviewCard = ({ review }: { review: LastReview }) => (
  <section class="card" aria-labelledby="review">
    <div>
      <h2 id="review">Review (CIP-002)</h2>
      <p class="muted">The list needs a review and an approval every 15 calendar months.</p>
    </div>
    {review ? (
      <Facts {...review} />
    ) : (
      <p class="muted">
        The log in the database has no review. The operator of this server records one with{' '}
        <code>inventory review</code>.
      </p>
    )}
  </section>
);
