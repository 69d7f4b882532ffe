// Every example of the contract with the schema that it stands for, and the records that the examples speak of.
import {
  contractDocument,
  operationsOf,
  resolve,
  type HttpMethod,
  type MediaType,
  type Schema,
} from '../../src/contract/document';

export interface Example {
  operationId: string;
  method: HttpMethod;
  part: 'parameter' | 'request' | 'response' | 'header';
  status?: string;
  /** The key of the example; of a header's only one, the header's name. */
  name: string;
  /** Where it stands, for people. */
  where: string;
  mediaType?: string;
  schema: Schema;
  value: unknown;
}

type Header = { schema: Schema; example?: unknown };
type Named = Record<string, { value: unknown }>;

export const operations = operationsOf(contractDocument);

/** Each example of parameters, requests, answers of every status and their headers, by operation. */
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

/** Each object in a value, however deep. */
export function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Fields, ...Object.values(value).flatMap(objectsIn)];
}

/** Each string in a value, however deep. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;

/** Each id in a value, also inside of texts such as CSV, with its prefix. */
export const idsIn = (value: unknown): { id: string; prefix: string }[] =>
  stringsIn(value).flatMap((text) => [...text.matchAll(ID)].map(([id, prefix]) => ({ id, prefix: prefix! })));

/** What makes two objects one record: the id, or the number of a version, or the id of an attached file. */
export function identityOf({ id, documentId, versionNumber, fileId, fileName }: Fields): string | undefined {
  if (typeof id === 'string') return id;
  if (typeof documentId === 'string' && typeof versionNumber === 'number')
    return `${documentId} version ${versionNumber}`;
  return typeof fileId === 'string' && fileName !== undefined ? fileId : undefined;
}
