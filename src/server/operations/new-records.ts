// The values of a new record that its caller does not send: its id, and required fields. The schemas of the contract accept
// each, so that a record of a branch never breaks its list.
import { randomUUID } from 'node:crypto';
import {
  type ContractDocument,
  type Operation,
  type Schema,
  contractDocument,
  listOperations,
} from '../../contract/document';
import { under } from '../../contract/pointer';
import { coerce } from '../../contract/query';
import {
  type Fields,
  type RecordModel,
  bodySchema,
  createRecordModel,
  isOwn,
  successSchema,
  toWords,
} from '../../contract/record-model';
import { firstStatus } from '../../contract/record-rules';
import { faultText, compileSchemas } from '../../contract/schemas';
import { ApiError, conflict } from '../../base/errors';
import { newId } from '../records/table';
import type { World } from '../records/world';

/** Attempts to find a value. */
const MAX_VALUES = 1000;

/** Other texts are no segment of a path. */
const IN_PATHS = /^(?!\.{1,2}$)[^/]+$/;

export const acceptsNull = (model: RecordModel, schema: Schema): boolean =>
  [model.keyword(schema, 'type')].flat().includes('null') ||
  ((model.keyword(schema, 'oneOf') ?? []) as Schema[]).some(({ type }) => type === 'null');

/** Returns the reads of a resource: those of its list, and of one record. */
function listReads({ reads }: RecordModel, { path }: Operation): Operation[] {
  const [root] = path.split('/{') as [string];
  return reads.filter(
    (each) => each.path.startsWith(root) && /^(\/\{\w+\})?$/.test(each.path.slice(root.length)),
  );
}

interface Shown {
  /** The schemas that show a new record, that of its creation first. */
  schemas: Schema[];
  required: string[];
}

/** Each request asks for the same. */
const known = new WeakMap<Operation, Shown>();

function shownBy(model: RecordModel, operation: Operation): Shown {
  const found = known.get(operation);
  if (found) return found;
  const schemas = [
    ...[operation, ...listReads(model, operation)].map(successSchema),
    model.schemaOf(model.collectionOf(operation)),
  ]
    .map((schema) => model.rowsOf(schema)?.items ?? schema)
    .filter((schema) => schema !== undefined);
  const shown = {
    schemas,
    required: [...new Set(schemas.flatMap((each) => [...model.shapeOf(each).required]))],
  };
  known.set(operation, shown);
  return shown;
}

export const requiredFields = (model: RecordModel, operation: Operation): string[] =>
  shownBy(model, operation).required;

const fieldSchemas = (model: RecordModel, operation: Operation, name: string): Schema[] =>
  shownBy(model, operation)
    .schemas.map((schema) => model.shapeOf(schema).properties[name])
    .filter((schema) => schema !== undefined);

const isValid = ({ document }: RecordModel, schema: Schema, value: unknown): boolean =>
  value !== undefined && compileSchemas(document).of(schema)(value);

/** Yields values of a schema, most of which are valid. The library loads at the first need. */
async function* generated({ document }: RecordModel, schema: Schema): AsyncGenerator<unknown> {
  const { generateSamples } = await import('../../contract/generated-values.js');
  yield* generateSamples(document, schema, MAX_VALUES);
}

/** Yields the numbers that a schema allows, the lowest positive ones first, after the number of other records. */
function* numbers(model: RecordModel, schema: Schema, others: number): Generator<number> {
  const limit = (name: string) => model.keyword(schema, name) as number | undefined;
  const step = limit('multipleOf') ?? 1;
  const lowest = limit('minimum') ?? (limit('exclusiveMinimum') ?? 0) + step;
  const highest = limit('maximum') ?? (limit('exclusiveMaximum') ?? 2 ** 31) - step;
  const first = Math.ceil(Math.min(lowest, highest) / step) * step;
  const count = Math.max(Math.floor((highest - first) / step) + 1, 1);
  for (let index = 0; index < Math.min(count, MAX_VALUES); index++)
    yield first + ((others + index) % count) * step;
}

function* ids(model: RecordModel, operation: Operation, schema: Schema, others: number) {
  const prefix = model.prefixOf(model.collectionOf(operation));
  const length = (name: string) => model.keyword(schema, name) as number | undefined;
  yield prefix === '' ? randomUUID() : newId(prefix);
  yield randomUUID()
    .padEnd(length('minLength') ?? 0, '0')
    .slice(0, length('maxLength'));
  yield* numbers(model, schema, others);
}

type IsNew = (id: unknown) => boolean | Promise<boolean>;

