// Which answers are successes of this API: something in front of it may answer as well.
// Reads an answer that is no success into what an ApiError tells. Nothing here trusts that the answer is one of this API: a proxy may have written it.
import type { ErrorCode, ErrorDetail, ErrorResponse } from './errors.js';

export interface HttpResponse {
  kind: 'answer';
  status: number;
  headers: Headers;
  text: string;
  /** Parsed when it is JSON, else the text; undefined for none. */
  body: unknown;
}

export const isJson = (headers: Headers): boolean =>
  /^application\/(\S+\+)?json\b/i.test(headers.get('content-type') ?? '');

const NO_CONTENT = 204;

/** JSON, CSV, or nothing where nothing belongs; a page of HTML with status 200 comes from somewhere else, and so does one with nothing in it. */
const isApiContent = ({ status, headers, body }: HttpResponse): boolean =>
  body === undefined
    ? status === NO_CONTENT
    : isJson(headers) || /^text\/csv\b/i.test(headers.get('content-type') ?? '');

export const isSuccess = (answer: HttpResponse): boolean =>
  answer.status >= 200 && answer.status < 300 && isApiContent(answer);

/** The compiler holds this to the contract: every code, and no other. */
const CODES: Record<Exclude<ErrorCode, 'not_modified' | 'unknown'>, true> = {
  validation_error: true,
  invalid_json: true,
  invalid_reference: true,
  bad_request: true,
  unauthorized: true,
  https_required: true,
  not_found: true,
  method_not_allowed: true,
  request_timeout: true,
  conflict: true,
  precondition_failed: true,
  payload_too_large: true,
  uri_too_long: true,
  unsupported_media_type: true,
  expectation_failed: true,
  idempotency_mismatch: true,
  rate_limited: true,
  headers_too_large: true,
  internal_error: true,
  not_implemented: true,
  unavailable: true,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isDetail = (value: unknown): value is ErrorDetail =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

function codeOf(status: number, error: unknown): ErrorCode {
  if (status === 304) return 'not_modified';
  return typeof error === 'string' && Object.hasOwn(CODES, error) ? (error as ErrorCode) : 'unknown';
}

function messageOf({ status, headers }: HttpResponse, message: unknown): string {
  if (typeof message === 'string') return message;
  if (status === 304) return 'The record is still the one of your If-None-Match (304).';
  if (status === 0 || (status >= 300 && status < 400))
    return 'The server redirects, which is not followed because the API key would go along: set baseUrl to the address that it leads to.';
  const type = headers.get('content-type') ?? 'no content type';
  return status < 300
    ? `The answer (${status}, ${type}) is not one of this API: check baseUrl.`
    : `The server answered ${status}, and not with an error of this API (${type}).`;
}

/** undefined for a success. */
export function errorResponseOf(answer: HttpResponse): ErrorResponse | undefined {
  const { status, headers, body } = answer;
  if (isSuccess(answer)) return undefined;
  const told = isObject(body) && status >= 400 ? body : {};
  return {
    code: codeOf(status, told['error']),
    status,
    message: messageOf(answer, told['message']),
    details: Array.isArray(told['details']) ? told['details'].filter(isDetail) : [],
    retryAfter: retryAfterOf(headers),
    headers,
    body,
  };
}

/** In each of its three forms a date of HTTP begins with a day (RFC 9110, 5.6.7); `Date.parse` takes much that is none, such as "1.5". */
const BEGINS_WITH_DAY = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

const parseDate = (text: string): number =>
  BEGINS_WITH_DAY.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;

/**
 * Returns `Retry-After` in milliseconds, always whole seconds: a date is compared with the response's `Date`.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = parseDate(value);
  if (Number.isNaN(until)) return undefined;
  const serverTime = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(serverTime) ? Date.now() : serverTime)) / 1000)) * 1000;
}
