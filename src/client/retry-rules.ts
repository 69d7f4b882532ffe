// What may be sent again, and when. The reasons stand in spec/decisions/0020-client.md.
import type { HttpResponse, Lost } from './attempt.js';
import { isSuccess } from './success.js';

const BASE_MILLISECONDS = 250;
const CAP_MILLISECONDS = 10_000;

/** To send it twice does no more than to send it once. */
export function isRepeatable(method: string, headers: Headers): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return headers.has('if-match');
}

const NOT_IMPLEMENTED = 501;

/** The server may have acted on this try, and nobody has seen that it did: also when something in front of it answers, with a status of its own (520 to 529) or a page that says 200. */
export function isUncertain(outcome: HttpResponse | Lost): boolean {
  if (outcome.kind === 'lost')
    return (
      !outcome.neverSent && !(outcome.status !== undefined && outcome.status >= 400 && outcome.status < 500)
    );
  const { status } = outcome;
  return status < 300 ? status > 0 && !isSuccess(outcome) : status >= 500 && status !== NOT_IMPLEMENTED;
}

/** The first call with this Idempotency-Key is still running: the server says so with `Retry-After`, or it can be no other than a try of this call. */
const isRunning = (method: string, { status, headers }: HttpResponse, uncertainBefore: boolean): boolean =>
  method === 'POST' && status === 409 && (headers.has('retry-after') || uncertainBefore);

export function mayRetry(
  method: string,
  repeatable: boolean,
  outcome: HttpResponse | Lost,
  uncertainBefore: boolean,
): boolean {
  if (outcome.kind === 'lost') return repeatable || outcome.neverSent;
  if (outcome.status === 429) return true; // refused before it was looked at
  return (
    repeatable &&
    ([408, 502, 503, 504].includes(outcome.status) || isRunning(method, outcome, uncertainBefore))
  );
}

/** In each of its three forms a date of HTTP begins with a day (RFC 9110, 5.6.7); `Date.parse` takes much that is none, such as "1.5". */
const BEGINS_WITH_DAY = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

const parseDate = (text: string): number =>
  BEGINS_WITH_DAY.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;

/**
 * Returns `Retry-After` in milliseconds, always whole seconds: a date is compared with the response's `Date`.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = parseDate(value);
  if (Number.isNaN(until)) return undefined;
  const there = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(there) ? Date.now() : there)) / 1000)) * 1000;
}

/** Full jitter: anything up to a bound that doubles, so that callers who failed together do not come back together. */
export function delayBefore(retry: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return retryAfter + Math.random() * BASE_MILLISECONDS;
  return Math.random() * Math.min(CAP_MILLISECONDS, BASE_MILLISECONDS * 2 ** retry);
}
