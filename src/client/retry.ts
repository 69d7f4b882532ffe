// Performs a call: attempts and retries within its deadline, its signal and the rate limit (decision 0020).
import { attempt, type LostResponse, wait } from './attempt.js';
import { type HttpResponse, isSuccess, toErrorResponse, parseRetryAfter } from './response.js';
import {
  AbortedError,
  ApiError,
  type CallError,
  type CallInfo,
  ConnectionError,
  DeadlineError,
} from './errors.js';
import type { ApiCall, RequestEvent, Settings } from './request.js';

type Pace = ReturnType<typeof createPace>;

export interface CallSuccess {
  response: HttpResponse;
  attempts: number;
  waited: number;
  /** An earlier attempt, whose response was lost, made the change. */
  doneEarlier: boolean;
}

/** `hasCopy`: the client has a cached copy, so a 304 is a success. */
export async function sendWithRetries(
  call: ApiCall,
  settings: Settings,
  pace: Pace,
  hasCopy: boolean,
): Promise<CallSuccess | CallError> {
  const { method, path, url, requestId, signal, deadline = settings.deadline } = call;
  // A monotonic clock: the system clock may be changed.
  const endsAt = performance.now() + deadline;
  const repeatable = isRepeatable(method, call.headers);
  let attempts = 0;
  let waited = 0;
  let uncertain = false;
  let last: CallError | undefined;

  const event = (attempt: number): RequestEvent => ({ method, path, url, requestId, attempt });
  const info = (): CallInfo => {
    const idempotencyKey = method === 'POST' ? (call.headers.get('idempotency-key') ?? undefined) : undefined;
    return { requestId, attempts, waited, maybeDone: uncertain && method !== 'GET', idempotencyKey };
  };
  const aborted = () => new AbortedError(info(), signal?.reason);
  const late = (message: string, retryAfter?: number) => new DeadlineError(message, info(), last, retryAfter);

  const waitFor = async (milliseconds: number, unless?: AbortSignal): Promise<void> => {
    const from = performance.now();
    await wait(milliseconds, signal, unless);
    waited += Math.round(performance.now() - from);
  };

  const toError = (outcome: HttpResponse | LostResponse): CallError | undefined => {
    if (outcome.kind === 'lost')
      return new ConnectionError(outcome.message, info(), outcome.cause, outcome.status);
    const refusal = toErrorResponse(outcome);
    return refusal && new ApiError(refusal, info());
  };

  for (;;) {
    if (signal?.aborted) return aborted();
    const pause = pace.pause();
    if (pause > 0) {
      const seconds = Math.ceil(pause / 1000);
      if (performance.now() + pause >= endsAt) {
        const next = `The rate limit allows the next request in ${seconds} s`;
        return late(`${next}, after the deadline of this call.`, seconds * 1000);
      }
      settings.onPause?.({ ...event(attempts + 1), delay: Math.ceil(pause) });
      await waitFor(pause, pace.shorter());
      continue; // another call may have used the slot
    }
    const left = endsAt - performance.now();
    if (left <= 0) return late('The deadline of this call has passed.');
    attempts += 1;
    settings.onRequest?.(event(attempts));
    pace.sent();
    const timeout = Math.min(left, settings.attemptTimeout);
    const outcome = await attempt(settings.fetch, call, {
      timeout,
      maxBytes: settings.maxResponseBytes,
      signal,
    });
    pace.ended(outcome.kind === 'response' ? outcome : undefined);

    if (outcome.kind === 'aborted') {
      uncertain = true;
      return aborted();
    }
    const uncertainBefore = uncertain;
    uncertain ||= isUncertain(outcome);
    const doneEarlier =
      method === 'DELETE' && outcome.kind === 'response' && outcome.status === 404 && uncertainBefore;
    const confirmed = hasCopy && outcome.kind === 'response' && outcome.status === 304;
    const error = doneEarlier || confirmed ? undefined : toError(outcome);
    if (error === undefined) return { response: outcome as HttpResponse, attempts, waited, doneEarlier };
    // A timer can fire before its time, so the clock alone does not tell that the deadline ended the attempt.
    const isLate = performance.now() >= endsAt;
    if (outcome.kind === 'lost' && (isLate || (outcome.timedOut && timeout === left))) return late(NO_TIME);

    last = error;
    const retryAfter = outcome.kind === 'response' ? parseRetryAfter(outcome.headers) : undefined;
    if (attempts > settings.retries || !mayRetry(method, repeatable, outcome, uncertainBefore)) return error;
    const delay = delayBefore(attempts - 1, retryAfter);
    if (performance.now() + delay >= endsAt) return outcome.kind === 'lost' ? late(NO_TIME) : error;
    settings.onRetry?.({ ...event(attempts), error, delay });
    await waitFor(delay);
  }
}

