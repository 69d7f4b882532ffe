// What the HTTP layer remembers of a request while it is under way.
import type { Exchange } from '../contract/request';

declare global {
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
