// Reports whether the database accepts changes, from the outcome of the last change or, without a recent one,
// from a cheap check.
import { ApiError } from '../base/errors';

/** How long an outcome counts. Without changes, a check runs at most once in this time. */
const FRESH_MILLISECONDS = 5000;

export type WriteCheck = ReturnType<typeof createWriteCheck>;

/**
 * `check`: throws ApiError `unavailable` when the database accepts no changes. `isContention`: returns whether other
 * changes blocked this one, so that the error says nothing about the database.
 */
export function createWriteCheck(check: () => Promise<unknown>, isContention: (error: unknown) => boolean) {
  let isWritable = true;
  let failure: unknown;
  /** Changes that failed since the start: another transaction held a lock, or the database could not change anything. */
  const failures = { busy: 0, unavailable: 0 };
  let knownAt = -Infinity;
  let isChecking = false;

  const isFresh = (): boolean => performance.now() - knownAt < FRESH_MILLISECONDS;

  function note(outcome: boolean, cause?: unknown): void {
    isWritable = outcome;
    failure = cause;
    knownAt = performance.now();
  }

  /** `counts`: where a failure is counted. That of a check is no failed change. */
  async function observe<Result>(
    change: () => Promise<Result>,
    counts: Partial<typeof failures>,
  ): Promise<Result> {
    try {
      const result = await change();
      note(true);
      return result;
    } catch (error) {
      // A change that the application rejects, or that times out in a queue, says nothing about the database.
      const cause = error instanceof ApiError && error.code === 'unavailable' ? error.cause : undefined;
      if (cause !== undefined) {
        const reason = isContention(cause) ? 'busy' : 'unavailable';
        counts[reason] = (counts[reason] ?? 0) + 1;
        if (reason === 'unavailable') note(false, cause);
      }
      throw error;
    }
  }

  async function runCheck(): Promise<void> {
    isChecking = true;
    // contention keeps the earlier outcome
    await observe(check, {}).catch(() => (knownAt = performance.now()));
    isChecking = false;
  }

  return {
    /** Runs a change and remembers its outcome. */
    watch: <Result>(change: () => Promise<Result>) => observe(change, failures),
    failures: failures as Readonly<typeof failures>,
    /** Returns the last outcome at once. Starts a check when the outcome is old. */
    isWritable(): boolean {
      if (!isFresh() && !isChecking) void runCheck();
      return isWritable;
    },
    /** Returns whether the last change failed recently. Starts no check. */
    hasFailed: (): boolean => !isWritable && isFresh(),
    /** Returns why the last change failed. Undefined when it succeeded. */
    failure: () => failure,
  };
}
