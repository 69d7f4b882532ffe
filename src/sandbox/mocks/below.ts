// The rows of a list below another record than those of the examples, such as the evidence of another task.
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { schemasOf } from '../../contract/schemas';
import { type Fields, type Records, isObject, namedBy, renamed } from './records';
import { isAsked } from './selection';
import { rowSchema } from './shape';

/** Whether the path names a record that no example of its parameters does. */
export function isBelowAnother(operation: Operation, request: ContractRequest): boolean {
  const names = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(({ examples }) => Object.keys(examples ?? {}));
  return names.length > 0 && !names.some((name) => isAsked(operation, request, name));
}

export function rowsBelow(
  document: ContractDocument,
  records: Records,
  { path }: Operation,
  { params }: ContractRequest,
  schema: Schema,
  rows: unknown[],
): unknown[] {
  const [example] = rows;
  const named = isObject(example) ? namedBy(params, example) : {};
  if (Object.keys(named).length > 0) {
    const isSound = schemasOf(document).of(rowSchema(document, schema, 'data') ?? {});
    // Rows with an id are the same wherever they are shown, and belong to nobody else; those without, such as versions, every record has of its own.
    if (!('id' in (example as Fields))) return (rows as Fields[]).map((row) => renamed(row, named));
    return [
      ...new Map(
        records(named)
          .filter((row) => isSound(row))
          .map((row) => [row['id'], row]),
      ).values(),
    ];
  }
  // What a record shows as a part of itself is below it too.
  const part = path.slice(path.lastIndexOf('/') + 1);
  return (
    Object.values(params)
      .flatMap((id) => records({ id }))
      .map((record) => record[part])
      .find(Array.isArray) ?? []
  );
}
