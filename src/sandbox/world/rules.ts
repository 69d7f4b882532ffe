// The rules that the contract declares: references, unique fields and state machines. Their rejections.
import type { Schema } from '../../contract/document';
import { ApiError, type ErrorCode } from '../../errors';
import type { Fields } from './collections';
import { type Model, isObject } from './model';
import type { World } from './world';

const about = (code: ErrorCode, field: string, message: string): ApiError =>
  new ApiError(code, `The request is invalid: ${field} ${message}.`, { details: [{ field, message }] });

export const invalid = (field: string, message: string) => about('validation_error', field, message);
export const invalidReference = (field: string, kind: string) =>
  about('invalid_reference', field, `names no ${kind} of your organization`);
export const conflict = (message: string) => new ApiError('conflict', message);

/** Returns `training module` for `TrainingModule`. */
export const wordsOf = (collection: string): string =>
  collection.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** Returns `TrainingModule` for `training_module` and `training-module`. */
export const collectionNamed = (type: unknown): string =>
  String(type).replace(/(?:^|[_-])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

interface Reference {
  /** Where the id stands, for example `tasks.0.assigneeId`. */
  field: string;
  id: string;
  collection: string;
}

/** Finds the ids in a value whose schemas have `x-references`: a collection, or the field that names one. */
function* referencesIn(
  model: Model,
  schema: Schema | undefined,
  value: unknown,
  at: string[],
  beside: Fields,
): Generator<Reference> {
  const declared = model.keyword(schema, 'x-references');
  const collection = isObject(declared) ? collectionNamed(beside[String(declared.by)]) : declared;
  if (typeof value === 'string' && typeof collection === 'string')
    yield { field: at.join('.'), id: value, collection };
  const { properties, items } = model.shapeOf(schema);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const part = Array.isArray(value) ? items : properties[name];
    if (part)
      yield* referencesIn(
        model,
        part,
        member,
        [...at, name],
        Array.isArray(value) ? beside : (value as Fields),
      );
  }
}

/** @throws ApiError `invalid_reference` for the first id in a body that names no record. */
export async function requireReferences(
  world: World,
  schema: Schema | undefined,
  body: Fields,
): Promise<void> {
  const references = [...referencesIn(world.model, schema, body, [], {})];
  const found = await Promise.all(references.map(({ collection, id }) => world.find(collection, id)));
  references.forEach(({ collection, field }, index) => {
    if (!found[index]) throw invalidReference(field, wordsOf(collection));
  });
}

/** @throws ApiError `conflict` when another record has the value of a field with `x-unique`. */
export async function requireUnique(world: World, collection: string, after: Fields): Promise<void> {
  for (const [name, schema] of Object.entries(world.model.fieldsOf(collection))) {
    const value = after[name];
    if (schema['x-unique'] !== true || typeof value !== 'string') continue;
    const isTaken = (other: Fields): boolean =>
      other.id !== after.id && String(other[name]).toLowerCase() === value.toLowerCase();
    if ((await world.list(collection)).some(isTaken))
      throw conflict(`The ${name} ${value} is already taken in your organization.`);
  }
}

interface Transition {
  on: string;
  from: string | string[] | null;
  to: string;
}

function transitionsOf(model: Model, collection: string, operationId: string): Transition[] {
  const all = (model.keyword(model.fieldsOf(collection).status, 'x-transitions') ?? []) as Transition[];
  return all.filter(({ on }) => on === operationId);
}

/** Returns the status of a new record; undefined for a collection without statuses. */
export const firstStatus = (model: Model, collection: string, operationId: string): string | undefined =>
  transitionsOf(model, collection, operationId).find(({ from }) => from === null)?.to;

/**
 * Returns the status after an operation. `wanted`: the status that the caller asks for.
 * @throws ApiError `conflict` when the operation does not allow it.
 */
export function nextStatus<Status>(
  model: Model,
  collection: string,
  operationId: string,
  current: Status,
  wanted?: Status,
): Status {
  const transitions = transitionsOf(model, collection, operationId);
  if (wanted === current || (wanted === undefined && transitions.length === 0)) return current;
  const transition = transitions.find(
    ({ from, to }) => [from].flat().includes(String(current)) && (wanted === undefined || to === wanted),
  );
  if (transition) return transition.to as Status;
  const from = [...new Set(transitions.flatMap((each) => each.from ?? []))].join(' or ');
  const change = wanted === undefined ? `allow ${operationId}` : `change to ${String(wanted)}`;
  throw conflict(
    `A ${wordsOf(collection)} with the status ${String(current)} does not ${change}. Its status must be ${from}.`,
  );
}
