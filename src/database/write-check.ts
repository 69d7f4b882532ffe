// Reports whether the database accepts changes, from the outcome of the last change or, without a recent one,
// from a cheap check.
import { ApiError } from '../base/errors';

/** How long an outcome counts. Without changes, a check runs at most once in this time. */
const FRESH_MILLISECONDS = 5000;

export interface WriteCheck {
  /** Runs a change and remembers its outcome. */
  watch<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Returns the last outcome at once. Starts a check when the outcome is old. */
  isWritable(): boolean;
  /** Returns whether the last change failed recently. Starts no check. */
  hasFailed(): boolean;
  /** Returns why the last change failed. Undefined when it succeeded. */
  failure(): unknown;
}

interface Rules {
  /** @throws ApiError `unavailable` when the database accepts no changes. */
  check: () => Promise<unknown>;
  /** Returns whether other changes blocked this one, so that the error says nothing about the database. */
  isContention: (error: unknown) => boolean;
}

export function createWriteCheck({ check, isContention }: Rules): WriteCheck {
  let isWritable = true;
  let failure: unknown;
  let knownAt = -Infinity;
  let isChecking = false;

  const isFresh = (): boolean => performance.now() - knownAt < FRESH_MILLISECONDS;

  function note(outcome: boolean, cause?: unknown): void {
    isWritable = outcome;
    failure = cause;
    knownAt = performance.now();
  }

  async function watch<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      const result = await change();
      note(true);
      return result;
    } catch (error) {
      // A change that the application rejects, or that times out in a queue, says nothing about the database.
      const cause = error instanceof ApiError && error.code === 'unavailable' ? error.cause : undefined;
      if (cause !== undefined && !isContention(cause)) note(false, cause);
      throw error;
    }
  }

  async function runCheck(): Promise<void> {
    isChecking = true;
    // `watch` remembers the outcome; contention keeps the earlier one
    await watch(check).catch(() => (knownAt = performance.now()));
    isChecking = false;
  }

  return {
    watch,
    isWritable() {
      if (!isFresh() && !isChecking) void runCheck();
      return isWritable;
    },
    hasFailed: () => !isWritable && isFresh(),
    failure: () => failure,
  };
}
