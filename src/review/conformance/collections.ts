// Reads from the contract which collections have records, and how the records refer to each other.
import { type ContractDocument, type Operation, type Schema, resolve } from '../../contract/document';
import { JSON_TYPE } from '../probe/requests';

export type Row = Record<string, unknown> & { id: string };

export interface Collection {
  list: Operation;
  /** Reads one record by its id. */
  read: Operation;
  /** The type of its records, as `x-references` names it. */
  type: string;
  isId(text: string): boolean;
  /** The type of the record to which a field refers, by field. */
  references: [field: string, type: string][];
}

/** Returns the rows of a list that have an id. The schema check reports the others. */
export const rowsIn = (body: unknown): Row[] =>
  Array.isArray(body)
    ? body.filter((row: Partial<Row> | null): row is Row => typeof row?.id === 'string')
    : [];

/** Returns the record of a response; undefined for another body, which the schema check reports. */
export const recordIn = (body: unknown): Row | undefined => rowsIn([body])[0];

/** Returns the schema of the rows of a list without pages; undefined for another operation. */
function rowSchemaOf(document: ContractDocument, { method, responses }: Operation): Schema | undefined {
  const body = resolve<Schema | undefined>(document, responses['200']?.content?.[JSON_TYPE]?.schema);
  return method === 'GET' && body?.['type'] === 'array'
    ? resolve<Schema>(document, body['items'])
    : undefined;
}

/** Returns the type of the rows of a list without pages; undefined for another operation. */
export function listedTypeOf(document: ContractDocument, operation: Operation): unknown {
  const row = rowSchemaOf(document, operation);
  return row && idSchemaOf(document, row)['x-references'];
}

/** Returns the fields of a row, also those of its alternatives. */
const fieldsOf = (document: ContractDocument, row: Schema): Record<string, unknown> =>
  Object.assign(
    {},
    ...[row, ...((row['oneOf'] as unknown[] | undefined) ?? [])].map(
      (part) => resolve<Schema>(document, part)['properties'],
    ),
  ) as Record<string, unknown>;

const idSchemaOf = (document: ContractDocument, row: Schema): Schema =>
  resolve<Schema | undefined>(document, fieldsOf(document, row)['id']) ?? {};

/** Returns the fields that refer to a record, with its type. The field `id` names the type of the row itself. */
function referencesIn(document: ContractDocument, row: Schema): [field: string, type: string][] {
  return Object.entries(fieldsOf(document, row)).flatMap(([field, property]): [string, string][] => {
    const type = resolve<Schema>(document, property)['x-references'];
    return typeof type === 'string' ? [[field, type]] : [];
  });
}

/** Returns the available collections whose records can be read by id. */
export function collectionsOf(document: ContractDocument, operations: Operation[]): Collection[] {
  const available = operations.filter(({ availability }) => availability === 'available');
  return available.flatMap((list) => {
    const row = rowSchemaOf(document, list);
    const read = available.find(
      ({ method, path }) => method === 'GET' && /^\/\{\w+\}$/.test(path.replace(list.path, '')),
    );
    if (!row || !read) return [];
    const references = referencesIn(document, row);
    const id = idSchemaOf(document, row);
    const pattern = new RegExp(id['pattern'] as string, 'u');
    return {
      list,
      read,
      type: id['x-references'] as string,
      isId: (text: string) => pattern.test(text),
      references: references.filter(([field]) => field !== 'id'),
    };
  });
}
