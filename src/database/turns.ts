// Transactions wait here for their turn, which costs no thread and no connection, and not for long.
import { unavailable } from '../errors';

export const MOST_WAIT_MILLISECONDS = 2000;

export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** How many wait or are at work. */
  get waiting(): number {
    return this.count;
  }

  /** @throws ApiError `unavailable` when its turn comes too late: while another process holds the database, each would wait after the one before it. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const since = Date.now();
    this.count++;
    const turn = this.last
      .then(() => {
        if (Date.now() - since > MOST_WAIT_MILLISECONDS) throw unavailable();
        return work();
      })
      .finally(() => this.count--);
    this.last = turn.catch(() => undefined); // reported to whoever awaits this turn
    return turn;
  }

  async idle(): Promise<void> {
    await this.last;
  }
}
