// The requests that the examples of one operation make.
import { isJson, sendableType } from '../../contract/body-formats';
import type { ContractDocument, Operation, Parameter } from '../../contract/document';
import { type Example, answersOf, bodiesOf, examplesOf } from './examples';

export interface Part {
  name: string;
  text: string;
  /** That of a file; a field has none. */
  mediaType?: string;
}

/** What is sent, as plain data. */
export interface Request {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  /** Text, or the parts of a form. */
  body?: string | Part[];
}

export interface NamedRequest {
  example: string;
  request: Request;
  /** Whether it asks for an answer by name, which only a document that has it can give. */
  asksByName: boolean;
}

/** A request with nothing that may be left out. */
const PLAIN = 'plain';
/** OpenAPI has the first three stand elsewhere; the others are the sandbox's own. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization', 'x-api-key', 'x-request-id'];
const SENDABLE = /^[\t\x20-\x7e]*$/;

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

type Body = ReturnType<typeof bodiesOf>[number];
type Told = { parameter: Parameter; examples: Example[] };

function bodyOf({ mediaType, value }: Body, { bodyFormats }: Operation): Pick<Request, 'headers' | 'body'> {
  if (mediaType === 'multipart/form-data') {
    const files = bodyFormats.find((format) => format.mediaType === mediaType)?.files ?? {};
    return {
      headers: {},
      body: Object.entries(value ?? {}).map(([name, part]) => ({
        name,
        text: textOf(part),
        ...(name in files ? { mediaType: sendableType(files[name]) } : {}),
      })),
    };
  }
  return {
    headers: { 'Content-Type': mediaType },
    body: isJson(mediaType.split(';')[0]!.trim()) ? JSON.stringify(value) : textOf(value),
  };
}

/** The request of a scenario: each parameter with its example of that name, required ones otherwise with their first. Undefined when one has none. */
function requestOf(
  operation: Operation,
  told: Told[],
  scenario: string,
  body: Body | undefined,
): Request | undefined {
  if (operation.requestBody?.required === true && !body) return undefined;
  const query = new URLSearchParams();
  const request: Request = {
    method: operation.method,
    target: operation.path,
    headers: {},
    ...(body ? bodyOf(body, operation) : {}),
  };
  for (const { parameter, examples } of told) {
    const isRequired = parameter.required === true || parameter.in === 'path';
    const example = examples.find(({ name }) => name === scenario) ?? (isRequired ? examples[0] : undefined);
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
  const sendable =
    request.target.startsWith('/') &&
    Object.entries(request.headers)
      .flat()
      .every((text) => SENDABLE.test(text));
  return sendable ? request : undefined;
}

/** Bodies first, then what the path and the query show, conditions and the like last; at the end the answers of a mock that no request leads to. */
export function requestsOf(document: ContractDocument, operation: Operation): NamedRequest[] {
  const told = operation.parameters.map((parameter) => ({
    parameter,
    examples: examplesOf(document, parameter),
  }));
  const bodies = bodiesOf(document, operation);
  const first = operation.requestBody?.required === true ? bodies[0] : undefined;
  const namesOf = (place: (parameter: Parameter) => boolean) =>
    told.flatMap(({ parameter, examples }) => (place(parameter) ? examples.map(({ name }) => name) : []));
  const scenarios: [name: string, body: Body | undefined][] = [
    ...bodies.map((body): [string, Body] => [body.name, body]),
    ...[
      ...namesOf(({ required }) => required === true),
      PLAIN,
      ...namesOf((parameter) => parameter.in !== 'header'),
      ...namesOf(() => true),
    ].map((name): [string, Body | undefined] => [name, bodies.find((body) => body.name === name) ?? first]),
  ];
  const requests = new Map<string, NamedRequest>();
  const add = (example: string, request: Request | undefined, asksByName = false) => {
    const key = JSON.stringify(request);
    if (request && !requests.has(key)) requests.set(key, { example, request, asksByName });
  };
  for (const [name, body] of scenarios) add(name, requestOf(operation, told, name, body), false);
  const base = [...requests.values()][0];
  if (base && operation.availability === 'planned') {
    const known = [
      ...scenarios.map(([name]) => name),
      ...(bodies.length === 0
        ? answersOf(document, operation)
            .slice(0, 1)
            .map(({ name }) => name)
        : []),
    ];
    for (const { name } of answersOf(document, operation)) {
      const asked = {
        ...base.request,
        headers: { ...base.request.headers, Prefer: `example="${name.replace(/["\\]/g, '\\$&')}"` },
      };
      if (!known.includes(name) && SENDABLE.test(name)) add(name, asked, true);
    }
  }
  return [...requests.values()];
}
