// Logs one line for each request, without its query, body and key: some clients put the key into the query.
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { unmapped } from '../addresses';
import type { Principal } from '../contract/handler';
import type { ErrorCode } from '../errors';
import { KEY_LIKE } from '../keys/format';
import { traceContextOf } from './trace-context';

export interface Measurement {
  operationId?: string | undefined;
  status: number | 'aborted';
  /** Undefined for a request that was rejected before any work. */
  seconds?: number;
  /** Why the response is an error. */
  reason?: ErrorCode | 'overloaded' | undefined;
}

/** Records a response for the metrics, once it is sent or the client has disconnected. */
export type Measure = (measurement: Measurement) => void;

/** Counts a request of a valid key, at the same moment as `Measure`. */
export type CountUse = (principal: Principal, operationId: string | undefined) => void;

const MAX_USER_AGENT_CHARACTERS = 256;

const withoutKeys = (text: string): string => text.replace(KEY_LIKE, '[key]');

/** Encodes control characters and bytes outside of ASCII, which can be active in log viewers. */
const userAgentOf = ({ headers }: Request): string | undefined =>
  headers['user-agent'] &&
  withoutKeys(headers['user-agent'].slice(0, MAX_USER_AGENT_CHARACTERS)).replace(
    /[^\x20-\x7e]/g,
    encodeURIComponent,
  );

/**
 * Returns the address that the trusted proxies report, or that of the connection. A proxy may report a text
 * that is no address, for example `unknown`.
 */
function clientAddressOf({ ip, socket }: Request): string | undefined {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address && unmapped(address);
}

export const accessLog =
  (logger: Logger, measure?: Measure, countUse?: CountUse): RequestHandler =>
  (request, response, next) => {
    const clientAddress = clientAddressOf(request); // now: a closed socket has no address
    response.once('close', () => {
      const { requestId, startedAt, authenticatedRequest, written } = response.locals;
      const operationId = authenticatedRequest?.operation?.operationId;
      const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
      logger.info({
        requestId,
        method: request.method,
        path: withoutKeys(request.path),
        status: response.statusCode,
        error: written?.error?.code,
        operationId,
        organization: authenticatedRequest?.principal.organization.slug,
        keyId: authenticatedRequest?.principal.keyId,
        milliseconds,
        clientAddress,
        userAgent: userAgentOf(request),
        ...traceContextOf(request.headers['traceparent']),
        ...(response.writableFinished ? {} : { aborted: true }),
      });
      measure?.({
        operationId,
        status: response.writableFinished ? response.statusCode : 'aborted',
        seconds: milliseconds / 1000,
        reason: written?.error?.code,
      });
      if (authenticatedRequest) countUse?.(authenticatedRequest.principal, operationId);
    });
    next();
  };
