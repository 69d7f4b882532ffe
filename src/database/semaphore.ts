// Lends a few places, such as connections or shares of a machine, each to one borrower at a time: in the order of
// requests within a tenant, and round robin between tenants, so that one tenant's queue delays no other tenant.
import { unavailable } from '../errors';

interface Waiting<Place> {
  take: (place: Place) => void;
  /** Ends the wait. */
  timer: NodeJS.Timeout | undefined;
}

export class Semaphore<Place> {
  /** How many are lent. */
  lent = 0;
  /** By tenant; the next place goes to the first one. */
  private readonly waiting = new Map<string, Waiting<Place>[]>();
  private readonly free: Place[];

  /** `patience`: for how many milliseconds somebody waits for a turn. */
  constructor(
    private readonly places: readonly Place[],
    private readonly patience?: number,
  ) {
    this.free = [...places];
  }

  get waits(): number {
    return [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** @throws ApiError `unavailable` when the turn comes too late. */
  async withPlace<Result>(work: (place: Place) => Promise<Result>, tenant = ''): Promise<Result> {
    const place = this.free.length > 0 ? this.free.pop()! : await this.turn(tenant);
    this.lent++;
    try {
      return await work(place);
    } finally {
      this.lent--;
      this.handOn(place);
    }
  }

  private handOn(place: Place): void {
    const [first] = this.waiting;
    if (!first) return void this.free.push(place);
    const [tenant, queue] = first;
    const next = queue.shift()!;
    this.waiting.delete(tenant);
    if (queue.length > 0) this.waiting.set(tenant, queue); // behind the other tenants
    clearTimeout(next.timer);
    next.take(place);
  }

  private turn(tenant: string): Promise<Place> {
    return new Promise((take, reject) => {
      const leave = (): void => {
        const queue = this.waiting.get(tenant)!;
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) this.waiting.delete(tenant);
        reject(unavailable());
      };
      const timer = this.patience === undefined ? undefined : setTimeout(leave, this.patience).unref();
      const waiting = { take, timer };
      const queue = this.waiting.get(tenant);
      if (queue) queue.push(waiting);
      else this.waiting.set(tenant, [waiting]);
    });
  }

  /** Waits until all have come back, from those too who wait for one now. */
  async idle(): Promise<void> {
    let back = 0;
    let allBack!: () => void;
    const all = new Promise<void>((resolve) => (allBack = resolve));
    const hold = (): Promise<void> => {
      if (++back === this.places.length) allBack();
      return all;
    };
    await Promise.all(this.places.map(() => this.withPlace(hold)));
  }
}
