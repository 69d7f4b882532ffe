// Lists all examples of the contract with their schemas, and the records that the examples describe.
import {
  contractDocument,
  listOperations,
  resolve,
  type HttpMethod,
  type MediaType,
  type Schema,
} from '../../src/contract/document';
import { onDay } from '../../src/sandbox/demo-data/example-days';

export interface Example {
  operationId: string;
  method: HttpMethod;
  part: 'parameter' | 'request' | 'response' | 'header';
  status?: string;
  /** The key of the example, or the header's name for a header's only example. */
  name: string;
  /** A readable location for messages. */
  where: string;
  mediaType?: string;
  schema: Schema;
  value: unknown;
}

type Header = { schema: Schema; example?: unknown };
type Named = Record<string, { value: unknown }>;

/** The operations with their examples as the demo of today has them. */
export const operations = onDay(listOperations(contractDocument), new Date());

/** The examples of parameters, requests, responses and response headers of all operations. */
export const examples: Example[] = operations.flatMap((operation) => {
  const { operationId, method, parameters, requestBody, responses } = operation;
  const make = (
    place: Pick<Example, 'part' | 'status' | 'mediaType'>,
    of: string,
    schema: Schema,
    named: Named = {},
  ): Example[] =>
    Object.entries(named).map(([name, { value }]) => ({
      operationId,
      method,
      ...place,
      name,
      where: `${operationId} ${of} ${name}`,
      schema,
      value,
    }));
  const bodies = (
    place: Pick<Example, 'part' | 'status'>,
    of: string,
    content: Record<string, MediaType> = {},
  ) =>
    Object.entries(content).flatMap(([mediaType, media]) =>
      make({ ...place, mediaType }, `${of} ${mediaType}`, media.schema!, media.examples),
    );

  return [
    ...parameters.flatMap((parameter) =>
      make(
        { part: 'parameter' },
        parameter.name,
        parameter.schema,
        (parameter as { examples?: Named }).examples,
      ),
    ),
    ...bodies({ part: 'request' }, 'request', requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content, headers = {} }]) => [
      ...bodies({ part: 'response', status }, status, content),
      ...Object.entries(headers).flatMap(([name, authored]) => {
        const { schema, example } = resolve<Header>(contractDocument, authored);
        return make({ part: 'header', status }, status, schema, { [name]: { value: example } });
      }),
    ]),
  ];
});

export const isSuccess = ({ part, status }: Example): boolean =>
  part === 'response' && status!.startsWith('2');

export type Fields = Record<string, unknown>;

/** Returns all objects in a value, at any depth. */
export function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Fields, ...Object.values(value).flatMap(objectsIn)];
}

/** Returns all strings in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;

/** Returns all ids in a value with their prefixes, including ids inside strings, for example CSV. */
export const idsIn = (value: unknown): { id: string; prefix: string }[] =>
  stringsIn(value).flatMap((text) => [...text.matchAll(ID)].map(([id, prefix]) => ({ id, prefix: prefix! })));

/** Returns the key that identifies a record: its id, its document version, or its attached file's id. */
export function identityOf({ id, documentId, versionNumber, fileId, fileName }: Fields): string | undefined {
  if (typeof id === 'string') return id;
  if (typeof documentId === 'string' && typeof versionNumber === 'number')
    return `${documentId} version ${versionNumber}`;
  return typeof fileId === 'string' && fileName !== undefined ? fileId : undefined;
}
