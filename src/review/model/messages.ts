// The parameters, request body and responses of an operation, with references followed.
import { asObject, asString } from './json';
import { type Located, type OpenApiDocument, listEntries, listItems, getPart } from './document';
import { readDeprecation } from './keywords';
import { isObject } from '../../base/values';

export type EffectiveHeader = NonNullable<ReturnType<typeof readHeader>>;
export type EffectiveParameter = NonNullable<ReturnType<typeof readParameter>>;
export type EffectiveMedia = ReturnType<typeof readMedia>;
export type EffectiveBody = NonNullable<ReturnType<typeof readBody>>;
export type EffectiveResponse = NonNullable<ReturnType<typeof readResponse>>;

/** Header parameters that OpenAPI ignores. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const STYLES: Record<string, string> = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' };

/** Normalizes a media type. JSON is always UTF-8, so that `charset=utf-8` makes no difference. */
const mediaTypeName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replace(/;charset="?utf-8"?$/, '');

/** Reads the schema of a parameter or header: `schema`, or the schema of its one media type. */
function readSchema(document: OpenApiDocument, holder: Located) {
  const schema = getPart(holder, 'schema');
  const [mediaType, media] = listEntries(holder, 'content')[0] ?? [];
  if (schema.value !== undefined || media === undefined) return { schema: orAny(schema) };
  return { schema: orAny(getPart(document.dereference(media), 'schema')), mediaType };
}

/** Without a schema, every value is allowed. */
const orAny = ({ value, pointer }: Located): Located => ({ value: value ?? {}, pointer });

/** Reads the parameters of the path item and the operation. A path parameter is identified by position. */
export function readParameters(
  document: OpenApiDocument,
  path: string,
  pathItem: Located,
  operation: Located,
): Map<string, EffectiveParameter> {
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  const parameters = new Map<string, EffectiveParameter>();
  for (const item of [pathItem, operation].flatMap((holder) => listItems(holder, 'parameters'))) {
    const parameter = readParameter(document, item, pathNames);
    if (parameter) parameters.set(parameter.key, parameter);
  }
  return parameters;
}

function readParameter(document: OpenApiDocument, item: Located, pathNames: string[]) {
  const target = document.dereference(item);
  const { value: parameter, pointer } = target;
  if (!isObject(parameter)) return undefined;
  const location = asString(parameter['in']) ?? '';
  const name = asString(parameter['name']) ?? '';
  const position = pathNames.indexOf(name) + 1;
  const isUnused = location === 'path' && position === 0;
  if (isUnused || (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase()))) return undefined;
  const { schema, mediaType } = readSchema(document, target);
  const style = mediaType
    ? `content ${mediaTypeName(mediaType)}`
    : (asString(parameter['style']) ?? STYLES[location] ?? '');
  return {
    /** For example `query limit`, `header if-match`, or `path 1` for the first path parameter. */
    key: parameterKey(location, name, position),
    in: location,
    name,
    required: location === 'path' || parameter['required'] === true,
    ...readDeprecation(parameter, asObject(schema.value)),
    schema,
    style,
    // `deepObject` has only one form.
    explode:
      style === 'deepObject' ||
      (typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form'),
    /** Returns the fields of an object, which can be query parameters of their own. */
    fieldNames: () => listEntries(document.dereference(schema), 'properties').map(([field]) => field),
    /** Keywords that the review reports without evaluating them. */
    unjudged: ['allowReserved', 'allowEmptyValue']
      .filter((keyword) => parameter[keyword] === true)
      .join(', '),
    pointer,
    statedAt: item.pointer,
  };
}

function parameterKey(location: string, name: string, position: number): string {
  if (location === 'path') return `path ${position}`;
  // In 3.2 a parameter can be the whole query string. Its name is not sent.
  if (location === 'querystring') return location;
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

export function readBody(document: OpenApiDocument, operation: Located) {
  const body = document.dereference(getPart(operation, 'requestBody'));
  if (!isObject(body.value)) return undefined;
  const required = body.value['required'] === true;
  return { required, content: readContent(document, body), pointer: body.pointer };
}

const readContent = (document: OpenApiDocument, holder: Located): Map<string, EffectiveMedia> =>
  new Map(
    [...document.entriesUnder(holder, 'content')].map(([mediaType, media]) => [
      mediaTypeName(mediaType),
      readMedia(document, media),
    ]),
  );

function readMedia(document: OpenApiDocument, media: Located) {
  const { schema, itemSchema, encoding, prefixEncoding, itemEncoding } = asObject(media.value);
  const { pointer } = media;
  return {
    schema: orAny(schema === undefined ? { value: schema, pointer } : getPart(media, 'schema')),
    /** The schema of each item of a stream (3.2). */
    itemSchema: itemSchema === undefined ? undefined : getPart(media, 'itemSchema'),
    // 3.2 encodes the parts of a multipart message by position too.
    encoding: {
      ...asObject(encoding),
      ...(prefixEncoding === undefined ? {} : { prefixEncoding }),
      ...(itemEncoding === undefined ? {} : { itemEncoding }),
    },
    statuses: readStatuses(document, media),
    pointer,
  };
}

/** Returns the `x-status` of examples by their names. Each is an error that `default` describes. */
const readStatuses = (document: OpenApiDocument, media: Located): Map<string, Located> =>
  new Map(
    [...document.entriesUnder(media, 'examples')]
      .map(([name, example]): [string, Located] => [name, getPart(example, 'x-status')])
      .filter(([, status]) => status.value !== undefined),
  );

export function readResponses(document: OpenApiDocument, operation: Located): Map<string, EffectiveResponse> {
  const responses = new Map<string, EffectiveResponse>();
  for (const [name, stated] of listEntries(operation, 'responses')) {
    const response = name.startsWith('x-') ? undefined : readResponse(document, name, stated);
    if (response) responses.set(response.status, response);
  }
  return responses;
}

function readResponse(document: OpenApiDocument, name: string, stated: Located) {
  const response = document.dereference(stated);
  if (!isObject(response.value)) return undefined;
  const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
  const parts = document.cached(response.value, () => ({
    content: readContent(document, response),
    headers: readHeaders(document, response),
    links: document.entriesUnder(response, 'links'),
    pointer: response.pointer,
  }));
  return { status, ...parts, statedAt: stated.pointer };
}

/** Returns the headers of a response by lowercase name. */
function readHeaders(document: OpenApiDocument, response: Located): Map<string, EffectiveHeader> {
  const headers = new Map<string, EffectiveHeader>();
  for (const [name, stated] of listEntries(response, 'headers')) {
    const header = readHeader(document, name, stated);
    if (header) headers.set(name.toLowerCase(), header);
  }
  return headers;
}

/** `statedAt`: the pointer in the response. `pointer` can lead to a component. */
function readHeader(document: OpenApiDocument, name: string, stated: Located) {
  const header = document.dereference(stated);
  if (!isObject(header.value) || name.toLowerCase() === 'content-type') return undefined;
  const required = header.value['required'] === true;
  const { schema } = readSchema(document, header);
  return { name, required, schema, pointer: header.pointer, statedAt: stated.pointer };
}
