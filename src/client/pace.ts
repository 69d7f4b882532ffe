// Keeps the requests of one key within the RateLimit header (draft-ietf-httpapi-ratelimit-headers).
import { type HttpResponse, retryAfterOf } from './response.js';

export type Pace = ReturnType<typeof createPace>;

/** Parses `"default";r=12;t=30`. Of several policies, returns the one with the fewest requests left. */
function parse(field: string | null): { remaining: number; milliseconds: number } | undefined {
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
function limitOf({ status, headers }: HttpResponse): ReturnType<typeof parse> {
  const milliseconds = status === 429 ? retryAfterOf(headers) : undefined;
  return milliseconds === undefined ? parse(headers.get('ratelimit')) : { remaining: 0, milliseconds };
}

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
      const limit = response && limitOf(response);
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
