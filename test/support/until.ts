// Waits with a limit: a test whose condition never holds ends with a message.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks at most every millisecond, and returns the first result that is neither false nor undefined.
 * @throws Error that shows the condition.
 */
export async function until<Result>(
  condition: () => Result | Promise<Result>,
  seconds = 20,
): Promise<Exclude<Result, false | null | undefined>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const result = await condition();
    if (result) return result as Exclude<Result, false | null | undefined>;
    if (performance.now() > end)
      throw new Error(`This did not become true within ${seconds} s: ${String(condition)}`);
    await delay(1);
  }
}

/**
 * Repeats `action` while `work` is pending, and returns its result.
 * @throws Error that shows the action, after the limit.
 */
export async function repeatDuring<Result>(
  work: Promise<Result>,
  action: () => Promise<unknown>,
  seconds = 50,
): Promise<Result> {
  let isPending = true;
  const settle = () => void (isPending = false);
  work.then(settle, settle);
  const end = performance.now() + seconds * 1000;
  while (isPending) {
    if (performance.now() > end)
      throw new Error(`The work beside this did not end within ${seconds} s: ${String(action)}`);
    await action();
  }
  return work;
}
