// The conventions of paths and schemas: create, read, list, change, replace, delete, and actions on a record.
import { isDeepStrictEqual } from 'node:util';
import { type Operation, type Schema, contractDocument } from '../../contract/document';
import { type Fields, type RecordModel, bodySchema, isOwn, successSchema } from '../../contract/record-model';
import { firstStatus, nextStatus, requireStatus } from '../../contract/record-rules';
import { conflict } from '../../base/errors';
import { ownerField } from '../../contract/list-filters';
import { withMilliseconds } from './rules/task-rules';
import type { AnyCall, Change, Run } from './behavior';
import { acceptsNull, initialValue, newIdOf, requireShown, requiredFields } from './new-records';
import { listed } from './lists';
import { RESOURCE_TYPES, revokeItems } from './permission';
import type { World } from '../records/world';

/** Returns the fields of the body that the record has, as the record shows them. */
function sentFields({ model }: World, collection: string, body: Fields): Fields {
  const fields = model.fieldsOf(collection);
  const sent = Object.entries(body).filter(([name]) => fields[name]);
  return Object.fromEntries(
    sent.map(([name, value]) => {
      const [choice] = (fields[name]!.oneOf ?? [fields[name]]) as [Schema];
      const isTime = typeof value === 'string' && model.keyword(choice, 'format') === 'date-time';
      return [name, isTime ? withMilliseconds(value) : value];
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
  if (model.document !== contractDocument) record.id ??= await newIdOf(world, operation);
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

/** Creates a record, and returns what a read then shows. */
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
export function conventionOf(model: RecordModel, operation: Operation): Run | undefined {
  const { method, path } = operation;
  const isItem = path.endsWith('}');
  if (method === 'POST') return path.includes('{') ? change : create;
  if (method === 'GET')
    return model.rowsOf(successSchema(operation)) ? list : path.includes('{') ? read : undefined;
  if (!isItem) return undefined;
  return method === 'DELETE' ? remove : change;
}
