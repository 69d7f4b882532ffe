// The behavior of an operation on the records of a world, and the stages that all operations share.
import { isDeepStrictEqual } from 'node:util';
import type { OperationId, StatefulOperationId } from '../../../generated/operations';
import { etagOf } from '../../base/digest';
import { isConditional, requireConditions } from '../api/etags';
import type { Note } from '../audit/entry';
import type { Operation, Schema } from '../../contract/document';
import type { Body, ContractRequest, ParametersIn } from '../../contract/handler';
import { type Fields, bodySchema, rootParameter, successSchema, wordsOf } from '../../contract/record-model';
import { type Reference, referencesIn } from '../../contract/record-rules';
import { idFault } from '../../contract/validation/text-messages';
import { type ApiError, invalidReference, noRecord, readOnlyField } from '../../base/errors';
import type { CollectionName, RecordOf } from '../records/table';
import { requirePermission } from './permission';
import type { World } from '../records/world';

/** The body; empty for an operation without a JSON body. */
type Sent<Id extends OperationId> = [Body<Id>] extends [undefined] ? Record<never, never> : Body<Id>;

/** A valid request of an operation. */
export interface Call<Id extends OperationId = OperationId, Target = Fields> extends Pick<
  ContractRequest,
  'files'
> {
  operation: Operation;
  params: ParametersIn<Id, 'path'>;
  query: ParametersIn<Id, 'query'>;
  header: ParametersIn<Id, 'header'>;
  body: Sent<Id>;
  /** The record that the path names first. */
  target: Target;
}
/** A request of any operation. */
export type AnyCall = Omit<Call, 'params' | 'query' | 'header' | 'body'> &
  Record<'params' | 'query' | 'header' | 'body', Fields>;

/** Rules may complete `after` and set `note`. */
export interface Change<Record = Fields, Sent = Fields> {
  /** Empty for a creation. */
  before: Record;
  /** Empty for a deletion. */
  after: Record;
  body: Sent;
  note?: Note;
}

export interface Outcome {
  body?: unknown;
  /** The record whose tag the response carries, if the body shows more. */
  tagged?: unknown;
  fileName?: string;
}

export interface Behavior<Id extends OperationId = OperationId, Target = Fields> {
  /** Checks the request alone, at the time `now`. @throws ApiError `validation_error`. */
  validate?(call: Call<Id, Target>, now: Date): void;
  /** Returns what stands for a record after its deletion: that of the path, or ids of the body that may be former ones. */
  former?(world: World, call: Omit<Call<Id, Target>, 'target'>): Promise<Target | undefined>;
  /** Checks ids of the body against the record. @throws ApiError `invalid_reference`, `validation_error`. */
  references?(world: World, call: Call<Id, Target>): void | Promise<void>;
  /** Returns the representation whose tag `If-Match` names, if it is not the record of the path. */
  conditional?(world: World, call: Call<Id, Target>): Promise<unknown>;
  /** Enforces rules and states. @throws ApiError `conflict`, `invalid_reference`. */
  rules?(world: World, change: Change<Target, Sent<Id>>): void | Promise<void>;
  /** Replaces the convention. */
  run?(world: World, call: Call<Id, Target>): Promise<Outcome> | Outcome;
}
export type AnyBehavior = { [Key in keyof Behavior]: Behavior[Key] };

/** Behaviors of operations on the records of one collection. */
export type Behaviors<Name extends CollectionName> = {
  [Id in StatefulOperationId]?: Behavior<Id, RecordOf<Name>>;
};

export type Run = (world: World, call: AnyCall, behavior: AnyBehavior) => Promise<Outcome>;

/** A collection of a branch may have the name of its path. */
const kindOf = ([name = '', ...others]: string[]): string =>
  others.length > 0 || name.startsWith('/') ? 'record' : wordsOf(name);

const readOnlyIn = ({ model }: World, { operation, body }: AnyCall): string[] =>
  model.namesIn(bodySchema(operation), true).filter((name) => name in body);

