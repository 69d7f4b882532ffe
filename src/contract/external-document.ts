// Prepares an external OpenAPI document for this server,
// and explains which of its operations are unsupported.
import { isJson } from './body-formats';
import { cutCircularSchemas, isCircular, isInfinite } from './circular-schemas';
import {
  type ContractDocument,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
  VALUES,
  operationsOf,
  resolve,
} from './document';

interface ExternalDocument {
  document: ContractDocument;
  /** Ids of available operations. */
  handled: string[];
  /** Ids of operations that the document declares available and this server has no handler for. */
  withoutHandler: string[];
}

export const hasExample = ({ examples, example }: MediaType): boolean =>
  examples !== undefined || example !== undefined;

/** Returns whether a mock can write a media type: JSON, or text from an example or a schema. */
function canWrite(document: ContractDocument, mediaType: string, media: MediaType): boolean {
  if (isJson(mediaType)) return true;
  const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)].filter(
    (example) => example !== undefined,
  );
  if (examples.length > 0) return examples.some((example) => typeof example === 'string');
  const schema = resolve<Schema | undefined>(document, media.schema);
  return schema?.['type'] === 'string' || media.schema === undefined;
}

/** Adds a 200 for mocks to return when the only success is `2XX`, `default` or undeclared. */
function withSuccess(responses: Record<string, unknown> = {}): Record<string, unknown> {
  if (Object.keys(responses).some((status) => /^[23]\d\d$/.test(status))) return responses;
  return { ...responses, 200: responses['2XX'] ?? responses['default'] ?? { description: 'Done.' } };
}

/**
 * Removes the media types that a mock cannot write, if others remain: clients without `Accept` get the first.
 */
function dropUnwritableMedia(document: ContractDocument, { responses }: Operation): void {
  for (const { content = {} } of Object.values(responses)) {
    const writable = Object.entries(content)
      .filter(([mediaType, media]) => canWrite(document, mediaType, media))
      .map(([mediaType]) => mediaType);
    if (writable.length > 0)
      for (const mediaType of Object.keys(content))
        if (!writable.includes(mediaType)) delete content[mediaType];
  }
}

/** Removes schema ids: Ajv resolves references by place, and a second name for one place would clash. */
function dropId(value: object): void {
  if ('$id' in value && typeof value.$id === 'string') delete value.$id;
}

/** Treats `application/json; charset=utf-8` as `application/json`: this server always uses UTF-8. */
function dropCharsets(value: object): void {
  if ('content' in value && typeof value.content === 'object' && value.content !== null) {
    value.content = Object.fromEntries(
      Object.entries(value.content).map(([mediaType, media]) => [
        mediaType.replace(/\s*;\s*charset="?utf-8"?\s*$/i, ''),
        media as unknown,
      ]),
    );
  }
}

/**
 * Converts OpenAPI 3.0's boolean `exclusiveMinimum` and `exclusiveMaximum` to JSON Schema 2020-12's numbers.
 */
function convertExclusiveBounds(value: Record<string, unknown>): void {
  for (const [keyword, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof value[keyword] !== 'boolean') continue;
    const { [keyword]: isExclusive, [bound]: limit } = value;
    delete value[keyword];
    if (!isExclusive || typeof limit !== 'number') continue;
    delete value[bound];
    value[keyword] = limit;
  }
}

/** Applies the steps to all objects of the document except example values. */
function simplify(value: unknown, steps: ((value: Record<string, unknown>) => void)[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const step of steps) step(value as Record<string, unknown>);
  for (const [key, member] of Object.entries(value)) if (!VALUES.includes(key)) simplify(member, steps);
}

/** Returns a normalized copy, in which operations with a handler are available and all others planned. */
export function readExternalDocument(
  document: ContractDocument,
  hasHandler: (operation: Operation) => boolean,
): ExternalDocument {
  const copy = structuredClone(document);
  const isVersion30 = copy.openapi.startsWith('3.0');
  simplify(copy, [dropId, dropCharsets, ...(isVersion30 ? [convertExclusiveBounds] : [])]);
  cutCircularSchemas(copy);
  // Two paths may share one path item, but each needs operations of its own.
  for (const [path, item] of Object.entries(copy.paths))
    copy.paths[path] = structuredClone(resolve<typeof item>(copy, item));
  const external: ExternalDocument = { document: copy, handled: [], withoutHandler: [] };
  for (const declared of operationsOf(copy)) {
    const { path, method } = declared;
    // OpenAPI does not require an id.
    const id = (declared.operationId as string | undefined) ?? `${method} ${path}`;
    const isAvailable = (declared.availability as string | undefined) !== 'planned';
    if (isAvailable) (hasHandler(declared) ? external.handled : external.withoutHandler).push(id);
    const operation = copy.paths[path]![method.toLowerCase()] as {
      'x-availability': string;
      operationId: string;
      responses?: Record<string, unknown>;
    };
    operation['x-availability'] = external.handled.includes(id) ? 'available' : 'planned';
    operation.operationId = id;
    operation.responses = withSuccess(operation.responses);
  }
  for (const operation of operationsOf(copy)) dropUnwritableMedia(copy, operation);
  return external;
}

/** A path segment such as `{name}.json`, which is neither fixed nor one parameter. */
const isMixed = (segment: string): boolean => segment.includes('{') && !/^\{[^{}]+\}$/.test(segment);

const successOf = ({ responses }: Operation): Response | undefined =>
  responses[Object.keys(responses).find((status) => /^2\d\d$/.test(status)) ?? ''];

const schemasOfOperation = ({ parameters, requestBody, responses }: Operation): unknown[] =>
  [
    ...parameters,
    ...[requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {})),
  ].map(({ schema }) => schema);

/**
 * Returns why the server cannot answer any request of an operation;
 * undefined when it can. `compile` may throw.
 */
export function unsupportedReason(
  document: ContractDocument,
  operation: Operation,
  compile: () => void,
): string | undefined {
  const { path, parameters, requestBody, bodyFormats } = operation;
  const mixed = path.split('/').find(isMixed);
  if (mixed !== undefined) return `its path segment ${mixed} combines text and a parameter`;
  const unread = parameters.find(
    ({ in: where, required, type, list }) =>
      where === 'query' && required === true && !list && (type === 'array' || type === 'object'),
  );
  if (unread) {
    const style = unread.style === undefined ? '' : ` in the style ${unread.style}`;
    return `its required query parameter ${unread.name} is an ${String(unread.type)}${style}`;
  }
  if (requestBody && !bodyFormats.some(({ kind }) => kind)) {
    const mediaTypes = bodyFormats.map(({ mediaType }) => mediaType).join(' or ');
    return `its request body is ${mediaTypes}; only JSON, forms and files are supported`;
  }
  const content = Object.entries(successOf(operation)?.content ?? {});
  if (content.length > 0 && !content.some(([mediaType, media]) => canWrite(document, mediaType, media))) {
    const mediaTypes = content.map(([mediaType]) => mediaType).join(' or ');
    return `its response is ${mediaTypes}; only JSON and text are supported`;
  }
  if (isCircular(document, schemasOfOperation(operation)))
    return 'one of its schemas is circular: it applies itself to the same value';
  try {
    compile();
  } catch (error) {
    return `one of its schemas does not compile: ${(error as Error).message}`;
  }
  const media = content[0]?.[1];
  if (media && !hasExample(media) && isInfinite(document, media.schema))
    return 'its response has no example and an infinite schema: the schema requires itself';
  return undefined;
}
