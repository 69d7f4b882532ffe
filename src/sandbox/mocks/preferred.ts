// The declared response that `Prefer` rehearses, or else the success.
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { type Selection, selectionOf } from '../../server/operations/response';
import { type Preference, rejectPreference } from './prefer';

/** @throws ApiError `validation_error` that lists the declared statuses or examples, for any other. */
export function select(operation: Operation, request: ContractRequest, preference: Preference): Selection {
  const { operationId, responses, requestBody } = operation;
  if (preference.code !== undefined && !responses[preference.code])
    throw rejectPreference(
      `${operationId} does not return ${preference.code}; it returns ${Object.keys(responses).join(', ')}`,
    );
  const selection = selectionOf(operation, request, preference.code);
  const { status, mediaType } = selection;
  const { examples = {} } = responses[status]!.content?.[mediaType ?? ''] ?? {};
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
  return { ...selection, dynamic, ...(example !== undefined && { example }) };
}