/** `others`: the number of records. */
async function idFor(model: RecordModel, operation: Operation, others: number, isNew: IsNew) {
  const schemas = fieldSchemas(model, operation, 'id');
  const inPaths = listReads(model, operation).flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === 'path'),
  );
  async function* candidates() {
    yield* ids(model, operation, schemas[0]!, others);
    for (const schema of [...schemas, ...inPaths.map((each) => each.schema)]) yield* generated(model, schema);
  }
  for await (const id of candidates())
    if (
      IN_PATHS.test(String(id)) &&
      schemas.every((schema) => isValid(model, schema, id)) &&
      inPaths.every((each) => isValid(model, each.schema, coerce(String(id), each))) &&
      (await isNew(id))
    )
      return id;
  return undefined;
}

/** Returns the id of a new record of a branch. @throws ApiError `conflict` when its schema allows no further one. */
export async function createId(world: World, operation: Operation): Promise<unknown> {
  const collection = world.model.collectionOf(operation);
  const others = (await world.list(collection)).length;
  const id = await idFor(world.model, operation, others, (each) => world.isNew(collection, each));
  if (id !== undefined) return id;
  throw conflict(
    `Every id that was tried for a new ${toWords(collection)} is taken. Allow more ids in the schema.`,
  );
}

/** Returns the value of a required field that its caller does not send; undefined when a rule sets it. */
export async function initialValue(
  { model, now, userId }: Pick<World, 'model' | 'now' | 'userId'>,
  operation: Operation,
  name: string,
): Promise<unknown> {
  const schemas = fieldSchemas(model, operation, name);
  const [schema = {}] = schemas;
  const format = model.keyword(schema, 'format');
  if (acceptsNull(model, schema)) return null;
  if (name.endsWith('By') && model.referenceOf(schema) === 'User') return userId;
  if (format === 'date-time') return now.toISOString();
  const isList = model.keyword(schema, 'type') === 'array';
  if (isOwn(operation)) return isList ? [] : undefined;
  const fits = (value: unknown) => schemas.every((each) => isValid(model, each, value));
  const { content } = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1];
  const examples = Object.values(content?.['application/json']?.examples ?? {});
  const usual: unknown[] = [
    isList ? [] : undefined,
    format === 'date' ? now.toISOString().slice(0, 10) : undefined,
    ...examples.map(({ value }) => (value as Fields | undefined)?.[name]),
  ];
  const found = usual.find(fits);
  if (found !== undefined) return found;
  for await (const value of generated(model, schema)) if (fits(value)) return value;
  return undefined;
}

/** Returns whether an operation creates a record by convention. */
export const createsRecords = (model: RecordModel, operation: Operation): boolean =>
  operation.method === 'POST' &&
  !operation.path.includes('{') &&
  model.shapeOf(successSchema(operation)).properties.id !== undefined;

/** @throws Error with the place of an operation that creates records which a read could not show. */
export async function requireNewRecords(document: ContractDocument): Promise<void> {
  if (document === contractDocument) return;
  const model = createRecordModel(document);
  const world = { model, now: new Date(0), userId: newId('usr') };
  for (const operation of listOperations(document).filter((each) => createsRecords(model, each))) {
    const place = under('#/paths', operation.path, 'post');
    const sent = model.shapeOf(bodySchema(operation)).required;
    if (!sent.has('id') && (await idFor(model, operation, 0, () => true)) === undefined)
      throw new Error(`${place} returns an id of which no value was found. Correct the schema of the id.`);
    if (isOwn(operation)) continue;
    const made = ['id', 'organization_slug'];
    if (firstStatus(model, model.collectionOf(operation), operation.operationId)) made.push('status');
    for (const name of requiredFields(model, operation))
      if (
        !sent.has(name) &&
        !made.includes(name) &&
        (await initialValue(world, operation, name)) === undefined
      )
        throw new Error(
          `${place} has no value for the required field ${name}. Add a valid example to the response.`,
        );
  }
}

/** @throws ApiError `not_implemented` for a record of a branch that a read could not show. Nothing is then stored. */
export function requireShown(model: RecordModel, operation: Operation, record: Fields): void {
  if (isOwn(operation)) return;
  for (const schema of shownBy(model, operation).schemas) {
    const validate = compileSchemas(model.document).of(schema);
    if (validate(model.shaped(schema, record))) continue;
    const fault = faultText(validate.errors!);
    throw new ApiError(
      'not_implemented',
      `${operation.operationId} stores nothing, because a read could not show the record: ${fault}.`.slice(
        0,
        1000,
      ),
    );
  }
}
