// A response that the contract declares, with the headers that are its own and errors as the catalog writes them.
import type { Operation, Schema } from '../../contract/document';
import type { ApiResponse, ContractRequest } from '../../contract/handler';
import type { RecordModel } from '../../contract/record-model';
import { ApiError, ERRORS, type ErrorCode, type ErrorDetail } from '../../base/errors';
import { isJson, isObject } from '../../base/values';

export interface Selection {
  status: number;
  mediaType?: string;
  /** The name of an example. */
  example?: string;
  /** Whether Prism generates the body from the schema. */
  dynamic: boolean;
}

/**
 * Returns the media type that a parameter `format` names, by its default too; otherwise the one that `Accept`
 * names, or JSON, or the first. There is no 406.
 */
function selectMediaType(offered: string[], { parameters }: Operation, { query, headers }: ContractRequest) {
  const format = parameters.find(({ in: where, name }) => where === 'query' && name === 'format');
  if (format)
    return (
      offered.find((type) => type.endsWith(`/${String(query.format ?? format.schema.default)}`)) ?? offered[0]
    );
  const accepted = String(headers.accept ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim());
  return offered.find((type) => accepted.includes(type)) ?? offered.find(isJson) ?? offered[0];
}

const isSuccess = (status: string): boolean => /^[23]\d\d$/.test(status);

/** Returns a declared response, by default the success, with its media type. */
export function parseSelection(operation: Operation, request: ContractRequest, status?: number): Selection {
  const used = status ?? Number(Object.keys(operation.responses).find(isSuccess));
  const { content = {} } = operation.responses[used]!;
  const mediaType = selectMediaType(Object.keys(content), operation, request);
  return { status: used, dynamic: false, ...(mediaType && { mediaType }) };
}

/** An example or generated values. */
export interface Answer {
  headers: Record<string, string>;
  /** The document's own example. Callers must not change it. */
  body: unknown;
}

/** Headers of an example that belong to this response. The HTTP layer makes the others. */
const KEPT_HEADERS = ['Content-Disposition', 'Location', 'Retry-After', 'WWW-Authenticate'];

const getId = (body: unknown): string => String((body as { id?: string | number } | undefined)?.id ?? '');

/** The contract's one `Location` leads to the record of an example; this one leads to the record in the body. */
function toLocation(location: string, id: string, example: string): string {
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
const toDisposition = (disposition: string, mediaType = ''): string =>
  disposition.replace(/\.\w+(?="?$)/, `.${mediaType.slice(mediaType.indexOf('/') + 1)}`);

type CatalogError = { error: ErrorCode; message: string; details?: ErrorDetail[] };

/** A branch may have errors that the catalog lacks. */
const isCatalogError = (body: unknown, status: number): body is CatalogError =>
  isObject(body) &&
  typeof body.error === 'string' &&
  typeof body.message === 'string' &&
  Object.hasOwn(ERRORS, body.error) &&
  ERRORS[body.error as ErrorCode] === status;

/** Returns the first example of a declared response, with the examples of its headers. */
export function declaredAnswer(
  model: RecordModel,
  operation: Operation,
  { status, mediaType = '' }: Selection,
): Answer {
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
  { headers, body: example }: Answer,
  { status, mediaType }: Selection,
  { body, fileName }: { body?: unknown; fileName?: string } = { body: example },
): ApiResponse {
  const names = KEPT_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined);
  const kept = Object.fromEntries(names.map((name) => [name, headers[name.toLowerCase()]!]));
  if (kept.Location !== undefined) kept.Location = toLocation(kept.Location, getId(body), getId(example));
  if (kept['Content-Disposition'] !== undefined)
    kept['Content-Disposition'] = toDisposition(kept['Content-Disposition'], mediaType);
  if (fileName !== undefined) kept['Content-Disposition'] = `attachment; filename="${fileName}"`;
  if (isCatalogError(body, status)) {
    const { error, message, details } = body;
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
