// Which of an operation's declared answers a mock gives: what was preferred, or the success whose example fits the request.
import { isDeepStrictEqual } from 'node:util';
import type { MediaType, Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { isJson } from '../../contract/body-formats';
import { type Preference, refusePreference } from './prefer';
import type { Selection } from './prism';
import { isObject } from './records';

const successOf = (operation: Operation): number =>
  Number(Object.keys(operation.responses).find((status) => /^[23]\d\d$/.test(status)));

/**
 * The media type of an answer: where the operation has a `format`, as that says, by its default too; otherwise as `Accept` does, or JSON, or the first.
 * There is no 406: who asks for HTML gets JSON.
 */
function mediaTypeOf(
  content: Record<string, MediaType>,
  { parameters }: Operation,
  { query, headers }: ContractRequest,
): string | undefined {
  const offered = Object.keys(content);
  const declared = parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'format');
  if (declared) {
    const format = String(query['format'] ?? declared.schema['default']);
    return offered.find((type) => type.endsWith(`/${format}`)) ?? offered[0];
  }
  const accepted = String(headers['accept'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim());
  return offered.find((type) => accepted.includes(type)) ?? offered.find(isJson) ?? offered[0];
}

const fieldsOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);

/** Whether what the path names is in the answer. */
const isNamed = ({ params }: ContractRequest, value: unknown): boolean =>
  Object.keys(params).length > 0 && Object.values(params).every((id) => fieldsOf(value).includes(id));

/** Whether the request's parameters are those of a scenario: the operation's examples of that name. */
export function isAsked(operation: Operation, { params, query }: ContractRequest, name: string): boolean {
  const named = operation.parameters.flatMap((parameter) => {
    const example = parameter.examples?.[name];
    return example === undefined
      ? []
      : [isDeepStrictEqual((parameter.in === 'path' ? params : query)[parameter.name], example.value)];
  });
  return named.length > 0 && named.every(Boolean);
}

/** Whoever follows `nextCursor` to the end should come to it. */
const isLastPage = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('nextCursor' in value);

const hasFieldsOf = (value: unknown, other: unknown): boolean =>
  isObject(value) &&
  isObject(other) &&
  isDeepStrictEqual(Object.keys(value).sort(), Object.keys(other).sort());

/** Whether all that the query says is what the scenario of that name asks for, and the path names nothing but what examples do. */
const isAskedInFull = (
  { parameters }: Operation,
  { params, query }: ContractRequest,
  name: string,
): boolean =>
  Object.keys(query).every((field) =>
    parameters.some(
      (parameter) => parameter.in === 'query' && parameter.name === field && parameter.examples?.[name],
    ),
  ) &&
  parameters.every(
    ({ in: where, name: field, examples }) =>
      where !== 'path' || !examples || Object.values(examples).some(({ value }) => value === params[field]),
  );

/**
 * The example of the same scenario: that of an equal request body, or of equal parameters; or else the one that shows the record which the path
 * names; or that of a body with the same fields; or after a cursor the last page. And whether it answers this very request.
 */
function fittingExample(
  operation: Operation,
  media: MediaType | undefined,
  request: ContractRequest,
): Pick<Selection, 'example' | 'asWritten'> {
  const examples = media?.examples ?? {};
  const names = Object.keys(examples);
  const bodies = Object.values(operation.requestBody?.content ?? {})
    .flatMap(({ examples: sent }) => Object.entries(sent ?? {}))
    .filter(([name]) => name in examples);
  const equal = bodies.find(([, { value }]) => isDeepStrictEqual(value, request.requestBody))?.[0];
  if (equal !== undefined)
    return {
      example: equal,
      asWritten: Object.keys(request.params).length === 0 || isNamed(request, examples[equal]!.value),
    };
  const asked = names.find((name) => isAsked(operation, request, name));
  if (asked !== undefined)
    return { example: asked, asWritten: !operation.requestBody && isAskedInFull(operation, request, asked) };
  const named = names.find((name) => isNamed(request, examples[name]!.value));
  if (named !== undefined) return { example: named, asWritten: !operation.requestBody };
  const alike = bodies.find(([, { value }]) => hasFieldsOf(value, request.requestBody))?.[0];
  const example =
    alike ?? names.find((name) => 'cursor' in request.query && isLastPage(examples[name]!.value));
  return { ...(example === undefined ? {} : { example }), asWritten: false };
}

/** Of a bad request without a body, one that does not speak of a body. */
const bodiless = ({ requestBody }: Operation, { examples = {} }: MediaType = {}): string | undefined =>
  requestBody
    ? undefined
    : Object.keys(examples).find((name) => !/\bbody\b/.test(JSON.stringify(examples[name]!.value)));

/** @throws ApiError `validation_error` for a status or an example that the operation does not declare; the sentence lists those that it does. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const declared = Object.keys(operation.responses);
  const status = preference.code ?? successOf(operation);
  const response = operation.responses[String(status)];
  if (!response)
    throw refusePreference(
      `${operation.operationId} does not answer ${status}; it answers ${declared.join(', ')}`,
    );
  const content = response.content ?? {};
  const mediaType = mediaTypeOf(content, operation, request);
  const media = mediaType === undefined ? undefined : content[mediaType];
  const names = Object.keys(media?.examples ?? {});
  if (preference.example !== undefined && !names.includes(preference.example)) {
    throw refusePreference(
      `${operation.operationId} has no example "${preference.example}" for ${status}; it has ${names.join(', ') || 'none'}`,
    );
  }
  // Errors have one meaning each, and nothing makes up CSV.
  const dynamic =
    preference.dynamic === true &&
    preference.example === undefined &&
    status < 400 &&
    mediaType === 'application/json';
  const chosen = (): Pick<Selection, 'example' | 'asWritten'> => {
    if (preference.example !== undefined) return { example: preference.example, asWritten: true };
    if (dynamic) return { asWritten: false };
    const fitting = fittingExample(operation, media, request);
    const fault = fitting.example === undefined && status === 400 ? bodiless(operation, media) : undefined;
    return fault === undefined ? fitting : { example: fault, asWritten: true };
  };
  return { status, dynamic, ...(mediaType ? { mediaType } : {}), ...chosen() };
}
