// Turns an answer into a response: with the headers that are its own, and errors as the catalog writes them.
import type { Operation, Schema } from '../../contract/document';
import type { ApiResponse } from '../../contract/handler';
import type { RecordModel } from '../../contract/record-model';
import { ApiError, ERRORS, type ErrorCode, type ErrorDetail } from '../../base/errors';
import type { PrismAnswer } from './prism';
import type { Selection } from './selection';

/** Headers of an example that belong to this response. The HTTP layer makes the others. */
const KEPT_HEADERS = ['Content-Disposition', 'Location', 'Retry-After', 'WWW-Authenticate'];

const idOf = (body: unknown): string => String((body as { id?: string | number } | undefined)?.id ?? '');

/** The contract's one `Location` leads to the record of an example; this one leads to the record in the body. */
function locationOf(location: string, id: string, example: string): string {
  const prefix = /^[a-z]+_/.exec(id)?.[0];
  const isId = (part: string): boolean =>
    part === example || (prefix !== undefined && part.startsWith(prefix));
  return id === ''
    ? location
    : location
        .split('/')
        .map((part) => (isId(part) ? id : part))
        .join('/');
}

/** The contract's one `Content-Disposition` names a file of the first media type. */
const dispositionOf = (disposition: string, mediaType = ''): string =>
  disposition.replace(/\.\w+(?="?$)/, `.${mediaType.slice(mediaType.indexOf('/') + 1)}`);

/** A branch may have errors that the catalog lacks. */
const isCatalogError = (
  body: { error?: unknown; message?: unknown } | undefined | null,
  status: number,
): boolean =>
  typeof body?.error === 'string' &&
  typeof body.message === 'string' &&
  Object.hasOwn(ERRORS, body.error) &&
  ERRORS[body.error as ErrorCode] === status;

/** Returns the first example of a declared response, with the examples of its headers. */
export function declaredAnswer(
  model: RecordModel,
  operation: Operation,
  { status, mediaType = '' }: Selection,
): PrismAnswer {
  const { headers = {}, content = {} } = operation.responses[status]!;
  const declared = KEPT_HEADERS.map((name): [string, unknown] => [
    name.toLowerCase(),
    model.keyword(headers[name] as Schema | undefined, 'example'),
  ]);
  const shown = declared.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const [example] = Object.values(content[mediaType]?.examples ?? {});
  return { headers: Object.fromEntries(shown), body: example?.value };
}

/** `body` replaces that of the answer. @throws ApiError for an error of the catalog. */
export function toResponse(
  { headers, body: example }: PrismAnswer,
  { status, mediaType }: Selection,
  { body, fileName }: { body?: unknown; fileName?: string } = { body: example },
): ApiResponse {
  const names = KEPT_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined);
  const kept = Object.fromEntries(names.map((name) => [name, headers[name.toLowerCase()]!]));
  if (kept.Location !== undefined) kept.Location = locationOf(kept.Location, idOf(body), idOf(example));
  if (kept['Content-Disposition'] !== undefined)
    kept['Content-Disposition'] = dispositionOf(kept['Content-Disposition'], mediaType);
  if (fileName !== undefined) kept['Content-Disposition'] = `attachment; filename="${fileName}"`;
  if (isCatalogError(body as { error?: unknown }, status)) {
    const { error, message, details } = body as {
      error: ErrorCode;
      message: string;
      details?: ErrorDetail[];
    };
    throw new ApiError(error, message, { headers: kept, ...(details && { details }) });
  }
  if (status >= 400) kept['Cache-Control'] = 'no-store';
  if (mediaType === undefined)
    return { status, headers: kept, ...(headers.etag !== undefined && { etag: headers.etag }) };
  const text = typeof body === 'string' && mediaType !== 'application/json' ? body : JSON.stringify(body);
  // RFC 4180. A document in YAML has bare line feeds.
  const written = mediaType === 'text/csv' ? text.replace(/\r?\n/g, '\r\n') : text;
  return { status, body: written, headers: { ...kept, 'Content-Type': `${mediaType}; charset=utf-8` } };
}
