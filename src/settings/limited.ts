// What is said to somebody who has tried too often.
import { spanOf } from './pages/times';

/** In whole minutes and up, so that nobody comes back too early. */
export const limitedSentence = (retryAfter: number): string =>
  `Too many attempts. Try again in ${spanOf(Math.max(60, retryAfter + 59) * 1000)}.`;

export const limitedAnswer = (retryAfter: number) => ({
  status: 429,
  headers: { 'Retry-After': String(Math.ceil(retryAfter)) },
});
