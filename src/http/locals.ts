// What the HTTP layer remembers of a request while it is under way.
import type { Exchange } from '../contract/request';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way in which Express lets its locals be typed
  namespace Express {
    interface Locals {
      requestId: string;
      startedAt: bigint;
      exchange?: Exchange;
      /** Header fields that every answer to this request carries. */
      headers: Record<string, string | number>;
    }
  }
}
