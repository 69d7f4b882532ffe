// Limits how many requests or responses of one name are open at once.
import { rateLimited } from '../../base/errors';

export class OpenLimit {
  private readonly counts = new Map<string, number>();

  /**
   * Counts one more of a name, until the caller calls the returned function. `sentence`: for a rejected caller.
   * @throws ApiError `rate_limited` when `max` are open
   */
  open(name: string, max: number, sentence: string, retryAfter: number): () => void {
    const count = this.counts.get(name) ?? 0;
    if (count >= max) throw rateLimited(sentence, retryAfter);
    this.counts.set(name, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.close(name);
      isOpen = false;
    };
  }

  private close(name: string): void {
    const left = this.counts.get(name)! - 1;
    if (left > 0) this.counts.set(name, left);
    else this.counts.delete(name);
  }
}
