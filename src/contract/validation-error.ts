// Turns Ajv errors into the details of a 400 response.
import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { ApiError, type ErrorDetail } from '../base/errors';
import { segmentsOf } from './pointer';
import { TEXT_FORMATS } from './text-formats';

const MAX_DETAILS = 20;

/** `cyberSystemId`, `cyber_system_id` and `CyberSystemID` are spellings of one name. */
const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function suggestion(kind: 'fields' | 'parameters', name: string, known: string[]): string {
  const similar = known.find((candidate) => normalized(candidate) === normalized(name));
  if (similar) return `; did you mean ${similar}?`;
  return known.length > 0 ? `; known ${kind}: ${known.join(', ')}` : '';
}

/** Ajv's parameters by keyword: https://ajv.js.org/api.html#error-parameters */
interface Params {
  missingProperty?: string;
  additionalProperty: string;
  allowedValues: unknown[];
  allowedValue: unknown;
  limit: number;
  format: string;
  type: string | string[];
  property: string;
  /** Not Ajv's: the operation's parameters. */
  known: string[];
}

function formatMessage({ parentSchema }: ErrorObject): string {
  const [format] = String(parentSchema?.['description'] ?? parentSchema?.['pattern']).split('. ');
  return `does not match the required format: ${format}`;
}

type ValidationFault = ErrorObject<string, Params>;

const MESSAGES: Record<string, (error: ValidationFault) => string> = {
  required: () => 'is required',
  additionalProperties: ({ params, parentSchema }) => {
    const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    return `is not a known field${suggestion('fields', params.additionalProperty, known)}`;
  },
  undeclaredParameter: ({ instancePath, params }) => {
    const name = segmentsOf(instancePath).at(-1)!;
    return `is not a query parameter of this operation${suggestion('parameters', name, params.known)}`;
  },
  repeatedParameter: () => 'must appear only once',
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
  not: ({ parentSchema }) => {
    const { required = [] } = (parentSchema?.['not'] as { required?: string[] } | undefined) ?? {};
    return `must not have ${required.join(' and ')} together`;
  },
  dependentRequired: ({ params }) => `is required with ${params.property}`,
  format: ({ params }) => TEXT_FORMATS.get(params.format)?.fault ?? `must be a valid ${params.format}`,
  pattern: formatMessage,
};

/** Other errors explain the failed branches of these keywords better, and the failed branch of a null. */
const isEcho = ({ keyword, params }: ErrorObject): boolean =>
  ['if', 'allOf', 'anyOf'].includes(keyword) || (keyword === 'type' && params['type'] === 'null');

function toDetail(error: ValidationFault): ErrorDetail {
  const [place, ...path] = segmentsOf(error.instancePath);
  const named = error.params.missingProperty ?? error.params.additionalProperty;
  const field = [...path, ...(named === undefined ? [] : [named])].join('.');
  return {
    field: (path.length > 0 || named !== undefined ? field || '(empty)' : (place ?? 'body')).slice(0, 500),
    message: (MESSAGES[error.keyword]?.(error) ?? error.message ?? 'is not valid').slice(0, 500),
  };
}

/** Returns a 400 with one detail for each of the first 20 errors. */
export function validationError(errors: ErrorObject[]): ApiError {
  const specific = errors.filter((error) => !isEcho(error));
  const details = (specific.length > 0 ? specific : errors)
    .slice(0, MAX_DETAILS)
    .map((error) => toDetail(error as ValidationFault));
  const summary = details.map(({ field, message }) => `${field} ${message}`).join('. ');
  const sentence = `The request is invalid: ${summary}`.slice(0, 999);
  return new ApiError('validation_error', /[.?]$/.test(sentence) ? sentence : `${sentence}.`, { details });
}

/**
 * Returns whether an error is an id of the wrong form. Such an id names no record, so the check of references
 * rejects it, after the check of the path.
 */
export const isUnknownId = ({ keyword, data, parentSchema }: ErrorObject): boolean =>
  ['pattern', 'minLength'].includes(keyword) && data !== '' && parentSchema?.['x-references'] !== undefined;

const find = (branch: ErrorObject[], keyword: string): ErrorObject | undefined =>
  branch.find((error) => error.keyword === keyword);

/** A branch that accepts only null, or whose discriminator has another value. */
const isOtherKind = (branch: ErrorObject[]): boolean =>
  find(branch, 'const') !== undefined || find(branch, 'type')?.params['type'] === 'null';

const isSame = (a: ErrorObject, b: ErrorObject): boolean =>
  a.keyword === b.keyword && a.instancePath === b.instancePath && isDeepStrictEqual(a.params, b.params);

/** Returns the errors that all of several branches have. */
const commonFaults = ([first, ...others]: ErrorObject[][]): ErrorObject[] =>
  others.length === 0
    ? []
    : first!.filter((fault) => others.every((branch) => branch.some((other) => isSame(other, fault))));

/** Returns the fields that some branches require and others do not. */
function alternativeFields(choice: ErrorObject, branches: ErrorObject[][]): Set<unknown> {
  const lists = (choice.schema as { required?: string[] }[]).map(({ required }, index) => {
    const own = branches[index]!.find(({ instancePath }) => instancePath === choice.instancePath);
    return required ?? (own?.parentSchema as { required?: string[] } | undefined)?.required ?? [];
  });
  return new Set(lists.flat().filter((name) => !lists.every((list) => list.includes(name))));
}

/** Returns the errors of the branch that the caller most likely meant, or one error about the choice. */
function settleChoice(choice: ErrorObject, branches: ErrorObject[][]): ErrorObject[] {
  const single = (message: string, at: ErrorObject = choice): ErrorObject[] => [
    { ...at, keyword: 'choice', message },
  ];
  const meant = branches.filter((branch) => !isOtherKind(branch));
  const common = commonFaults(meant.length > 0 ? meant : branches);
  if (common.length > 0 && meant.length > 0) return common;
  if (meant.length > 1) {
    const names = alternativeFields(choice, branches);
    const isAlternative = ({ params }: ErrorObject): boolean =>
      names.has(params['missingProperty'] ?? params['additionalProperty']);
    if (!meant.every((branch) => branch.every(isAlternative)))
      return meant.find((branch) => !branch.some(isAlternative)) ?? meant[0]!;
    if (names.size === 0) return single('matches more than one of the allowed schemas');
    return single(`must have exactly one of ${[...names].join(' and ')}`);
  }
  if (meant.length > 0) return meant[0]!;
  const kinds = branches.flatMap((branch) => find(branch, 'const') ?? []);
  return kinds.length > 0
    ? [
        ...common,
        ...single(
          `must be one of ${kinds.map(({ params }) => String(params['allowedValue'])).join(', ')}`,
          kinds[0],
        ),
      ]
    : single('matches none of the allowed schemas');
}

/** Replaces, for each `oneOf`, Ajv's errors of all branches with the helpful ones. */
export function settleChoices(
  errors: ErrorObject[],
  compile: (schema: Record<string, unknown>) => ValidateFunction,
): ErrorObject[] {
  const settled: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'oneOf') {
      settled.push(error);
      continue;
    }
    const branches = (error.schema as Record<string, unknown>[]).map((schema): ErrorObject[] => {
      const validate = compile(schema);
      return validate(error.data)
        ? []
        : validate.errors!.map((fault) => ({
            ...fault,
            instancePath: error.instancePath + fault.instancePath,
          }));
    });
    // Ajv reports the errors of the branches right before the error of the choice.
    settled.length -= Math.min(settled.length, branches.flat().length);
    settled.push(...settleChoice(error, branches));
  }
  return settled;
}
