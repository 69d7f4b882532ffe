// One call: as many tries as it needs and may have, within its deadline, its signal and the rate limit.
import { type HttpResponse, type Lost, type Sent, attempt } from './attempt.js';
import {
  AbortedError,
  ApiError,
  type CallError,
  type Circumstances,
  ConnectionError,
  DeadlineError,
} from './errors.js';
import type { CallOptions, RequestEvent, Settings } from './options.js';
import type { Pace } from './pace.js';
import { refusalOf } from './refusal.js';
import { delayBefore, isRepeatable, isUncertain, mayRetry, retryAfterOf } from './retry-rules.js';
import { wait } from './wait.js';

export interface Call extends Sent {
  /** The contract's path. */
  path: string;
  requestId: string;
  options: CallOptions;
}

export interface Success {
  answer: HttpResponse;
  attempts: number;
  waited: number;
  /** An earlier try did it, and its answer was lost. */
  doneBefore: boolean;
}

/** `holds`: a 304 is a success, because the caller has what it confirms. */
export async function perform(
  call: Call,
  settings: Settings,
  pace: Pace,
  holds: boolean,
): Promise<Success | CallError> {
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
  const circumstances = (): Circumstances => {
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

  const errorOf = (outcome: HttpResponse | Lost): CallError | undefined => {
    if (outcome.kind === 'lost') return new ConnectionError(outcome.message, circumstances(), outcome);
    const refusal = refusalOf(outcome);
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
    if (error === undefined) return { answer: outcome as HttpResponse, attempts, waited, doneBefore };
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
