// Reads from the contract which collections have records, which operations these have, and how they refer to each other.
import { isObject, type JsonObject } from '../../base/values';
import type { Operation, Schema } from '../../contract/document';
import { type RecordModel, successSchema } from '../../contract/record-model';
import { isCursor, parametersIn } from '../probe/requests';

export type Row = Record<string, unknown> & { id: string };

export type Collection = ReturnType<typeof listCollections>[number];

/** Returns the list in a body, or in a page; undefined for another body. */
export const listIn = (body: unknown): unknown[] | undefined => {
  const list = isObject(body) ? body['data'] : body;
  return Array.isArray(list) ? list : undefined;
};

/** Returns the rows of a list, or of a page, that have an id. The schema check reports the others. */
export const rowsIn = (body: unknown): Row[] =>
  (listIn(body) ?? []).filter((row): row is Row => isObject(row) && typeof row['id'] === 'string');

/** Returns the record of a response; undefined for another body, which the schema check reports. */
export const recordIn = (body: unknown): Row | undefined => rowsIn([body])[0];

/** Returns the operations that change and delete the records that an operation creates. */
export function operationsOn(operations: Operation[], create: Operation) {
  const on = (...methods: string[]) =>
    operations.find(
      ({ method, path }) => methods.includes(method) && /^\/\{\w+\}$/.test(path.replace(create.path, '')),
    );
  return { change: on('PATCH', 'PUT'), remove: on('DELETE') };
}

/** Prefixes the e-mail addresses of an example, because two records never share an address. */
export const withOwnAddress = (prefix: string, example: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(example as JsonObject).map(([name, value]) => [
      name,
      /^[^\s@]+@\S+$/.test(String(value)) ? `${prefix}.${String(value)}` : value,
    ]),
  );

/** Returns the fields that refer to a record, each with the type of the record. */
export const referencesIn = ({ referenceOf }: RecordModel, properties: Record<string, Schema>) =>
  Object.entries(properties).flatMap(([field, property]): [string, string][] => {
    const type = referenceOf(property);
    return type === undefined ? [] : [[field, type]];
  });

/** Returns the collections whose whole list an operation returns without a required parameter. */
export function listCollections(model: RecordModel, operations: Operation[]) {
  const reads = operations.filter(({ method }) => method === 'GET');
  return reads.flatMap((list) => {
    const row = model.rowsOf(successSchema(list))?.items;
    const { properties } = model.shapeOf(row);
    if (list.parameters.some(({ required }) => required) || !properties['id']) return [];
    const type = model.idReference(row);
    const read = reads.find((operation) => {
      const [parameter, ...others] = parametersIn(operation, 'path');
      // For example /users/{id} or /policy-documents/{id}/with-sections, and not a list below the record.
      const isBelow = /^\/\{\w+\}(\/[a-z-]+)?$/.test(operation.path.replace(list.path, ''));
      const types = [model.referenceOf(parameter?.schema), model.idReference(successSchema(operation))];
      return isBelow && others.length === 0 && types.every((each) => each === type);
    });
    const record = model.shapeOf(read && successSchema(read)).properties;
    const pattern = new RegExp((model.keyword(properties['id'], 'pattern') ?? '^') as string, 'u');
    return [
      {
        list,
        /** Reads one record by its id. Undefined when no operation does. */
        read,
        /** The type of its records, as `x-references` names it. */
        type,
        isPaged: parametersIn(list, 'query').some(isCursor),
        isId: (text: string) => pattern.test(text),
        references: referencesIn(model, properties).filter(([field]) => field !== 'id'),
        /** The fields that a row and a record both have. */
        fields: Object.keys(properties).filter((name) => name in record),
      },
    ];
  });
}
