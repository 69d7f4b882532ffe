// Builds the request that belongs to each documented success response of the contract.
import type { HttpMethod, Operation } from '../../src/contract/document';
import type { CallOptions } from '../support/client';
import { type Fields, operations } from '../support/examples';

export interface DocumentedResponse {
  operation: Operation;
  method: HttpMethod;
  /** `<operationId> <example name>`, with the media type when the operation has several. */
  title: string;
  status: number;
  /** Undefined for a response without a body. */
  body: unknown;
  /** Example values of headers. They belong to the operation's first example. */
  headers: Record<string, string>;
  request: DocumentedRequest;
}

export interface DocumentedRequest {
  path: string;
  query: string;
  headers: Record<string, string>;
  /** A JSON body, or the files of a form by the name of their part. */
  body: unknown;
  form: FormData | undefined;
}

type Named = Record<string, { value: unknown }>;

/** Returns the example of this name, or else the first. */
const chosen = (examples: Named = {}, name = ''): unknown =>
  (examples[name] ?? Object.values(examples)[0])?.value;

const isSent = (name: string | undefined, required: boolean | undefined, examples: Named = {}): boolean =>
  required === true || (name !== undefined && name in examples);

/** The response has the name of the file. Without a media type, as many clients send it, the ending of the name counts. */
function formOf(parts: Fields, response: unknown): FormData {
  const form = new FormData();
  const { fileName = 'assets.csv' } = (response ?? {}) as Fields;
  for (const [part, content] of Object.entries(parts))
    form.append(part, new Blob([String(content)]), String(fileName));
  return form;
}

function requestOf(
  operation: Operation,
  name: string | undefined,
  mediaType: string,
  response: unknown,
): DocumentedRequest {
  const { parameters, requestBody, responses } = operation;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let { path } = operation;
  for (const { name: parameter, in: place, required, examples } of parameters) {
    const value = String(chosen(examples, name));
    if (place === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(value));
    if (place === 'query' && isSent(name, required, examples)) query.set(parameter, value);
    if (place === 'header' && examples) headers[parameter] = value;
  }
  const types = Object.keys(Object.values(responses)[0]?.content ?? {});
  if (types.length > 1) query.set('format', mediaType.split('/')[1]!);
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const body = content && chosen(content.examples, name);
  const form = type === 'multipart/form-data' ? formOf(body as Fields, response) : undefined;
  return { path, query: query.size > 0 ? `?${query}` : '', headers, body, form };
}

/** Returns every documented success response with its request, in the contract's order. */
export const documentedResponses: DocumentedResponse[] = operations.flatMap((operation) => {
  const { operationId, method, responses } = operation;
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {}, headers: authored = {} }]) => {
      const types = Object.keys(content);
      const make = (name: string | undefined, mediaType: string, body: unknown, isFirst: boolean) => ({
        operation,
        method,
        title: [operationId, name, ...(types.length > 1 ? [`as ${mediaType}`] : [])]
          .filter(Boolean)
          .join(' '),
        status: Number(status),
        body,
        headers: Object.fromEntries(
          Object.entries(authored as Record<string, { example?: string }>).flatMap(([header, { example }]) =>
            isFirst && example !== undefined ? [[header, example]] : [],
          ),
        ),
        request: requestOf(operation, name, mediaType, body),
      });
      if (types.length === 0) return [make(undefined, '', undefined, true)];
      return types.flatMap((mediaType, type) =>
        Object.entries(content[mediaType]!.examples ?? {}).map(([name, { value }], index) =>
          make(name, mediaType, value, type + index === 0),
        ),
      );
    });
});

/** The request that importers make of each operation: the first example of the body and of each parameter. */
export const importedRequests = operations.map((operation) => {
  const response = documentedResponses.find((each) => each.operation === operation)!.body;
  const { path, headers, body, form } = requestOf(operation, undefined, '', response);
  const query = new URLSearchParams(
    operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, examples }) => [name, String(chosen(examples))]),
  );
  return { operation, request: { path, query: query.size > 0 ? `?${query}` : '', headers, body, form } };
});

/** Returns the options of a client's call. */
export const optionsOf = ({ headers, body, form }: DocumentedRequest): CallOptions => ({
  headers,
  body: form ?? body,
});
