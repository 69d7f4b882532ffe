// Lends a few places, such as connections or shares of a machine, each to one borrower at a time, in the order in which they ask.
import { unavailable } from '../errors';

interface Waiting<Place> {
  take: (place: Place) => void;
  /** Ends the wait. */
  timer: NodeJS.Timeout | undefined;
}

export class Lender<Place> {
  /** How many are lent. */
  lent = 0;
  private readonly waiting: Waiting<Place>[] = [];
  private readonly free: Place[];

  /** `patience`: for how many milliseconds somebody waits for a turn. */
  constructor(
    private readonly places: readonly Place[],
    private readonly patience?: number,
  ) {
    this.free = [...places];
  }

  get waits(): number {
    return this.waiting.length;
  }

  /** @throws ApiError `unavailable` when the turn comes too late. */
  async lend<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
    const place = this.free.length > 0 ? this.free.pop()! : await this.turn();
    this.lent++;
    try {
      return await work(place);
    } finally {
      this.lent--;
      this.handOn(place);
    }
  }

  private handOn(place: Place): void {
    const next = this.waiting.shift();
    if (!next) return void this.free.push(place);
    clearTimeout(next.timer);
    next.take(place);
  }

  private turn(): Promise<Place> {
    return new Promise((take, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(unavailable());
      };
      const waiting = {
        take,
        timer: this.patience === undefined ? undefined : setTimeout(leave, this.patience).unref(),
      };
      this.waiting.push(waiting);
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
    await Promise.all(this.places.map(() => this.lend(hold)));
  }
}
