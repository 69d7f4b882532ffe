// The state machines of the contract: `x-transitions` on the schema of a status.
import type { Model } from './model';
import { conflict, wordsOf } from './rejections';

interface Transition {
  on: string;
  from: string | string[] | null;
  to: string;
}

const transitionsOf = (model: Model, collection: string, operationId: string): Transition[] => {
  const status = model.shapeOf(model.schemaOf(collection)).properties['status'];
  const all = (model.keyword(status, 'x-transitions') ?? []) as Transition[];
  return all.filter(({ on }) => on === operationId);
};

/** Returns the status of a new record; undefined for a collection without statuses. */
export const firstStatus = (model: Model, collection: string, operationId: string): string | undefined =>
  transitionsOf(model, collection, operationId).find(({ from }) => from === null)?.to;

/**
 * Returns the status after an operation. `wanted`: the status that the caller asks for.
 * @throws ApiError `conflict` when the operation does not allow it.
 */
export function nextStatus(
  model: Model,
  collection: string,
  operationId: string,
  current: unknown,
  wanted?: unknown,
): unknown {
  const transitions = transitionsOf(model, collection, operationId);
  if (wanted === current || (wanted === undefined && transitions.length === 0)) return current;
  const allowed = transitions.filter(({ from }) => [from].flat().includes(String(current)));
  const transition = allowed.find(({ to }) => wanted === undefined || to === wanted);
  if (transition) return transition.to;
  const from = [...new Set(transitions.flatMap((each) => each.from ?? []))].join(' or ');
  const change = wanted === undefined ? `allow ${operationId}` : `change to ${String(wanted)}`;
  const kind = wordsOf(collection).toLowerCase();
  throw conflict(
    `A ${kind} with the status ${String(current)} does not ${change}. Its status must be ${from}.`,
  );
}
