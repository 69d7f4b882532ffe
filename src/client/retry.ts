// One call: as many tries as it needs and may have, within its deadline, its signal and the rate limit.
// What may be sent again, and when. The reasons stand in spec/decisions/0020-client.md.
import { attempt, type LostResponse, type HttpRequest, wait } from './attempt.js';
import { type HttpResponse, isSuccess, errorResponseOf, retryAfterOf } from './response.js';
import {
  AbortedError,
  ApiError,
  type CallError,
  type CallInfo,
  ConnectionError,
  DeadlineError,
} from './errors.js';
import type { CallOptions, RequestEvent, Settings } from './options.js';
import type { Pace } from './pace.js';

export interface ApiCall extends HttpRequest {
  /** The contract's path. */
  path: string;
  requestId: string;
  options: CallOptions;
}

export interface CallSuccess {
  response: HttpResponse;
  attempts: number;
  waited: number;
  /** An earlier try did it, and its answer was lost. */
  doneBefore: boolean;
}

/** `holds`: a 304 is a success, because the caller has what it confirms. */
export async function sendWithRetries(
  call: ApiCall,
  settings: Settings,
  pace: Pace,
  holds: boolean,
): Promise<CallSuccess | CallError> {
  const { method, path, url, requestId } = call;
  const { signal } = call.options;
  // Not by the clock of the day, which may be set.
  const endsAt = performance.now() + (call.options.deadline ?? settings.deadline);
  const repeatable = isRepeatable(method, call.headers);
  let attempts = 0;
  let waited = 0;
  let uncertain = false;
  let last: CallError | undefined;

  const event = (attempt: number): RequestEvent => ({ method, path, url, requestId, attempt });
  const circumstances = (): CallInfo => {
    const idempotencyKey = method === 'POST' ? (call.headers.get('idempotency-key') ?? undefined) : undefined;
    return { requestId, attempts, waited, maybeDone: uncertain && method !== 'GET', idempotencyKey };
  };
  const aborted = () => new AbortedError(circumstances(), signal?.reason);
  const late = (message: string, retryAfter?: number) =>
    new DeadlineError(message, circumstances(), { cause: last, retryAfter });

  const waitFor = async (milliseconds: number, unless?: AbortSignal): Promise<void> => {
    const from = performance.now();
    await wait(milliseconds, signal, unless);
    waited += Math.round(performance.now() - from);
  };

  const errorOf = (outcome: HttpResponse | LostResponse): CallError | undefined => {
    if (outcome.kind === 'lost') return new ConnectionError(outcome.message, circumstances(), outcome);
    const refusal = errorResponseOf(outcome);
    return refusal && new ApiError(refusal, circumstances());
  };

  for (;;) {
    if (signal?.aborted) return aborted();
    const pause = pace.pause();
    if (pause > 0) {
      const seconds = Math.ceil(pause / 1000);
      if (performance.now() + pause >= endsAt) {
        const next = `The rate limit lets the next request through in ${seconds} s`;
        return late(`${next}, which is after the deadline of this call.`, seconds * 1000);
      }
      settings.onPause?.({ ...event(attempts + 1), delay: pause });
      await waitFor(pause, pace.shorter());
      continue; // others have waited too, and may have been quicker
    }
    const left = endsAt - performance.now();
    if (left <= 0) return late('The deadline of this call has passed.');
    attempts += 1;
    settings.onRequest?.(event(attempts));
    pace.sent();
    const outcome = await attempt(settings.fetch, call, Math.min(left, settings.attemptTimeout), signal);
    pace.ended(outcome.kind === 'answer' ? outcome : undefined);

    if (outcome.kind === 'aborted') {
      uncertain = true;
      return aborted();
    }
    const uncertainBefore = uncertain;
    uncertain ||= isUncertain(outcome);
    const doneBefore =
      method === 'DELETE' && outcome.kind === 'answer' && outcome.status === 404 && uncertainBefore;
    const confirmed = holds && outcome.kind === 'answer' && outcome.status === 304;
    const error = doneBefore || confirmed ? undefined : errorOf(outcome);
    if (error === undefined) return { response: outcome as HttpResponse, attempts, waited, doneBefore };
    if (performance.now() >= endsAt && outcome.kind === 'lost')
      return late('The deadline of this call passed before a whole answer came.');

    last = error;
    const retryAfter = outcome.kind === 'answer' ? retryAfterOf(outcome.headers) : undefined;
    if (attempts > settings.retries || !mayRetry(method, repeatable, outcome, uncertainBefore)) return error;
    const delay = delayBefore(attempts - 1, retryAfter);
    if (performance.now() + delay >= endsAt) return error; // it would come too late
    settings.onRetry?.({ ...event(attempts), error, delay });
    await waitFor(delay);
  }
}

const BASE_DELAY = 250;
const MAX_DELAY = 10_000;

/** To send it twice does no more than to send it once. */
export function isRepeatable(method: string, headers: Headers): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return headers.has('if-match');
}

const NOT_IMPLEMENTED = 501;

/** The server may have acted on this try, and nobody has seen that it did: also when something in front of it answers, with a status of its own (520 to 529) or a page that says 200. */
export function isUncertain(outcome: HttpResponse | LostResponse): boolean {
  if (outcome.kind === 'lost')
    return (
      !outcome.neverSent && !(outcome.status !== undefined && outcome.status >= 400 && outcome.status < 500)
    );
  const { status } = outcome;
  return status < 300 ? status > 0 && !isSuccess(outcome) : status >= 500 && status !== NOT_IMPLEMENTED;
}

/** The first call with this Idempotency-Key is still running: the server says so with `Retry-After`, or it can be no other than a try of this call. */
const isStillRunning = (method: string, { status, headers }: HttpResponse, uncertainBefore: boolean): boolean =>
  method === 'POST' && status === 409 && (headers.has('retry-after') || uncertainBefore);

export function mayRetry(
  method: string,
  repeatable: boolean,
  outcome: HttpResponse | LostResponse,
  uncertainBefore: boolean,
): boolean {
  if (outcome.kind === 'lost') return repeatable || outcome.neverSent;
  if (outcome.status === 429) return true; // refused before it was looked at
  return (
    repeatable &&
    ([408, 502, 503, 504].includes(outcome.status) || isStillRunning(method, outcome, uncertainBefore))
  );
}

/** Full jitter: anything up to a bound that doubles, so that callers who failed together do not come back together. */
export function delayBefore(retry: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return retryAfter + Math.random() * BASE_DELAY;
  return Math.random() * Math.min(MAX_DELAY, BASE_DELAY * 2 ** retry);
}
