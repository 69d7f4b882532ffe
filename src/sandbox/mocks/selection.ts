// Selects one of an operation's declared responses: the preferred one, or the success.
import { isDeepStrictEqual } from 'node:util';
import { isJson } from '../../contract/body-formats';
import type { MediaType, Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { type Preference, rejectPreference } from './prefer';

export interface Selection {
  status: number;
  mediaType?: string;
  /** The name of an example. */
  example?: string;
  /** Whether Prism generates the body from the schema. */
  dynamic: boolean;
}

const successOf = (operation: Operation): number =>
  Number(Object.keys(operation.responses).find((status) => /^[23]\d\d$/.test(status)));

/**
 * Returns the media type that a parameter `format` names, by its default too; otherwise the one that `Accept`
 * names, or JSON, or the first. There is no 406.
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

/** Returns the example of the scenario that the request documents: an equal body, or equal parameters. */
function exampleOf(
  { requestBody, parameters }: Operation,
  { examples = {} }: MediaType,
  { params, query, requestBody: body }: ContractRequest,
): string | undefined {
  const bodies = Object.values(requestBody?.content ?? {}).map((media) => media.examples ?? {});
  const isSent = (name: string): boolean =>
    bodies.some((sent) => name in sent && isDeepStrictEqual(sent[name]!.value, body));
  const isAsked = (name: string): boolean => {
    const named = parameters.filter((parameter) => parameter.examples?.[name]);
    const values = { ...params, ...query };
    return (
      named.length > 0 &&
      named.every((parameter) => isDeepStrictEqual(values[parameter.name], parameter.examples![name]!.value))
    );
  };
  return Object.keys(examples).find(isSent) ?? Object.keys(examples).find(isAsked);
}

/** Returns an example of a 400 that does not mention a body, for an operation without one. */
const bodylessFault = ({ examples = {} }: MediaType): string | undefined =>
  Object.keys(examples).find((name) => !/\bbody\b/.test(JSON.stringify(examples[name]!.value)));

/** @throws ApiError `validation_error` that lists the declared statuses or examples, for any other. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const { operationId, responses, requestBody } = operation;
  const status = preference.code ?? successOf(operation);
  const response = responses[String(status)];
  if (!response)
    throw rejectPreference(
      `${operationId} does not return ${status}; it returns ${Object.keys(responses).join(', ')}`,
    );
  const content = response.content ?? {};
  const mediaType = mediaTypeOf(content, operation, request);
  const media = content[mediaType ?? ''] ?? {};
  const names = Object.keys(media.examples ?? {});
  if (preference.example !== undefined && !names.includes(preference.example))
    throw rejectPreference(
      `${operationId} has no example "${preference.example}" for ${status}; it has ${names.join(', ') || 'none'}`,
    );
  // Errors have one meaning each, and Prism generates no CSV.
  const dynamic =
    preference.dynamic === true &&
    preference.example === undefined &&
    status < 400 &&
    mediaType === 'application/json';
  const example =
    preference.example ??
    (dynamic
      ? undefined
      : (exampleOf(operation, media, request) ??
        (status === 400 && !requestBody ? bodylessFault(media) : undefined)));
  return {
    status,
    dynamic,
    ...(mediaType ? { mediaType } : {}),
    ...(example === undefined ? {} : { example }),
  };
}
