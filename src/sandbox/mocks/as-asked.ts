// Makes of an example what the request asks for: the record that the path names in place of the example's, with the change that the body asks for.
import type { ValidateFunction } from 'ajv';
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import type { ContractRequest } from '../../contract/request';
import { schemasOf } from '../../contract/schemas';
import { dated, done } from './done';
import { type Fields, type Records, isObject, kindOf, namedBy, pick, renamed } from './records';
import { rowsAsked } from './rows-asked';
import { type Shape, rowShape, shapeOf } from './shape';

/** Gives the answer for the request; the example, when nothing that holds to the schema comes of it. */
export type AsAsked = (operation: Operation, request: ContractRequest, schema: Schema, example: Fields) => Fields;

const bodySchema = ({ requestBody }: Operation): Schema | undefined => requestBody?.content['application/json']?.schema;

/** The record after the body's change. A body that is whole (not a PATCH's) takes away what it leaves out. */
function changed(operation: Operation, document: ContractDocument, body: unknown, { fields, required }: Shape): (record: Fields) => Fields {
  if (!isObject(body)) return (record) => record;
  const taken = operation.method === 'PATCH' ? [] : [...shapeOf(document, bodySchema(operation)).fields].filter((field) => fields.has(field) && !(field in body));
  return (record) => ({
    ...pick(record, (field) => !taken.includes(field)),
    ...Object.fromEntries(taken.filter((field) => required.has(field)).map((field) => [field, null])),
    ...pick(body, (field) => fields.has(field)),
  });
}

/** A change is no older than the record. */
const later = (record: Fields, example: Fields): Fields =>
  pick(example, (field) => {
    const [before, after] = [record[field], example[field]];
    return /^updated(At|_at)$/.test(field) && typeof before === 'string' && typeof after === 'string' && before < after;
  });

export function createAsAsked(document: ContractDocument, records: Records): AsAsked {
  /** Of a second version of another document, the second version of the example's. */
  function sameOfOwn(named: Fields, own: Fields, isSound: ValidateFunction): Fields | undefined {
    const ids = pick(own, (field) => kindOf(own[field]) !== undefined);
    return Object.keys(ids).length < Object.keys(named).length ? records({ ...named, ...ids }).find((record) => isSound(record)) : undefined;
  }

  /** The most fitting first. */
  function* candidates(operation: Operation, request: ContractRequest, schema: Schema, example: Fields, isSound: ValidateFunction): Generator<Fields> {
    const { method } = operation;
    const named = { ...namedBy(request.params, example), ...(method === 'GET' ? pick(request.query, (name) => name in example) : {}) };
    const own = pick(example, (field) => field in named);
    const isOwn = Object.entries(named).every(([field, value]) => example[field] === value);
    const shown = isOwn && method === 'GET' ? [example] : records(named);
    const other = isOwn ? example : renamed(sameOfOwn(named, own, isSound) ?? example, named);

    if (method === 'GET') {
      yield* shown;
      // A list may leave out what the record has, such as sections: the example fills that in.
      yield* shown.map((record) => ({ ...example, ...record }));
      yield other;
      return;
    }
    const shape = shapeOf(document, schema);
    const change = changed(operation, document, request.requestBody, shape);
    const rows = rowsAsked(records, other, named, request.requestBody, (field) => rowShape(document, bodySchema(operation), field).fields);
    if (method !== 'POST') {
      for (const record of [...shown, other]) yield dated({ ...change(record), ...later(record, example), ...rows });
      return;
    }
    const acted = isOwn ? [] : done(records, example, own, named, (field) => shape.fields.has(field));
    for (const record of [...acted, other]) yield { ...change(record), ...rows };
  }

  return (operation, request, schema, example) => {
    const isSound = schemasOf(document).of(schema);
    for (const candidate of candidates(operation, request, schema, example, isSound)) if (isSound(candidate)) return candidate;
    return example;
  };
}
