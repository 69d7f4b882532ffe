// Keeps the requests of one key within what the RateLimit field has told (draft-ietf-httpapi-ratelimit-headers).
import { type HttpResponse, retryAfterOf } from './response.js';

export interface Pace {
  /** Milliseconds to wait before the next request would be let through. */
  pause(): number;
  /** Aborts when a response shortens the pause: a waiting call then checks the pause again. */
  shorter(): AbortSignal;
  sent(): void;
  /** Replaces the limit of an older response by that of a new one. `undefined`: no response came. */
  ended(answer: HttpResponse | undefined): void;
}

/** `"default";r=12;t=30`: of several policies the one that leaves least. */
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

/**
 * Returns the limit that a response states. Retry-After precedes RateLimit, as the RateLimit draft requires.
 */
function limitOf({ status, headers }: HttpResponse): ReturnType<typeof parse> {
  const milliseconds = status === 429 ? retryAfterOf(headers) : undefined;
  return milliseconds === undefined ? parse(headers.get('ratelimit')) : { remaining: 0, milliseconds };
}

export function createPace(): Pace {
  let remaining = Infinity;
  let resetsAt = 0; // of performance.now(), as somebody may set the clock
  let inFlight = 0;
  let shortened = new AbortController();

  const pause = (): number => {
    const left = resetsAt - performance.now();
    if (left <= 0) remaining = Infinity;
    return remaining > 0 ? 0 : left;
  };

  return {
    pause,
    shorter: () => shortened.signal,
    sent() {
      inFlight += 1;
      remaining -= 1;
    },
    ended(answer) {
      inFlight -= 1;
      const limit = answer && limitOf(answer);
      if (limit === undefined) return;
      const before = pause();
      remaining = limit.remaining - inFlight; // the server may not have counted those yet
      resetsAt = performance.now() + limit.milliseconds;
      if (pause() >= before) return;
      shortened.abort();
      shortened = new AbortController();
    },
  };
}
