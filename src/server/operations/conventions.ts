// The stages that all operations share, and the conventions of paths and schemas: create, read, list, change, replace,
// delete, and actions on a record.
import { isDeepStrictEqual } from 'node:util';
import { isSameOrSameTime, parseTime } from '../../base/day';
import { computeEtag } from '../../base/digest';
import { conflict, invalidReference, noRecord, readOnlyField } from '../../base/errors';
import { type Operation, type Schema, contractDocument } from '../../contract/document';
import { ownerField } from '../../contract/list-filters';
import {
  type Fields,
  type RecordModel,
  bodySchema,
  isOwn,
  rootParameter,
  successSchema,
  toWords,
} from '../../contract/record-model';
import {
  type Reference,
  firstStatus,
  nextStatus,
  referencesIn,
  requireStatus,
} from '../../contract/record-rules';
import { idFault } from '../../contract/validation/text-messages';
import { isConditional, requireConditions, requireNoMatch } from '../api/etags';
import type { World } from '../records/world';
import type { AnyBehavior, AnyCall, Call, Change, Outcome, Run } from './behavior';
import { listed } from './lists';
import { acceptsNull, initialValue, createId, requireShown, requiredFields } from './new-records';
import { RESOURCE_TYPES, requirePermission, revokeItems } from './permission';

/** A collection of a branch may have the name of its path. */
const getKind = ([name = '', ...others]: string[]): string =>
  others.length > 0 || name.startsWith('/') ? 'record' : toWords(name);

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
  // Without a record, a read-only field has no present value, unless the body is the response of a read.
  const sent = found || call.body.id === id ? [] : readOnlyIn(world, call);
  if (sent.length > 0) throw readOnlyField(sent[0]!);
  if (!found) throw noRecord(getKind(collections));
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
  const getName = ({ collection, id }: Reference): string => `${collection} ${id}`;
  const known = new Set([...referencesIn(world.model, schema, before, [], {})].map(getName));
  const all = [...referencesIn(world.model, schema, body, [], {})];
  const references = all.filter((each) => !known.has(getName(each)));
  const found = await Promise.all(references.map(({ collection, id }) => world.find(collection, id)));
  references.forEach(({ collection, field, id }, index) => {
    if (!found[index])
      throw invalidReference(field, toWords(collection), idFault(world.model.idSchemaOf(collection), id));
  });
}

/** The caller may have read the record, or have the response of its last change. */
async function requireCondition(world: World, call: AnyCall, { conditional }: AnyBehavior): Promise<void> {
  const { operation, header, target } = call;
  if (operation.method === 'GET' || !isConditional(header)) return;
  if (target.id === undefined) return requireNoMatch(header);
  const { model } = world;
  const schemas = [model.schemaOf(model.collectionOf(operation)), successSchema(operation)];
  const representations = conditional
    ? [await conditional(world, call as unknown as Call)]
    : schemas.map((schema) => model.shaped(schema, target));
  const [current, ...others] = representations.map((each) => computeEtag(JSON.stringify(each)));
  requireConditions(header, current!, ...others);
}

/**
 * Leaves the read-only fields out of the body. Returns the error of the first one that has another value than the
 * representation that the caller may have read.
 */
