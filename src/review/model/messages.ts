// The parameters, request body and responses of an operation, with references followed.
import { under } from '../../contract/pointer';
import { type Deprecation, readDeprecation } from './deprecation';
import { asArray, asObject, asString } from './json';
import type { Located, OpenApiDocument } from './document';
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
function readSchema(
  document: OpenApiDocument,
  holder: JsonObject,
  pointer: string,
): { schema: Located; mediaType: string | undefined } {
  const [mediaType, media] = Object.entries(asObject(holder['content']))[0] ?? [];
  if (holder['schema'] !== undefined || mediaType === undefined) {
    const schema = { value: holder['schema'] ?? {}, pointer: under(pointer, 'schema') };
    return { schema, mediaType: undefined };
  }
  const target = document.dereference(media, under(pointer, 'content', mediaType));
  const schema = {
    value: asObject(target.value)['schema'] ?? {},
    pointer: under(target.pointer, 'schema'),
  };
  return { schema, mediaType };
}

/** Reads the parameters of the path item and the operation. A path parameter is identified by position. */
export function readParameters(
  document: OpenApiDocument,
  path: string,
  pathItem: Located,
  operation: Located,
): Map<string, EffectiveParameter> {
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  const parameters = new Map<string, EffectiveParameter>();
  for (const { value, pointer } of [pathItem, operation]) {
    asArray(asObject(value)['parameters']).forEach((item, index) => {
      const parameter = readParameter(document, item, under(pointer, 'parameters', index), pathNames);
      if (parameter) parameters.set(parameter.key, parameter);
    });
  }
  return parameters;
}

function readParameter(
  document: OpenApiDocument,
  value: unknown,
  statedAt: string,
  pathNames: string[],
): EffectiveParameter | undefined {
  const { value: parameter, pointer } = document.dereference(value, statedAt);
  if (!isObject(parameter)) return undefined;
  const location = asString(parameter['in']) ?? '';
  const name = asString(parameter['name']) ?? '';
  const position = pathNames.indexOf(name) + 1;
  const isUnused = location === 'path' && position === 0;
  if (isUnused || (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase()))) return undefined;
  const { schema, mediaType } = readSchema(document, parameter, pointer);
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
    unjudged: ['allowReserved', 'allowEmptyValue']
      .filter((keyword) => parameter[keyword] === true)
      .join(', '),
    pointer,
    statedAt,
  };
}

function parameterKey(location: string, name: string, position: number): string {
  if (location === 'path') return `path ${position}`;
  // In 3.2 a parameter can be the whole query string. Its name is not sent.
  if (location === 'querystring') return location;
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

export function readBody(document: OpenApiDocument, operation: Located): EffectiveBody | undefined {
  const { value: body, pointer } = document.dereference(
    asObject(operation.value)['requestBody'],
    under(operation.pointer, 'requestBody'),
  );
  return isObject(body)
    ? { required: body['required'] === true, content: readContent(document, body, pointer), pointer }
    : undefined;
}

function readContent(document: OpenApiDocument, holder: JsonObject, at: string): Map<string, EffectiveMedia> {
  const content = new Map<string, EffectiveMedia>();
  for (const [mediaType, value] of Object.entries(asObject(holder['content']))) {
    const { value: media, pointer } = document.dereference(value, under(at, 'content', mediaType));
    const { schema, itemSchema, encoding, prefixEncoding, itemEncoding, examples } = asObject(media);
    content.set(mediaTypeName(mediaType), {
      schema: { value: schema ?? {}, pointer: schema === undefined ? pointer : under(pointer, 'schema') },
      itemSchema:
        itemSchema === undefined ? undefined : { value: itemSchema, pointer: under(pointer, 'itemSchema') },
      // 3.2 encodes the parts of a multipart message by position too.
      encoding: {
        ...asObject(encoding),
        ...(prefixEncoding === undefined ? {} : { prefixEncoding }),
        ...(itemEncoding === undefined ? {} : { itemEncoding }),
      },
      statuses: readStatuses(document, { value: examples, pointer: under(pointer, 'examples') }),
      pointer,
    });
  }
  return content;
}

const readStatuses = (document: OpenApiDocument, { value, pointer }: Located): Map<string, Located> =>
  new Map(
    Object.entries(asObject(value)).flatMap(([name, example]) => {
      const target = document.dereference(example, under(pointer, name));
      const status = asObject(target.value)['x-status'];
      return status === undefined
        ? []
        : [[name, { value: status, pointer: under(target.pointer, 'x-status') }] as const];
    }),
  );

export function readResponses(document: OpenApiDocument, operation: Located): Map<string, EffectiveResponse> {
  const responses = new Map<string, EffectiveResponse>();
  for (const [name, value] of Object.entries(asObject(asObject(operation.value)['responses']))) {
    if (name.startsWith('x-')) continue;
    const statedAt = under(operation.pointer, 'responses', name);
    const { value: response, pointer } = document.dereference(value, statedAt);
    if (!isObject(response)) continue;
    const status = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    const parts = document.cached(response, () => ({
      content: readContent(document, response, pointer),
      headers: readHeaders(document, response, pointer),
      links: document.entriesUnder({ value: response, pointer }, 'links'),
      pointer,
    }));
    responses.set(status, { status, ...parts, statedAt });
  }
  return responses;
}

function readHeaders(
  document: OpenApiDocument,
  response: JsonObject,
  at: string,
): Map<string, EffectiveHeader> {
  const headers = new Map<string, EffectiveHeader>();
  for (const [name, value] of Object.entries(asObject(response['headers']))) {
    const statedAt = under(at, 'headers', name);
    const { value: header, pointer } = document.dereference(value, statedAt);
    if (!isObject(header) || name.toLowerCase() === 'content-type') continue;
    const { schema } = readSchema(document, header, pointer);
    headers.set(name.toLowerCase(), {
      name,
      required: header['required'] === true,
      schema,
      pointer,
      statedAt,
    });
  }
  return headers;
}
