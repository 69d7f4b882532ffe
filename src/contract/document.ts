// The contract as it is read at run time: the generated bundle, and what is derived from it.
import { createHash } from 'node:crypto';
import bundle from '../../generated/openapi.json';
import { type BodyFormat, type Encodings, bodyFormat } from './body-formats';
import { type List, listOf } from './lists';
import { unescapeSegment } from './pointer';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Availability = 'available' | 'planned';
export type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
  /** The schema's type, also where the schema is a reference. */
  type: unknown;
  style?: string;
  explode?: boolean;
  /** How a list in a query is written. */
  list?: List;
  examples?: Examples;
}

/** By the name of their scenario, which parameters, bodies and answers share. */
export type Examples = Record<string, { summary?: string; value: unknown }>;

export interface MediaType {
  schema?: Schema;
  examples?: Examples;
  /** In a document of others. */
  example?: unknown;
  /** Of a form. */
  encoding?: Encodings;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: Schema }>;
  content?: Record<string, MediaType>;
}

/** An operation with its references to parameters, bodies and responses resolved; schemas keep theirs. */
export interface Operation {
  operationId: string;
  method: HttpMethod;
  path: string;
  availability: Availability;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  /** The bodies that it takes; none for an operation without a body. */
  bodyFormats: BodyFormat[];
  responses: Record<string, Response>;
  /** The requirements that hold, whether the operation states them or inherits them. */
  security: Record<string, string[]>[];
  /** Why an operation of an adopted document cannot be served here. */
  unsupported?: string;
}

/** As much of OpenAPI 3.1 as is read here. */
export interface ContractDocument {
  openapi: string;
  info: { title: string; version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

export const contractDocument = bundle as unknown as ContractDocument;

/** Values, where a name of OpenAPI's is no more than a name. */
export const VALUES = ['example', 'examples', 'const', 'enum'];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Where a `$ref` inside the document leads; undefined when there is nothing. */
export const targetOf = (document: ContractDocument, ref: string): unknown =>
  ref
    .slice('#/'.length)
    .split('/')
    .map((segment) => unescapeSegment(decodeURIComponent(segment)))
    .reduce<unknown>((node, segment) => (node as Record<string, unknown> | undefined)?.[segment], document);

/** Follows `$ref`s inside the document. Those that lead in a circle lead nowhere. */
export function resolve<Value>(document: ContractDocument, value: unknown): Value {
  const followed = new Set<unknown>();
  let current = value as { $ref?: string } | undefined;
  while (typeof current?.$ref === 'string') {
    if (followed.has(current)) return undefined as Value;
    followed.add(current);
    current = targetOf(document, current.$ref) as { $ref?: string } | undefined;
  }
  return current as Value;
}

interface AuthoredOperation {
  operationId: string;
  'x-availability': Availability;
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

/** Of a body, with its properties resolved. */
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

/** Every operation of the document, in its order. */
export function operationsOf(document: ContractDocument): Operation[] {
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
        summary: authored.summary,
        tags: authored.tags ?? [],
        parameters: [...(authored.parameters ?? []), ...shared].map((authoredParameter) => {
          const parameter = resolve<Parameter>(document, authoredParameter);
          const schema = resolvedWithItems(document, parameter.schema);
          const list = parameter.in === 'query' ? listOf(schema, parameter) : undefined;
          return { ...parameter, type: schema?.['type'], ...(list ? { list } : {}) };
        }),
        security: authored.security ?? document.security ?? [],
        ...(requestBody ? { requestBody } : {}),
        bodyFormats: Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, encoding }]) =>
          bodyFormat(mediaType, resolvedBody(document, schema), encoding),
        ),
        responses: Object.fromEntries(
          Object.entries(authored.responses ?? {}).map(([status, response]) => [
            status,
            resolve<Response>(document, response),
          ]),
        ),
      };
    }),
  );
}

/** Changes with every change of the document, whether or not its authors raised the version. */
export const digestOf = (document: ContractDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 12);
