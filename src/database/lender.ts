// Lends a few connections, each to one borrower at a time, in the order in which they ask.
import { unavailable } from '../errors';

export class Lender<Connection> {
  /** How many are lent. */
  lent = 0;
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private readonly free: Connection[];

  /** `patience`: for how many milliseconds somebody waits for a turn. */
  constructor(
    private readonly connections: readonly Connection[],
    private readonly patience?: number,
  ) {
    this.free = [...connections];
  }

  get waits(): number {
    return this.waiting.length;
  }

  /** @throws ApiError `unavailable` when the turn comes too late. */
  async lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = this.free.length > 0 ? this.free.pop()! : await this.turn();
    this.lent++;
    try {
      return await work(connection);
    } finally {
      this.lent--;
      const next = this.waiting.shift();
      if (next) next(connection);
      else this.free.push(connection);
    }
  }

  private turn(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      if (this.patience !== undefined) setTimeout(() => this.leave(resolve) && reject(unavailable()), this.patience).unref();
    });
  }

  private leave(waiting: (connection: Connection) => void): boolean {
    const place = this.waiting.indexOf(waiting);
    if (place >= 0) this.waiting.splice(place, 1);
    return place >= 0;
  }

  /** Waits until all have come back, from those too who wait for one now. */
  async idle(): Promise<void> {
    let back = 0;
    let allBack!: () => void;
    const all = new Promise<void>((resolve) => (allBack = resolve));
    const hold = (): Promise<void> => {
      if (++back === this.connections.length) allBack();
      return all;
    };
    await Promise.all(this.connections.map(() => this.lend(hold)));
  }
}
