// Selects one of an operation's declared responses: the one that `Prefer` rehearses, or else the success.
import { isJson } from '../../contract/body-formats';
import type { Operation } from '../../contract/document';
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

/**
 * Returns the media type that a parameter `format` names, by its default too; otherwise the one that `Accept`
 * names, or JSON, or the first. There is no 406.
 */
function mediaTypeOf(
  offered: string[],
  { parameters }: Operation,
  { query, headers }: ContractRequest,
): string | undefined {
  const format = parameters.find(({ in: where, name }) => where === 'query' && name === 'format');
  if (format)
    return (
      offered.find((type) => type.endsWith(`/${String(query.format ?? format.schema.default)}`)) ?? offered[0]
    );
  const accepted = String(headers.accept ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim());
  return offered.find((type) => accepted.includes(type)) ?? offered.find(isJson) ?? offered[0];
}

/** @throws ApiError `validation_error` that lists the declared statuses or examples, for any other. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const { operationId, responses, requestBody } = operation;
  const status = preference.code ?? Number(Object.keys(responses).find((one) => /^[23]\d\d$/.test(one)));
  if (!responses[status])
    throw rejectPreference(
      `${operationId} does not return ${status}; it returns ${Object.keys(responses).join(', ')}`,
    );
  const { content = {} } = responses[status];
  const mediaType = mediaTypeOf(Object.keys(content), operation, request);
  const { examples = {} } = content[mediaType ?? ''] ?? {};
  const names = Object.keys(examples);
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
  // A 400 of an operation without a body does not mention a body. A status of `default` needs its own example.
  const isBodyless = status === 400 && !requestBody;
  const fault =
    status < 400
      ? undefined
      : names.find((name) => !isBodyless || !/\bbody\b/.test(JSON.stringify(examples[name]!.value)));
  const example = preference.example ?? (dynamic ? undefined : fault);
  return { status, dynamic, ...(mediaType && { mediaType }), ...(example !== undefined && { example }) };
}
