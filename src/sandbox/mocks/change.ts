// What the body of a change makes of a record.
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { type Fields, isObject, kindOf, pick } from './records';
import { type Shape, shapeOf } from './shape';

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

/** The record after the body's change. A body that is whole (not a PATCH's) takes away what it leaves out. */
export function changed(
  operation: Operation,
  document: ContractDocument,
  body: unknown,
  { fields, required }: Shape,
): (record: Fields) => Fields {
  if (!isObject(body)) return (record) => record;
  const taken =
    operation.method === 'PATCH'
      ? []
      : [...shapeOf(document, bodySchema(operation)).fields].filter(
          (field) => fields.has(field) && !(field in body),
        );
  return (record) => ({
    ...pick(record, (field) => !taken.includes(field)),
    ...Object.fromEntries(taken.filter((field) => required.has(field)).map((field) => [field, null])),
    ...pick(body, (field) => fields.has(field)),
  });
}

/** What a record of a file says of the one that came. */
export const uploaded = ({ files: [file] }: ContractRequest): Fields =>
  file ? { fileName: file.name, mediaType: file.mediaType, sizeBytes: file.bytes } : {};

/** A change is no older than the record. */
export const later = (record: Fields, example: Fields): Fields =>
  pick(example, (field) => {
    const [before, after] = [record[field], example[field]];
    return (
      /^updated(At|_at)$/.test(field) &&
      typeof before === 'string' &&
      typeof after === 'string' &&
      before < after
    );
  });

/** A move takes away where the record was. */
export function* moved(record: Fields, isAsked: (field: string) => boolean): Generator<Fields> {
  for (const field of Object.keys(record))
    if (!isAsked(field) && kindOf(record[field]) !== undefined) yield pick(record, (name) => name !== field);
}
