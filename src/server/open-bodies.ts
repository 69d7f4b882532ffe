// Limits request bodies that are still arriving, so that slow senders use only their own share.
import { rateLimited } from '../errors';

/** A synchronizing client sends 64 requests at once at most. */
const MAX_PER_KEY = 128;
/** Several keys may share an address. */
const MAX_PER_ADDRESS = 256;

export class OpenBodies {
  private readonly counts = new Map<string, number>();

  /**
   * Runs `receive` and counts it against its owners.
   * @param owners the caller's key, where there is one, and the client's address
   * @throws ApiError `rate_limited` when an owner has too many open bodies
   */
  async track<Result>(
    owners: { key?: string; address: string },
    receive: () => Promise<Result>,
  ): Promise<Result> {
    const names = [`address ${owners.address}`];
    if (this.count(names[0]!) >= MAX_PER_ADDRESS) throw tooManyOpen('address', MAX_PER_ADDRESS);
    if (owners.key !== undefined) {
      names.push(`key ${owners.key}`);
      if (this.count(names[1]!) >= MAX_PER_KEY) throw tooManyOpen('key', MAX_PER_KEY);
    }
    for (const name of names) this.counts.set(name, this.count(name) + 1);
    try {
      return await receive();
    } finally {
      for (const name of names) {
        if (this.count(name) > 1) this.counts.set(name, this.count(name) - 1);
        else this.counts.delete(name);
      }
    }
  }

  private count(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

const tooManyOpen = (owner: string, max: number) =>
  rateLimited(
    `This ${owner} has ${max} requests whose bodies have not arrived. Complete them before you start another one.`,
    1,
  );
