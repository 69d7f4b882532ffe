// The scripted faults of the sandbox, as the stages of a request see them. The real server has none.
import type { Request, Response } from 'express';

/** What one request meets. */
export interface ScriptedFault {
  method: string;
  /** A path of the contract. `*` or a name in braces stands for any value of a path parameter. */
  path: string;
  /** The error status to return. */
  status?: number;
  /** Seconds of `Retry-After`, with a status. */
  retryAfter?: number;
  /** Milliseconds to wait. Without a status and a drop, the request then goes on. */
  delay?: number;
  /** Closes the connection without a response: before the operation runs, or after it has committed. */
  drop?: 'before' | 'after';
}

export interface ScriptedFaults {
  /** The rules of each organization that has some. */
  rulesOf: ReadonlyMap<string, object[]>;
  /**
   * Applies the first rule that matches the request, and sets `locals.fault` to it.
   * @throws ApiError with the status of the rule
   */
  apply(request: Request, response: Response): Promise<void>;
}
