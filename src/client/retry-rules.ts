// What may be sent again, and when. The reasons stand in spec/decisions/0020-client.md.
import type { Answer, Lost } from './attempt.js';

const BASE_MILLISECONDS = 250;
const CAP_MILLISECONDS = 10_000;

/** To send it twice does no more than to send it once. */
export function isRepeatable(method: string, headers: Headers): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return headers.has('if-match');
}

/** The server may have acted on this try, and nobody has seen that it did. */
export function isUncertain(outcome: Answer | Lost): boolean {
  if (outcome.kind === 'lost') return !outcome.neverSent && !(outcome.status !== undefined && outcome.status >= 400 && outcome.status < 500);
  return [500, 502, 503, 504].includes(outcome.status);
}

/** The first call with this Idempotency-Key is still running: the server says so with `Retry-After`, or it can be no other than a try of this call. */
const isRunning = (method: string, { status, headers }: Answer, uncertainBefore: boolean): boolean =>
  method === 'POST' && status === 409 && (headers.has('retry-after') || uncertainBefore);

export function mayRetry(method: string, repeatable: boolean, outcome: Answer | Lost, uncertainBefore: boolean): boolean {
  if (outcome.kind === 'lost') return repeatable || outcome.neverSent;
  if (outcome.status === 429) return true; // refused before it was looked at
  return repeatable && ([408, 502, 503, 504].includes(outcome.status) || isRunning(method, outcome, uncertainBefore));
}

/** `Retry-After` in milliseconds, from seconds or from a date, which is read against the server's own clock. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  const there = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(there) ? Date.now() : there));
}

/** Full jitter: anything up to a bound that doubles, so that callers who failed together do not come back together. */
export function delayBefore(retry: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return retryAfter + Math.random() * BASE_MILLISECONDS;
  return Math.random() * Math.min(CAP_MILLISECONDS, BASE_MILLISECONDS * 2 ** retry);
}
