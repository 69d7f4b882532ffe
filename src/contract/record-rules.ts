// The rules of a document's schemas about records, beyond their form: `x-references` on the schema of an id, and
// the state machine `x-transitions` on the schema of a status.
import { conflict } from '../base/errors';
import { isObject } from '../base/values';
import { joinWithOr } from '../base/text';
import type { Schema } from './document';
import { type Fields, type RecordModel, collectionNamed, toWords } from './record-model';

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
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const part = isList ? items : properties[name];
    if (part) yield* referencesIn(model, part, member, [...at, name], isList ? beside : (value as Fields));
  }
}

interface Transition {
  on: string;
  from: string | string[] | null;
  to: string;
}

const declaredTransitions = (model: RecordModel, collection: string): Transition[] | undefined =>
  model.keyword(model.fieldsOf(collection).status, 'x-transitions') as Transition[] | undefined;

const listTransitions = (model: RecordModel, collection: string, operationId: string): Transition[] =>
  (declaredTransitions(model, collection) ?? []).filter(({ on }) => on === operationId);

/** Returns the status of a new record; undefined for a collection without statuses. */
export const firstStatus = (
  model: RecordModel,
  collection: string,
  operationId: string,
): string | undefined =>
  listTransitions(model, collection, operationId).find(({ from }) => from === null)?.to;

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
  const transitions = listTransitions(model, collection, operationId);
  if (wanted === current || (wanted === undefined && transitions.length === 0)) return current;
  const transition = transitions.find(
    ({ from, to }) => [from].flat().includes(String(current)) && (wanted === undefined || to === wanted),
  );
  if (transition) return transition.to as Status;
  const change = { operationId, current: String(current), wanted: wanted && String(wanted) };
  throw conflict(reasonAgainst(model, collection, transitions, change));
}

/** @throws ApiError `conflict` for a status that a passed due date overrules. No sent value is dropped in silence. */
export function requireStatus(wanted: unknown, before: Fields, { status, dueDate }: Fields): void {
  if (wanted === undefined || wanted === before.status || wanted === status) return;
  throw conflict(
    `The due date ${String(dueDate)} or that of an instance has passed, so the status stays ${String(status)} and does not change to ${wanted as string}. Move the due date, or complete the work.`,
  );
}

/** Says why an operation with these transitions does not make a change, and which change is possible. */
function reasonAgainst(
  model: RecordModel,
  collection: string,
  transitions: Transition[],
  { operationId, current, wanted }: { operationId: string; current: string; wanted: string | undefined },
): string {
  const subject = `A ${toWords(collection)} with the status ${current}`;
  const to = transitions.filter((each) => wanted === undefined || each.to === wanted);
  const sources = [...new Set(to.flatMap(({ from }) => from ?? []))];
  if (sources.length > 0)
    return `${subject} does not ${wanted === undefined ? `allow ${operationId}` : `change to ${wanted}`}. Its status must be ${sources.join(' or ')}.`;
  const isOfTime = declaredTransitions(model, collection)!.some(
    (each) => each.on === 'time' && each.to === wanted,
  );
  const possible = transitions.filter(({ from }) => [from].flat().includes(current)).map((each) => each.to);
  const others = [...new Set(possible)].filter((each) => each !== current);
  return `${isOfTime ? 'Only the platform' : `${operationId} never`} sets the status ${String(wanted)}. ${subject} ${
    others.length > 0 ? `may change to ${joinWithOr(others)}` : 'does not change'
  }.`;
}
