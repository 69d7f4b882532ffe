// A request on its way through dispatch: what openapi-backend, the validator and the handlers see of it.
import type { BodyFormat, UploadedFile } from './body-formats';
import type { Operation } from './document';
import type { Call } from './handler';
import type { Organization } from '../organizations/organization';

export interface ContractRequest {
  method: string;
  /** The path as it was sent, still percent-encoded, without the query. */
  path: string;
  /** The query as it was sent, without `?`. */
  search: string;
  headers: Record<string, string | string[] | undefined>;
  /** Path parameters: text, and after validation as their schemas' types. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Declared header parameters under the contract's names. */
  header: Record<string, string>;
  requestBody: unknown;
  /** The media type in which the body came. */
  bodyType: string | undefined;
  /** Those of a form, for which digests stand in the body. */
  files: UploadedFile[];
}

/** Who calls: the result of authentication, which has happened before dispatch. */
export interface Principal {
  organization: Organization;
  keyId: string;
}

/** What dispatch needs of the world outside it. */
export interface AuthenticatedRequest {
  principal: Principal;
  requestId: string;
  /** Reads and parses the body for the media types that the operation takes. @throws ApiError 400, 413, 415. */
  readBody(formats: BodyFormat[]): Promise<{ mediaType: string; value: unknown; files: UploadedFile[] }>;
  /** Waits for the end of a body that the operation does not take. @throws ApiError 400. */
  skipBody(): Promise<void>;
  /** Set when the operation is known. */
  operation?: Operation;
  /** Who answered; the server, unless this says otherwise. */
  answeredBy?: 'server' | 'mock';
  /** Header fields that belong to the answer, whether it is a success or an error. */
  headers?: Record<string, string>;
}

/** The request that reads what this one names in its path. */
export const asGet = (request: ContractRequest): ContractRequest => ({
  ...request,
  method: 'GET',
  search: '',
  headers: {},
  query: {},
  header: {},
  requestBody: undefined,
  bodyType: undefined,
  files: [],
});

/** What a handler is given of a request. */
export const callOf = (
  { params, query, header, requestBody }: ContractRequest,
  { principal, requestId }: AuthenticatedRequest,
): Call => ({
  organization: principal.organization,
  caller: { keyId: principal.keyId, requestId },
  path: params,
  query,
  header,
  body: requestBody,
});
