// Tells whether the database takes changes: by the outcome of the last change or, without a recent one, by a check that
// costs next to nothing.
import { ApiError } from '../errors';

/** For how long an outcome counts. Without changes, a check runs once in this time. */
const FRESH_MILLISECONDS = 5000;

export interface WriteCheck {
  /** Runs a change and remembers whether the database took it. */
  watch<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Returns the last outcome at once. Starts a check when it is old. */
  isWritable(): boolean;
  /** Whether the last change failed, and lately. Starts no check. */
  hasFailed(): boolean;
}

interface Rules {
  /** @throws ApiError `unavailable` when the database takes no changes. */
  check: () => Promise<unknown>;
  /** Whether other changes were in the way: the database itself takes changes. */
  isContention: (error: unknown) => boolean;
}

export function createWriteCheck({ check, isContention }: Rules): WriteCheck {
  let isWritable = true;
  let knownAt = -Infinity;
  let isChecking = false;

  const isFresh = (): boolean => performance.now() - knownAt < FRESH_MILLISECONDS;

  function note(outcome: boolean): void {
    isWritable = outcome;
    knownAt = performance.now();
  }

  async function watch<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      const result = await change();
      note(true);
      return result;
    } catch (error) {
      // A change that its own rules reject, or whose turn comes too late, says nothing about the database.
      const cause = error instanceof ApiError && error.code === 'unavailable' ? error.cause : undefined;
      if (cause !== undefined && !isContention(cause)) note(false);
      throw error;
    }
  }

  async function runCheck(): Promise<void> {
    isChecking = true;
    await watch(check).catch(() => (knownAt = performance.now())); // the outcome is remembered; contention leaves it as it was
    isChecking = false;
  }

  return {
    watch,
    isWritable() {
      if (!isFresh() && !isChecking) void runCheck();
      return isWritable;
    },
    hasFailed: () => !isWritable && isFresh(),
  };
}
