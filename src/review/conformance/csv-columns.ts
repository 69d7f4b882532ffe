// Reads from the contract which columns the CSV file of an operation has.
import { type ContractDocument, listOperations } from '../../contract/document';
import { collectionNamed, createRecordModel, rootParameter } from '../../contract/record-model';

export const CSV = 'text/csv';

/**
 * Returns the header row of the CSV file of each operation, without quotes. A file of one place lacks the columns of the
 * other kind of place.
 */
export function listColumns(document: ContractDocument): Map<string, string> {
  const model = createRecordModel(document);
  const files = listOperations(document).flatMap((operation) => {
    const schema = operation.responses[200]?.content?.[CSV]?.schema;
    const columns = model.keyword(schema, 'x-columns') as string[] | undefined;
    const root = rootParameter(operation);
    const place = model.referenceOf(operation.parameters.find(({ name }) => name === root)?.schema);
    return columns ? [{ operation, columns, place }] : [];
  });
  return new Map(
    files.map(({ operation, columns, place }) => {
      const others = files.filter((other) => other.columns === columns && other.place !== place);
      const isOfOther = (column: string): boolean =>
        others.some((other) => other.place === collectionNamed(column.replace(/_(id|name)$/, '')));
      return [operation.operationId, columns.filter((column) => !isOfOther(column)).join()];
    }),
  );
}
