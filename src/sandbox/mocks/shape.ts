// Which fields a schema has, and which of them it requires: its own and those of the schemas that it is put together from.
import { type ContractDocument, type Schema, resolve } from '../../contract/document';

export interface Shape {
  fields: Set<string>;
  required: Set<string>;
}

/** A choice requires nothing that its other branches do not have. */
export function shapeOf(
  document: ContractDocument,
  schema: Schema | undefined,
  shape: Shape = { fields: new Set(), required: new Set() },
): Shape {
  const {
    properties = {},
    required = [],
    allOf = [],
    oneOf = [],
    anyOf = [],
  } = (resolve<Schema | undefined>(document, schema) ?? {}) as {
    properties?: object;
    required?: string[];
    allOf?: Schema[];
    oneOf?: Schema[];
    anyOf?: Schema[];
  };
  for (const field of Object.keys(properties)) shape.fields.add(field);
  for (const field of required) shape.required.add(field);
  for (const part of allOf) shapeOf(document, part, shape);
  for (const part of [...oneOf, ...anyOf])
    for (const field of shapeOf(document, part).fields) shape.fields.add(field);
  return shape;
}

/** The schema of the rows of a list: of an array, or of the array in one field of an object. */
export function rowSchema(
  document: ContractDocument,
  schema: Schema | undefined,
  field: string,
): Schema | undefined {
  const { items, properties } =
    resolve<{ items?: Schema; properties?: Record<string, Schema> } | undefined>(document, schema) ?? {};
  return (
    items ??
    (properties?.[field] && resolve<{ items?: Schema } | undefined>(document, properties[field])?.items)
  );
}

export const rowShape = (document: ContractDocument, schema: Schema | undefined, field: string): Shape =>
  shapeOf(document, rowSchema(document, schema, field));
