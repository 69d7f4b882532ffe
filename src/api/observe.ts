// Tells an observer about each API request when its answer is out: what the sandbox's console shows. The real server has no observer.
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract';
import type { Availability } from '../contract/document';
import type { ErrorCode, ErrorDetail } from '../errors';

/** A body as far as it is kept: its beginning as text, or only its size when it is no text. */
export interface ObservedBody {
  bytes: number;
  /** Left out when the body is binary. */
  text?: string;
  /** Whether the text is only the beginning. */
  cut?: true;
}

export interface Observation {
  requestId: string;
  /** When the request came, in ISO 8601. */
  time: string;
  method: string;
  /** As it was sent, with its query. */
  path: string;
  status: number;
  milliseconds: number;
  operationId?: string;
  availability?: Availability;
  answeredBy: 'mock' | 'server';
  /** Why the request was refused. */
  error?: { code: ErrorCode; message: string; details?: ErrorDetail[] };
  request: { headers: Record<string, string>; body?: ObservedBody };
  response: { headers: Record<string, string>; body?: ObservedBody };
}

export type Observe = (observation: Observation) => void;

const KEPT_BYTES = 64 * 1024;

/** NUL is in no text that a person would read. */
const isText = (text: string): boolean => !text.includes('\0');

function observedBody(body: string | Buffer | undefined): ObservedBody | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const whole = Buffer.from(body);
  const cut = whole.length > KEPT_BYTES;
  const bytes = whole.length;
  try {
    // Where it is cut, half a character may be left over, which `stream` waits for.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(0, KEPT_BYTES), {
      stream: cut,
    });
    return isText(text) ? { bytes, text, ...(cut ? { cut } : {}) } : { bytes };
  } catch {
    return { bytes };
  }
}

/** By their names in small letters, as Node has them; an answer's writer may have given Node some of them already. */
const fieldsOf = (
  headers: IncomingHttpHeaders | Record<string, string | number | string[] | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );

/** Also for requests that were refused before dispatch, such as one without a key. */
function operationOf({ method, path }: Request, { locals }: Response, contract: Contract) {
  if (locals.exchange?.operation) return locals.exchange.operation;
  try {
    return contract.match(method === 'HEAD' ? 'GET' : method, path);
  } catch {
    return undefined;
  }
}

const withBody = (headers: Record<string, string>, body: string | Buffer | undefined) => {
  const observed = observedBody(body);
  return { headers, ...(observed ? { body: observed } : {}) };
};

function toObservation(request: Request, response: Response, contract: Contract, time: Date): Observation {
  const { requestId, startedAt, exchange, written } = response.locals;
  const operation = operationOf(request, response, contract);
  const error = written?.error;
  const body: unknown = request.body;
  return {
    requestId,
    time: time.toISOString(),
    method: request.method,
    path: request.originalUrl,
    status: response.statusCode,
    milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
    ...(operation ? { operationId: operation.operationId, availability: operation.availability } : {}),
    answeredBy: exchange?.answeredBy ?? 'server',
    ...(error
      ? {
          error: {
            code: error.code,
            message: error.message,
            ...(error.details ? { details: error.details } : {}),
          },
        }
      : {}),
    request: withBody(fieldsOf(request.headers), Buffer.isBuffer(body) ? body : undefined),
    response: withBody(
      fieldsOf({ ...response.getHeaders(), ...written?.headers }),
      request.method === 'HEAD' ? undefined : written?.body,
    ),
  };
}

export const observation =
  (contract: () => Contract, observe: Observe): RequestHandler =>
  (request, response, next) => {
    const time = new Date();
    response.once('close', () => observe(toObservation(request, response, contract(), time)));
    next();
  };
