// Generates valid and invalid bodies, headers, queries and ids of an operation's requests.
import fc from 'fast-check';
import type { Operation, Parameter } from '../../contract/document';
import { coerce } from '../../contract/query';
import { MAX_DETAILS, isUnknownId, validationError } from '../../contract/validation/validation-error';
import { anyText, valuesFor } from '../../contract/generated-values';
import { invalidBodies } from '../probe/invalid-bodies';
import type { OwnAssets } from './own-assets';
import {
  type Values,
  isCursor,
  getJsonSchema,
  missingPath,
  parametersIn,
  validValues,
} from '../probe/requests';
import type { Session } from './session';

export interface GeneratedValues {
  label: string;
  values: Values;
}

export interface Part {
  kind: string;
  /** The intent of `generated`. `isValid` decides about each value. */
  valid: boolean;
  generated: fc.Arbitrary<GeneratedValues>;
  isValid(values: Values): boolean;
  /** Returns the fields that the error of invalid values names, sorted; undefined if several answers are right. */
  fieldsOf?(values: Values): string[] | undefined;
}

export function listParts(session: Session, own: OwnAssets, operation: Operation): Part[] {
  const accepts: Accepts = (parameter, value) =>
    session.responses.schemas.of(parameter.schema)(coerce(String(value), parameter));
  return [
    ...bodyParts(session, own, operation),
    ...headerParts(session, operation),
    ...queryParts(session, operation, accepts),
    ...pathParts(session, operation, accepts),
  ];
}

type Accepts = (parameter: Parameter, value: unknown) => boolean;

function bodyParts(session: Session, own: OwnAssets, operation: Operation): Part[] {
  const { document } = session.options;
  const { schemas } = session.responses;
  const schema = getJsonSchema(operation);
  if (!schema) return [];
  const validate = schemas.of(schema);
  // An id of the wrong form is an unknown id, which the server looks up after the record of the path.
  const isValid = ({ body }: Values): boolean =>
    validate(body) || schemas.settled(validate).every(isUnknownId);
  const listFields = ({ body }: Values): string[] | undefined => {
    if (validate(body)) return undefined;
    const errors = schemas.settled(validate).filter((error) => !isUnknownId(error));
    const { details = [] } = validationError(
      errors.map((error) => ({ ...error, instancePath: `/body${error.instancePath}` })),
    );
    return details.length < MAX_DETAILS ? [...new Set(details.map(({ field }) => field))].sort() : undefined;
  };
  // Without an existing system, the server would reject every new asset for the missing one.
  const bodies = fc.tuple(valuesFor(document, schema), fc.boolean()).map(([body, hasSystem]) => {
    if (operation !== own.create && operation !== own.update) return body;
    const home = hasSystem && operation === own.create ? own.systemId : undefined;
    return { ...named(session, body), ...(home !== undefined && { cyber_system_id: home }) };
  });
  const valid = bodies.map((body) => ({ label: 'a valid body', values: { body } }));
  const invalid = invalidBodies(document, schema, bodies).map(({ label, body }) => ({
    label,
    values: { body },
  }));
  return partsFor('bodies', { isValid, fieldsOf: listFields }, valid, invalid);
}

/** Returns a part with mostly valid values, and one with mostly invalid ones. */
const partsFor = (
  what: string,
  judges: Pick<Part, 'isValid' | 'fieldsOf'>,
  valid: Part['generated'],
  invalid: Part['generated'],
): Part[] => [
  { kind: `valid ${what}`, valid: true, generated: valid, ...judges },
  { kind: `invalid ${what}`, valid: false, generated: invalid, ...judges },
];

const MAX_NAME_LENGTH = 255;

/** Prefixes a generated name, so that a leftover asset shows its origin. */
function named(session: Session, body: unknown): object {
  const { name } = body as { name?: string };
  const own = name === undefined ? [] : [...session.name(` ${name}`)].slice(0, MAX_NAME_LENGTH);
  return { ...(body as object), ...(name !== undefined && { name: own.join('') }) };
}

function headerParts({ options: { document } }: Session, operation: Operation): Part[] {
  // A repeated Idempotency-Key would replay a response. A random If-Match changes nothing.
  const parameters = parametersIn(operation, 'header').filter(({ name }) => name !== 'Idempotency-Key');
  if (parameters.length === 0 || operation.availability === 'planned') return [];
  const names = parameters.map(({ name }) => name).join(', ');
  const generated = fc
    .record(Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesFor(document, schema)])))
    .map((headers) => ({ label: `a generated ${names}`, values: { headers } }));
  return [{ kind: 'header fields', valid: true, generated, isValid: () => true }];
}

function queryParts({ options: { document } }: Session, operation: Operation, accepts: Accepts): Part[] {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return [];
  const { query: required = {} } = validValues(operation);
  const free = parameters.filter((parameter) => !isCursor(parameter));
  const isValid = ({ query = {} }: Values): boolean =>
    parameters.every(
      (parameter) =>
        !(parameter.name in query) || (free.includes(parameter) && accepts(parameter, query[parameter.name])),
    );
  const valid = fc
    .record(Object.fromEntries(free.map(({ name, schema }) => [name, valuesFor(document, schema)])), {
      requiredKeys: Object.keys(required),
      noNullPrototype: true,
    })
    .map((query) => ({ label: 'a valid query', values: { query } }));
  const invalid = fc
    .tuple(
      fc.constantFrom(...parameters),
      fc.oneof(fc.string(), fc.constant('x'.repeat(5000)), fc.integer().map(String)),
    )
    .map(([{ name }, text]) => ({
      label: `a generated ${name}`,
      values: { query: { ...required, [name]: text } },
    }));
  // A required parameter has a valid example: the generated value is the invalid one.
  const fieldsOf = ({ query = {} }: Values): string[] =>
    Object.keys(query).filter((name) => query[name] !== required[name] || parameters.length === 1);
  return partsFor('queries', { isValid, fieldsOf }, valid, invalid);
}

/** For reads only: a generated id may belong to a record. */
function pathParts({ options: { document } }: Session, operation: Operation, accepts: Accepts): Part[] {
  const [parameter] = parametersIn(operation, 'path');
  if (!parameter || operation.method !== 'GET' || operation.availability === 'planned') return [];
  const isValid = ({ path }: Values): boolean => accepts(parameter, path![parameter.name]);
  const labelled = (label: string, ids: fc.Arbitrary<unknown>): Part['generated'] =>
    ids.map((id) => ({ label, values: { path: { ...missingPath(operation), [parameter.name]: id } } }));
  const valid = labelled('a generated id', valuesFor(document, parameter.schema));
  // HTTP clients resolve the path segments `.` and `..`.
  const others = anyText.map((text) => (/^\.{1,2}$/.test(text) ? '...' : text));
  return partsFor('ids', { isValid }, valid, labelled('an id of another format', others));
}
