// Lends a few connections, each to one borrower at a time, in the order in which they ask.

export class Lender<Connection> {
  /** How many are lent. */
  lent = 0;
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private readonly free: Connection[];

  constructor(private readonly connections: readonly Connection[]) {
    this.free = [...connections];
  }

  get waits(): number {
    return this.waiting.length;
  }

  async lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = this.free.length > 0 ? this.free.pop()! : await new Promise<Connection>((resolve) => this.waiting.push(resolve));
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
