// A request on its way through dispatch: what openapi-backend, the validator and the handlers see of it.
import type { Organization } from '../organizations/organization';

export interface ContractRequest {
  method: string;
  /** The path as it was sent, still percent-encoded, without the query. */
  path: string;
  /** The query as it was sent, without `?`. */
  search: string;
  headers: Record<string, string | string[] | undefined>;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Declared header parameters under the contract's names. */
  header: Record<string, string>;
  requestBody: unknown;
}

/** Who calls: the result of authentication, which has happened before dispatch. */
export interface Principal {
  organization: Organization;
  keyId: string;
}

/** What dispatch needs of the world outside it. */
export interface Exchange {
  principal: Principal;
  /** Reads and parses the body for the media types that the operation takes. @throws ApiError 400, 413, 415. */
  readBody(mediaTypes: string[]): Promise<unknown>;
  /** Set when the operation is known, for logs and metrics. */
  operationId?: string;
}
