// Turns an answer into a response: with the headers that are its own, and errors as the catalog writes them.
import type { ApiResponse } from '../../contract/handler';
import { ApiError, ERRORS, type ErrorCode, type ErrorDetail } from '../../errors';
import type { PrismAnswer } from './prism';
import type { Selection } from './selection';

/** Headers of an example that belong to this response. The HTTP layer makes the others. */
const KEPT_HEADERS = {
  'content-disposition': 'Content-Disposition',
  location: 'Location',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
} as const;

const keptHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(KEPT_HEADERS).flatMap(([name, written]) =>
      headers[name] === undefined ? [] : [[written, headers[name]]],
    ),
  );

/** The contract's one `Location` leads to the record of an example; this one leads to the record in the body. */
function locationOf(location: string, body: unknown, example: unknown): string {
  const id = (body as { id?: unknown } | undefined)?.id;
  if (id === undefined) return location;
  const shown = String((example as { id?: unknown } | undefined)?.id);
  const prefix = /^[a-z]+_/.exec(String(id))?.[0];
  return location
    .split('/')
    .map((part) => (part === shown || (prefix !== undefined && part.startsWith(prefix)) ? String(id) : part))
    .join('/');
}

/** The contract's one `Content-Disposition` names a file of the first media type. */
const dispositionOf = (disposition: string, mediaType: string | undefined): string =>
  mediaType === undefined
    ? disposition
    : disposition.replace(/\.\w+(?="?$)/, `.${mediaType.slice(mediaType.indexOf('/') + 1)}`);

/** An external document may have other errors, or none in its responses. */
function isCatalogError(
  body: unknown,
  status: number,
): body is { error: ErrorCode; message: string; details?: ErrorDetail[] } {
  const code = (body as { error?: unknown } | null | undefined)?.error;
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode] === status;
}

/** `shown`: the body in place of Prism's. @throws ApiError for an error of the catalog. */
export function toResponse(
  { headers, body: example }: PrismAnswer,
  { status, mediaType }: Selection,
  shown: { body?: unknown; fileName?: string } = { body: example },
): ApiResponse {
  const { body, fileName } = shown;
  const kept = keptHeaders(headers);
  if (kept['Location'] !== undefined) kept['Location'] = locationOf(kept['Location'], body, example);
  if (fileName !== undefined) kept['Content-Disposition'] = `attachment; filename="${fileName}"`;
  else if (kept['Content-Disposition'] !== undefined)
    kept['Content-Disposition'] = dispositionOf(kept['Content-Disposition'], mediaType);
  if (isCatalogError(body, status)) {
    const { error, message, details } = body;
    throw new ApiError(error, message, { headers: kept, ...(details ? { details } : {}) });
  }
  if (status >= 400) kept['Cache-Control'] = 'no-store';
  if (mediaType === undefined)
    return { status, headers: kept, ...(headers['etag'] === undefined ? {} : { etag: headers['etag'] }) };
  const text = typeof body === 'string' && mediaType !== 'application/json' ? body : JSON.stringify(body);
  // RFC 4180. A document in YAML has bare line feeds.
  const written = mediaType === 'text/csv' ? text.replace(/\r?\n/g, '\r\n') : text;
  return { status, body: written, headers: { ...kept, 'Content-Type': `${mediaType}; charset=utf-8` } };
}
