// The last CIP-002 review of an inventory, and the day by which the next one is due.
import { dayOf } from '../../../base/day';
import type { lastReview } from '../../history/review';
import { dateOf, DateOnly } from '../components';

/** Days before the last day from which the next review counts as due. */
const DUE_DAYS = 60;

/** `today` and `dueBy`: as `2026-06-30`. */
export function stateOf(dueBy: string, today: string): 'overdue' | 'due' | 'not due' {
  if (today > dueBy) return 'overdue';
  return today >= dayOf(Date.parse(dueBy) - DUE_DAYS * 86_400_000) ? 'due' : 'not due';
}

const MARKS = {
  overdue: <span class="badge bad">Overdue</span>,
  due: <span class="badge warn">Due</span>,
  'not due': null,
};

export type LastReview = Awaited<ReturnType<typeof lastReview>>;

const NoReview = () => (
  <p class="muted">
    The log in the database has no review. The operator of this server records one with{' '}
    <code>inventory review</code>.
  </p>
);

const Facts = ({ review }: { review: NonNullable<LastReview> }) => (
  <dl class="facts">
    <div>
      <dt>List of</dt>
      <dd>{dateOf(review.day)}</dd>
    </div>
    <div>
      <dt>Approved by</dt>
      <dd>{review.approvedBy}</dd>
    </div>
    <div>
      <dt>Recorded</dt>
      <dd>
        <DateOnly iso={review.entry.occurred_at} /> by {review.recordedBy}, entry {review.entry.sequence}
      </dd>
    </div>
    <div>
      <dt>Next review by</dt>
      <dd>
        {dateOf(review.dueBy)} {MARKS[stateOf(review.dueBy, dayOf(Date.now()))]}
      </dd>
    </div>
    <div class="whole">
      <dt>SHA-256 of the list</dt>
      <dd class="mono">{review.digest}</dd>
    </div>
  </dl>
);

export const ReviewCard = ({ review }: { review: LastReview }) => (
  <section class="card" aria-labelledby="review">
    <div>
      <h2 id="review">Review (CIP-002)</h2>
      <p class="muted">The list needs a review and an approval every 15 calendar months.</p>
    </div>
    {review === undefined ? <NoReview /> : <Facts review={review} />}
  </section>
);
