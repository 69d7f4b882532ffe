// Works through a list, some of it at once.

const AT_ONCE = 4;

/** Works on several at once, so that a distant server does not take minutes, and on few, so that nobody else notices. */
export async function eachOf<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (queue.length > 0 && failures.length === 0)
      await work(queue.shift()!).catch((error: unknown) => failures.push(error));
  };
  // All of them have ended when this does: whoever cleans up after a failure must be the last.
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}
