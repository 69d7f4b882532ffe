// The sentence for each keyword of JSON Schema that rejects a value. Each follows the name of the field.
import type { ErrorObject } from 'ajv';
import { pluralize, joinWithOr } from '../../base/text';
import { splitPointer, under } from '../pointer';
import { textFault } from './text-messages';

/** Ajv's parameters by keyword: https://ajv.js.org/api.html#error-parameters */
interface Params {
  missingProperty?: string;
  additionalProperty: string;
  unevaluatedProperty: string;
  propertyName: string;
  allowedValues: unknown[];
  allowedValue: unknown;
  limit: number;
  multipleOf: number;
  minContains: number;
  maxContains?: number;
  i: number;
  j: number;
  type: string | string[];
  property: string;
  /** Not Ajv's: the operation's parameters. */
  known: string[];
}

export type ValidationFault = ErrorObject<string, Params>;

/** `cyberSystemId`, `cyber_system_id` and `CyberSystemID` are spellings of one name. */
const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function suggestion(kind: 'fields' | 'parameters', name: string, known: string[]): string {
  const similar = known.find((candidate) => normalized(candidate) === normalized(name));
  if (similar) return `; did you mean ${similar}?`;
  return known.length > 0 ? `; known ${kind}: ${known.join(', ')}` : '';
}

function unknownField({ params, parentSchema }: ValidationFault): string {
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const name = params.additionalProperty ?? params.unevaluatedProperty;
  return `is not a known field${suggestion('fields', name, known)}`;
}

const textMessage = ({ parentSchema = {}, data }: ValidationFault): string =>
  textFault(parentSchema, String(data));

const entries = (count: number): string => pluralize(count, 'entry', 'entries');

export const KEYWORD_MESSAGES: Record<string, (error: ValidationFault) => string> = {
  type: ({ data, params }) =>
    data === null ? 'must not be null' : `must be of type ${joinWithOr([params.type].flat())}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.map(String).join(', ')}`,
  const: ({ params }) => `must be ${String(params.allowedValue)}`,

  pattern: textMessage,
  format: textMessage,
  minLength: ({ params: { limit } }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${pluralize(limit, 'character')}`,
  maxLength: ({ params: { limit } }) => `must have at most ${pluralize(limit, 'character')}`,

  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be greater than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,

  minItems: ({ params }) => `must have at least ${entries(params.limit)}`,
  maxItems: ({ params }) => `must have at most ${entries(params.limit)}`,
  uniqueItems: ({ params }) =>
    `has the same entry at ${Math.min(params.i, params.j)} and ${Math.max(params.i, params.j)}; remove one`,
  contains: ({ params: { minContains, maxContains } }) =>
    `must have ${maxContains === undefined ? 'at least' : `at most ${maxContains} and at least`} ${entries(minContains)} of the required kind`,
  unevaluatedItems: ({ params }) => `must have at most ${entries(params.limit)}`,

  required: () => 'is required',
  dependentRequired: ({ params }) => `is required with ${params.property}`,
  additionalProperties: unknownField,
  unevaluatedProperties: unknownField,
  propertyNames: ({ params }) =>
    `has the field ${JSON.stringify(params.propertyName)}, whose name is not allowed`,
  minProperties: ({ params }) => `must have at least ${pluralize(params.limit, 'field')}`,
  maxProperties: ({ params }) => `must have at most ${pluralize(params.limit, 'field')}`,

  oneOf: () => 'matches none of the allowed schemas',
  anyOf: () => 'matches none of the allowed schemas',
  not: ({ parentSchema }) => {
    const { required = [] } = (parentSchema?.['not'] as { required?: string[] } | undefined) ?? {};
    return required.length > 0
      ? `must not have ${required.join(' and ')} together`
      : 'has a value that is not allowed';
  },
  if: () => 'does not fit the other fields',
  'false schema': () => 'must be absent',

  // Not keywords: what this project reports besides Ajv.
  choice: ({ message }) => message!,
  undeclared: ({ message }) => message!,
  undeclaredParameter: ({ instancePath, params }) => {
    const name = splitPointer(instancePath).at(-1)!;
    return `is not a query parameter of this operation${suggestion('parameters', name, params.known)}`;
  },
  repeatedParameter: () => 'must appear only once',
};

/** Returns the sentence about an error. Ajv's own message never reaches a caller. */
export const formatMessage = (error: ErrorObject): string =>
  KEYWORD_MESSAGES[error.keyword]?.(error as ValidationFault) ??
  `breaks the rule ${error.keyword} of the contract`;

/** Returns the place of an error and its sentence, for developers. */
export function placedMessage(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as Record<string, string>;
  const name = additionalProperty ?? missingProperty;
  return `${name === undefined ? error.instancePath : under(error.instancePath, name)} ${formatMessage(error)}`.trim();
}