/** Returns the record that the path names first. @throws ApiError `not_found`. */
async function findTarget(world: World, call: AnyCall, behavior: AnyBehavior | undefined): Promise<Fields> {
  const [{ model }, { operation, params }, isByPath] = [world, call, behavior === undefined];
  const root = rootParameter(operation);
  const schema = operation.parameters.find(({ name }) => name === root)?.schema;
  const named = model.keyword(schema, 'x-references') ?? (isByPath ? model.collectionOf(operation) : []);
  const collections = [named].flat() as string[];
  if (root === undefined || collections.length === 0)
    return (await behavior?.former?.(world, call as unknown as Call)) ?? {};
  const id = params[root];
  const collection = collections.find((each) => String(id).startsWith(model.prefixOf(each)));
  const found =
    (collection === undefined ? undefined : await world.find(collection, id)) ??
    (await behavior?.former?.(world, call as unknown as Call));
  // Without a record, a read-only field has no present value, unless the body is what a read of the record returned.
  const sent = found || call.body.id === id ? [] : readOnlyIn(world, call);
  if (sent.length > 0) throw readOnlyField(sent[0]!);
  if (!found) throw noRecord(kindOf(collections));
  return found;
}

/**
 * Records keep the ids of deleted ones: `before` has ids that may stay.
 * @throws ApiError `invalid_reference` for the first id in a body that names no record.
 */
export async function requireReferences(
  world: World,
  schema: Schema | undefined,
  body: Fields,
  before: Fields = {},
): Promise<void> {
  const nameOf = ({ collection, id }: Reference): string => `${collection} ${id}`;
  const known = new Set([...referencesIn(world.model, schema, before, [], {})].map(nameOf));
  const all = [...referencesIn(world.model, schema, body, [], {})];
  const references = all.filter((each) => !known.has(nameOf(each)));
  const found = await Promise.all(references.map(({ collection, id }) => world.find(collection, id)));
  references.forEach(({ collection, field, id }, index) => {
    if (!found[index])
      throw invalidReference(field, wordsOf(collection), idFault(world.model.idSchemaOf(collection), id));
  });
}

/** The caller may have read the record, or have the response of its last change. */
async function requireCondition(world: World, call: AnyCall, { conditional }: AnyBehavior): Promise<void> {
  const { operation, header, target } = call;
  if (operation.method === 'GET' || target.id === undefined || !isConditional(header)) return;
  const { model } = world;
  const schemas = [model.schemaOf(model.collectionOf(operation)), successSchema(operation)];
  const representations = conditional
    ? [await conditional(world, call as unknown as Call)]
    : schemas.map((schema) => model.shaped(schema, target));
  const [current, ...others] = representations.map((each) => etagOf(JSON.stringify(each)));
  requireConditions(header, current!, ...others);
}

/**
 * Leaves the read-only fields out of the body. Returns the error of the first one that has another value than the
 * representation that the caller may have read.
 */
async function withoutReadOnly(
  world: World,
  call: AnyCall,
  { conditional }: AnyBehavior,
): Promise<ApiError | undefined> {
  const { model } = world;
  const { body, operation, target } = call;
  const sent = readOnlyIn(world, call);
  if (sent.length === 0) return undefined;
  const representation = conditional
    ? await conditional(world, call as unknown as Call)
    : model.shaped(model.schemaOf(model.collectionOf(operation)), target);
  const shown: Fields = { etag: etagOf(JSON.stringify(representation)), ...(representation as Fields) };
  const changed = sent.find((name) => !isDeepStrictEqual(shown[name], body[name]));
  call.body = Object.fromEntries(Object.entries(body).filter(([name]) => !sent.includes(name)));
  return changed === undefined ? undefined : readOnlyField(changed);
}

/** Runs every stage of an operation in order. Without a behavior, paths and schemas say what it does. */
export async function perform(
  world: World,
  request: Omit<AnyCall, 'target'>,
  behavior: AnyBehavior | undefined,
  convention: Run,
): Promise<Outcome> {
  const call: AnyCall = { ...request, target: {} };
  const typed = call as unknown as Call;
  behavior?.validate?.(typed, world.now); // 400
  call.target = await findTarget(world, call, behavior); // 404
  await requirePermission(world, call.operation, call.params, call.body); // 403
  const fault = await withoutReadOnly(world, call, behavior ?? {});
  await requireReferences(world, bodySchema(call.operation), call.body, call.target); // 400
  await behavior?.references?.(world, typed); // 400
  await requireCondition(world, call, behavior ?? {}); // 412
  if (fault) throw fault; // 400: without If-Match, the record may have changed since it was read
  return behavior?.run ? behavior.run(world, typed) : convention(world, call, behavior ?? {}); // 409
}
