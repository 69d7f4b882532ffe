// Waits for a condition, with a limit: a test whose condition never holds ends with a message.

/** @throws Error that shows the condition. */
export async function until(condition: () => unknown, seconds = 20): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`This did not become true within ${seconds} s: ${String(condition)}`);
    await new Promise(setImmediate);
  }
}
