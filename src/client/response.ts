// Reads responses: success or error, error code, Retry-After. A proxy may have written a response.
import { ERRORS } from '../../generated/errors.js';
import type { ErrorDetail } from '../../generated/types.js';
import type { ErrorCode, ErrorResponse } from './errors.js';

export interface HttpResponse {
  kind: 'response';
  method: string;
  status: number;
  headers: Headers;
  text: string;
  /** Parsed when it is JSON, otherwise the text. Undefined without a body. */
  body: unknown;
}

export const isJson = (headers: Headers): boolean =>
  /^application\/(\S+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** Returns whether the content is of this API: JSON, CSV, or nothing after DELETE. A proxy returns HTML, or 204 for others. */
const isApiContent = ({ method, status, headers, body }: HttpResponse): boolean =>
  body === undefined
    ? status === 204 && method === 'DELETE'
    : isJson(headers) || /^text\/csv\b/i.test(headers.get('content-type') ?? '');

export const isSuccess = (response: HttpResponse): boolean =>
  response.status >= 200 && response.status < 300 && isApiContent(response);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isDetail = (value: unknown): value is ErrorDetail =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

function getCode(status: number, error: unknown): ErrorCode {
  if (status === 304) return 'not_modified';
  return typeof error === 'string' && Object.hasOwn(ERRORS, error) ? (error as ErrorCode) : 'unknown';
}

function toMessage({ status, headers }: HttpResponse, message: unknown): string {
  if (typeof message === 'string') return message;
  if (status === 304) return 'The record has not changed: it still matches your If-None-Match (304).';
  if (status === 0 || (status >= 300 && status < 400))
    return (
      'The server redirects the request. The client does not follow redirects, to protect the API key. ' +
      'Set baseUrl to the final address.'
    );
  const type = headers.get('content-type') ?? 'no content type';
  return status < 300
    ? `The response (${status}, ${type}) is not from this API. Check baseUrl.`
    : `The server returned ${status} without an error of this API (${type}).`;
}

/** Returns the error of a response, undefined for a success. */
export function toErrorResponse(response: HttpResponse): ErrorResponse | undefined {
  const { status, headers, body } = response;
  if (isSuccess(response)) return undefined;
  const error = isObject(body) && status >= 400 ? body : {};
  return {
    code: getCode(status, error['error']),
    status,
    message: toMessage(response, error['message']),
    details: Array.isArray(error['details']) ? error['details'].filter(isDetail) : [],
    retryAfter: parseRetryAfter(headers),
    headers,
    body,
  };
}

/** An HTTP date begins with a day (RFC 9110, 5.6.7). `Date.parse` also accepts other texts, for example "1.5". */
const BEGINS_WITH_DAY = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

const parseDate = (text: string): number =>
  BEGINS_WITH_DAY.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;

/** Returns `Retry-After` in milliseconds, in whole seconds. A date is compared with the response's `Date`. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = parseDate(value);
  if (Number.isNaN(until)) return undefined;
  const serverTime = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(serverTime) ? Date.now() : serverTime)) / 1000)) * 1000;
}

/** 64 MiB: a list of about 250,000 assets. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Returns undefined for a body of more bytes, counted after decompression. The rest is not received. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return undefined;
}

export const tooLarge = (status: number, maxBytes: number): string =>
  `The response (${status}) has more than ${maxBytes.toLocaleString('en-US')} bytes.`;
