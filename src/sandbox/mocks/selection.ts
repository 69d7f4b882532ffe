// Which of an operation's declared answers a mock gives: what was preferred, or the success whose example fits the request.
import { isDeepStrictEqual } from 'node:util';
import type { MediaType, Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/request';
import { type Preference, refusePreference } from './prefer';
import type { Selection } from './prism';

const successOf = (operation: Operation): number => Number(Object.keys(operation.responses).find((status) => status.startsWith('2')));

/**
 * The media type of an answer: where the operation has a `format`, as that says, by its default too; otherwise as `Accept` does, or the first.
 * There is no 406: who asks for HTML gets JSON.
 */
function mediaTypeOf(content: Record<string, MediaType>, { parameters }: Operation, { query, headers }: ContractRequest): string | undefined {
  const offered = Object.keys(content);
  const declared = parameters.find((parameter) => parameter.in === 'query' && parameter.name === 'format');
  const format = query['format'] ?? declared?.schema['default'];
  if (declared) return offered.find((type) => type.endsWith(`/${format}`)) ?? offered[0];
  const accepted = String(headers['accept'] ?? '').split(',').map((part) => part.split(';')[0]!.trim());
  return offered.find((type) => accepted.includes(type)) ?? offered[0];
}

const fieldsOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []);

/** Whether the request's parameters are those of a scenario: the operation's examples of that name. */
function isAsked(operation: Operation, { params, query }: ContractRequest, name: string): boolean {
  const named = operation.parameters.flatMap((parameter) => {
    const example = parameter.examples?.[name];
    return example === undefined ? [] : [(parameter.in === 'path' ? params : query)[parameter.name] === example.value];
  });
  return named.length > 0 && named.every(Boolean);
}

/** Whoever follows `nextCursor` to the end should come to it. */
const isLastPage = (value: unknown): boolean => typeof value === 'object' && value !== null && !('nextCursor' in value);

/**
 * The example of the same scenario: that of an equal request body, or of equal parameters; or else the one that shows the record which the path
 * names; or after a cursor the last page.
 */
function fittingExample(operation: Operation, media: MediaType | undefined, request: ContractRequest): string | undefined {
  const examples = media?.examples ?? {};
  const names = Object.keys(examples);
  const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(({ examples: sent }) => Object.entries(sent ?? {}));
  const ids = Object.values(request.params);
  return (
    bodies.find(([name, { value }]) => name in examples && isDeepStrictEqual(value, request.requestBody))?.[0] ??
    names.find((name) => isAsked(operation, request, name)) ??
    names.find((name) => ids.length > 0 && ids.every((id) => fieldsOf(examples[name]!.value).includes(id))) ??
    names.find((name) => 'cursor' in request.query && isLastPage(examples[name]!.value))
  );
}

/** Of a bad request without a body, one that does not speak of a body. */
const bodiless = ({ requestBody }: Operation, { examples = {} }: MediaType = {}): string | undefined =>
  requestBody ? undefined : Object.keys(examples).find((name) => !/\bbody\b/.test(JSON.stringify(examples[name]!.value)));

/** @throws ApiError `validation_error` for a status or an example that the operation does not declare; the sentence lists those that it does. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const declared = Object.keys(operation.responses);
  const status = preference.code ?? successOf(operation);
  const response = operation.responses[String(status)];
  if (!response) throw refusePreference(`${operation.operationId} does not answer ${status}; it answers ${declared.join(', ')}`);
  const content = response.content ?? {};
  const mediaType = mediaTypeOf(content, operation, request);
  const media = mediaType === undefined ? undefined : content[mediaType];
  const names = Object.keys(media?.examples ?? {});
  if (preference.example !== undefined && !names.includes(preference.example)) {
    throw refusePreference(`${operation.operationId} has no example "${preference.example}" for ${status}; it has ${names.join(', ') || 'none'}`);
  }
  // Errors have one meaning each, and nothing makes up CSV.
  const dynamic = preference.dynamic === true && preference.example === undefined && status < 400 && mediaType === 'application/json';
  const example = preference.example ?? (dynamic ? undefined : (fittingExample(operation, media, request) ?? (status === 400 ? bodiless(operation, media) : undefined)));
  return { status, dynamic, ...(mediaType ? { mediaType } : {}), ...(example ? { example } : {}) };
}
