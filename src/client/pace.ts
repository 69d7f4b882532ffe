// Keeps the requests of one key within what the RateLimit field has told (draft-ietf-httpapi-ratelimit-headers).

export interface Pace {
  /** Milliseconds to wait before the next request would be let through. */
  pause(): number;
  sent(): void;
  /** An answer came, or none will: what it told holds for the requests that follow. */
  ended(headers: Headers | undefined): void;
  /** The server has refused for so long. */
  refusedFor(milliseconds: number): void;
}

/** `"default";r=12;t=30`: of several policies the one that leaves least. */
function parse(field: string | null): { remaining: number; milliseconds: number } | undefined {
  const policies = (field ?? '').split(',').flatMap((item) => {
    const remaining = /;\s*r=(\d+)/.exec(item)?.[1];
    const seconds = /;\s*t=(\d+)/.exec(item)?.[1];
    return remaining === undefined || seconds === undefined ? [] : [{ remaining: Number(remaining), milliseconds: Number(seconds) * 1000 }];
  });
  return policies.sort((a, b) => a.remaining - b.remaining || b.milliseconds - a.milliseconds)[0];
}

export function createPace(): Pace {
  let remaining = Infinity;
  let resetsAt = 0; // of performance.now(), as somebody may set the clock
  let inFlight = 0;

  return {
    pause() {
      const left = resetsAt - performance.now();
      if (left <= 0) remaining = Infinity;
      return remaining > 0 ? 0 : left;
    },
    sent() {
      inFlight += 1;
      remaining -= 1;
    },
    ended(headers) {
      inFlight -= 1;
      const told = parse(headers?.get('ratelimit') ?? null);
      if (told === undefined) return;
      remaining = told.remaining - inFlight; // those may not have been counted yet
      resetsAt = performance.now() + told.milliseconds;
    },
    refusedFor(milliseconds) {
      remaining = 0;
      resetsAt = Math.max(resetsAt, performance.now() + milliseconds);
    },
  };
}
