// Sends requests one at a time, with the sender of replays, or several at once.
export { NoResponse, type Outgoing, type Reply, type Send, createSend, retryDelay } from '../replay/send';

const MAX_CONCURRENT = 4;

/** Runs `work` for each item, four at a time. Resolves or rejects when no work is running anymore. */
export async function forEachConcurrently<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (queue.length > 0 && failures.length === 0)
      await work(queue.shift()!).catch((error: unknown) => failures.push(error));
  };
  // The cleanup after a failure must not overlap with running work.
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  if (failures.length > 0) throw failures[0];
}
