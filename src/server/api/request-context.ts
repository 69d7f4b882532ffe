// The context that the stages of a request share, its request id and client, and the header fields of every response.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import { unmapped } from '../../base/addresses';
import type { ApiError } from '../../base/errors';
import type { AuthenticatedRequest, Principal, RequestOrigin } from '../../contract/handler';
import { KEY_LIKE, maskText } from '../../base/secrets/mask-text';

/** The request's slot of the server (src/server/http/admission.ts). */
export interface Admission {
  /** Reports the organization of the request's key, or that the key is invalid. */
  identify(organization: string | undefined): void;
  /**
   * Takes a slot after the body, and keeps it until `work` ends. Does nothing for a client that has disconnected before.
   * @throws ApiError `unavailable` when no slot is free
   */
  work(work: () => Promise<void>): Promise<void>;
  /**
   * Reads the body with `receive`. `key`: the caller's key, if any.
   * @throws ApiError `rate_limited` for too many open bodies; `bad_request` for too many small chunks
   */
  receive<Result>(key: string | undefined, receive: () => Promise<Result>): Promise<Result>;
  /** Makes room for a body that its client may read slowly. @throws ApiError `unavailable` when there is none. */
  requireRoom(body: string | Buffer): void;
  /** Waits without a slot. @throws ApiError `unavailable` when no slot is free afterwards */
  pause(milliseconds: number): Promise<void>;
}

/** Why a key was rejected. Metrics and logs have the reason; the response never contains it. */
export type KeyRejection =
  | 'missing'
  | 'in Authorization'
  | 'in the query'
  | 'malformed'
  | 'wrong checksum'
  | 'other environment'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'deleted user'
  | 'deleted world';

export type KeyOwner = Pick<Principal, 'organization' | 'user'> &
  Partial<Pick<Principal, 'keyId' | 'access'>>;

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express types its locals by this declaration
  namespace Express {
    interface Locals {
      admission: Admission;
      origin: RequestOrigin;
      /** Of process.hrtime.bigint(). */
      startedAt: bigint;
      /** Header fields of every response to this request. */
      headers: Record<string, string | number>;
      /** Set by the sandbox, whose responses name the contract's version. */
      contractVersion?: string;
      /** Set after authentication. */
      authenticatedRequest?: AuthenticatedRequest;
      keyRejection?: KeyRejection;
      /** Whom a rejected key belonged to, for the observer. */
      keyOwner?: KeyOwner | undefined;
      /** The scripted fault of the sandbox that the request met. */
      fault?: ScriptedFault;
      /** Sends the response in place of the server, as a fault says. */
      deliver?: Deliver | undefined;
      /** The response, for the observer. */
      written?: { headers: Fields; error?: ApiError };
      /** Set by the observer. It keeps the beginning of the body only: the client may read the body slowly. */
      observeBody?(body: string | Buffer): void;
    }
  }
}

/** Other characters can be active in log viewers, spreadsheets or shells. */
const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the client's request id, or a new one. Replaces an id that looks like an API key, because ids are logged. */
export function readRequestId(headers: IncomingHttpHeaders): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && SAFE_ID.test(id) && id.search(KEY_LIKE) < 0 ? id : randomUUID();
}

/** Returns the header fields of every response, also of responses below Express. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
});

const MAX_USER_AGENT_CHARACTERS = 256;

/** Encodes control characters and bytes outside of ASCII, which can be active in log viewers. */
const readUserAgent = ({ headers }: Request): string | undefined =>
  headers['user-agent'] &&
  maskText(headers['user-agent'])
    .replace(/[^\x20-\x7e]/g, encodeURIComponent)
    .slice(0, MAX_USER_AGENT_CHARACTERS);

/**
 * Returns the address that the trusted proxies report, or that of the connection. A proxy may report a text
 * that is no address, for example `unknown`.
 */
function readAddress({ ip, socket }: Request): string | undefined {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address && unmapped(address);
}

/** Returns the context of an admitted request. A closed socket has no address, so not later. */
export function createContext(request: Request, admission: Admission): Response['locals'] {
  const requestId = readRequestId(request.headers);
  return {
    admission,
    origin: { requestId, address: readAddress(request), userAgent: readUserAgent(request) },
    startedAt: process.hrtime.bigint(),
    headers: commonHeaders(requestId),
  };
}

const MAX_VERSION_LENGTH = 100;

/** Encodes a document's version, which can be any value, as visible ASCII (RFC 9110, section 5.5). */
function versionHeader(version: unknown): string {
  const text = typeof version === 'string' ? version : JSON.stringify(version);
  return text
    .slice(0, MAX_VERSION_LENGTH)
    .toWellFormed()
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/** Returns the sandbox's header fields: the contract's version, the responder and the availability. */
function sandboxHeaders({
  contractVersion,
  authenticatedRequest,
  fault,
}: Response['locals']): Record<string, string> {
  if (contractVersion === undefined) return {};
  const operation = authenticatedRequest?.operation;
  return {
    'X-Contract-Version': versionHeader(contractVersion),
    'X-Answered-By': fault?.status === undefined ? (authenticatedRequest?.answeredBy ?? 'server') : 'fault',
    ...(operation ? { 'X-Availability': operation.availability } : {}),
  };
}

/**
 * Returns the header fields of this response, for success and error. A new object without spread syntax,
 * which is slow on Node 20 (spec/decisions/0018-speed.md).
 */
export function responseHeaders({ locals }: Response): Record<string, string | number> {
  return Object.assign({}, locals.headers, sandboxHeaders(locals), locals.authenticatedRequest?.headers);
}

type Fields = Record<string, string | number>;
type Body = string | Buffer;
export type Deliver = (status: number, headers: Fields, body?: Body) => void;

/** Writes a response. `plain`: the body before its compression. */
export function send(
  response: Response,
  { status, headers, error }: { status: number; headers: Fields; error?: ApiError },
  body?: Body,
  plain = body,
): void {
  const { locals } = response;
  if (locals.deliver) return locals.deliver(status, headers, body);
  locals.written = { headers, ...(error && { error }) };
  // Node keeps the reason phrase of a head that it could not write.
  response.writeHead(status, STATUS_CODES[status], headers).end(body);
  if (plain !== undefined) locals.observeBody?.(plain);
}

export interface ScriptedFault {
  method: string;
  /** A path of the contract. `*` or a name in braces stands for any value of a path parameter. */
  path: string;
  status?: number;
  /** Seconds of `Retry-After`, with a status. */
  retryAfter?: number;
  /** Milliseconds to wait, or those in which a slow body arrives. */
  delay?: number;
  /** Closes the connection without a response: before the operation runs, or after it has committed. */
  drop?: 'before' | 'after';
  /** What becomes of the response: an HTML page of a proxy, a body that ends early, or one that arrives slowly. */
  body?: 'html' | 'cut' | 'slow';
}

export interface ScriptedFaults {
  rulesOf: ReadonlyMap<string, object[]>;
  /**
   * Applies the first rule that matches the request, and sets `locals.fault` to it.
   * @throws ApiError with the status of the rule
   */
  apply(request: Request, response: Response): Promise<void>;
}
