// What the HTTP layer remembers of a request while it is under way.
import type { AuthenticatedRequest } from '../contract/request';
import type { ApiError } from '../errors';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way in which Express lets its locals be typed
  namespace Express {
    interface Locals {
      requestId: string;
      startedAt: bigint;
      exchange?: AuthenticatedRequest;
      /** Set where answers say what they are. */
      contractVersion?: string;
      /** Header fields that every answer to this request carries. */
      headers: Record<string, string | number>;
      /** What was answered, for an observer: its header fields, its body, and the error that it tells of. */
      written?: { headers: Record<string, string | number>; body?: string | Buffer; error?: ApiError };
    }
  }
}
