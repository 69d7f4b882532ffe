// Lists that were read before, with their entity tags: a list that has not changed is not sent again. One client has one key, so an address is enough.

export interface HeldList {
  etag: string;
  /** As text: each caller gets objects of its own. */
  text: string;
}

export interface HeldLists {
  find(url: string): HeldList | undefined;
  keep(url: string, list: HeldList): void;
}

/** At most `limit` lists; the one that was not used for longest goes first. */
export function createHeldLists(limit: number): HeldLists {
  const held = new Map<string, HeldList>();
  const keep = (url: string, list: HeldList) => {
    held.delete(url);
    held.set(url, list);
    for (const oldest of held.keys()) {
      if (held.size <= limit) return;
      held.delete(oldest);
    }
  };
  return {
    keep,
    find(url) {
      const list = held.get(url);
      if (list !== undefined) keep(url, list);
      return list;
    },
  };
}
