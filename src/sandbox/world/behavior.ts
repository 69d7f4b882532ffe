// What an operation does in a world, and the stages that all operations have in common.
import { etagOf, requireMatch } from '../../api/etags';
import type { PlannedOperationId } from '../../../generated/operations';
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { notFound } from '../../errors';
import type { ActivityNote } from './activity-entry';
import { type Fields, bodySchema, successSchema } from './model';
import { referencesIn } from './references';
import { invalidReference, wordsOf } from './rejections';
import type { World } from './world';

/** A valid request of an operation, with the record that its path names. */
export interface Call extends Pick<ContractRequest, 'params' | 'query' | 'files'> {
  operation: Operation;
  body: Fields;
  /** Empty for a path without an id. */
  target: Fields;
  ifMatch: string | undefined;
  /** The response that Prism makes of the contract. */
  template: unknown;
}

/** Rules may complete `after` and set `note`. */
export interface Change {
  /** Empty for a creation. */
  before: Fields;
  /** Empty for a deletion. */
  after: Fields;
  body: Fields;
  note?: ActivityNote;
}

export interface Outcome {
  body?: unknown;
  /** The entity tag is that of this representation instead of the body's. */
  tagged?: unknown;
  fileName?: string;
}

export interface Behavior {
  /** Checks the request alone. @throws ApiError `validation_error`. */
  validate?: (call: Call) => void;
  /** Returns the representation whose tag `If-Match` names, if it is not the record of the path. */
  conditional?: (world: World, call: Call) => Promise<unknown>;
  /** Enforces rules and states. @throws ApiError `conflict`, `invalid_reference`. */
  rules?: (world: World, change: Change) => void | Promise<void>;
  /** Replaces the convention. */
  run?: (world: World, call: Call) => Promise<Outcome>;
}

export type Behaviors = Partial<Record<PlannedOperationId, Behavior>>;

export type Run = (world: World, call: Call, behavior: Behavior) => Promise<Outcome>;

/** Returns the record that the path names first. @throws ApiError `not_found`. */
async function findTarget(world: World, { operation, params }: Call, byPath: boolean): Promise<Fields> {
  const [, name] = /\{(\w+)\}/.exec(operation.path) ?? [];
  if (name === undefined) return {};
  const { schema } = operation.parameters.find((parameter) => parameter.name === name)!;
  const named =
    world.model.keyword(schema, 'x-references') ?? (byPath ? world.model.collectionOf(operation) : []);
  const collections = [named].flat() as string[];
  if (collections.length === 0) return {};
  const id = params[name];
  const collection = collections.find((each) => String(id).startsWith(world.model.prefixOf(each)));
  const found = collection === undefined ? undefined : await world.find(collection, id);
  if (!found) throw notFound();
  return found;
}

/** @throws ApiError `invalid_reference` for the first id in the body that names no record. */
async function requireReferences(world: World, { operation, body }: Call): Promise<void> {
  const references = [...referencesIn(world.model, bodySchema(operation), body)];
  const found = await Promise.all(references.map(({ collection, id }) => world.find(collection, id)));
  references.forEach(({ collection, field }, index) => {
    if (!found[index]) throw invalidReference(field, wordsOf(collection));
  });
}

/** The caller may have read the record, or have the response of its last change. */
async function requireCondition(world: World, call: Call, { conditional }: Behavior): Promise<void> {
  const { operation, ifMatch, target } = call;
  if (ifMatch === undefined) return;
  const { model } = world;
  const representations = conditional
    ? [await conditional(world, call)]
    : [model.schemaOf(model.collectionOf(operation)), successSchema(operation)].map((schema) =>
        model.shaped(schema, target),
      );
  const [current, ...others] = representations.map((each) => etagOf(JSON.stringify(each)));
  requireMatch(ifMatch, current!, ...others);
}

/** Runs every stage of an operation in order. Without a behavior, the paths alone say what it does. */
export async function perform(
  world: World,
  request: Omit<Call, 'target'>,
  behavior: Behavior | undefined,
  convention: Run,
): Promise<Outcome> {
  const call: Call = { ...request, target: {} };
  behavior?.validate?.(call);
  call.target = await findTarget(world, call, behavior === undefined);
  await requireReferences(world, call);
  await requireCondition(world, call, behavior ?? {});
  return behavior?.run ? behavior.run(world, call) : convention(world, call, behavior ?? {});
}
