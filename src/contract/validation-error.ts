// Turns what the validator found into a 400 that tells a person which field is wrong and what to write instead.
import type { ErrorObject } from 'ajv';
import { ApiError, type ErrorDetail } from '../errors';
import { segmentsOf } from './pointer';

const MAX_DETAILS = 20;

/** `cyberSystemId`, `cyber_system_id` and `CyberSystemID` are one name, written differently. */
const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function suggestion(name: string, known: string[]): string {
  const meant = known.find((candidate) => normalized(candidate) === normalized(name));
  if (meant) return `; did you mean ${meant}?`;
  return known.length > 0 ? `; it takes ${known.join(', ')}` : '';
}

/** As Ajv documents them, by keyword: https://ajv.js.org/api.html#error-parameters */
interface Params {
  missingProperty?: string;
  additionalProperty: string;
  allowedValues: unknown[];
  allowedValue: unknown;
  limit: number;
  format: string;
  type: string | string[];
  property: string;
  /** Our own: the parameters that the operation has. */
  known: string[];
}

type ValidationFault = ErrorObject<string, Params>;

const MESSAGES: Record<string, (error: ValidationFault) => string> = {
  required: () => 'is required',
  additionalProperties: ({ params, parentSchema }) =>
    `is not a field here${suggestion(params.additionalProperty, Object.keys((parentSchema?.['properties'] as object | undefined) ?? {}))}`,
  undeclaredParameter: ({ instancePath, params }) =>
    `is not a query parameter of this operation${suggestion(segmentsOf(instancePath).at(-1)!, params.known)}`,
  repeatedParameter: () => 'may be given once only',
  type: ({ data, params }) =>
    data === null ? 'must not be null' : `must be of type ${[params.type].flat().join(' or ')}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.map(String).join(', ')}`,
  const: ({ params }) => `must be ${String(params.allowedValue)}`,
  minLength: ({ params }) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
  maxLength: ({ params }) => `must have at most ${params.limit} characters`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  minItems: ({ params }) => `must have at least ${params.limit} entries`,
  maxItems: ({ params }) => `must have at most ${params.limit} entries`,
  choice: ({ message }) => message!,
  not: ({ parentSchema }) =>
    `must not have ${((parentSchema?.['not'] as { required?: string[] } | undefined)?.required ?? []).join(' and ')} together`,
  dependentRequired: ({ params }) => `is required with ${params.property}`,
  format: ({ params }) => `must be a valid ${params.format}`,
  pattern: ({ parentSchema }) =>
    `does not have the form that it must have: ${String(parentSchema?.['description'] ?? parentSchema?.['pattern']).split('. ')[0]}`,
};

// Those that only repeat, for the branches of a choice, what another error says better.
const ECHOES = new Set(['if', 'allOf', 'anyOf']);

function toDetail(error: ValidationFault): ErrorDetail {
  const [place, ...path] = segmentsOf(error.instancePath);
  const named = error.params.missingProperty ?? error.params.additionalProperty;
  const field = [...path, ...(named === undefined ? [] : [named])].join('.');
  return {
    field: (path.length > 0 || named !== undefined ? field || '(empty)' : (place ?? 'body')).slice(0, 500),
    message: (MESSAGES[error.keyword]?.(error) ?? error.message ?? 'is not valid').slice(0, 500),
  };
}

/** The 400 of a request that breaks the contract, with a detail for each fault (the first twenty). */
export function validationError(errors: ErrorObject[]): ApiError {
  const telling = errors.filter((error) => !ECHOES.has(error.keyword));
  const details = (telling.length > 0 ? telling : errors)
    .slice(0, MAX_DETAILS)
    .map((error) => toDetail(error as ValidationFault));
  const summary = details.map(({ field, message }) => `${field} ${message}`).join('. ');
  const sentence = `The request does not hold to the contract: ${summary}`.slice(0, 999);
  return new ApiError('validation_error', /[.?]$/.test(sentence) ? sentence : `${sentence}.`, { details });
}
