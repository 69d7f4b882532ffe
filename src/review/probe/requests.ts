// Builds the requests that the examples of one operation describe.
import { isJson, sendableType } from '../../contract/body-formats';
import { type ContractDocument, type Operation, type Parameter, resolve } from '../../contract/document';
import { asObject } from '../json';
import { isObject, type JsonObject } from '../../base/json';

export interface FormPart {
  name: string;
  text: string;
  /** Only for a file. */
  mediaType?: string;
}

/** A request as plain data. */
export interface PlainRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: string | FormPart[];
}

export interface NamedRequest {
  example: string;
  request: PlainRequest;
}

/** Returns the body as `fetch` sends it. */
export function sendableBody({ body }: PlainRequest): string | FormData | undefined {
  if (!Array.isArray(body)) return body;
  const form = new FormData();
  for (const { name, text, mediaType } of body)
    form.set(name, mediaType === undefined ? text : new Blob([text], { type: mediaType }));
  return form;
}

interface Example {
  name: string;
  value: unknown;
}

type BodyExample = Example & { mediaType: string };

/** The name of an unnamed example in an external document. */
const UNNAMED = 'example';
/** The name of the request without optional values. */
const PLAIN = 'plain';
/** OpenAPI ignores the first three as parameters. The sandbox sets the others. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization', 'x-api-key', 'x-request-id'];
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** Returns the examples of a parameter or media type, or a value from its schema. */
export function examplesOf(document: ContractDocument, part: object): Example[] {
  const { example, examples, schema } = part as JsonObject;
  const named = Object.entries(asObject(examples)).flatMap(([name, entry]) => {
    const found = resolve<unknown>(document, entry);
    return isObject(found) && 'value' in found ? [{ name, value: found['value'] }] : [];
  });
  if (named.length > 0) return named;
  const resolved = asObject(resolve<unknown>(document, schema));
  const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
  const value = [
    example,
    resolved['example'],
    first(resolved['examples']),
    first(resolved['enum']),
    resolved['default'],
  ].find((candidate) => candidate !== undefined);
  return value === undefined ? [] : [{ name: UNNAMED, value }];
}

export const bodyExamples = (document: ContractDocument, { requestBody }: Operation): BodyExample[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, media]) =>
    examplesOf(document, media).map((example) => ({ ...example, mediaType })),
  );

/** Returns the requests: body examples first, then path and query, then headers. */
export function requestsOf(document: ContractDocument, operation: Operation): NamedRequest[] {
  const parameters = operation.parameters.map((parameter) => ({
    parameter,
    examples: examplesOf(document, parameter),
  }));
  const bodies = bodyExamples(document, operation);
  const defaultBody = operation.requestBody?.required === true ? bodies[0] : undefined;
  const namesOf = (matches: (parameter: Parameter) => boolean) =>
    parameters.flatMap(({ parameter, examples }) =>
      matches(parameter) ? examples.map(({ name }) => name) : [],
    );
  const names = [
    ...namesOf(({ required }) => required === true),
    PLAIN,
    ...namesOf((parameter) => parameter.in !== 'header'),
    ...namesOf(() => true),
  ];
  const scenarios: { name: string; body: BodyExample | undefined }[] = [
    ...bodies.map((body) => ({ name: body.name, body })),
    ...names.map((name) => ({ name, body: bodies.find((body) => body.name === name) ?? defaultBody })),
  ];
  const requests = new Map<string, NamedRequest>();
  const add = (example: string, request: PlainRequest): void => {
    const key = JSON.stringify(request);
    if (!requests.has(key)) requests.set(key, { example, request });
  };
  for (const { name, body } of scenarios) {
    const request = createRequest(operation, parameters, name, body);
    if (request) add(name, request);
  }
  return [...requests.values()];
}

/**
 * Returns the request for one example name. Required parameters without that example use their first one.
 * Returns undefined if a required value has no example, or cannot be sent.
 */
function createRequest(
  operation: Operation,
  parameters: { parameter: Parameter; examples: Example[] }[],
  exampleName: string,
  body: BodyExample | undefined,
): PlainRequest | undefined {
  if (operation.requestBody?.required === true && !body) return undefined;
  const query = new URLSearchParams();
  const request: PlainRequest = {
    method: operation.method,
    target: operation.path,
    headers: {},
    ...(body ? createBody(body, operation) : {}),
  };
  for (const { parameter, examples } of parameters) {
    const isRequired = parameter.required === true || parameter.in === 'path';
    const example =
      examples.find(({ name }) => name === exampleName) ?? (isRequired ? examples[0] : undefined);
    if (example === undefined && isRequired) return undefined;
    if (example === undefined) continue;
    const text = textOf(example.value);
    if (parameter.in === 'path')
      request.target = request.target.replaceAll(`{${parameter.name}}`, () => encodeURIComponent(text));
    else if (parameter.in === 'query')
      for (const item of Array.isArray(example.value) ? example.value : [example.value])
        query.append(parameter.name, textOf(item));
    else if (parameter.in === 'header' && !IGNORED_HEADERS.includes(parameter.name.toLowerCase()))
      request.headers[parameter.name] = text;
  }
  if (query.size > 0) request.target += `?${query.toString()}`;
  const headerTexts = Object.entries(request.headers).flat();
  const canBeSent = request.target.startsWith('/') && headerTexts.every((text) => HEADER_VALUE.test(text));
  return canBeSent ? request : undefined;
}

function createBody(
  { mediaType, value }: BodyExample,
  { bodyFormats }: Operation,
): Pick<PlainRequest, 'headers' | 'body'> {
  if (mediaType === 'multipart/form-data') {
    const files = bodyFormats.find((format) => format.mediaType === mediaType)?.files ?? {};
    const parts = Object.entries(value ?? {}).map(([name, part]) => ({
      name,
      text: textOf(part),
      ...(name in files ? { mediaType: sendableType(files[name]) } : {}),
    }));
    return { headers: {}, body: parts };
  }
  const isJsonBody = isJson(mediaType.split(';')[0]!.trim());
  return {
    headers: { 'Content-Type': mediaType },
    body: isJsonBody ? JSON.stringify(value) : textOf(value),
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
