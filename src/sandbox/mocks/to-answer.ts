// What Prism has answered as an answer of the API's: with the headers that are its own, and errors as the catalog has them.
import type { ApiResponse } from '../../contract/handler';
import { ApiError, ERRORS, type ErrorCode, type ErrorDetail } from '../../errors';
import type { PrismAnswer, Selection } from './prism';

/** Headers of an example that this answer itself has; the others are made by the HTTP layer for each answer. */
const KEPT_HEADERS = {
  'content-disposition': 'Content-Disposition',
  location: 'Location',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
} as const;

function keptHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(KEPT_HEADERS).flatMap(([name, written]) =>
      headers[name] === undefined ? [] : [[written, headers[name]]],
    ),
  );
}

/** The contract's one `Location` leads to the record of its first example; this leads to the record that is shown. */
function locationOf(location: string, body: unknown): string {
  const id = (body as { id?: unknown } | undefined)?.id;
  if (typeof id !== 'string') return location;
  const prefix = id.slice(0, id.indexOf('_') + 1);
  return location
    .split('/')
    .map((segment) => (prefix !== '' && segment.startsWith(prefix) ? id : segment))
    .join('/');
}

/** The contract's one `Content-Disposition` names a file of the first media type; this names it as what it is. */
const dispositionOf = (disposition: string, mediaType: string | undefined): string =>
  mediaType === undefined
    ? disposition
    : disposition.replace(/\.\w+(?="?$)/, `.${mediaType.slice(mediaType.indexOf('/') + 1)}`);

/** An adopted document may have errors of its own, or none in its answers. */
function isOurError(
  body: unknown,
  status: number,
): body is { error: ErrorCode; message: string; details?: ErrorDetail[] } {
  const code = (body as { error?: unknown } | null | undefined)?.error;
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode] === status;
}

/** @throws ApiError when the answer is an error of the catalog, so that it is written where all errors are. */
export function toAnswer({ headers, body }: PrismAnswer, { status, mediaType }: Selection): ApiResponse {
  const kept = keptHeaders(headers);
  if (kept['Location'] !== undefined) kept['Location'] = locationOf(kept['Location'], body);
  if (kept['Content-Disposition'] !== undefined)
    kept['Content-Disposition'] = dispositionOf(kept['Content-Disposition'], mediaType);
  if (isOurError(body, status))
    throw new ApiError(body.error, body.message, {
      headers: kept,
      ...(body.details ? { details: body.details } : {}),
    });
  if (status >= 400) kept['Cache-Control'] = 'no-store';
  if (mediaType === undefined)
    return { status, headers: kept, ...(headers['etag'] === undefined ? {} : { etag: headers['etag'] }) };
  const text = typeof body === 'string' && mediaType !== 'application/json' ? body : JSON.stringify(body);
  const written = mediaType === 'text/csv' ? text.replace(/\r?\n/g, '\r\n') : text; // RFC 4180; a document in YAML has bare line feeds
  return { status, body: written, headers: { ...kept, 'Content-Type': `${mediaType}; charset=utf-8` } };
}
