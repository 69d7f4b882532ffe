// Prepares an external OpenAPI document for this server.
import { isJson } from './body-formats';
import { cutCircularSchemas } from './circular-schemas';
import {
  type ContractDocument,
  type MediaType,
  type Operation,
  type Schema,
  operationsOf,
  resolve,
} from './document';
import { partsOf } from './keywords';

interface ExternalDocument {
  document: ContractDocument;
  /** Ids of available operations. */
  handled: string[];
  /** Ids of operations that the document declares available and this server has no handler for. */
  withoutHandler: string[];
  /** What the sandbox serves in another way than the document says, one sentence each. */
  notes: string[];
}

export const hasExample = ({ examples, example }: MediaType): boolean =>
  examples !== undefined || example !== undefined;

/** RFC 9110, section 8.3.1. Prism rejects other names, for example `text`. */
const MEDIA_TYPE = /^[^\s/;,]+\/[^\s/;,]+\s*(;|$)/;

/** Returns whether a mock can write a media type: JSON, or text from an example or a schema. */
export function canWrite(document: ContractDocument, mediaType: string, media: MediaType): boolean {
  if (isJson(mediaType)) return true;
  if (!MEDIA_TYPE.test(mediaType)) return false;
  const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)].filter(
    (example) => example !== undefined,
  );
  if (examples.length > 0) return examples.some((example) => typeof example === 'string');
  const schema = resolve<Schema | undefined>(document, media.schema);
  return schema?.['type'] === 'string' || media.schema === undefined;
}

const firstOf = (responses: Record<string, unknown>, statuses: RegExp): string | undefined =>
  Object.keys(responses).find((status) => statuses.test(status));

/** Adds a 200 for mocks to return when the only success is `2XX` or `default`. */
function withSuccess(responses: Record<string, unknown> = {}): Record<string, unknown> {
  if (firstOf(responses, /^2\d\d$/) !== undefined) return responses;
  const isRedirection = firstOf(responses, /^3\d\d$/) !== undefined;
  const success = responses['2XX'] ?? (isRedirection ? undefined : responses['default']);
  return success === undefined ? responses : { ...responses, 200: success };
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

const COMPOSITIONS = ['$ref', 'allOf', 'oneOf', 'anyOf'];

/**
 * Allows null where a schema without `type` is nullable, which Ajv rejects. Null has to pass these keywords only:
 * `properties` and its like do not apply to null.
 */
function convertNullable(value: Record<string, unknown>): void {
  if (typeof value['nullable'] !== 'boolean' || 'type' in value) return;
  const composed = Object.fromEntries(
    Object.entries(value).filter(([keyword]) => COMPOSITIONS.includes(keyword)),
  );
  if (value['nullable'] && Object.keys(composed).length > 0) {
    for (const keyword of Object.keys(composed)) delete value[keyword];
    value['anyOf'] = [composed, { type: 'null' }];
  }
  delete value['nullable'];
}

/** Applies the steps to all objects of the document except example values. */
function simplify(value: unknown, steps: ((value: Record<string, unknown>) => void)[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const step of steps) step(value as Record<string, unknown>);
  for (const part of partsOf(value)) simplify(part, steps);
}

/** Fills in a missing title and version. Returns a sentence about it. */
function completeInfo(document: ContractDocument): string[] {
  const info = (document.info as Partial<ContractDocument['info']> | null | undefined) ?? {};
  const placeholders = { title: 'Untitled', version: '0.0.0' };
  const missing = (['title', 'version'] as const).filter((field) => info[field] === undefined);
  document.info = { ...placeholders, ...info };
  if (missing.length === 0) return [];
  const fields = missing.map((field) => `info.${field}`).join(' and ');
  const used = missing.map((field) => `"${placeholders[field]}"`).join(' and ');
  return [`The document has no ${fields}. The sandbox uses ${used}.`];
}

/** Returns a normalized copy, in which operations with a handler are available and all others planned. */
export function readExternalDocument(
  document: ContractDocument,
  hasHandler: (operation: Operation) => boolean,
): ExternalDocument {
  const copy = structuredClone(document);
  const isVersion30 = copy.openapi.startsWith('3.0');
  const notes = completeInfo(copy);
  simplify(copy, [dropCharsets, convertNullable, ...(isVersion30 ? [convertExclusiveBounds] : [])]);
  cutCircularSchemas(copy);
  // Two paths may share one path item, but each needs operations of its own.
  for (const [path, item] of Object.entries(copy.paths))
    copy.paths[path] = structuredClone(resolve<typeof item>(copy, item));
  const external: ExternalDocument = { document: copy, handled: [], withoutHandler: [], notes };
  const ids = new Set<string | undefined>();
  for (const declared of operationsOf(copy)) {
    const { path, method } = declared;
    const operationId = declared.operationId as string | undefined;
    // OpenAPI does not require an id. Some documents repeat one.
    const id = operationId === undefined || ids.has(operationId) ? `${method} ${path}` : operationId;
    ids.add(id);
    const availability = declared.availability as string | undefined;
    if (availability !== 'planned' && hasHandler(declared)) external.handled.push(id);
    else if (availability === 'available') external.withoutHandler.push(id);
    const operation = copy.paths[path]![method.toLowerCase()] as {
      'x-availability': string;
      operationId: string;
      responses?: Record<string, unknown>;
    };
    operation['x-availability'] = external.handled.includes(id) ? 'available' : 'planned';
    operation.operationId = id;
    operation.responses = withSuccess(operation.responses);
    const redirection = firstOf(operation.responses, /^3\d\d$/);
    if (redirection !== undefined && firstOf(operation.responses, /^2\d\d$/) === undefined)
      notes.push(`${id} declares no 2xx response and returns ${redirection}.`);
  }
  for (const operation of operationsOf(copy)) dropUnwritableMedia(copy, operation);
  return external;
}