async function withoutReadOnly(world: World, call: AnyCall, { conditional }: AnyBehavior) {
  const { model } = world;
  const { body, operation, target } = call;
  const sent = readOnlyIn(world, call);
  if (sent.length === 0) return undefined;
  const representation = conditional
    ? await conditional(world, call as unknown as Call)
    : model.shaped(model.schemaOf(model.collectionOf(operation)), target);
  const shown: Fields = { etag: computeEtag(JSON.stringify(representation)), ...(representation as Fields) };
  const changed = sent.find((name) => !isSameOrSameTime(shown[name], body[name]));
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

/** Returns the fields of the body that the record has, as the record shows them. */
function sentFields({ model }: World, collection: string, body: Fields): Fields {
  const fields = model.fieldsOf(collection);
  const sent = Object.entries(body).filter(([name]) => fields[name]);
  return Object.fromEntries(
    sent.map(([name, value]) => {
      const [choice] = (fields[name]!.oneOf ?? [fields[name]]) as [Schema];
      const isTime = typeof value === 'string' && model.keyword(choice, 'format') === 'date-time';
      return [name, isTime ? parseTime(value)!.toISOString() : value];
    }),
  );
}

async function newRecord(world: World, call: AnyCall, collection: string): Promise<Fields> {
  const { model, organization } = world;
  const { operation } = call;
  const { properties } = model.shapeOf(model.schemaOf(collection) ?? successSchema(operation));
  const status = firstStatus(model, collection, operation.operationId);
  const record: Fields = {
    ...sentFields(world, collection, call.body),
    ...(properties.organization_slug && { organization_slug: organization.slug }),
    ...(status !== undefined && { status }),
  };
  if (model.document !== contractDocument) record.id ??= await createId(world, operation);
  for (const name of requiredFields(model, operation))
    if (name !== 'id') record[name] ??= await initialValue(world, operation, name);
  return record;
}

/** @throws ApiError `conflict` when another record has the value of a field with `x-unique`. */
export async function requireUnique(world: World, collection: string, after: Fields): Promise<void> {
  for (const [name, schema] of Object.entries(world.model.fieldsOf(collection))) {
    const value = after[name];
    if (schema['x-unique'] !== true || typeof value !== 'string') continue;
    const isTaken = (other: Fields): boolean =>
      other.id !== after.id && String(other[name]).toLowerCase() === value.toLowerCase();
    if ((await world.search(collection, name, value)).some(isTaken))
      throw conflict(`The ${name} ${value} is already taken in your organization.`);
  }
}

/** Creates a record, and returns its representation. */
export const create: Run = async (world, call, { rules }) => {
  const collection = world.model.collectionOf(call.operation);
  const change: Change = { before: {}, after: await newRecord(world, call, collection), body: call.body };
  await rules?.(world, change);
  await requireUnique(world, collection, change.after);
  const { id } = change.after;
  if (call.body.id !== undefined && !(await world.isNew(collection, id)))
    throw conflict(`The id ${String(id)} is already taken. Send another id.`);
  const created = await world.create(collection, change.after, change.note);
  requireShown(world.model, call.operation, created);
  return { body: created };
};

/** Without a status in the body, the operation itself is the transition. */
export const change: Run = async (world, { operation, target, body }, { rules }) => {
  const { operationId, method } = operation;
  const collection = world.model.collectionOf(operation);
  const replaced = method === 'PUT' ? world.model.namesIn(bodySchema(operation), false) : [];
  const kept = Object.fromEntries(Object.entries(target).filter(([name]) => !replaced.includes(name)));
  const { properties, required } = world.model.shapeOf(world.model.schemaOf(collection));
  const keeps = (name: string) => !isOwn(operation) && !acceptsNull(world.model, properties[name]!);
  const cleared = replaced
    .filter((name) => required.has(name))
    .map((name) => [name, keeps(name) ? target[name] : null] as const);
  const after: Fields = {
    ...kept,
    ...Object.fromEntries<unknown>(cleared),
    ...sentFields(world, collection, body),
  };
  if (method === 'POST' || body.status !== undefined)
    after.status = nextStatus(world.model, collection, operationId, target.status, body.status);
  if (method !== 'POST' && isDeepStrictEqual(after, target)) return { body: target };
  const made: Change = { before: target, after, body };
  await rules?.(world, made);
  await requireUnique(world, collection, after);
  const changed = await world.change(collection, target, after, made.note);
  requireStatus(body.status, target, changed);
  requireShown(world.model, operation, changed);
  return { body: changed };
};

const remove: Run = async (world, { operation, target, body }, { rules }) => {
  const made: Change = { before: target, after: {}, body };
  await rules?.(world, made);
  const collection = world.model.collectionOf(operation);
  await world.remove(collection, target, made.note);
  if (collection in RESOURCE_TYPES) await revokeItems(world, 'resourceId', String(target.id));
  return {};
};

const read: Run = (_world, { target }) => Promise.resolve({ body: target });

const list: Run = async (world, call) => {
  const { items } = world.model.rowsOf(successSchema(call.operation))!;
  const collection = world.model.idReference(items) ?? world.model.collectionOf(call.operation);
  const owner = ownerField(world.model, call.operation, items);
  const rows =
    owner === undefined ? world.list(collection) : world.search(collection, owner, String(call.target.id));
  return listed(world, call, await rows);
};

/** Returns the convention of a method and a path; undefined when there is none. */
export function findConvention(model: RecordModel, operation: Operation): Run | undefined {
  const { method, path } = operation;
  const isItem = path.endsWith('}');
  if (method === 'POST') return path.includes('{') ? change : create;
  if (method === 'GET')
    return model.rowsOf(successSchema(operation)) ? list : path.includes('{') ? read : undefined;
  if (!isItem) return undefined;
  return method === 'DELETE' ? remove : change;
}
