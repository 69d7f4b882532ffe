// What the schemas of a document say about its records beyond their form: `x-references` on the schema of an id, and
// the state machine `x-transitions` on the schema of a status.
import { conflict } from '../base/errors';
import { isObject } from '../base/json';
import type { Schema } from './document';
import { type Fields, type RecordModel, collectionNamed, wordsOf } from './record-model';

export interface Reference {
  /** Where the id stands, for example `tasks.0.assigneeId`. */
  field: string;
  id: string;
  collection: string;
}

/** Finds the ids in a value whose schemas have `x-references`: a collection, or the field that names one. */
export function* referencesIn(
  model: RecordModel,
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

interface Transition {
  on: string;
  from: string | string[] | null;
  to: string;
}

const declaredTransitions = (model: RecordModel, collection: string): Transition[] | undefined =>
  model.keyword(model.fieldsOf(collection).status, 'x-transitions') as Transition[] | undefined;

const transitionsOf = (model: RecordModel, collection: string, operationId: string): Transition[] =>
  (declaredTransitions(model, collection) ?? []).filter(({ on }) => on === operationId);

/** Returns the status of a new record; undefined for a collection without statuses. */
export const firstStatus = (
  model: RecordModel,
  collection: string,
  operationId: string,
): string | undefined => transitionsOf(model, collection, operationId).find(({ from }) => from === null)?.to;

/**
 * Returns the status after an operation. `wanted`: the status that the caller asks for. A status without
 * declared transitions, as in a branch, may change to any other.
 * @throws ApiError `conflict` when the operation does not allow it.
 */
export function nextStatus<Status>(
  model: RecordModel,
  collection: string,
  operationId: string,
  current: Status,
  wanted?: Status,
): Status {
  if (!declaredTransitions(model, collection)) return wanted ?? current;
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
