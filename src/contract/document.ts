// The contract: resolves references of OpenAPI documents and lists their operations.
import bundle from '../../generated/openapi.json';
import { type BodyFormat, type Encodings, bodyFormat } from './body-formats';
import { valueAt } from './pointer';
import { type List, findList } from './query';
import { sha256 } from '../base/digest';

/** By scenario name. The parameters, body and response of one scenario share a name. */
export type Examples = Record<string, { summary?: string; value: unknown; 'x-status'?: number }>;

export interface MediaType {
  schema?: Record<string, unknown>;
  examples?: Examples;
  /** In place of `examples`. The contract names its examples. */
  example?: unknown;
  /** Forms only. */
  encoding?: Encodings;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: Record<string, unknown> }>;
  content?: Record<string, MediaType>;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Availability = 'available' | 'planned';
export type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
  /** The type of the resolved schema. */
  type: unknown;
  style?: string;
  explode?: boolean;
  /** Set for a list in a query. */
  list?: List;
  examples?: Examples;
}

/** An operation with its references to parameters, bodies and responses resolved; schemas keep theirs. */
export interface Operation {
  operationId: string;
  method: HttpMethod;
  path: string;
  availability: Availability;
  /** `none` or absent for every user. */
  permission?: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  /** Empty for an operation without a body. */
  bodyFormats: BodyFormat[];
  responses: Record<string, Response>;
  /** The operation's own or inherited requirements. */
  security: Record<string, string[]>[];
}

/** The part of OpenAPI 3.1 that this project reads. */
export interface ContractDocument {
  openapi: string;
  info: { title: string; version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

export const contractDocument = bundle as unknown as ContractDocument;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns the target of a `$ref` inside the document; undefined when it has none. */
export const findTarget = (document: ContractDocument, ref: string): unknown =>
  valueAt(document, decodeURIComponent(ref.slice(1)));

/** Follows `$ref`s inside the document. Returns undefined for circular references. */
export function resolve<Value>(document: ContractDocument, value: unknown): Value {
  const followed = new Set<unknown>();
  let current = value as { $ref?: string } | undefined;
  while (typeof current?.$ref === 'string') {
    if (followed.has(current)) return undefined as Value;
    followed.add(current);
    current = findTarget(document, current.$ref) as { $ref?: string } | undefined;
  }
  return current as Value;
}

/** Returns the path of the first GET operation without required parameters, available operations first. */
export function firstRequestPath(operations: Operation[]): string | undefined {
  const simple = operations.filter(
    ({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required),
  );
  return (simple.find(({ availability }) => availability === 'available') ?? simple[0])?.path;
}

interface AuthoredOperation {
  operationId: string;
  'x-availability': Availability;
  'x-permission'?: string;
  summary: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  security?: Record<string, string[]>[];
}

function resolvedWithItems(document: ContractDocument, schema: unknown): Schema | undefined {
  const resolved = resolve<Schema | undefined>(document, schema);
  return resolved?.['items'] === undefined
    ? resolved
    : { ...resolved, items: resolve(document, resolved['items']) };
}

function resolvedBody(document: ContractDocument, schema: unknown): Schema {
  const resolved = resolve<Schema | undefined>(document, schema) ?? {};
  return {
    ...resolved,
    properties: Object.fromEntries(
      Object.entries(resolved['properties'] ?? {}).map(([name, property]) => [
        name,
        resolvedWithItems(document, property),
      ]),
    ),
  };
}

function readOperations(document: ContractDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): Operation => {
      const authored = item[method] as AuthoredOperation;
      const shared = (item['parameters'] as unknown[] | undefined) ?? [];
      const requestBody = authored.requestBody
        ? resolve<NonNullable<Operation['requestBody']>>(document, authored.requestBody)
        : undefined;
      return {
        operationId: authored.operationId,
        method: method.toUpperCase() as HttpMethod,
        path,
        availability: authored['x-availability'],
        ...(authored['x-permission'] === undefined ? {} : { permission: authored['x-permission'] }),
        summary: authored.summary,
        tags: authored.tags ?? [],
        parameters: [...(authored.parameters ?? []), ...shared].map((authoredParameter) => {
          const parameter = resolve<Parameter>(document, authoredParameter);
          const schema = resolvedWithItems(document, parameter.schema);
          const list = parameter.in === 'query' ? findList(schema, parameter) : undefined;
          return { ...parameter, type: schema?.['type'], ...(list ? { list } : {}) };
        }),
        security: authored.security ?? document.security ?? [],
        ...(requestBody ? { requestBody } : {}),
        bodyFormats: Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, encoding }]) =>
          bodyFormat(mediaType, resolvedBody(document, schema), encoding),
        ),
        responses: withDefaultErrors(
          Object.fromEntries(
            Object.entries(authored.responses ?? {}).map(([status, response]) => [
              status,
              resolve<Response>(document, response),
            ]),
          ),
        ),
      };
    }),
  );
}

const known = new WeakMap<ContractDocument, Operation[]>();

/** Returns the operations in the order of the document. Reads them once: callers share the list, and copy it to sort it. */
export function listOperations(document: ContractDocument): Operation[] {
  const operations = known.get(document) ?? readOperations(document);
  known.set(document, operations);
  return operations;
}

/** Returns 12 hexadecimal digits that change with every change of the document. */
export const computeDigest = (document: ContractDocument): string =>
  sha256(JSON.stringify(document)).slice(0, 12);

const JSON_TYPE = 'application/json';

/**
 * Replaces `default`, the errors that every operation shares, by one response for each status (`x-status`) of its
 * examples.
 */
function withDefaultErrors(responses: Record<string, Response>): Record<string, Response> {
  const { default: shared, ...own } = responses;
  const media = shared?.content?.[JSON_TYPE];
  const errors = Object.entries(media?.examples ?? {}).flatMap(([name, example]) => {
    const status = example['x-status'];
    if (status === undefined) return [];
    const content = { [JSON_TYPE]: { ...media, examples: { [name]: example } } };
    return [[status, { ...shared, content }] as [number, Response]];
  });
  return errors.length === 0 ? responses : { ...Object.fromEntries(errors), ...own };
}

/** Returns the responses of an operation as they are written: some refer to shared ones. */
export const writtenResponses = (document: ContractDocument, { path, method }: Operation) =>
  (document.paths[path]![method.toLowerCase()] as { responses: Record<string, { $ref?: string }> }).responses;

/** Returns the key of a status in the responses of a document: the status, or `default`. */
export const findResponseKey = (responses: object, status: number): string =>
  !Object.hasOwn(responses, status) && 'default' in responses ? 'default' : String(status);