const NO_TIME = 'The deadline of this call passed before a complete response arrived.';

const BASE_DELAY = 250;
const MAX_DELAY = 10_000;

/** Returns whether repeating the request has no further effect. */
function isRepeatable(method: string, headers: Headers): boolean {
  if (method === 'GET' || method === 'DELETE') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return headers.has('if-match');
}

/** Returns whether the server may have made the change unnoticed. Responses of proxies (520 to 529, HTML) count too. */
function isUncertain(outcome: HttpResponse | LostResponse): boolean {
  if (outcome.kind === 'lost')
    return (
      !outcome.neverSent && !(outcome.status !== undefined && outcome.status >= 400 && outcome.status < 500)
    );
  const { status } = outcome;
  return status < 300 ? status > 0 && !isSuccess(outcome) : status >= 500 && status !== 501;
}

function mayRetry(
  method: string,
  repeatable: boolean,
  outcome: HttpResponse | LostResponse,
  uncertainBefore: boolean,
): boolean {
  if (outcome.kind === 'lost') return !outcome.final && (repeatable || outcome.neverSent);
  const { status, headers } = outcome;
  if (status === 429) return true; // the server did not process the request
  // The first request with this Idempotency-Key is still running on the server.
  const isRunning = method === 'POST' && status === 409 && (headers.has('retry-after') || uncertainBefore);
  return repeatable && (isRunning || [408, 502, 503, 504].includes(status));
}

/** Returns the delay in milliseconds: exponential backoff with full jitter, so that clients do not retry together. */
export function delayBefore(retry: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return retryAfter + Math.round(Math.random() * BASE_DELAY);
  return Math.round(Math.random() * Math.min(MAX_DELAY, BASE_DELAY * 2 ** retry));
}

/** Parses `"default";r=12;t=30`. Of several policies, returns the one with the fewest requests left. */
function parseRateLimit(field: string | null): { remaining: number; milliseconds: number } | undefined {
  const policies = (field ?? '').split(',').flatMap((item) => {
    const remaining = /;\s*r=(\d+)/.exec(item)?.[1];
    const seconds = /;\s*t=(\d+)/.exec(item)?.[1];
    return remaining === undefined || seconds === undefined
      ? []
      : [{ remaining: Number(remaining), milliseconds: Number(seconds) * 1000 }];
  });
  return policies.sort((a, b) => a.remaining - b.remaining || b.milliseconds - a.milliseconds)[0];
}

/** Returns the limit of a response. Retry-After takes precedence, as the RateLimit draft requires. */
function getLimit({ status, headers }: HttpResponse): ReturnType<typeof parseRateLimit> {
  const milliseconds = status === 429 ? parseRetryAfter(headers) : undefined;
  return milliseconds === undefined
    ? parseRateLimit(headers.get('ratelimit'))
    : { remaining: 0, milliseconds };
}

/** Keeps the requests of one key within the RateLimit header (draft-ietf-httpapi-ratelimit-headers). */
export function createPace() {
  let remaining = Infinity;
  let resetsAt = 0; // a time of performance.now()
  let inFlight = 0;
  let shortened = new AbortController();

  /** Returns the milliseconds until the rate limit allows the next request. */
  const pause = (): number => {
    const left = resetsAt - performance.now();
    if (left <= 0) remaining = Infinity;
    return remaining > 0 ? 0 : left;
  };

  return {
    pause,
    /** Returns a signal that aborts when a response shortens the pause. A waiting call then checks it again. */
    shorter: (): AbortSignal => shortened.signal,
    sent(): void {
      inFlight += 1;
      remaining -= 1;
    },
    /** Replaces the limit of an older response by that of a new one. `undefined`: no response came. */
    ended(response: HttpResponse | undefined): void {
      inFlight -= 1;
      const limit = response && getLimit(response);
      if (limit === undefined) return;
      const before = pause();
      remaining = limit.remaining - inFlight; // the server may not have counted these yet
      resetsAt = performance.now() + limit.milliseconds;
      if (pause() >= before) return;
      shortened.abort();
      shortened = new AbortController();
    },
  };
}
