// The parameters, request body and responses of an operation, with references followed.
import { asObject, asString } from './json';
import { type Located, type OpenApiDocument, listEntries, listItems, getPart } from './document';
import { type Deprecation, readDeprecation } from './keywords';
import { isObject, type JsonObject } from '../../base/values';

export interface EffectiveHeader {
  name: string;
  required: boolean;
  schema: Located;
  pointer: string;
  /** The pointer in the response, operation or path item. `pointer` can lead to a component. */
  statedAt: string;
}

export interface EffectiveParameter extends EffectiveHeader, Deprecation {
  /** For example `query limit`, `header if-match`, or `path 1` for the first path parameter. */
  key: string;
  in: string;
  style: string;
  explode: boolean;
  /** Returns the fields of an object, which can be query parameters of their own. */
  fieldNames: () => string[];
  /** Keywords that the review reports without evaluating them. */
  unjudged: string;
}

export interface EffectiveMedia {
  schema: Located;
  /** The schema of each item of a stream (3.2). */
  itemSchema: Located | undefined;
  encoding: JsonObject;
  /** The `x-status` of examples by their names. Each is an error that `default` describes. */
  statuses: Map<string, Located>;
  pointer: string;
}

export interface EffectiveBody {
  required: boolean;
  content: Map<string, EffectiveMedia>;
  pointer: string;
}

export interface EffectiveResponse {
  status: string;
  content: Map<string, EffectiveMedia>;
  /** By lowercase name. */
  headers: Map<string, EffectiveHeader>;
  links: Map<string, Located>;
  pointer: string;
  /** The pointer in the operation. `pointer` can lead to a component. */
  statedAt: string;
}

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

function readParameter(
  document: OpenApiDocument,
  item: Located,
  pathNames: string[],
): EffectiveParameter | undefined {
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
    fieldNames: () => listEntries(document.dereference(schema), 'properties').map(([field]) => field),
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

export function readBody(document: OpenApiDocument, operation: Located): EffectiveBody | undefined {
  const body = document.dereference(getPart(operation, 'requestBody'));
  if (!isObject(body.value)) return undefined;
  const required = body.value['required'] === true;
  return { required, content: readContent(document, body), pointer: body.pointer };
}

function readContent(document: OpenApiDocument, holder: Located): Map<string, EffectiveMedia> {
  const content = new Map<string, EffectiveMedia>();
  for (const [mediaType, media] of document.entriesUnder(holder, 'content')) {
    const { schema, itemSchema, encoding, prefixEncoding, itemEncoding } = asObject(media.value);
    const { pointer } = media;
    content.set(mediaTypeName(mediaType), {
      schema: orAny(schema === undefined ? { value: schema, pointer } : getPart(media, 'schema')),
      itemSchema: itemSchema === undefined ? undefined : getPart(media, 'itemSchema'),
      // 3.2 encodes the parts of a multipart message by position too.
      encoding: {
        ...asObject(encoding),
        ...(prefixEncoding === undefined ? {} : { prefixEncoding }),
        ...(itemEncoding === undefined ? {} : { itemEncoding }),
      },
      statuses: readStatuses(document, media),
      pointer,
    });
  }
  return content;
}

const readStatuses = (document: OpenApiDocument, media: Located): Map<string, Located> =>
  new Map(
    [...document.entriesUnder(media, 'examples')]
      .map(([name, example]): [string, Located] => [name, getPart(example, 'x-status')])
      .filter(([, status]) => status.value !== undefined),
  );

export function readResponses(document: OpenApiDocument, operation: Located): Map<string, EffectiveResponse> {
  const responses = new Map<string, EffectiveResponse>();
  for (const [name, stated] of listEntries(operation, 'responses')) {
    if (name.startsWith('x-')) continue;
    const response = document.dereference(stated);
    if (!isObject(response.value)) continue;
    const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    const parts = document.cached(response.value, () => ({
      content: readContent(document, response),
      headers: readHeaders(document, response),
      links: document.entriesUnder(response, 'links'),
      pointer: response.pointer,
    }));
    responses.set(status, { status, ...parts, statedAt: stated.pointer });
  }
  return responses;
}

function readHeaders(document: OpenApiDocument, response: Located): Map<string, EffectiveHeader> {
  const headers = new Map<string, EffectiveHeader>();
  for (const [name, stated] of listEntries(response, 'headers')) {
    const header = document.dereference(stated);
    if (!isObject(header.value) || name.toLowerCase() === 'content-type') continue;
    const required = header.value['required'] === true;
    const { schema } = readSchema(document, header);
    const { pointer } = header;
    headers.set(name.toLowerCase(), { name, required, schema, pointer, statedAt: stated.pointer });
  }
  return headers;
}
