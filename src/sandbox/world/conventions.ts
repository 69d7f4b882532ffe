// What paths and schemas alone say: create, read, list, change, replace, delete, and actions on a record.
import type { Operation } from '../../contract/document';
import type { Call, Change, Run } from './behavior';
import { listed } from './lists';
import { type Fields, type Model, bodySchema, successSchema } from './model';
import { conflict } from './rejections';
import { firstStatus, nextStatus } from './transitions';
import { newId, type World } from './world';

/** Times may be sent without milliseconds. Responses show them. */
export const withMilliseconds = (time: string): string =>
  new Date(time.replace(/:60(?=[.Z])/, ':59')).toISOString();

/** Returns the fields of the body that the record has, as the record has them. */
function sentFields({ model }: World, collection: string, body: Fields): Fields {
  const { properties } = model.shapeOf(model.schemaOf(collection));
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => properties[name])
      .map(([name, value]) => {
        const [choice] = (properties[name]!['oneOf'] ?? [properties[name]]) as [Fields];
        const isTime = typeof value === 'string' && model.keyword(choice, 'format') === 'date-time';
        return [name, isTime ? withMilliseconds(value) : value];
      }),
  );
}

const acceptsNull = (model: Model, schema: Fields): boolean =>
  [model.keyword(schema, 'type')].flat().includes('null') ||
  ((model.keyword(schema, 'oneOf') ?? []) as Fields[]).some(({ type }) => type === 'null');

/** Returns the value of a required field that a new record does not get from its body. */
async function initialValue(world: World, call: Call, name: string, schema: Fields): Promise<unknown> {
  const { model } = world;
  if (acceptsNull(model, schema)) return null;
  if (model.keyword(schema, 'type') === 'array') return [];
  if (model.keyword(schema, 'format') === 'date-time') return world.now.toISOString();
  if (name.endsWith('By') && model.keyword(schema, 'x-references') === 'User')
    return (await world.me())['id'];
  return (call.template as Fields | undefined)?.[name];
}

async function newRecord(world: World, call: Call, collection: string): Promise<Fields> {
  const { model, organization } = world;
  const { properties, required } = model.shapeOf(model.schemaOf(collection) ?? successSchema(call.operation));
  const record: Fields = { ...sentFields(world, collection, call.body) };
  const status = firstStatus(model, collection, call.operation.operationId);
  if (status !== undefined) record['status'] = status;
  if (properties['organization_slug']) record['organization_slug'] = organization.slug;
  const isKnown = model.prefixOf(collection) !== '';
  if (!isKnown)
    record['id'] = idLike(model.keyword(properties['id'], 'type'), model.keyword(properties['id'], 'format'));
  for (const name of required)
    if (record[name] === undefined && name !== 'id')
      record[name] = await initialValue(world, call, name, properties[name] ?? {});
  return record;
}

/** Returns an id for a collection whose ids have no prefix. */
function idLike(type: unknown, format: unknown): string | number {
  const sequence = nextNumber++;
  if (type === 'integer' || type === 'number') return sequence;
  return format === 'uuid' ? crypto.randomUUID() : newId('').slice(-26);
}
let nextNumber = Math.floor(Date.now() / 1000);

/** @throws ApiError `conflict` when another record has the value of a field with `x-unique`. */
async function requireUnique(world: World, collection: string, after: Fields): Promise<void> {
  const { properties } = world.model.shapeOf(world.model.schemaOf(collection));
  for (const [name, schema] of Object.entries(properties)) {
    if (schema['x-unique'] !== true || typeof after[name] !== 'string') continue;
    const value = after[name].toLowerCase();
    const isTaken = (other: Fields): boolean =>
      other['id'] !== after['id'] && String(other[name]).toLowerCase() === value;
    if ((await world.list(collection)).some(isTaken))
      throw conflict(`The ${name} ${String(after[name])} is already taken in your organization.`);
  }
}

export const create: Run = async (world, call, { rules }) => {
  const collection = world.model.collectionOf(call.operation);
  const change: Change = { before: {}, after: await newRecord(world, call, collection), body: call.body };
  const { after } = change;
  await rules?.(world, change);
  await requireUnique(world, collection, after);
  const created = await world.create(collection, after, change.note);
  return { body: { ...created, ...(after['status'] ? { status: after['status'] } : {}) }, tagged: created };
};

export const read: Run = (_world, { target }) => Promise.resolve({ body: target });

/** Without a status in the body, the operation itself is the transition. */
export const change: Run = async (world, { operation, target, body }, { rules }) => {
  const collection = world.model.collectionOf(operation);
  const isPut = operation.method === 'PUT';
  if (operation.method === 'PATCH' && Object.keys(body).length === 0) return { body: target };
  const replaced = isPut ? Object.keys(world.model.shapeOf(bodySchema(operation)).properties) : [];
  const kept = Object.fromEntries(Object.entries(target).filter(([name]) => !replaced.includes(name)));
  const after: Fields = { ...kept, ...sentFields(world, collection, body) };
  if (operation.method === 'POST' || body['status'] !== undefined)
    after['status'] = nextStatus(
      world.model,
      collection,
      operation.operationId,
      target['status'],
      body['status'],
    );
  const made: Change = { before: target, after, body };
  await rules?.(world, made);
  await requireUnique(world, collection, after);
  return { body: await world.change(collection, target, after, made.note) };
};

const remove: Run = async (world, { operation, target, body }, { rules }) => {
  await rules?.(world, { before: target, after: {}, body });
  await world.remove(world.model.collectionOf(operation), target);
  return {};
};

const list: Run = async (world, call) => {
  const rows = world.model.rowsOf(successSchema(call.operation))!;
  const collection = String(
    world.model.keyword(world.model.shapeOf(rows.items).properties['id'], 'x-references') ??
      world.model.collectionOf(call.operation),
  );
  return { body: listed(world.model, call, await world.list(collection)) };
};

/** Returns what an operation does by its method and its path; undefined when they do not say it. */
export function conventionOf(model: Model, operation: Operation): Run | undefined {
  const { method, path } = operation;
  const isItem = path.endsWith('}');
  const schema = successSchema(operation);
  if (method === 'DELETE') return isItem ? remove : undefined;
  if (method === 'GET') return model.rowsOf(schema) ? list : isItem ? read : undefined;
  if (method === 'POST') return path.includes('{') ? change : create;
  return isItem ? change : undefined;
}
