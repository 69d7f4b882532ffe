// Makes of an example what the request asks for: the record that the path names in place of the example's, with the change that the body asks for.
import type { ValidateFunction } from 'ajv';
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { schemasOf } from '../../contract/schemas';
import { ApiError } from '../../errors';
import { bodySchema, changed, later, moved, uploaded } from './change';
import { dated, done } from './done';
import {
  type Fields,
  type Records,
  isObject,
  isReference,
  kindOf,
  namedBy,
  ownParameter,
  pick,
  renamed,
} from './records';
import { rowsAsked } from './rows-asked';
import { rowShape, shapeOf } from './shape';

/**
 * Gives the answer for the request, from the example and the records that are known; without what the request asks for when nothing that holds to the
 * schema comes of it. @throws ApiError `invalid_reference` for an id in the body that can be none of its field.
 */
export type AsAsked = (
  operation: Operation,
  request: ContractRequest,
  schema: Schema,
  example: Fields,
  records: Records,
) => Fields;

/** A moment may be sent without milliseconds, and is always answered with them. */
const inMilliseconds = (record: Fields): Fields => {
  const isMoment = (value: unknown): value is string =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      isMoment(value) ? new Date(value).toISOString() : value,
    ]),
  );
};

/** An id of another kind than the example's would be refused, since it can name no record. */
function requireReferences(body: unknown, example: Fields): void {
  for (const [field, value] of isObject(body) ? Object.entries(body) : []) {
    const kind = kindOf(example[field]);
    if (kind === undefined || !isReference(field) || typeof value !== 'string' || kindOf(value) === kind)
      continue;
    if (`${field.replace(/id$/i, '')}${field.endsWith('_id') ? 'type' : 'Type'}` in (body as Fields))
      continue; // of which kind it is, that says and not the example
    const message = `names no record: its id would begin with ${kind}_`;
    throw new ApiError('invalid_reference', `${field} ${message}.`, { details: [{ field, message }] });
  }
}

export function createAsAsked(document: ContractDocument): AsAsked {
  /** Of a second version of another document, the second version of the example's. */
  function sameOfOwn(
    records: Records,
    named: Fields,
    own: Fields,
    isSound: ValidateFunction,
  ): Fields | undefined {
    const ids = pick(own, (field) => kindOf(own[field]) !== undefined);
    return Object.keys(ids).length < Object.keys(named).length
      ? records({ ...named, ...ids }).find((record) => isSound(record))
      : undefined;
  }

  /** The most fitting first. */
  function* candidates(
    operation: Operation,
    request: ContractRequest,
    schema: Schema,
    example: Fields,
    isSound: ValidateFunction,
    records: Records,
  ): Generator<Fields> {
    const { method, path } = operation;
    const named = {
      ...namedBy(request.params, example, ownParameter(document, path)),
      ...(method === 'GET' ? pick(request.query, (name) => name in example) : {}),
    };
    const own = pick(example, (field) => field in named);
    const isOwn = Object.entries(named).every(([field, value]) => example[field] === value);
    const shown = isOwn && method === 'GET' ? [example] : records(named);
    const other = isOwn ? example : renamed(sameOfOwn(records, named, own, isSound) ?? example, named);

    if (method === 'GET') {
      yield* shown;
      // A list may leave out what the record has, such as sections: the example fills that in.
      yield* shown.map((record) => ({ ...example, ...record }));
      yield other;
      return;
    }
    const shape = shapeOf(document, schema);
    const change = changed(
      operation,
      document,
      isObject(request.requestBody) ? { ...request.requestBody, ...uploaded(request) } : request.requestBody,
      shape,
    );
    const rows = rowsAsked(
      records,
      other,
      named,
      request.requestBody,
      (field) => rowShape(document, bodySchema(operation), field).fields,
    );
    if (method !== 'POST') {
      const itself = pick(named, (field) => field === 'id'); // whatever the body calls it
      const changes = [...shown, ...shown.map((record) => ({ ...example, ...record })), other].map((record) =>
        dated({ ...change(record), ...itself, ...later(record, example), ...rows }),
      );
      for (const record of changes) {
        yield record;
        yield* moved(
          record,
          (field) => field in named || (isObject(request.requestBody) && field in request.requestBody),
        );
      }
    } else {
      const acted = isOwn ? [] : done(records, example, own, named, (field) => shape.fields.has(field));
      for (const record of [...acted, other]) yield { ...change(record), ...rows };
    }
    requireReferences(request.requestBody, example);
    yield* method === 'POST' ? [other] : [...shown, other];
  }

  return (operation, request, schema, example, records) => {
    const isSound = schemasOf(document).of(schema);
    for (const candidate of candidates(operation, request, schema, example, isSound, records)) {
      if (isSound(candidate)) return candidate;
      const precise = inMilliseconds(candidate);
      if (isSound(precise)) return precise;
    }
    return example;
  };
}
