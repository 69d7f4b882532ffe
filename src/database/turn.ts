// What is asked in one turn of the event loop is sent together: under load, many small questions cost one round trip.
// Nothing joins what has been sent already: it would be answered with what was true before it was asked.

const MAX_TOGETHER = 256;

export function batchByTick<Item>(send: (items: Item[]) => void): (item: Item) => void {
  let collected: Item[] = [];
  const sendAll = (): void => {
    for (let start = 0; start < collected.length; start += MAX_TOGETHER)
      send(collected.slice(start, start + MAX_TOGETHER));
    collected = [];
  };
  return (item) => {
    if (collected.push(item) === 1) setImmediate(sendAll);
  };
}
